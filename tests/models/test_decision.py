"""The weights of the decision belong to the reader and the embedder that they were fitted with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pincite.errors import ConfigError
from pincite.models.decision import DECISION, judging
from pincite.models.files import CALIBRATION, EMBEDDER, READER, are_installed, calibration, folder_of
from tests.contract.test_features import FEE, of
from tests.judging import judging as fitted

CURVE = {"slope": 1.0, "intercept": 0.0}
FILES = {READER: "a" * 64, EMBEDDER: "b" * 64, "tokenizer.json": "c" * 64}


def written(folder: Path, files: dict[str, str] | None = None, **changed: object) -> str:
    """A folder with what was measured of a reader, and a decision that was fitted with these files."""
    measured = {"version": 1, "made_on": "somewhere", "files": FILES}
    measured |= {head: {"default": CURVE} for head in ("answerable", "supported", "contradicted")}
    (folder / CALIBRATION).write_text(json.dumps(measured), "utf-8")
    decision = {
        "version": 1,
        "made_on": "some questions",
        "files": {name: FILES[name] for name in (READER, EMBEDDER)} | (files or {}),
        "variants": {
            "full": fitted(silent=0.1).model_dump(mode="json"),
            "no_vectors": fitted(silent=0.2).model_dump(mode="json"),
        },
    }
    (folder / DECISION).write_text(json.dumps(decision | changed), "utf-8")
    return str(folder)


def test_decision_that_was_fitted_with_the_reader_beside_it_is_read(tmp_path: Path):
    assert judging(written(tmp_path), vectors=False) == fitted(silent=0.2)


def test_with_vectors_another_decision_holds_than_without(tmp_path: Path):
    weights = written(tmp_path)
    chosen = [judging(weights, vectors=vectors) for vectors in (True, False)]
    assert [each.silent.chance for each in chosen if each] == [0.1, 0.2]


def test_variant_that_was_not_fitted_is_none(tmp_path: Path):
    weights = written(tmp_path, variants={"full": fitted().model_dump(mode="json")})
    assert judging(weights, vectors=False) is None


def test_folder_without_a_decision_has_none(tmp_path: Path):
    weights = written(tmp_path)
    (tmp_path / DECISION).unlink()
    assert judging(weights, vectors=True) is None


@pytest.mark.parametrize("name", [READER, EMBEDDER])
def test_decision_that_was_fitted_with_another_model_is_refused_with_what_to_do(tmp_path: Path, name: str):
    weights = written(tmp_path, {name: "d" * 64})
    with pytest.raises(ConfigError, match=f"fitted with another {name}") as caught:
        judging(weights, vectors=True)
    assert str(tmp_path / DECISION) in caught.value.message
    assert "--no-models" in caught.value.hint


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
        judging(written(tmp_path, **changed), vectors=True)
    assert "--no-models" in caught.value.hint


def test_decision_that_asks_for_a_feature_without_a_name_is_refused(tmp_path: Path):
    broken = fitted().model_dump(mode="json")
    broken["answers"]["names"] = []
    with pytest.raises(ConfigError, match="a feature that has no name"):
        judging(written(tmp_path, variants={"full": broken}), vectors=True)


@pytest.mark.skipif(not are_installed(), reason="this checkout comes without the weights of the local models")
def test_packaged_decision_belongs_to_the_packaged_models_and_gets_every_feature_it_asks_for():
    known = of({FEE: 1.0})[FEE]
    for vectors in (True, False):
        found = judging("", vectors=vectors)
        assert found is not None
        assert set(found.bars) == {"lenient", "balanced", "strict", "paranoid"}
        assert 0 <= found.answers.chance(known) <= 1
        assert 0 <= found.held.chance(known) <= 1
    assert READER in calibration(folder_of("")).files


@pytest.mark.skipif(not are_installed(), reason="this checkout comes without the weights of the local models")
def test_packaged_bars_rise_with_the_strictness():
    for vectors in (True, False):
        found = judging("", vectors=vectors)
        assert found is not None
        bars = [found.bars[level].chance for level in ("lenient", "balanced", "strict", "paranoid")]
        assert bars == sorted(bars)
