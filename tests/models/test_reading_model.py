"""The reading model that comes with the package, with the chance that was fitted for it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pincite
from pincite.diagnosis import examine
from pincite.local_models import chosen
from pincite.read.chance import chance_of
from pincite.read.reading_model import ReadingModel, Session, folder_of
from pincite.settings import Settings
from tests.factories import AGREEMENT
from tests.models.weights import needs_weights

SETTINGS = {"reading_model": True, "local_models": True, "isolated": False}
ASKED = "How far ahead do I have to tell them when I want to stop?"


@needs_weights
def test_packaged_chance_belongs_to_the_packaged_model_and_its_bars_rise():
    judging = chance_of()
    bars = [judging.bars[level].chance for level in ("lenient", "balanced", "strict", "paranoid")]
    assert bars == sorted(bars)
    assert len(judging.answers.names) <= 10


@needs_weights
def test_question_in_other_words_is_led_to_its_line_by_the_reading_model(tmp_path: Path):
    (tmp_path / "agreement.txt").write_text(AGREEMENT, "utf-8")
    with pincite.open(tmp_path / "library", settings=SETTINGS) as library:
        library.add(tmp_path / "agreement.txt", isolated=False)
        answer = library.ask(ASKED)
        made = library.runs.show(answer.run).part("made_by", {})
    found = [*(each.evidence[0] for each in answer.items), *(each.evidence[0] for each in answer.leads)]
    assert "sixty (60) days" in found[0].snippet
    assert made["models"]["reading_model"] == ReadingModel().version


@needs_weights
def test_long_prompt_is_read_in_parts_and_says_the_same():
    session = Session.of(folder_of())
    ids = [50 + at * 37 % 5000 for at in range(600)]
    in_parts, kept = session.run(ids, None)
    at_once, _ = session._run(ids, None)
    assert kept.tokens == len(ids)
    assert np.corrcoef(in_parts, at_once)[0, 1] > 0.98


@needs_weights
@pytest.mark.parametrize("given", [{"local_models": False}, {"language_model": "anthropic"}])
def test_it_takes_no_part_where_nothing_local_does_or_a_language_model_reads(given: dict[str, object]):
    assert chosen(Settings.model_validate({"reading_model": True})).reading_model
    assert chosen(Settings.model_validate({"reading_model": True, **given})).reading_model is None


def test_folder_of_weights_without_it_does_without(tmp_path: Path):
    assert chosen(Settings.model_validate({"reading_model": True, "weights": tmp_path})).reading_model is None


@needs_weights
def test_doctor_says_which_reading_model_there_is():
    (models,) = (each for each in examine(SETTINGS) if each.name == "models")
    assert models.ok
    assert ReadingModel().version in models.detail
