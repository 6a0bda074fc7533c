"""Read rows from JSON, JSONL, CSV and XLSX files, whatever their columns are called, and from objects."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from decimal import Decimal
from itertools import chain
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from pincite.errors import InputError
from pincite.ingest.detect import detect
from pincite.ingest.watch import watched
from pincite.jobs.files import bytes_of
from pincite.jobs.isolation import Readers
from pincite.jobs.one_file import Job
from pincite.records.document import Document
from pincite.records.limits import Limits
from pincite.verification.claim_rows import NAMES, ClaimRow
from pincite.verification.foreign_forms import rows_in

# By our name those of others, as letters and digits only; the first that fits counts.
_CALLED = {
    "document": "document file filename documentname doc source sourcefile path documentid",
    "field": "field fieldname name key attribute label question item",
    "value": "value answer extractedvalue extracted result response",
    "quote": "quote citation citedtext quotedtext evidence supportingtext sourcetext snippet excerpt",
    "page": "page pagenumber pageno pg pages sourcepage",
    "box": "box bbox boundingbox boxes boundingboxes",
    "type": "type answertype valuetype",
}
_LARGEST = 300_000_000
Tell = Callable[[str], None]


def rows_of(
    claims: Any, columns: Mapping[str, str] | None = None, tell: Tell = lambda said: None
) -> Iterator[ClaimRow]:
    """The rows one by one, or an InputError; `tell` is told which columns were taken for what."""
    raw = _in_file(Path(claims)) if isinstance(claims, str | Path) else _in_objects(claims)
    first = next(raw, None)
    if first is None:
        raise InputError(
            "There are no rows to verify.", hint="Each row has a document, a field, a value and a quote."
        )
    names = _mapped(first, columns or {}, tell)
    return _checked(chain([first], raw), names)


def _checked(rows: Iterable[Mapping[str, Any]], names: Mapping[str, str]) -> Iterator[ClaimRow]:
    for number, row in enumerate(rows, start=1):
        named = {names.get(name, name): value for name, value in row.items()}
        try:
            yield ClaimRow.model_validate({name: value for name, value in named.items() if value is not None})
        except ValidationError as error:
            problem = error.errors()[0]
            where = ".".join(map(str, problem["loc"]))
            raise InputError(
                f"Row {number} cannot be read: {where}: {problem['msg']}.", hint="Correct it."
            ) from error


def _mapped(row: Mapping[str, Any], columns: Mapping[str, str], tell: Tell) -> dict[str, str]:
    """What each column of the rows is called here; what the user says goes before what can be guessed."""
    for name, column in columns.items():
        if name not in NAMES:
            raise InputError(f"There is no column {name!r} of ours.", hint=f"Name one of {', '.join(NAMES)}.")
        if column not in row:
            raise InputError(
                f"The rows have no column {column!r}.", hint=f"They have {', '.join(map(str, row))}."
            )
    mapped = {column: name for name, column in columns.items()}
    plain = {_plain(column): column for column in reversed(list(row)) if column not in mapped}
    for name, called in _CALLED.items():
        if name in columns or name in row:
            continue
        guess = next((plain[each] for each in called.split() if each in plain), None)
        if guess is not None and guess not in mapped and guess not in NAMES:
            mapped[guess] = name
            tell(f"Column {guess!r} is read as the {name}.")
    known = {mapped.get(column, column) for column in row}
    if not known & {"quote", "value"}:
        raise InputError(
            f"The rows have no column for a quote or a value: {', '.join(map(str, row))}.",
            hint="Name them, such as --columns quote=Citation,value=Answer.",
        )
    return mapped


def _plain(column: str) -> str:
    return "".join(character for character in str(column).casefold() if character.isalnum())


def _in_objects(claims: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(claims, BaseModel | Mapping):
        yield from rows_in(_as_data(claims))
        return
    for each in claims:
        yield from rows_in(_as_data(each))


def _as_data(given: Any) -> Any:
    return given.model_dump(mode="python", by_alias=True) if isinstance(given, BaseModel) else given


def _in_file(path: Path) -> Iterator[Mapping[str, Any]]:
    ending = path.suffix.lower()
    if ending in (".jsonl", ".ndjson"):
        yield from _in_lines(path)
    elif ending in (".csv", ".tsv"):
        yield from _in_csv(path)
    elif ending in (".xlsx", ".xlsm"):
        yield from _in_workbook(path)
    elif ending == ".json":
        yield from _in_json(path)
    else:
        raise InputError(
            f"{path.name} does not say by its name what it is.",
            hint="Rows come as .json, .jsonl, .csv or .xlsx.",
        )


def _in_json(path: Path) -> Iterator[Mapping[str, Any]]:
    with watched(Limits()):
        content = bytes_of(path)
    try:
        whole = _decoded(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path.name} is no JSON: {error}.", hint="Check the file.") from error
    for each in whole if isinstance(whole, list) else [whole]:
        yield from rows_in(each)


def _in_lines(path: Path) -> Iterator[Mapping[str, Any]]:
    with _opened(path) as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                try:
                    each = _decoded(line)
                except (ValueError, RecursionError) as error:
                    raise InputError(
                        f"Line {number} of {path.name} is no JSON: {error}.", hint="Correct it."
                    ) from error
                yield from rows_in(each)


def _decoded(text: str) -> Any:
    # A figure is what is written: as a float, 0.1 would be another one.
    return json.loads(text, parse_float=Decimal)


def _in_csv(path: Path) -> Iterator[Mapping[str, Any]]:
    csv.field_size_limit(10_000_000)
    with _opened(path, newline="") as lines:
        head = lines.readline()
        lines.seek(0)
        delimiter = max("\t;,|", key=head.count)
        try:
            for row in csv.DictReader(lines, delimiter=delimiter, restkey="more"):
                yield {
                    str(name).lstrip("\ufeff"): value
                    for name, value in row.items()
                    if value not in (None, "")
                } | {name: None for name in row if row[name] in (None, "")}
        except csv.Error as error:
            raise InputError(
                f"{path.name} is no CSV: {error}.", hint="Save it again as CSV in UTF-8."
            ) from error


def _opened(path: Path, newline: str | None = None) -> Any:
    try:
        if path.stat().st_size > _LARGEST:
            raise InputError(
                f"{path.name} is larger than {_LARGEST // 1_000_000} MB.", hint="Split it into parts."
            )
        opened = path.open(encoding="utf-8-sig", errors="strict", newline=newline)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(
            f"{path} cannot be read: {reason}.", hint="Check the spelling and the folder."
        ) from error
    return opened


def _in_workbook(path: Path) -> Iterator[Mapping[str, Any]]:
    """The rows of the first sheet that has any, as a reader of the workbook sees them."""
    with watched(Limits()):
        content = bytes_of(path)
    format = detect(content, path.name)
    with closing(Readers()) as readers:
        document = readers.read(Job(content, path.name, format, format)).document
    for rows in _grids(document):
        head, *others = rows
        for row in others:
            yield {name: row.get(column) for column, name in head.items()}
        return


def _grids(document: Document) -> Iterator[Sequence[Mapping[int, str]]]:
    for table in document.tables:
        rows: dict[int, dict[int, str]] = {}
        for cell in table.cells:
            rows.setdefault(cell.row, {})[cell.column] = cell.span.of(document.text).strip()
        if len(rows) > 1:
            yield [rows[at] for at in sorted(rows)]
