"""The weights of the decision belong to the reader and the embedder that they were fitted with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pincite.errors import ConfigError
from pincite.models.decision import DECISION, fitted_for
from pincite.models.reader import LocalReader
from pincite.models.weight_files import CALIBRATION, EMBEDDER, READER, are_installed, calibration, folder_of
from tests.judging import judging, weights
from tests.readers import StandIn
from tests.relevance.test_features import FEE, of

CURVE = {"slope": 1.0, "intercept": 0.0}
FILES = {READER: "a" * 64, EMBEDDER: "b" * 64, "tokenizer.json": "c" * 64}


def written(folder: Path, files: dict[str, str] | None = None, **changed: object) -> LocalReader:
    """The reader of a folder with what was measured of it, and a decision fitted with these files."""
    measured = {"version": 1, "made_on": "somewhere", "files": FILES}
    measured |= {head: {"default": CURVE} for head in ("answerable", "supported", "contradicted")}
    (folder / CALIBRATION).write_text(json.dumps(measured), "utf-8")
    decision = {
        "version": 1,
        "made_on": "some questions",
        "files": {name: FILES[name] for name in (READER, EMBEDDER)} | (files or {}),
        "variants": {
            "full": judging(silent=0.1).model_dump(mode="json"),
            "no_vectors": judging(silent=0.2).model_dump(mode="json"),
            "no_reader": judging(silent=0.3).model_dump(mode="json"),
        },
    }
    (folder / DECISION).write_text(json.dumps(decision | changed), "utf-8")
    return LocalReader(str(folder))


def test_decision_that_was_fitted_with_the_reader_beside_it_is_read(tmp_path: Path):
    found = fitted_for(None, written(tmp_path), "local")
    assert {name: each.silent.chance for name, each in found.items()} == {
        "full": 0.1,
        "no_vectors": 0.2,
        "no_reader": 0.3,
    }


def test_vectors_of_another_embedder_are_judged_as_if_there_were_none(tmp_path: Path):
    assert set(fitted_for(None, written(tmp_path), "another")) == {"no_vectors", "no_reader"}


def test_folder_without_a_decision_has_none(tmp_path: Path):
    reader = written(tmp_path)
    (tmp_path / DECISION).unlink()
    assert fitted_for(None, reader, "local") == {}


def test_reader_of_the_user_is_not_judged_by_what_was_measured_of_ours():
    assert set(fitted_for(None, StandIn(), "")) <= {"no_reader", "cells_no_reader"}


def test_reader_of_the_user_is_judged_by_what_was_fitted_for_it(tmp_path: Path):
    file = tmp_path / "own.json"
    file.write_text(weights("stand-in/1").model_dump_json(), "utf-8")
    assert set(fitted_for(file, StandIn(), "")) == {"full", "no_vectors"}
    assert set(fitted_for(file, StandIn(), "local")) == {"no_vectors"}


@pytest.mark.parametrize("reader", [StandIn(version="2"), None])
def test_what_was_fitted_for_another_reader_of_the_user_is_refused(tmp_path: Path, reader: StandIn | None):
    file = tmp_path / "own.json"
    file.write_text(weights("stand-in/1").model_dump_json(), "utf-8")
    with pytest.raises(ConfigError, match=r"own\.json was fitted with the reader stand-in/1") as caught:
        fitted_for(file, reader, "")
    assert "pincite quality" in caught.value.hint


def test_file_of_the_user_that_is_not_there_is_refused(tmp_path: Path):
    with pytest.raises(ConfigError, match=r"none\.json cannot be read"):
        fitted_for(tmp_path / "none.json", StandIn(), "")


@pytest.mark.parametrize("name", [READER, EMBEDDER])
def test_decision_that_was_fitted_with_another_model_is_refused_with_what_to_do(tmp_path: Path, name: str):
    reader = written(tmp_path, {name: "d" * 64})
    with pytest.raises(ConfigError, match=f"fitted with another {name}") as caught:
        fitted_for(None, reader, "local")
    assert str(tmp_path / DECISION) in caught.value.message
    assert "--no-local-models" in caught.value.hint


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"version": 2}, "version"),
        ({"variants": {"full": {}}}, "variants"),
        ({"variants": {"other": {}}}, "variants"),
    ],
)
def test_decision_that_cannot_be_read_is_refused_with_the_place(tmp_path: Path, changed, place: str):
    with pytest.raises(ConfigError, match=f"cannot be used: {place}") as caught:
        fitted_for(None, written(tmp_path, **changed), "local")
    assert "--no-local-models" in caught.value.hint


def test_decision_that_asks_for_a_feature_without_a_name_is_refused(tmp_path: Path):
    broken = judging().model_dump(mode="json")
    broken["answers"]["names"] = []
    with pytest.raises(ConfigError, match="a feature that has no name"):
        fitted_for(None, written(tmp_path, variants={"full": broken}), "local")


@pytest.mark.skipif(not are_installed(), reason="this checkout comes without the weights of the local models")
def test_packaged_decision_belongs_to_the_packaged_models_and_gets_every_feature_it_asks_for():
    known = of({FEE: 1.0})[FEE]
    packaged = fitted_for(None, LocalReader(), "local")
    assert {"full", "no_vectors"} <= set(packaged)
    for name, found in packaged.items():
        assert set(found.bars) == {"lenient", "balanced", "strict", "paranoid"}
        if not name.startswith("cells"):
            assert 0 <= found.answers.chance(known) <= 1
            assert 0 <= found.held.chance(known) <= 1
    assert READER in calibration(folder_of("")).files


@pytest.mark.skipif(not are_installed(), reason="this checkout comes without the weights of the local models")
def test_packaged_bars_rise_with_the_strictness():
    for found in fitted_for(None, LocalReader(), "local").values():
        bars = [found.bars[level].chance for level in ("lenient", "balanced", "strict", "paranoid")]
        assert bars == sorted(bars)
