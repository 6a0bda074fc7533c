"""What becomes of a document, by what its cells say."""

from __future__ import annotations

import pytest

from pincite.answer.answers import Failure
from pincite.answer.document_tables import Cell, Row, Table, TableField
from pincite.errors import (
    ConfigError,
    InputError,
    NotHeld,
    PinciteError,
    ProviderError,
    StoreError,
    TamperError,
    TruncatedReply,
)
from pincite.jobs.item_worker import failed_with, finished_of

FIELDS = [TableField(name=name, question=f"{name}?", answer_type=None) for name in ("fee", "term")]
SILENT = Cell(state="not_stated", items=[], leads=[], chance=None, reason="", error=None, run="")


def table(*rows: tuple[Cell, Cell]) -> Table:
    made = [
        Row(document=f"{at}.txt", version="1", cells=dict(zip(("fee", "term"), cells, strict=True)))
        for at, cells in enumerate(rows)
    ]
    return Table(table="t", fields=FIELDS, rows=made)


def failed(error: PinciteError) -> Cell:
    return Cell.failed(Failure.of(error))


def test_document_of_which_every_cell_was_asked_is_done():
    finished = finished_of(table((SILENT, SILENT)))

    assert finished.ended == "done"
    assert [(row.name, row.version) for row in finished.rows] == [("0.txt", "1")]
    assert Row.model_validate_json(finished.rows[0].content).document == "0.txt"


@pytest.mark.parametrize(
    ("error", "ended"),
    [
        (InputError("It is encrypted."), "set_aside"),
        (NotHeld("It was forgotten."), "set_aside"),
        (TamperError("Its copy was changed."), "failed"),
        (TruncatedReply("The reply breaks off."), "failed"),
        (ConfigError("A package is missing."), "stop"),
        (ProviderError("No reply."), "again"),
        (StoreError("It is in use.", retryable=True), "interrupted"),
        (StoreError("There is no space left."), "stop"),
    ],
)
def test_error_says_what_becomes_of_the_document(error: PinciteError, ended: str):
    whole = finished_of(table((failed(error), failed(error))))

    assert (whole.ended, whole.reason) == (ended, error.message)
    assert failed_with(error).ended == ended


def test_file_for_which_a_package_is_missing_is_set_aside():
    error = failed(ConfigError("A package is missing."))
    row = Row(document="a.xlsx", version=None, cells={"fee": error, "term": error})

    assert finished_of(Table(table="t", fields=FIELDS, rows=[row])).ended == "set_aside"


def test_gravest_error_decides():
    cells = failed(InputError("no")), failed(ProviderError("No reply."))

    assert finished_of(table(cells)).ended == "again"
    full = failed(StoreError("full")), failed(ProviderError("No reply."))
    assert finished_of(table(full)).ended == "stop"


def test_mail_with_an_attachment_that_cannot_be_read_failed_in_part():
    broken = failed(InputError("no"))
    finished = finished_of(table((SILENT, SILENT), (broken, broken)))

    assert finished.ended == "failed"
    assert len(finished.rows) == 2
