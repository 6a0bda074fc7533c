"""Which models take part: by the settings, and by which of them are installed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pincite
from pincite import local_models as subject
from pincite.local_models import chosen, described
from pincite.settings import PRESETS, Settings, StageChoice
from tests.factories import AGREEMENT
from tests.models.weights import needs_weights

LOCAL = StageChoice(name="local")
EVERYWHERE = {"embedder": "local", "reranker": "local"}


@pytest.fixture(params=[True, False], ids=["installed", "not installed"])
def installed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    monkeypatch.setattr(subject, "are_installed", lambda: request.param)
    return bool(request.param)


def settings(**given: object) -> Settings:
    return Settings.model_validate(given)


def test_embedder_and_reader_take_part_by_default_where_they_are_installed(installed: bool):
    found = chosen(settings())

    assert found.embedder == (LOCAL if installed else None)
    assert found.reader == (LOCAL if installed else None)
    assert (found.verifiers, found.reranker) == ((), None)


def test_embedder_can_be_left_out(installed: bool):
    assert chosen(settings(embedder="none")).embedder is None
    assert chosen(settings(preset="fast", **PRESETS["fast"])).embedder is None


def test_run_says_that_no_model_is_installed(installed: bool):
    said = described(chosen(settings(embedder=None, reader=None)))
    assert said == []
    if not installed:
        assert described(chosen(settings())) == ["local models: none are installed with this package"]


def test_without_models_nothing_local_takes_part_and_the_run_says_so(installed: bool):
    found = chosen(settings(local_models=False, **EVERYWHERE))

    assert (found.embedder, found.reranker, found.reader, found.verifiers) == (None, None, None, ())
    assert described(found) == ["local models: switched off"]


def test_without_models_what_is_served_elsewhere_takes_part_all_the_same(installed: bool):
    found = chosen(settings(local_models=False, embedder="voyage", verifiers=["judge"]))

    assert found.embedder == StageChoice(name="voyage")
    assert found.verifiers == (StageChoice(name="judge"),)


def test_local_model_that_was_asked_for_is_never_left_out(installed: bool):
    own = {"name": "local", "options": {"weights": "my-weights"}}

    found = chosen(settings(**EVERYWHERE, reader=own))

    assert found.reranker == LOCAL
    assert found.reader == StageChoice.model_validate(own)


def test_threads_reach_local_models_and_an_option_goes_before_them(installed: bool):
    own = {"name": "local", "options": {"threads": 1}}

    found = chosen(settings(threads=3, embedder="local", reranker=own, verifiers=["judge"]))

    assert found.embedder == (StageChoice(name="local", options={"threads": 3}) if installed else None)
    assert found.reranker
    assert found.reranker.options == {"threads": 1}
    assert found.verifiers == (StageChoice(name="judge"),)


def test_folder_of_weights_reaches_local_models_and_is_never_left_out(installed: bool):
    found = chosen(settings(weights="my-weights"))

    mine = StageChoice(name="local", options={"weights": "my-weights"})
    assert (found.embedder, found.reader) == (mine, mine)
    assert found.missing == ""


@needs_weights
@pytest.mark.usefixtures("models_as_by_default")
def test_run_records_which_models_read(tmp_path: Path):
    (tmp_path / "agreement.txt").write_text(AGREEMENT, "utf-8")
    decisions = {}
    for models in (True, False):
        with pincite.open(tmp_path / str(models), settings={"local_models": models}) as library:
            library.add(tmp_path / "agreement.txt", isolated=False)
            trace = library.why(library.ask("What is the monthly fee?").run).trace
            decisions[models] = json.loads(trace)["decisions"]

    assert any(said.startswith("reader: local/reader-") for said in decisions[True])
    assert not any(said.startswith("verifier:") for said in decisions[True])
    assert "local models: switched off" in decisions[False]
