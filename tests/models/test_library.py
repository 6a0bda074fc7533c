"""Local models in a library: chosen by name, and an error where they are named and not there."""

from __future__ import annotations

from pathlib import Path

import pincite
from pincite.answer.answers import Answer
from tests.factories import AGREEMENT
from tests.models.weights import needs_weights


def asked(folder: Path, settings: dict[str, object]) -> Answer:
    (folder / "agreement.txt").write_text(AGREEMENT, "utf-8")
    with pincite.open(folder / "library", settings=settings) as library:
        library.add(folder / "agreement.txt", isolated=False)
        return library.ask("What is the monthly fee?")


def likeliest(answer: Answer) -> str:
    """The sentence that is the answer, or the first lead."""
    return [*answer.items, *answer.leads][0].evidence[0].snippet


@needs_weights
def test_vectors_and_words_choose_what_is_read_by_default(tmp_path: Path):
    answer = asked(tmp_path, {})

    assert "EUR 4,500.00" in likeliest(answer)
    assert {path.name: path.hits > 0 for path in answer.coverage.paths}["vectors"]


@needs_weights
def test_local_embedder_and_reranker_take_part_when_they_are_named(tmp_path: Path):
    answer = asked(tmp_path, {"embedder": "local", "reranker": "local"})

    assert "EUR 4,500.00" in likeliest(answer)
    assert {path.name: path.hits > 0 for path in answer.coverage.paths}["vectors"]


def test_folder_without_weights_fails_the_question_and_says_what_is_missing(tmp_path: Path):
    answer = asked(tmp_path, {"reranker": {"name": "local", "options": {"weights": str(tmp_path / "none")}}})

    assert answer.outcome == "failed"
    assert answer.error
    assert "calibration.json" in answer.error.message
    assert "--no-local-models" in answer.error.hint


def test_without_models_nothing_is_answered_but_led_to_wherever_weights_are_installed(tmp_path: Path):
    answer = asked(tmp_path, {"local_models": False, "embedder": "local", "reranker": "local"})

    assert (answer.outcome, answer.items) == ("unverified", [])
    assert "EUR 4,500.00" in likeliest(answer)
    assert "vectors" not in {path.name for path in answer.coverage.paths}
