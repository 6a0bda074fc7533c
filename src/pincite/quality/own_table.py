"""Read gold questions from a CSV file: document, question and answer in columns, one question a line."""

from __future__ import annotations

import csv
import difflib
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from pincite.errors import InputError
from pincite.quality.gold import GoldAnswer, GoldRow, Strata
from pincite.quality.own_values import value_of

Numbered = tuple[int, GoldRow]
"""A row and the line of the file it begins in."""

_NEEDED = ("document", "question", "answer")
_MORE = ("id", "absent", "page", "answer_type", "doc_type", "field")
_ALL = ", ".join((*_NEEDED, *(f"{name} (optional)" for name in _MORE)))
_SAID = {"true": True, "yes": True, "1": True, "x": True, "false": False, "no": False, "0": False}


def table_rows(path: Path, text: str) -> list[Numbered]:
    """Every row that is not blank. The delimiter is the comma, semicolon or tab of the first line."""
    delimiter = max(",;\t", key=text.split("\n", 1)[0].count)
    # Line ends as they are written, so that a quoted cell may run over several lines.
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[Numbered] = []
    try:
        columns = [cell.strip().lower() for cell in next(reader, [])]
        if not any(columns):
            raise InputError(f"{path.name} is empty.", hint=f"Its first line names columns: {_ALL}.")
        _check_columns(f"{path.name}, line 1", columns)
        begins = reader.line_num + 1
        for cells in reader:
            if any(cell.strip() for cell in cells):
                where = f"{path.name}, line {begins}"
                rows.append((begins, _row(where, f"{path.stem}-{begins}", _named(where, columns, cells))))
            begins = reader.line_num + 1
    except csv.Error as error:
        raise InputError(
            f"{path.name}, line {reader.line_num}: this is not CSV ({error}).",
            hint="Put a cell that contains quotes in quotes, and double each quote in it.",
        ) from error
    return rows


def _check_columns(where: str, columns: Sequence[str]) -> None:
    for name in _NEEDED:
        if name not in columns:
            found = ", ".join(columns)
            raise InputError(
                f"{where}: there is no column {name!r}.", hint=f"Columns: {_ALL}. Found: {found}."
            )
    for column in columns:
        if column in (*_NEEDED, *_MORE):
            if columns.count(column) > 1:
                raise InputError(f"{where}: the column {column!r} appears twice.", hint="Remove one of them.")
        # Columns of the user's own do no harm; a misspelt one would be left out without a word.
        elif near := difflib.get_close_matches(column, _MORE, cutoff=0.75):
            raise InputError(
                f"{where}: there is no column {column!r} in the form.", hint=f"Did you mean {near[0]!r}?"
            )


def _named(where: str, columns: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    if len(cells) > len(columns):
        raise InputError(
            f"{where}: {len(cells)} cells for {len(columns)} columns.",
            hint="Put a cell that contains the delimiter in quotes.",
        )
    padded = (*cells, *("" for _ in columns[len(cells) :]))
    return {column: cell.strip() for column, cell in zip(columns, padded, strict=True)}


def _row(where: str, id: str, cell: Mapping[str, str]) -> GoldRow:
    if not cell["question"]:
        raise InputError(f"{where}: the column 'question' is empty.", hint="Write the question.")
    absent, answer_type = _absent(where, cell), cell.get("answer_type", "").lower()
    page = cell.get("page", "")
    if page and not (page.isascii() and page.isdigit() and int(page) > 0):
        raise InputError(f"{where}: the column 'page' says {page!r}.", hint="Pages count from 1.")
    is_typed = bool(answer_type) and not absent
    answer = GoldAnswer(
        value=value_of(where, answer_type, cell["answer"]) if is_typed else None,
        text=cell["answer"],
        page=int(page) if page else None,
    )
    return GoldRow(
        id=cell.get("id") or id,
        document=cell["document"],
        question=cell["question"],
        answer_type=answer_type or None,
        absent=absent,
        answers=() if absent else (answer,),
        strata=Strata(doc_type=cell.get("doc_type", ""), field=cell.get("field", "")),
    )


def _absent(where: str, cell: Mapping[str, str]) -> bool:
    written = cell.get("absent", "")
    said = _SAID.get(written.lower(), not cell["answer"])
    if written and written.lower() not in _SAID:
        raise InputError(f"{where}: the column 'absent' says {written!r}.", hint="Write true or false.")
    if said == bool(cell["answer"]):
        fault = "has an answer and is marked absent" if said else "has no answer and is not marked absent"
        raise InputError(f"{where}: the row {fault}.", hint="A row is absent, or it has an answer.")
    return said
