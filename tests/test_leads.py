"""Where nothing is sure enough the likeliest places are shown, and they are no answers."""

from __future__ import annotations

import pytest

from pincite.contract.answers import MOST_LEADS
from pincite.errors import UnverifiedError
from pincite.records.run import Run
from pincite.shelf import Shelf
from tests.factories import held
from tests.readers import Scripted
from tests.test_pipeline import FEE, pipeline
from tests.test_reading_model import EVERYDAY, NOTICE, answer

CLAUSES = "\n\n".join(f"{n}. Part {n}\n\nPart {n} is looked after by the landlord." for n in range(1, 9))


def test_document_that_may_well_hold_it_is_unverified_with_leads_and_no_items():
    found = answer(EVERYDAY, reader=Scripted({NOTICE: 0.4}))
    assert (found.outcome, found.items, found.exit_code) == ("unverified", [], 14)
    assert found.leads[0].chance == found.coverage.chance_held == 0.4
    assert NOTICE in found.leads[0].evidence[0].snippet
    assert [each.outcome for each in found.coverage.by_document] == ["unverified"]


def test_document_that_hardly_holds_it_is_not_found_and_says_how_hardly():
    found = answer(EVERYDAY, reader=Scripted(otherwise=0.014))
    assert (found.outcome, found.leads, found.coverage.chance_held) == ("not_found", [], 0.01)


def test_lenient_level_can_still_say_that_nothing_is_found():
    source = held()
    shelf = Shelf((source.identity,), (source.identity,), lambda identity: source)
    lenient = pipeline(strictness="lenient", reader=Scripted(otherwise=0.001))
    assert lenient.ask(EVERYDAY, shelf, Run("run")).outcome == "not_found"


def test_without_a_reader_nobody_says_how_likely_a_document_holds_it():
    found = answer(EVERYDAY)
    assert (found.outcome, found.leads, found.coverage.chance_held) == ("not_found", [], None)


def test_answer_has_no_leads():
    found = answer(FEE, reader=Scripted({"monthly fee": 0.9}))
    assert (found.outcome, found.leads) == ("answered", [])
    assert [(each.outcome, each.chance_held) for each in found.coverage.by_document] == [("answered", 0.9)]


def test_leads_are_few_different_and_best_first():
    scores = {f"Part {n} is looked after": n / 20 for n in range(1, 9)}
    found = answer("Who mows the lawn?", CLAUSES, reader=Scripted(scores))
    places = [lead.evidence[0].snippet for lead in found.leads]
    assert len(places) == len(set(places)) == MOST_LEADS
    assert [lead.chance for lead in found.leads] == [0.4, 0.35, 0.3, 0.25, 0.2]


def test_lead_says_which_words_of_the_question_it_lacks():
    found = answer("Which landlord mows the lawn?", CLAUSES, reader=Scripted({"Part 3 is": 0.3}))
    assert found.leads[0].lacks == ["mows", "lawn"]


def test_lead_stands_within_the_pages_and_sections_that_were_named():
    found = answer("Who mows the lawn in section 3?", CLAUSES, reader=Scripted({"Part 5 is": 0.4}))
    assert all("Part 3" in (lead.evidence[0].section or "") for lead in found.leads)


def test_heading_leads_to_what_stands_under_it():
    found = answer("Who mows the lawn?", CLAUSES, reader=Scripted({"2. Part 2": 0.4}))
    assert "looked after by the landlord" in found.leads[0].evidence[0].snippet


def test_long_place_is_cut_at_a_sentence():
    text = "1. Garden\n\n" + " ".join(f"The gardener of row {n} comes when it is dry." for n in range(40))
    found = answer("Who mows the lawn?", text, reader=Scripted({text[11:900]: 0.4}))
    snippet = found.leads[0].evidence[0].snippet
    assert len(snippet) <= 600
    assert snippet.endswith(".")


def test_require_raises_with_the_leads():
    found = answer(EVERYDAY, reader=Scripted({NOTICE: 0.4}))
    with pytest.raises(UnverifiedError, match=r"Look at answer\.leads") as raised:
        found.require()
    assert list(raised.value.leads) == found.leads


def test_each_document_has_its_own_outcome_and_chance():
    sources = {each.identity: each for each in (held(), held(CLAUSES, name="parts.txt"))}
    shelf = Shelf(tuple(sources), tuple(sources), sources.__getitem__)
    reader = Scripted({NOTICE: 0.9, "Part 1 is": 0.2}, otherwise=0.001)
    found = pipeline(reader=reader).ask(EVERYDAY, shelf, Run("run"))
    told = {each.name: (each.outcome, each.chance_held) for each in found.coverage.by_document}
    assert told == {"agreement.txt": ("answered", 0.9), "parts.txt": ("unverified", 0.2)}
