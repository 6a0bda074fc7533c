"""Figures of a benchmark take the place of older ones in a page that says more than figures."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[3]
_MARKS = "<!-- figures -->", "<!-- end of figures -->"


@pytest.fixture
def figures_in(monkeypatch: pytest.MonkeyPatch):
    before = {name: sys.modules.pop(name, None) for name in ("figures", "publish")}
    monkeypatch.syspath_prepend(str(_ROOT / "evals" / "bench"))
    yield __import__("publish").figures_in
    for name, module in before.items():
        sys.modules.pop(name, None)
        if module is not None:
            sys.modules[name] = module


def test_new_figures_replace_the_old_ones_and_leave_the_rest(figures_in):
    page = f"# Search\n\nHow it works.\n\n{_MARKS[0]}\nold\n{_MARKS[1]}\n\nWhy.\n"

    written = figures_in(page, "## Table\n\n| 12 ms |\n")

    between = f"{_MARKS[0]}\n\n## Table\n\n| 12 ms |\n\n{_MARKS[1]}"
    assert written == f"# Search\n\nHow it works.\n\n{between}\n\nWhy.\n"
    assert figures_in(written, "## Table\n\n| 12 ms |\n") == written


def test_page_without_a_place_for_figures_becomes_the_figures(figures_in):
    assert figures_in("", "new\n") == "new\n"
    assert figures_in("something of before\n", "new\n") == "new\n"


def test_page_of_the_search_has_one_place_for_figures():
    page = (_ROOT / "docs" / "postgres-search.md").read_text("utf-8")

    assert [page.count(mark) for mark in _MARKS] == [1, 1]
