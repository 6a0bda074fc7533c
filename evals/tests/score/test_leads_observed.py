"""Leads and candidates, as far as an answer tells them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evals.run.observe import observed
from evals.score.observation import Observation
from pincite.answer.answers import Answer, Evidence
from pincite.ask.failures import failed
from pincite.errors import InputError
from pincite.quality.observing import located
from pincite.quality.questions import GoldAnswer
from pincite.records.candidate import Candidate
from pincite.records.run import Run

TEXT = "The fee is EUR 500.00 a year.\nIt falls due in May.\nThe deposit is EUR 90.00."


@dataclass(frozen=True)
class Lead:
    """A lead as answers will show it."""

    evidence: list[Evidence]
    chance: float | None
    reason: str = ""


@dataclass(frozen=True)
class Coverage:
    chance_held: float
    nearest: tuple[Evidence, ...] = ()


class AnswerWithLeads(Answer):
    leads: tuple[object, ...] = ()


def place(words: str) -> Evidence:
    start = TEXT.index(words)
    return Evidence(
        document="d", version="v", name="a.txt", page=None, page_label=None, anchor="", section=None,
        lines=(1, 1), start=start, end=start + len(words), snippet=words, grade="exact", boxes=[],
        recognised=False,
    )  # fmt: skip


def claimed(words: str, score: float, stopped_by: str = "answers") -> Candidate:
    return Candidate(
        "a.txt", "v", (1, 1), None, "", words, "amount", '{"value": "90.00"}', score, stopped_by, "unlikely"
    )


def seen(*leads: Lead, candidates: Sequence[Candidate] = (), **changed) -> Observation:
    plain = failed("What is the fee?", "balanced", InputError("none", hint="none"), Run("run"))
    told = {"outcome": "unverified", "error": None, "leads": leads, **changed}
    answer = AnswerWithLeads.model_construct(**{**dict(plain), **told})
    return observed("key", "row", answer, candidates, list, lambda name: TEXT)


def test_best_lead_is_the_candidate_with_its_chance_and_its_words():
    found = seen(
        Lead([place("The fee is EUR 500.00 a year.")], 0.4), Lead([place("It falls due in May.")], 0.1)
    )

    assert (found.candidate.confidence, found.candidate.answer_type) == (0.4, "text")
    assert found.candidate.value == {"text": "The fee is EUR 500.00 a year."}
    assert [each.start for each in found.leads] == [0, TEXT.index("It falls")]


def test_candidate_is_what_was_claimed_of_the_best_lead_where_only_its_chance_stopped_it():
    whole = "The deposit is EUR 90.00."
    others = [claimed(whole, 0.3), claimed(whole, 0.4, "value"), claimed("It falls due in May.", 0.4)]
    lead = Lead([place(whole)], 0.4)

    assert seen(lead, candidates=others).candidate.answer_type == "text"
    found = seen(lead, candidates=[*others, claimed(whole, 0.4)]).candidate
    assert (found.answer_type, found.value, found.confidence) == ("amount", {"value": "90.00"}, 0.4)


def test_lead_whose_chance_nobody_measured_is_observed_all_the_same():
    found = seen(Lead([place("The fee is EUR 500.00 a year.")], None))

    assert found.candidate.confidence == 0.0
    assert [each.start for each in found.leads] == [0]


def test_lead_of_neighbouring_passages_is_one_place():
    found = seen(Lead([place("The fee is EUR 500.00 a year."), place("It falls due in May.")], 0.4))

    assert [(each.start, each.end) for each in found.leads] == [(0, TEXT.index("\nThe deposit"))]


def test_answer_without_leads_has_no_candidate_and_no_leads():
    found = seen()

    assert (found.candidate, found.leads) == (None, ())


def test_chance_that_the_document_holds_it_says_how_present_it_is():
    assert seen(coverage=Coverage(chance_held=0.3)).presence == 0.3


def test_quote_is_located_where_the_gold_gives_no_place():
    quoted, placed = GoldAnswer(quote="fee is  EUR 500.00"), GoldAnswer(quote="deposit", spans=((0, 3),))

    assert located([quoted, placed, GoldAnswer(text="May")], TEXT) == ((4, 21),)
