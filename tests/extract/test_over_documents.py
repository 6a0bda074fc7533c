"""A question over documents is answered from each of them, and never from some as if from all."""

from __future__ import annotations

from threading import Event

import pytest

import pincite
from pincite.answer.answers import Answer
from pincite.extract.deciding import Reviewer
from tests.factories import write

TEXTS = {
    "a.txt": "AGREEMENT\n\nThe monthly fee is EUR 500.00. The end date is 31 March 2020.\n",
    "b.txt": "AGREEMENT\n\nThe monthly fee is EUR 700.00. The end date is 1 June 2021.\n",
    "c.txt": "AGREEMENT\n\nThe monthly fee is EUR 600.00. The end date is December 2020.\n",
    "d.txt": "AGREEMENT\n\nThe monthly fee is EUR 90.00. Nothing else is said.\n",
}


@pytest.fixture
def folder(tmp_path):
    return tmp_path


@pytest.fixture
def library(folder):
    with pincite.open(folder / "library") as library:
        library.add(*(write(folder, name, text) for name, text in TEXTS.items()))
        yield library


def names(answer: Answer) -> list[str]:
    return [item.evidence[0].name for item in answer.items]


def operands(answer: Answer) -> list[str]:
    (item,) = answer.items
    assert item.derivation
    return [each.name for each in item.derivation.operands]


def test_which_documents_meet_a_condition_with_the_place_that_says_so(library):
    answer = library.ask("Which contracts have an end date in 2020?")
    assert answer.outcome == "answered"
    assert names(answer) == ["a.txt", "c.txt"]
    assert answer.items[0].evidence[0].snippet.endswith("The end date is 31 March 2020.")
    assert "Not stated in 1: d.txt." in answer.caveats
    assert {each.name: each.outcome for each in answer.coverage.by_document}["d.txt"] == "not_found"
    assert Answer.model_validate_json(answer.to_json()) == answer


def test_count_is_computed_of_the_matches(library):
    answer = library.ask("How many contracts have a monthly fee above EUR 550?")
    assert answer.outcome == "answered"
    assert answer.items[0].value.model_dump() == {"value": 2, "unit": "contracts"}
    assert operands(answer) == ["b.txt", "c.txt"]
    assert "2 match, 2 do not." in answer.caveats


def test_count_of_none_is_proved_by_what_all_say_instead(library):
    answer = library.ask("How many contracts have a monthly fee above EUR 5,000?")
    assert (answer.outcome, answer.items[0].value.value) == ("answered", 0)
    assert operands(answer) == ["a.txt", "b.txt", "c.txt", "d.txt"]
    assert library.ask("Which contracts have a monthly fee above EUR 5,000?").outcome == "not_found"


def test_extreme_is_compared_with_all_others(library):
    answer = library.ask("Which contract has the highest monthly fee?")
    assert answer.outcome == "answered"
    assert answer.items[0].value.value == 700
    assert operands(answer) == ["b.txt", "c.txt", "a.txt", "d.txt"]
    least = library.ask("the earliest end date")
    assert least.items[0].value.iso == "2020-03-31"
    assert operands(least) == ["a.txt", "c.txt", "b.txt"]


def test_document_of_which_it_cannot_be_told_is_named_and_makes_the_answer_incomplete(library, folder):
    library.add(write(folder, "e.txt", "AGREEMENT\n\nThe monthly fee is USD 800.00.\n"))

    answer = library.ask("How many contracts have a monthly fee above EUR 550?")

    assert answer.outcome == "incomplete"
    assert answer.items[0].value.value == 2
    told = next(note for note in answer.caveats if note.startswith("It cannot be told of 1: e.txt"))
    assert "USD" in told


def test_most_of_some_is_not_given_for_the_most_of_all(library, folder):
    library.add(write(folder, "e.txt", "AGREEMENT\n\nThe monthly fee is USD 800.00.\n"))

    answer = library.ask("Which contract has the highest monthly fee?")

    assert (answer.outcome, answer.items) == ("unverified", [])
    assert answer.leads[0].evidence[0].name == "b.txt"
    told = "Of those that can be told, the most comes first: b.txt EUR 700.00; c.txt EUR 600.00"
    assert any(note.startswith(told) for note in answer.caveats)
    assert any(note.startswith("It cannot be told of 1: e.txt") for note in answer.caveats)


def test_file_that_could_not_be_read_leaves_it_open(library):
    answer = library.ask("Which contracts have a monthly fee above EUR 550?", unread=["f.pdf"])
    assert answer.outcome == "incomplete"
    assert "It cannot be told of 1: f.pdf (it could not be read)." in answer.caveats
    asked = next(int(note.split()[2]) for note in answer.caveats if note.startswith("Each of"))
    assert f"{len(answer.items)} match, {asked - len(answer.items)} do not." in answer.caveats


