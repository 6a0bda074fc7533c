"""How sure an evaluation takes a run to be that a document holds the answer."""

from __future__ import annotations

import pytest

from evals.run.observe import observed
from pincite.answer.answers import Answer
from pincite.ask.failures import failed
from pincite.errors import InputError
from pincite.records.candidate import Candidate
from pincite.records.run import Run


def silent() -> Answer:
    answer = failed("What is the fee?", "balanced", InputError("none", hint="none"), Run("run"))
    return answer.model_copy(update={"outcome": "not_found", "error": None})


def presence(likeliest: float | None) -> float:
    proposed = Candidate("a.txt", "v", (1, 1), None, "", "Fee", "text", "{}", 0.9, "answers", "lacks")
    seen = observed("key", "row", silent(), [proposed], list, lambda name: "", likeliest)
    return seen.presence


def test_best_chance_of_a_reading_model_says_how_near_a_silent_document_came():
    assert presence(0.2) == pytest.approx(0.1)
    assert presence(0.0) == 0.0


def test_without_a_reading_model_the_best_candidate_says_it():
    assert presence(None) == pytest.approx(0.45)
