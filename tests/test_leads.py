"""Where nothing is sure enough the likeliest places are shown, and they are no answers."""

from __future__ import annotations

import pytest

from pincite.answer.answers import MOST_LEADS
from pincite.ask.reading_list import ReadingList
from pincite.errors import UnverifiedError
from pincite.records.run import Run
from tests.factories import held
from tests.readers import Pointing
from tests.stages import judged_by, pipeline
from tests.test_pipeline import FEE
from tests.test_reading_model import EVERYDAY, NOTICE, SURE, answer

CLAUSES = "\n\n".join(f"{n}. Part {n}\n\nPart {n} is looked after by the landlord." for n in range(1, 9))
# Logits that come to a chance of 0.40 and 0.10, and one that comes to 0.01; see tests/judging.py.
DOUBTFUL, HARDLY, NEVER = 0.5, -1.0, -5.0


def test_document_that_may_well_hold_it_is_unverified_with_leads_and_no_items():
    found = answer(EVERYDAY, Pointing({NOTICE: DOUBTFUL}))
    assert (found.outcome, found.items, found.exit_code) == ("unverified", [], 14)
    assert found.leads[0].chance == found.coverage.chance_held == 0.4
    assert NOTICE in found.leads[0].evidence[0].snippet
    assert [each.outcome for each in found.coverage.by_document] == ["unverified"]


def test_document_that_hardly_holds_it_is_not_found_and_says_how_hardly():
    found = answer(EVERYDAY, Pointing(otherwise=NEVER))
    assert (found.outcome, found.leads, found.coverage.chance_held) == ("not_found", [], 0.01)


def test_lenient_level_can_still_say_that_nothing_is_found():
    source = held()
    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)
    lenient = pipeline(judged=judged_by(Pointing(otherwise=NEVER), "lenient"))
    assert lenient.ask(EVERYDAY, reading_list, Run("run")).outcome == "not_found"


def test_without_a_reader_nobody_says_how_likely_a_place_answers_or_a_document_holds_it():
    found = answer(FEE, None)
    assert (found.outcome, found.coverage.chance_held) == ("unverified", None)
    assert {lead.chance for lead in found.leads} == {None}


def test_answer_has_no_leads():
    found = answer(FEE, Pointing({"monthly fee": SURE}))
    assert (found.outcome, found.leads) == ("answered", [])
    assert [(each.outcome, each.chance_held) for each in found.coverage.by_document] == [("answered", 0.95)]


def test_leads_are_few_different_and_best_first():
    logits = {f"Part {n} is looked after": HARDLY for n in range(1, 8)}
    found = answer("Who mows the lawn?", Pointing(logits | {"Part 8 is looked after": DOUBTFUL}), CLAUSES)
    places = [lead.evidence[0].snippet for lead in found.leads]
    assert len(places) == len(set(places)) == MOST_LEADS
    assert [lead.chance for lead in found.leads] == [0.4, 0.1, 0.1, 0.1, 0.1]


def test_lead_stands_within_the_pages_and_sections_that_were_named():
    reader = Pointing({"Part 5 is": SURE, "Part 3 is": DOUBTFUL})
    found = answer("Who mows the lawn in section 3?", reader, CLAUSES)
    assert ["Part 3" in (lead.evidence[0].section or "") for lead in found.leads] == [True]


def test_heading_leads_to_what_stands_under_it():
    text = "1. Garden\n\nThe landlord looks after it.\n"
    found = answer("Who mows the lawn?", Pointing({"Garden": SURE, "looks after": DOUBTFUL}), text)
    assert [lead.evidence[0].snippet for lead in found.leads] == ["The landlord looks after it."]


def test_require_raises_with_the_leads():
    found = answer(EVERYDAY, Pointing({NOTICE: DOUBTFUL}))
    with pytest.raises(UnverifiedError, match=r"answer\.leads has the likeliest") as raised:
        found.require()
    assert list(raised.value.leads) == found.leads


def test_each_document_has_its_own_outcome_and_chance():
    sources = {each.identity: each for each in (held(), held(CLAUSES, name="parts.txt"))}
    reading_list = ReadingList(tuple(sources), tuple(sources), sources.__getitem__)
    reader = Pointing({NOTICE: SURE, "Part 1 is": DOUBTFUL}, otherwise=NEVER)
    found = pipeline(judged=judged_by(reader)).ask(EVERYDAY, reading_list, Run("run"))
    told = {each.name: (each.outcome, each.chance_held) for each in found.coverage.by_document}
    assert told == {"agreement.txt": ("answered", 0.95), "parts.txt": ("unverified", 0.4)}
