"""Change the number inside a value the way a careless or hostile reader would."""

import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal

from .claims import Value
from .wordings import Worded, plain

_OTHER_CURRENCY = {"EUR": "USD", "USD": "EUR", "GBP": "EUR", "CHF": "EUR"}
_OTHER_UNIT = {
    "mg": "g",
    "mL": "L",
    "hours": "days",
    "minutes": "hours",
    "m²": "km²",
    "days": "weeks",
    "years": "months",
    "TB": "GB",
}
_OTHER_LETTER = {"D": "M", "M": "Y", "W": "M", "Y": "M"}
_OTHER_PART = {"H": "M", "M": "H"}
_SCALES = {"thousand": 3, "million": 6, "billion": 9}


def number_of(worded: Worded) -> Decimal:
    """The number as written, before "million" is applied."""
    match = re.search(r"\d[\d,]*(?:\.\d+)?", worded.text)
    if match is None:
        raise ValueError(f"no number in {worded.text!r}")
    return Decimal(match.group().replace(",", ""))


def with_number(worded: Worded, number: Decimal) -> Value:
    """The same kind of value had the document written this number."""
    if worded.answer_type == "duration":
        code = str(worded.value["iso8601"])
        prefix = "PT" if code.startswith("PT") else "P"
        return {"iso8601": f"{prefix}{plain(number)}{code[-1]}"}
    scale = next((zeros for name, zeros in _SCALES.items() if worded.text.endswith(name)), 0)
    return {**worded.value, "value": plain(number * 10**scale)}


def misread(worded: Worded) -> Iterator[tuple[Value, str]]:
    """Values that the words do not give, each with what was done to them."""
    if worded.answer_type == "date":
        yield from _misread_date(str(worded.value["iso"]))
        return
    if worded.answer_type == "duration":
        code = str(worded.value["iso8601"])
        other = _OTHER_PART if code.startswith("PT") else _OTHER_LETTER
        yield {"iso8601": code[:-1] + other[code[-1]]}, "another unit of time"
        yield with_number(worded, number_of(worded) + 1), "one more than is written"
        return
    if worded.answer_type not in {"amount", "percentage", "number"}:
        return
    number = number_of(worded)
    yield with_number(worded, -number), "a sign that is not there"
    yield with_number(worded, number * 10), "one digit too many"
    yield from _misread_unit(worded, number)


def lookalikes(worded: Worded) -> Iterator[tuple[str, Value, str]]:
    """Words that look like the document's but carry another number."""
    text, number = worded.text, number_of(worded)
    last = max(i for i, c in enumerate(text) if c.isdigit())
    first = min(i for i, c in enumerate(text) if c.isdigit())
    tail = text[: last + 1], text[last + 1 :]
    grown = _appended(number, "2")
    yield f"{tail[0]}²{tail[1]}", with_number(worded, grown), "a superscript read as a digit"
    yield f"{tail[0]}\u200b2{tail[1]}", with_number(worded, grown), "a digit after a zero-width space"
    other = str(int(text[first]) % 9 + 1)
    bumped = with_number(
        worded, number_of(Worded(_put(text, first, other), worded.answer_type, worded.value))
    )
    yield _put(text, first, chr(0xFF10 + int(other))), bumped, "a full-width digit of another value"
    yield _put(text, first, chr(0x660 + int(other))), bumped, "an Arabic-Indic digit of another value"
    yield _put(text, first, f"\u00ad{other}"), bumped, "a soft hyphen before a changed digit"
    yield _put(text, first, chr(0x1D7CE + int(other))), bumped, "a mathematical digit of another value"
    if text.endswith("%"):
        yield text[:-1] + "‰", with_number(worded, number / 10), "per mille for per cent"
    if "," in text:
        yield text.replace(",", "\u2024"), with_number(worded, number / 1000), "a dot for the thousands comma"
    if number == int(number):
        yield f"{tail[0]}½{tail[1]}", with_number(worded, number + Decimal("0.5")), "an added one half"
    if text[last] == "0":
        short = Worded(_put(text, last, ""), worded.answer_type, worded.value)
        yield _put(text, last, "O"), with_number(worded, number_of(short)), "the letter O for a zero"


def folded(text: str) -> str:
    """The text as a reader sees it: compatibility forms folded, invisible characters gone."""
    visible = (c for c in unicodedata.normalize("NFKC", text) if unicodedata.category(c) != "Cf")
    return " ".join("".join(visible).split()).casefold()


def _misread_date(iso: str) -> Iterator[tuple[Value, str]]:
    year, month, day = iso.split("-")
    yield {"iso": f"{int(year) + 1}-{month}-{day}", "precision": "day"}, "the wrong year"
    if int(day) <= 12 and day != month:
        yield {"iso": f"{year}-{day}-{month}", "precision": "day"}, "day and month exchanged"
    if int(day) < 28:
        yield {"iso": f"{year}-{month}-{int(day) + 1:02d}", "precision": "day"}, "the next day"


def _misread_unit(worded: Worded, number: Decimal) -> Iterator[tuple[Value, str]]:
    if worded.answer_type == "percentage":
        yield {"value": plain(number / 100)}, "a fraction given as a percentage"
        return
    if worded.answer_type == "number":
        unit = _OTHER_UNIT.get(str(worded.value["unit"]))
        if unit is not None:
            yield {**worded.value, "unit": unit}, "another unit"
        return
    yield {**worded.value, "currency": _OTHER_CURRENCY[str(worded.value["currency"])]}, "another currency"
    if worded.text.endswith(tuple(_SCALES)):
        yield {**worded.value, "value": plain(number)}, "the word for the scale was dropped"
    else:
        yield {**worded.value, "value": plain(number * 1000)}, "a scale that is not there"


def _appended(number: Decimal, digit: str) -> Decimal:
    return Decimal(plain(number) + digit)


def _put(text: str, index: int, replacement: str) -> str:
    return text[:index] + replacement + text[index + 1 :]
