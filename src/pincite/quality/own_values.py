"""Read and check the values in a user's own gold rows, in the type that the row names.

What does not read as its type is refused: taken for words it would be scored as wrong in every answer.
"""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pincite.errors import ConfigError, InputError
from pincite.values.registered import value_type
from pincite.values.types import DateValue, Duration

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
