"""Questions with known answers: their form, from a user's JSON lines or CSV, and from what people decided.

Of a single answer, `answers` holds every acceptable one; of a list, table or tree, each item that a complete
answer holds. The `spans` of an entry are the places where it stands: any one of them proves it.
A value that does not read as its type is refused: taken for words it would be wrong in every answer.

Of what people decided about cells of tables, what was accepted, picked or typed is the truth with its place;
what is not stated is an absent row. Only decisions about the current version of a document count.
"""

from __future__ import annotations

import csv
import difflib
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError, field_validator, model_validator

from pincite.answer.document_tables import Decision, TableField
from pincite.errors import ConfigError, InputError, NotHeld
from pincite.extract.cell_keys import field_key
from pincite.extract.deciding import decisions_on
from pincite.records.library import Identity
from pincite.service import Library
from pincite.values.registered import value_type
from pincite.values.types import DateValue, Duration

Position = Literal["front", "middle", "back", "none"]


class Record(BaseModel):
    """What is kept as written: it is not changed, and an unknown field is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class GoldAnswer(Record):
    """One item of the truth. What is not known of it is None or empty, and is not scored."""

    value: dict[str, Any] | None = None
    text: str = ""
    spans: tuple[tuple[int, int], ...] | None = None
    page: int | None = None
    quote: str = ""


class Strata(Record):
    """Where a question belongs, so that a weak corner cannot hide in an average."""

    doc_type: str = ""
    field: str = ""
    position: Position = "none"

    @field_validator("position", mode="before")
    @classmethod
    def _nowhere(cls, given: object) -> object:
        return "none" if given is None else given


class GoldRow(Record):
    """One question with its truth. `absent` says that the document does not carry the answer."""

    id: str
    document: str
    question: str
    answer_type: str | None = None
    answer_shape: str | None = None
    absent: bool = False
    answers: tuple[GoldAnswer, ...] = ()
    strata: Strata = Strata()
    note: str = ""

    @model_validator(mode="after")
    def _has_truth(self) -> GoldRow:
        if self.absent == bool(self.answers):
            raise ValueError("a row is absent, or it has answers")
        return self


def position_of(start: int, length: int) -> Position:
    """The third of a text in which a place stands."""
    thirds: tuple[Position, Position, Position] = ("front", "middle", "back")
    return thirds[min(2, 3 * start // max(1, length))]


@dataclass(frozen=True, slots=True)
class Source:
    """A document of a set: a file, or text that is read as one.

    `name` is what rows call it; `key` is the id by which the set knows it.
    """

    key: str
    name: str
    path: Path | None = None
    text: str | None = None

    def content(self) -> bytes:
        if self.text is not None:
            return self.text.encode()
        assert self.path is not None
        try:
            return self.path.read_bytes()
        except OSError as error:
            raise InputError(f"{self.path} cannot be read: {error.strerror}.", hint="See --data.") from error


@dataclass(frozen=True, slots=True)
class GoldSet:
    """Questions and the documents that they are about."""

    name: str
    split: str
    sources: tuple[Source, ...]
    rows: tuple[GoldRow, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)
    """How many rows cannot be asked, by the reason why; a choice among the rows does not change it."""

    def of(self, rows: Iterable[GoldRow]) -> GoldSet:
        """The same set with these rows, and only the documents that they are about."""
        kept = tuple(rows)
        asked = {row.document for row in kept}
        return replace(self, sources=tuple(s for s in self.sources if s.name in asked), rows=kept)


SUFFIXES = (".jsonl", ".csv")
_DOCS = "docs"
# Formats whose text is the file itself, so that an offset can be checked without reading the document.
_TEXT_IS_FILE = (".txt", ".md", ".markdown")


def read_own(path: Path, data: Path | None, split: str = "own") -> GoldSet:
    """The questions of one file. Their documents are in its folder or in `data`, or in `docs` there."""
    if not path.is_file():
        raise InputError(f"There is no file {path}.", hint="Check the path.")
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


_LIKE = {
    "date": "2024-07-01",
    "date_range": "from 2024-05-01 to 2024-06-30",
    "amount": "EUR 4,500.00",
    "duration": "60 days",
    "percentage": "1.5 %",
    "number": "12 units",
    "iban": "DE89 3704 0044 0532 0130 00",
    "boolean": "yes",
}
_BOOLEANS = {"yes": True, "true": True, "no": False, "false": False}
_PRECISIONS = {4: "year", 7: "month", 10: "day"}
_ISO_DATE = re.compile(r"\d{4}(?:-\d\d){0,2}")
_NUMBER = re.compile(r"-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")


def value_of(where: str, answer_type: str, written: str) -> dict[str, Any] | None:
    """The value that an answer says; None in a type whose values are words, which are compared as such."""
    _check_type(where, answer_type)
    if answer_type not in _LIKE:
        return {"name": written} if answer_type == "organisation" else None
    try:
        value = _in_short(answer_type, written)
    except ValidationError:
        value = None
    if value is not None:
        return value
    readings = value_type(answer_type).find(written)
    clear = [reading for reading in readings if not reading.ambiguous]
    if len(readings) == len(clear) == 1:
        return clear[0].value.model_dump(mode="json")
    fault = f"may mean several things as {answer_type}" if readings else f"does not read as {answer_type}"
    raise InputError(
        f"{where}: the column 'answer' says {written!r}, which {fault}.",
        hint=f"Write it like {_LIKE[answer_type]!r}, or leave 'answer_type' empty.",
    )


def check_value(where: str, answer_type: str | None, value: dict[str, Any]) -> None:
    """Refuse a value that its type cannot hold. A field that is left out is not scored."""
    if answer_type is None:
        return
    _check_type(where, answer_type)
    model = value_type(answer_type).model
    try:
        model.model_validate({**dict.fromkeys(model.model_fields), **value})
    except ValidationError as error:
        fields = ", ".join(model.model_fields)
        raise InputError(
            f"{where}: `value` does not hold a value of the type {answer_type}: {what_is_wrong(error)}",
            hint=f"Its fields are: {fields}.",
        ) from error


def _check_type(where: str, answer_type: str) -> None:
    try:
        value_type(answer_type)
    except ConfigError as error:
        raise InputError(f"{where}: {error.message}", hint=error.hint) from error


def _in_short(answer_type: str, written: str) -> dict[str, Any] | None:
    """The notations that stand for a value on their own, and would say nothing inside a sentence."""
    number = plain_number(written)
    if answer_type == "boolean" and written.lower() in _BOOLEANS:
        return {"value": _BOOLEANS[written.lower()]}
    if answer_type == "date" and _ISO_DATE.fullmatch(written):
        precision = _PRECISIONS[len(written)]
        return DateValue.model_validate({"iso": written, "precision": precision}).model_dump()
    if answer_type == "duration" and written.startswith("P"):
        return Duration(iso8601=written).model_dump()
    if answer_type == "percentage" and number is not None:
        return {"value": str(number)}
    if answer_type == "amount" and number is not None:
        return {"value": str(number), "currency": None, "unit": None}
    return None


def plain_number(written: str) -> Decimal | None:
    """A number with digits alone, grouped by commas or not; None for anything else."""
    found = _NUMBER.fullmatch(written.strip())
    return Decimal(found[0].replace(",", "")) if found else None


def read_text(path: Path) -> str:
    """A text file, every code point as it is: offsets count line ends as they are written."""
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.", hint="See --data.") from error
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path} is not UTF-8: byte {error.start} cannot be read.", hint="Save it as UTF-8."
        ) from error


def what_is_wrong(error: ValidationError) -> str:
    """The first thing that is wrong with a row, in one sentence."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    match first["type"]:
        case "json_invalid":
            return f"this is not JSON ({first['ctx']['error']})."
        case "missing":
            return f"the field `{where}` is missing."
        case "extra_forbidden":
            return f"there is no field `{where}` in the gold form."
    said = first["msg"].removeprefix("Value error, ")
    return f"`{where}`: {said}." if where else f"{said}."


