"""Other weights give other answers, so that what was observed with some is not taken for the others'."""

from __future__ import annotations

from pathlib import Path

from evals.run.fingerprint import fingerprint
from pincite.settings import Settings


def test_fingerprint_follows_the_weights_and_not_the_threads(tmp_path: Path):
    settings = Settings(weights=tmp_path)
    file = tmp_path / "calibration.json"
    file.write_text("first", "utf-8")
    before = fingerprint(settings)

    assert fingerprint(settings.model_copy(update={"threads": 3})) == before
    assert fingerprint(settings.model_copy(update={"local_models": False})) != before
    file.write_text("second", "utf-8")
    assert fingerprint(settings) != before
