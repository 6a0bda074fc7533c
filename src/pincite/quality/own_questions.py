"""Read a user's own gold questions: JSON lines in the gold form, or a table with one question a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from pydantic import ValidationError

from pincite.errors import InputError
from pincite.quality.gold import GoldRow, GoldSet, Source, position_of
from pincite.quality.own_table import Numbered, table_rows
from pincite.quality.own_values import check_value, read_text, what_is_wrong

SUFFIXES = (".jsonl", ".csv")
_DOCS = "docs"
# Formats whose text is the file itself, so that an offset can be checked without reading the document.
_TEXT_IS_FILE = (".txt", ".md", ".markdown")


def read_own(path: Path, data: Path | None, split: str = "own") -> GoldSet:
    """The questions of one file. Their documents are in its folder or in `data`, or in `docs` there."""
    if not path.is_file():
        raise InputError(f"There is no file {path}.", hint="Check the path, or name a public set.")
    if path.suffix.lower() not in SUFFIXES:
        raise InputError(
            f"{path.name} is neither JSON lines nor a CSV file.",
            hint="Name it .jsonl (gold form) or .csv (columns document, question, answer).",
        )
    text = read_text(path).removeprefix("\ufeff")
    numbered = table_rows(path, text) if path.suffix.lower() == ".csv" else _json_rows(path, text)
    if not numbered:
        raise InputError(f"{path.name} has no questions.", hint="Write at least one row.")
    _check_ids(path, numbered)
    folder = path.parent if data is None else data
    length = cache(_length)
    rows = tuple(_checked(f"{path.name}, line {number}", folder, row, length) for number, row in numbered)
    names = dict.fromkeys(row.document for row in rows)
    sources = tuple(Source(key=name, name=name, path=_document(folder, name)) for name in names)
    return GoldSet(path.stem, split, sources, rows)


def _document(folder: Path, name: str) -> Path:
    """Where a document is: in the folder itself, or else in its folder `docs`."""
    beside = folder / name
    return beside if beside.is_file() else folder / _DOCS / name


def _json_rows(path: Path, text: str) -> list[Numbered]:
    rows = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            rows.append((number, GoldRow.model_validate_json(line)))
        except ValidationError as error:
            raise InputError(
                f"{path.name}, line {number}: {what_is_wrong(error)}",
                hint="One JSON object a line, with id, document, question, and answers or absent: true.",
            ) from error
    return rows


def _check_ids(path: Path, numbered: Iterable[Numbered]) -> None:
    first: dict[str, int] = {}
    for number, row in numbered:
        if row.id in first:
            raise InputError(
                f"{path.name}, line {number}: the id {row.id!r} is that of line {first[row.id]} already.",
                hint="Give every question its own id.",
            )
        first[row.id] = number


def _checked(where: str, folder: Path, row: GoldRow, length_of: Callable[[Path], int | None]) -> GoldRow:
    """The row, once its document is there and its places are in it; with the third in which they stand."""
    if not row.question.strip():
        raise InputError(f"{where}: `question` is empty.", hint="Write the question.")
    document = _document(folder, row.document)
    if not row.document or not document.is_file():
        raise InputError(
            f"{where}: there is no document {row.document!r} in {folder} or {folder / _DOCS}.",
            hint="Put the documents next to the file or into docs/, or name their folder with --data.",
        )
    if any(answer.page is not None and answer.page < 1 for answer in row.answers):
        raise InputError(f"{where}: `page` is less than 1.", hint="Pages count from 1.")
    for answer in row.answers:
        if answer.value is not None:
            check_value(where, row.answer_type, answer.value)
    length = length_of(document)
    spans = [span for answer in row.answers for span in answer.spans or ()]
    for start, end in spans:
        if not 0 <= start < end or (length is not None and end > length):
            size = f" of {length:,} characters" if length is not None else ""
            raise InputError(
                f"{where}: the span {start} to {end} is not inside {row.document}{size}.",
                hint="A span counts characters from 0, up to and not including its end.",
            )
    if not spans or length is None or row.strata.position != "none":
        return row
    strata = row.strata.model_copy(update={"position": position_of(min(spans)[0], length)})
    return row.model_copy(update={"strata": strata})


def _length(document: Path) -> int | None:
    """How many characters the text has; None where only reading the document can tell."""
    if document.suffix.lower() not in _TEXT_IS_FILE:
        return None
    return len(read_text(document).removeprefix("\ufeff"))