REVIEWED = "reviewed"
"""The name by which what people decided is evaluated."""
FEW = 30
"""With fewer rows the interval is so wide that it says little."""
_ALL_TABLES = 10_000
_FIELDS = TypeAdapter(list[TableField])


def write_reviewed(library: Library, folder: Path) -> Path:
    """The questions as a gold file, the documents beside it; an InputError where nobody decided."""
    rows = list(reviewed_rows(library))
    if not rows:
        raise InputError(
            "Nobody has decided about a cell of a table in this library.",
            hint="Make a table and go through it: pincite table --fields …, then pincite review TABLE",
        )
    docs = folder / "docs"
    docs.mkdir(parents=True)
    for identity in {identity for identity, _ in rows}:
        (docs / _file_name(identity.name)).write_bytes(library.store.content(identity))
    file = folder / f"{REVIEWED}.jsonl"
    file.write_text("".join(f"{row.model_dump_json()}\n" for _, row in rows), "utf-8")
    return file


def reviewed_rows(library: Library) -> Iterator[tuple[Identity, GoldRow]]:
    """A row for each cell that somebody decided about, by the last decision; a question is put once."""
    seen: set[tuple[str, str]] = set()
    for _, written, names in library.store.held_tables(library.settings.collection, "", _ALL_TABLES):
        fields = _FIELDS.validate_json(written)
        for name in names:
            try:
                identity = library.current(name)
            except (InputError, NotHeld):  # deleted meanwhile
                continue
            # What holds for a contract may stand in another of its papers: it is no gold for this one.
            own = [each for each in fields if each.of == "document"]
            for decided, decision in decisions_on(library.store, identity, own):
                key = name, field_key(decided)
                if key not in seen:
                    seen.add(key)
                    yield identity, _decided_row(identity, decided, decision)


def _decided_row(identity: Identity, field: TableField, decision: Decision) -> GoldRow:
    answers = tuple(
        GoldAnswer(
            text=decision.value,
            spans=((evidence.start, evidence.end),),
            page=evidence.page,
            quote=evidence.snippet,
        )
        for evidence in decision.evidence
    )
    return GoldRow(
        id=f"{identity.name}:{field_key(field)}",
        document=_file_name(identity.name),
        question=field.question,
        answer_type=field.answer_type,
        absent=decision.kind == "not_stated",
        answers=answers,
        strata=Strata(field=field.name),
        note=f"{decision.kind} by {decision.by}, {decision.at}",
    )


def _file_name(name: str) -> str:
    """The name as that of a file: one of an attachment may have signs that lead to other folders."""
    return name.replace("/", "_").replace("\\", "_")
