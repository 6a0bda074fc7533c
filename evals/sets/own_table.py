"""Read gold questions from a CSV file: document, question and answer in columns, one question a line."""

from __future__ import annotations

import csv
import difflib
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from evals.score.gold import GoldAnswer, GoldRow, Strata
from evals.sets.own_values import value_of
from pincite.errors import InputError

Numbered = tuple[int, GoldRow]
"""A row and the line of the file it begins in."""

_NEEDED = ("document", "question", "answer")
_MORE = ("id", "absent", "page", "answer_type", "doc_type", "field")
_SAID = {"true": True, "yes": True, "1": True, "x": True, "false": False, "no": False, "0": False, "": None}


def table_rows(path: Path, text: str) -> list[Numbered]:
    """Every row that is not blank. The delimiter is the comma, semicolon or tab of the first line."""
    header = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=header.count)
    # Line ends as they are written, so that a quoted cell may run over several lines.
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[Numbered] = []
    try:
        columns = [cell.strip().lower() for cell in next(reader, [])]
        _check_columns(path, columns)
        begins = reader.line_num + 1
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append((begins, _row(path, begins, _named(path, begins, columns, cells))))
            begins = reader.line_num + 1
    except csv.Error as error:
        raise InputError(
            f"{path.name}, line {reader.line_num}: this is not CSV ({error}).",
            hint="Put a cell that contains quotes in quotes, and double each quote in it.",
        ) from error
    return rows


def _check_columns(path: Path, columns: Sequence[str]) -> None:
    if not any(columns):
        raise InputError(f"{path.name} is empty.", hint=f"Its first line names columns: {_all()}.")
    for name in _NEEDED:
        if name not in columns:
            raise InputError(
                f"{path.name}, line 1: there is no column {name!r}.",
                hint=f"Columns: {_all()}. Found: {', '.join(columns)}.",
            )
    for column in columns:
        if columns.count(column) > 1 and column in (*_NEEDED, *_MORE):
            raise InputError(
                f"{path.name}, line 1: the column {column!r} appears twice.", hint="Remove one of them."
            )
        # Columns of the user's own do no harm; a misspelt one would be left out without a word.
        near = difflib.get_close_matches(column, _MORE, cutoff=0.75)
        if column not in (*_NEEDED, *_MORE) and near:
            raise InputError(
                f"{path.name}, line 1: there is no column {column!r} in the form.",
                hint=f"Did you mean {near[0]!r}?",
            )


def _all() -> str:
    return ", ".join((*_NEEDED, *(f"{name} (optional)" for name in _MORE)))


def _named(path: Path, number: int, columns: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    if len(cells) > len(columns):
        raise InputError(
            f"{path.name}, line {number}: {len(cells)} cells for {len(columns)} columns.",
            hint="Put a cell that contains the delimiter in quotes.",
        )
    padded = (*cells, *("" for _ in columns[len(cells) :]))
    return {column: cell.strip() for column, cell in zip(columns, padded, strict=True)}


def _row(path: Path, number: int, cell: Mapping[str, str]) -> GoldRow:
    if not cell["question"]:
        raise InputError(
            f"{path.name}, line {number}: the column 'question' is empty.", hint="Write the question."
        )
    absent, answer_type = _absent(path, number, cell), cell.get("answer_type", "").lower()
    is_typed = bool(answer_type) and not absent
    answer = GoldAnswer(
        value=value_of(f"{path.name}, line {number}", answer_type, cell["answer"]) if is_typed else None,
        text=cell["answer"],
        page=_page(path, number, cell.get("page", "")),
    )
    return GoldRow(
        id=cell.get("id") or f"{path.stem}-{number}",
        document=cell["document"],
        question=cell["question"],
        answer_type=answer_type or None,
        absent=absent,
        answers=() if absent else (answer,),
        strata=Strata(doc_type=cell.get("doc_type", ""), field=cell.get("field", "")),
    )


def _absent(path: Path, number: int, cell: Mapping[str, str]) -> bool:
    written = cell.get("absent", "")
    if written.lower() not in _SAID:
        raise InputError(
            f"{path.name}, line {number}: the column 'absent' says {written!r}.", hint="Write true or false."
        )
    said = _SAID[written.lower()]
    if said is None:
        return not cell["answer"]
    if said == bool(cell["answer"]):
        fault = "has an answer and is marked absent" if said else "has no answer and is not marked absent"
        raise InputError(
            f"{path.name}, line {number}: the row {fault} (columns 'answer' and 'absent').",
            hint="A row is absent, or it has an answer.",
        )
    return said


def _page(path: Path, number: int, written: str) -> int | None:
    if not written:
        return None
    if not (written.isascii() and written.isdigit() and int(written) > 0):
        raise InputError(
            f"{path.name}, line {number}: the column 'page' says {written!r}.",
            hint="Write the number of the page, counted from 1.",
        )
    return int(written)
