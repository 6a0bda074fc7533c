"""What people decide about the items and leads of an answer: kept, chained, shown, and never a proof."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import pincite
from pincite.answer.answers import Answer
from pincite.errors import InputError, NotHeld
from pincite.service import Library
from tests.rest.servers import AGREEMENT

FEE = "What is the monthly fee?"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with pincite.open(tmp_path / "library") as opened:
        opened.add_bytes(AGREEMENT.encode(), "agreement.txt")
        yield opened


@pytest.fixture
def answer(library: Library) -> Answer:
    return library.ask(FEE)


def test_review_is_kept_with_name_and_note_and_entered_in_the_chain(library: Library, answer: Answer):
    before = library.runs.verify()

    library.runs.review(answer.run, "item-1", "accepted", by="Anna Weber", note="as in the offer")

    (kept,) = library.runs.reviews(answer.run)
    assert (kept.kind, kept.by, kept.note) == ("accepted", "Anna Weber", "as in the offer")
    assert kept.evidence == answer.items[0].evidence
    after = library.runs.verify()
    assert after.intact
    assert after.entries == before.entries + 1


def test_last_review_counts_and_none_is_deleted(library: Library, answer: Answer):
    for kind in ("accepted", "rejected", "withdrawn"):
        library.runs.review(answer.run, "item-1", kind, by="Anna")

    assert [each.kind for each in library.runs.reviews(answer.run)] == ["accepted", "rejected", "withdrawn"]


def test_decision_that_stands_is_shown_with_the_item(library: Library, answer: Answer):
    def shown() -> object:
        report = json.loads(library.report(answer.run, form="json"))
        recorded = json.loads(library.runs.show(answer.run).to_json(library.runs.reviews(answer.run)))
        assert report["items"] == recorded["answer"]["items"]
        return report["items"][0]["decision"]

    assert shown() is None
    kept = library.runs.review(answer.run, "item-1", "accepted", by="Anna")
    assert shown() == {"by": "Anna", "at": kept.at, "says": "accepted"}
    library.runs.review(answer.run, "item-1", "withdrawn", by="Anna")
    assert shown() is None


def test_probable_answer_is_certified_as_such(tmp_path: Path):
    with pincite.open(tmp_path / "library", strictness="paranoid") as library:
        library.add_bytes(AGREEMENT.encode(), "agreement.txt")
        probable = library.ask("How much is the monthly fee for terminating?")
        certificate = library.certify(probable.run)
    assert probable.outcome == "probable"
    assert pincite.check(certificate, isolated=False).exit_code == 0


def test_answer_and_its_proof_are_the_same_after_a_review(library: Library, answer: Answer):
    library.runs.review(answer.run, "item-1", "rejected", by="Anna")

    kept = Answer.model_validate_json(library.why(answer.run).answer)
    assert kept.items == answer.items
    assert library.certify(answer.run)


def test_lead_of_an_answer_is_reviewed_like_an_item(library: Library):
    # Without a reader, nothing is sure enough to be an answer.
    led = library.under(reader=None, decision=None).ask(FEE)
    assert led.leads

    library.runs.review(led.run, "lead-1", "accepted", by="Anna")

    assert [each.part for each in library.runs.reviews(led.run)] == ["lead-1"]


@pytest.mark.parametrize("part", ["item-2", "lead-1", "", "item-1 "])
def test_part_that_the_answer_does_not_have_is_refused(library: Library, answer: Answer, part: str):
    with pytest.raises(InputError, match="no part"):
        library.runs.review(answer.run, part, "accepted", by="Anna")


@pytest.mark.parametrize(("by", "note"), [(" ", ""), ("a" * 201, ""), ("Anna", "n" * 2_001)])
def test_review_without_a_name_or_of_any_length_is_refused(
    library: Library, answer: Answer, by: str, note: str
):
    with pytest.raises(InputError):
        library.runs.review(answer.run, "item-1", "accepted", by=by, note=note)
    assert library.runs.reviews(answer.run) == []


def test_review_goes_with_its_document(library: Library, answer: Answer):
    library.runs.review(answer.run, "item-1", "accepted", by="Anna")

    library.forget("agreement.txt")

    assert library.runs.reviews(answer.run) == []
    assert library.runs.verify().intact
    with pytest.raises(NotHeld):
        library.runs.review(answer.run, "item-1", "accepted", by="Anna")


def test_purge_erases_run_and_review(library: Library, answer: Answer):
    library.runs.review(answer.run, "item-1", "accepted", by="Anna", note="private")

    library.forget("agreement.txt", purge=True)

    assert library.runs.verify().intact
    with pytest.raises(InputError, match="erased"):
        library.runs.reviews(answer.run)


def test_report_shows_the_review_apart_from_the_proof(library: Library, answer: Answer):
    library.runs.review(answer.run, "item-1", "accepted", by="Anna")
    library.runs.review(answer.run, "item-1", "rejected", by="<b>Ben</b>", note="the old fee")

    page = library.report(answer.run).decode()
    rows = library.report(answer.run, form="csv").decode()

    assert "Decided by a person, not proved" in page
    assert "Rejected: it does not answer the question, by &lt;b&gt;Ben&lt;/b&gt;" in page
    assert "Note: the old fee" in page
    assert "Decided before: Accepted as an answer, by Anna" in page
    assert "rejected,<b>Ben</b>,the old fee" in rows
