"""Keep folders of this machine out of what strangers are told of faults: answers, tables and errors."""

from __future__ import annotations

from pincite.answer.answers import Answer, Failure
from pincite.answer.document_tables import Cell, Table
from pincite.ask.unsaid import without_paths


def failure_without_paths(failure: Failure) -> Failure:
    said = {"message": without_paths(failure.message), "hint": without_paths(failure.hint)}
    return failure.model_copy(update=said)


def answer_without_paths(answer: Answer) -> Answer:
    """The same where nothing went wrong: words of documents are never changed."""
    caveats = [without_paths(each) for each in answer.caveats]
    error = failure_without_paths(answer.error) if answer.error else None
    return answer.model_copy(update={"caveats": caveats, "error": error})


def table_without_paths(table: Table) -> Table:
    """The same with every cell that failed told without folders."""
    rows = [
        row.model_copy(update={"cells": {name: _cell(cell) for name, cell in row.cells.items()}})
        for row in table.rows
    ]
    return table.model_copy(update={"rows": rows})


def _cell(cell: Cell) -> Cell:
    if cell.error is None:
        return cell
    error = failure_without_paths(cell.error)
    return cell.model_copy(update={"error": error, "reason": without_paths(cell.reason)})