def test_what_somebody_decided_counts_and_is_said_so(library, folder):
    library.add(write(folder, "e.txt", "AGREEMENT\n\nWe ask for EUR 900.00 for it.\n"))
    asked = "Which contracts have a monthly fee above EUR 650?"
    assert names(library.ask(asked)) == ["b.txt"]
    field = library.table("e.txt", "monthly fee").fields[0]
    anna = Reviewer("Anna", "2026-11-17T10:00:00+00:00")
    library.decide("e.txt", field, anna.typed(library.read("e.txt"), "EUR 900.00", (3, 3)))

    answer = library.ask(asked)

    assert names(answer) == ["b.txt", "e.txt"]
    assert answer.outcome == "answered"
    assert "Decided: e.txt by Anna." in answer.caveats


def test_only_documents_of_the_kind_are_asked_and_the_others_are_named(library, folder):
    library.add(write(folder, "invoice.txt", "INVOICE\n\nInvoice no. 7\n\nThe monthly fee is EUR 900.00.\n"))
    answer = library.ask("Which contracts have a monthly fee above EUR 650?")
    assert names(answer) == ["b.txt"]
    assert "Left out, because they are not contracts: invoice.txt." in answer.caveats
    anything = library.ask("Which documents have a monthly fee above EUR 650?")
    assert names(anything) == ["b.txt", "invoice.txt"]


def test_named_documents_are_asked_and_no_others(library):
    answer = library.ask("the highest monthly fee", documents=["a.txt", "d.txt"])
    assert operands(answer) == ["a.txt", "d.txt"]
    alone = library.ask("What is the highest monthly fee?", documents="d.txt")
    assert not any(note.startswith("Each of") for note in alone.caveats)


def test_run_says_what_each_document_was_asked_and_where_it_is_recorded(library):
    answer = library.ask("the highest monthly fee")
    record = library.why(answer.run)
    assert "over 4 documents: What is the monthly fee?" in record.trace
    assert "a.txt: answered (run " in record.trace
    assert sorted(each.name for each in record.documents) == sorted(TEXTS)


def test_answer_stops_where_its_caller_cancels(library):
    cancelled = Event()
    cancelled.set()
    answer = library.ask("the highest monthly fee", cancel=cancelled)
    assert answer.error
    assert answer.error.error_class == "Stopped"


def test_what_open_documents_probably_say_is_no_answer_but_told(tmp_path):
    with pincite.open(tmp_path / "library", settings={"reader": None, "decision": None}) as library:
        library.add(*(write(tmp_path, name, text) for name, text in TEXTS.items()))
        answer = library.ask("Which contracts have a monthly fee above EUR 650?")

    assert (answer.outcome, answer.items) == ("unverified", [])
    assert any(note.startswith("It cannot be told of 4: a.txt (to review)") for note in answer.caveats)
    first = "To look at first: the likeliest passages of b.txt (EUR 700.00) would match."
    assert first in answer.caveats
    assert answer.leads[0].evidence[0].name == "b.txt"


def test_more_documents_than_one_question_asks_are_left_to_a_table(library, monkeypatch):
    monkeypatch.setattr("pincite.service._MOST_OVER", 3)
    answer = library.ask("Which contracts have a monthly fee above EUR 650?")

    assert answer.outcome == "needs_clarification"
    assert answer.clarification
    assert "each of 4 documents" in answer.clarification
    command = answer.clarification.split("make a table: ")[1]
    fields = "--fields 'monthly fee: What is the monthly fee?'"
    assert command == f"pincite table --families {fields} --where 'monthly fee > EUR 650'"
    assert library.ask("the highest monthly fee", documents=["a.txt", "b.txt"]).outcome == "answered"


def test_kind_that_is_not_held_is_what_the_documents_speak_of(library):
    answer = library.ask("Which insurance policies are required?")
    assert not any(note.startswith("Each of") for note in answer.caveats)


def test_open_documents_can_be_reviewed_by_the_command_that_is_told(tmp_path):
    with pincite.open(tmp_path / "library", settings={"reader": None, "decision": None}) as library:
        library.add(*(write(tmp_path, name, text) for name, text in TEXTS.items()))
        answer = library.ask("Which contracts have a monthly fee above EUR 650?")
        note = next(each for each in answer.caveats if "pincite review" in each)
        table = library.made_table(note.split()[-1])
    assert [row.document for row in table.rows] == list(TEXTS)
