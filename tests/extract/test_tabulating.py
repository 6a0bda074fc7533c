"""Cells are asked once, kept as soon as they are known, and never blur what failed with what is silent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

import pincite
from pincite.answer.answers import Answer
from pincite.answer.document_tables import Cell, Table
from pincite.ask.failures import failed
from pincite.errors import InputError, ProviderError, StoreError
from pincite.extract.cells import cell_of
from pincite.extract.making_tables import MakingTables
from pincite.records.run import Run
from tests.factories import write

FIELDS = "monthly fee, total liability, parking charge"
STATES = ["answered", "answered", "not_stated"]


@pytest.fixture
def library(tmp_path):
    with pincite.open(tmp_path / "library") as library:
        library.add(write(tmp_path, "a.txt"), write(tmp_path, "b.txt", "The monthly fee is EUR 5.00.\n"))
        yield library


@dataclass
class Asked:
    """What was asked, and what answers in place of the library where it says so."""

    questions: list[tuple[str, str]] = field(default_factory=list)
    instead: Callable[[str], Answer | None] = lambda question: None


@pytest.fixture
def asked(monkeypatch):
    asked, ask = Asked(), MakingTables._ask_cell

    def counted(self, field, names, shared):
        asked.questions.append((names[0], field.question))
        return asked.instead(field.question) or ask(self, field, names, shared)

    monkeypatch.setattr(MakingTables, "_ask_cell", counted)
    return asked


def states(table: Table) -> dict[str, list[str]]:
    return {row.document: [cell.state for cell in row.cells.values()] for row in table.rows}


def outage(question: str) -> Answer:
    return failed(question, "balanced", ProviderError("The model is down.", retryable=True), Run("run"))


def test_every_document_has_a_row_and_every_field_a_cell(library):
    table = library.table(None, FIELDS)

    assert states(table) == {"a.txt": STATES, "b.txt": ["answered", "not_stated", "not_stated"]}
    fee = table.rows[0].cells["monthly fee"]
    assert fee.items[0].original == "EUR 4,500.00"
    assert fee.chance == fee.items[0].chance
    assert fee.run
    assert table.exit_code == 0
    assert "Not found in " in table.rows[0].cells["parking charge"].reason


def test_second_run_asks_nothing_and_gives_the_same(library, asked):
    first = library.table(None, FIELDS)
    before = len(asked.questions)

    assert library.table(None, FIELDS) == first
    assert len(asked.questions) == before == 6


def test_cells_outlive_the_library_that_asked_them(library, asked, tmp_path):
    first = library.table(None, FIELDS)
    with pincite.open(tmp_path / "library") as again:
        assert again.table(None, FIELDS) == first
    assert len(asked.questions) == 6


def test_new_field_another_name_and_a_new_document_ask_only_what_is_new(library, asked, tmp_path):
    library.table(None, FIELDS)
    del asked.questions[:]
    library.add(write(tmp_path, "c.txt"))

    library.table(None, "fee: What is the monthly fee?, total liability, notice period")

    assert sorted(asked.questions) == [
        ("a.txt", "What is the notice period?"),
        ("b.txt", "What is the notice period?"),
        ("c.txt", "What is the monthly fee?"),
        ("c.txt", "What is the notice period?"),
        ("c.txt", "What is the total liability?"),
    ]


def test_changed_document_is_asked_again(library, asked, tmp_path):
    library.table(None, FIELDS)
    del asked.questions[:]
    library.add(write(tmp_path, "b.txt", "The monthly fee is EUR 6.00.\n"))

    table = library.table(None, "monthly fee")

    assert asked.questions == [("b.txt", "What is the monthly fee?")]
    assert table.rows[1].cells["monthly fee"].items[0].original == "EUR 6.00"


def test_other_settings_ask_again(library, asked, tmp_path):
    library.table(None, "monthly fee")
    with pincite.open(tmp_path / "library", strictness="lenient") as lenient:
        lenient.table(None, "monthly fee")
    assert len(asked.questions) == 4


def test_document_that_changes_while_it_is_asked_is_asked_as_it_is_then(library, asked, tmp_path):
    def change(question: str) -> None:
        if len(asked.questions) == 2:
            library.add(write(tmp_path, "a.txt", "The monthly fee is EUR 7.00.\n"))

    asked.instead = change
    table = library.table("a.txt", FIELDS)

    assert states(table) == {"a.txt": ["answered", "not_stated", "not_stated"]}
    assert table.rows[0].cells["monthly fee"].items[0].original == "EUR 7.00"
    assert table.rows[0].version == library.current("a.txt").version


def test_outage_is_failed_with_its_reason_and_asked_again_by_the_next_run(library, asked):
    asked.instead = lambda question: outage(question) if "liability" in question else None
    table = library.table("a.txt", FIELDS)

    assert states(table) == {"a.txt": ["answered", "failed", "not_stated"]}
    cell = table.rows[0].cells["total liability"]
    assert cell.reason == "The model is down."
    assert cell.error
    assert table.exit_code == 8
    asked.instead = lambda question: None
    assert states(library.table("a.txt", FIELDS)) == {"a.txt": STATES}
    assert len(asked.questions) == 4


def test_server_that_is_down_is_not_asked_for_every_cell(library, asked):
    asked.instead = outage
    table = library.table(None, FIELDS + ", notice period")

    assert len(asked.questions) == 3
    assert table.count("failed") == 8
    assert "Not asked, because" in table.rows[1].cells["notice period"].reason


def test_document_that_is_damaged_is_failed_and_the_others_are_asked(library):
    with library.store.database.writing():
        library.store.database.connection.execute("UPDATE version SET text = 'x' WHERE id = 1")
    table = library.table(None, "monthly fee")

    assert states(table) == {"a.txt": ["failed"], "b.txt": ["answered"]}
    assert "a.txt" in table.rows[0].cells["monthly fee"].reason


def test_file_that_could_not_be_read_has_a_row_that_failed(library):
    unread = {"broken.pdf": InputError("broken.pdf cannot be read as a PDF.", hint="Get a fresh copy.")}
    table = library.table("b.txt", "monthly fee, end date", unread=unread)

    assert states(table)["broken.pdf"] == ["failed", "failed"]
    assert table.rows[1].cells["end date"].reason == "broken.pdf cannot be read as a PDF. Get a fresh copy."
    assert states(library.table([], "fee", unread=unread)) == {"broken.pdf": ["failed"]}


def test_empty_list_of_documents_and_of_fields_is_refused(library):
    with pytest.raises(InputError, match="list of documents is empty"):
        library.table([], "monthly fee")
    with pytest.raises(InputError, match="list of fields is empty"):
        library.table(None, [])


def test_library_that_cannot_keep_cells_goes_on_and_says_so(library, monkeypatch):
    def refuse(self, *cell):
        raise StoreError("The disk is full.")

    notices: list[str] = []
    library.notice = notices.append
    monkeypatch.setattr(type(library.store), "keep_table_cell", refuse)

    assert states(library.table("a.txt", FIELDS)) == {"a.txt": STATES}
    assert notices == ["The cells are not kept, so another run would ask them again. The disk is full."]


def test_read_only_library_makes_the_table_and_keeps_nothing(library, asked, tmp_path):
    with pincite.open(tmp_path / "library", read_only=True) as reading:
        reading.table(None, "monthly fee")
        reading.table(None, "monthly fee")
    assert len(asked.questions) == 4


def test_progress_tells_how_many_cells_are_done_and_the_time_left(library):
    told = []
    library.table(None, FIELDS, progress=told.append)

    assert (told[0].made, told[0].total, told[0].seconds_left, told[0].of) == (0, 6, None, "cells")
    assert (told[-1].name, told[-1].made, told[-1].seconds_left) == ("b.txt", 6, 0)


def test_forgotten_document_leaves_no_cells(library):
    library.table(None, FIELDS)
    library.forget("a.txt")

    (kept,) = library.store.database.connection.execute("SELECT count(*) FROM table_cell").fetchone()
    assert kept == 3


@pytest.mark.parametrize(
    ("outcome", "state"),
    [("conflict", "to_review"), ("incomplete", "to_review"), ("answered", "answered")],
)
def test_what_somebody_must_look_at_keeps_its_values_and_says_why(library, outcome, state):
    answer = library.ask("What is the monthly fee?", documents=["a.txt"])
    cell = cell_of(answer.model_copy(update={"outcome": outcome, "caveats": ["Look twice."]}))

    assert (cell.state, len(cell.items)) == (state, 1)
    assert cell.reason.endswith("Look twice.")


def test_what_is_not_found_beside_pages_that_cannot_be_read_is_to_review(library):
    answer = library.ask("What is the parking charge?", documents=["a.txt"])
    pages = answer.coverage.pages.model_copy(update={"total": 4, "read": 3, "unreadable": 1})
    coverage = answer.coverage.model_copy(update={"pages": pages})
    cell = cell_of(answer.model_copy(update={"coverage": coverage}))

    assert (cell_of(answer).state, cell.state) == ("not_stated", "to_review")
    assert cell.reason.startswith("Not found in 3 of 4 pages.")


def test_what_is_not_found_while_pictures_wait_is_to_review(library):
    answer = library.ask("What is the parking charge?", documents=["a.txt"])
    pages = answer.coverage.pages.model_copy(update={"waiting_pictures": 2})
    coverage = answer.coverage.model_copy(update={"pages": pages})

    assert cell_of(answer.model_copy(update={"coverage": coverage})).state == "to_review"


def test_unclear_field_is_to_review_with_the_question_back(library):
    cell = library.table("a.txt", "summary").rows[0].cells["summary"]

    assert cell.state == "to_review"
    assert "Name one thing to look for" in cell.reason


def test_likely_passages_are_leads_to_review(tmp_path):
    with pincite.open(tmp_path / "l", settings={"reader": None, "decision": None}) as library:
        library.add(write(tmp_path, "a.txt"))
        cell = library.table(None, "monthly fee").rows[0].cells["monthly fee"]

    assert cell.state == "to_review"
    assert not cell.items
    assert cell.chance == cell.leads[0].chance


@pytest.mark.parametrize(
    "change",
    [
        {"state": "answered", "items": []},
        {"state": "not_stated"},
        {"state": "failed", "items": []},
    ],
)
def test_cell_that_contradicts_itself_cannot_be_made(library, change):
    cell = library.table("a.txt", "monthly fee").rows[0].cells["monthly fee"]

    with pytest.raises(ValueError, match="a cell"):
        Cell.model_validate(cell.model_dump() | change)
