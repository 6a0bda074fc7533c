"""The page of benchmarks: every figure with its budget, and every peer that did not run with its reason."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

_FOLDER = Path(__file__).parents[2] / "bench"


def _load(name: str) -> ModuleType:
    """A script of the suite under the name by which the others import it, kept from other tests."""
    spec = importlib.util.spec_from_file_location(name, _FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def suite():
    names = ("figures", "publish", "suite")
    before = {name: sys.modules.get(name) for name in names}
    yield [_load(name) for name in names][-1]
    for name, module in before.items():
        sys.modules.pop(name, None)
        if module is not None:
            sys.modules[name] = module


@pytest.fixture
def figures(suite):
    return sys.modules["figures"]


@pytest.fixture
def publish(suite):
    return sys.modules["publish"]


@pytest.fixture
def table(figures):
    """Ours with a budget met and one missed, a peer that ran, and one that did not."""
    Figure, Row = figures.Figure, figures.Row
    ours = Row("Pincite", (Figure(40, "pages/s", least=60), Figure(0.5, "ms", most=2)), ours=True)
    rows = (
        ours,
        Row("slow-peer", (None, Figure(6, "ms"))),
        Row("no-peer", not_run="not installed (no_peer)"),
    )
    return figures.Table("Reading", "reading.py", ("speed", "time"), rows, compared=1)


def _page(publish, *tables):
    about = publish.Circumstances(
        "2 cores", "CPython 3.11", "1 May 2026", "make bench", (("peer", "1.2"),), 60.0
    )
    return publish.page(tables, about, ["Vectors: there are none yet."])


def _line(page: str, start: str) -> str:
    (line,) = (line for line in page.splitlines() if line.startswith(start))
    return line


def test_every_figure_stands_beside_its_budget(publish, table):
    assert "| 40 pages/s [≥ 60] **missed** | 0.50 ms [≤ 2] |" in _page(publish, table)


def test_every_budget_is_listed_as_met_or_missed(publish, table):
    page = _page(publish, table)
    assert (
        _line(page, "| Reading: Pincite, speed")
        == "| Reading: Pincite, speed | 40 pages/s | ≥ 60 | **missed** |"
    )
    assert _line(page, "| Reading: Pincite, time") == "| Reading: Pincite, time | 0.50 ms | ≤ 2 | met |"


def test_peer_that_did_not_run_shows_its_reason_and_no_figure(publish, table):
    assert _line(_page(publish, table), "| no-peer") == "| no-peer | not run: not installed (no_peer) |  |  |"


def test_peer_is_shown_as_a_ratio_to_ours(publish, table):
    assert _line(_page(publish, table), "| slow-peer") == "| slow-peer | – | 6 ms | 12 |"


def test_peer_that_was_stopped_is_at_least_that_slow(publish, figures):
    stopped = figures.Row("slow-peer", (figures.Figure(1000, "ms", remark=publish.STOPPED),))
    ours = figures.Row("Pincite", (figures.Figure(2, "ms"),), ours=True)
    table = figures.Table("Quotes", "quotes.py", ("absent",), (ours, stopped), compared=0)
    assert _line(_page(publish, table), "| slow-peer") == "| slow-peer | > 1,000 ms, stopped | > 500 |"


def test_page_says_where_and_with_what_it_was_measured(publish, table):
    page = _page(publish, table)
    for said in (
        "2 cores",
        "CPython 3.11",
        "1 May 2026",
        "`make bench`",
        "peer 1.2",
        "Vectors: there are none",
    ):
        assert said in page


def test_peer_that_is_missing_or_breaks_costs_its_own_row_only(figures):
    def missing():
        raise ModuleNotFoundError("No module named 'peer'", name="peer")

    def broken():
        raise RuntimeError("no model\nfound")

    assert figures.peer_row("peer", missing).not_run == "not installed (peer)"
    assert figures.peer_row("peer", broken).not_run == "failed with RuntimeError: no model"


def test_tables_are_the_same_after_the_way_between_processes(figures, table):
    assert figures.from_json(figures.to_json([table])) == [table]


def test_script_that_fails_leaves_a_row_that_says_so(suite, publish, tmp_path, monkeypatch, capsys):
    (tmp_path / "broken.py").write_text("raise SystemExit('the disk is full')")
    monkeypatch.setattr(suite, "HERE", tmp_path)
    assert "| all | not run: the disk is full |" in _page(publish, *suite.tables_of("broken.py", quick=True))


def test_every_script_of_the_suite_is_there(suite):
    assert all((_FOLDER / script).is_file() for script in suite.SCRIPTS)
