"""Tell whether an item says what the gold says, whatever the notation.

Typed values are compared as values: 1,500.0 is 1500, P1Y is P12M, "Acme, Inc." is "ACME Inc". What the
gold leaves open (no currency, no unit) is not asked for; what it names must be there. An item of another
type than the gold's is different, except that any figure may stand for a plain number.

Text is the same when the gold's words stand in what the item cites, or what it cites stands in the gold's
words and makes up at least 60 % of them: a sentence of a clause is an answer, a word of it is none. Gold
words of fewer than four letters ("No") must be all that the item says, since they stand in nearly every
sentence. A typed item is different from gold words that name another value of its type: the fee is not
the fine beside it. Words that are all there is of a gold answer and that are one value as a whole ("ten
years") are compared as that value, in an item of its type and in one that quotes it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, Literal

from pydantic import ValidationError

from pincite.compute.dates import Length
from pincite.prove.quote import locate
from pincite.quality.observing import ObservedItem, cites_as_answer, is_oversized
from pincite.quality.questions import GoldAnswer
from pincite.values.printed_figure import printed_figure
from pincite.values.registered import find
from pincite.values.types import Duration

Likeness = Literal["exact", "normalised", "different", "unknown"]
Value = Mapping[str, Any]

ALIKE: tuple[Likeness, ...] = ("exact", "normalised")
_SHARE_OF_GOLD = 0.6
_SHORT = 4
_FIGURES = {"amount", "percentage", "number"}
_NAMES = {"organisation", "person"}
_WORDS = {"text", "clause"}
_READABLE = {*_FIGURES, *_NAMES, "date", "date_range", "duration", "iban"}
_DROPPED = re.compile(r"[.'’`´\"“”]")
_APART = re.compile(r"[\W_]+")
_BLANK = re.compile(r"\s+")
_ROUNDED = re.compile(r"\$?(?P<figure>-?[0-9]+[.](?P<decimals>[0-9]{2,}))")
_IN_THOUSANDS = 1000
_BOOLEANS = {"yes": True, "no": False, "true": True, "false": False}
# The more telling form first: a date is no number, and what has a currency is no plain one.
_KINDS = ("date", "date_range", "duration", "percentage", "amount", "iban", "number")
_ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_ISO_LENGTH = re.compile(r"P(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?<=\w\w)")


def likeness(answer_type: str | None, gold: GoldAnswer, item: ObservedItem) -> Likeness:
    """How an item compares with one gold answer; unknown when the gold holds nothing to compare."""
    if gold.value is None or "text" in gold.value:
        of_value = None if answer_type else _likeness_of_written(gold, item)
        return of_value or _text_likeness(gold, item)
    if not _same_type(answer_type, item.answer_type):
        return "different"
    given = {key: value for key, value in gold.value.items() if value is not None}
    if all(item.value.get(key) == value for key, value in given.items()):
        return "exact"
    rounded = _rounds_to(gold, given, item.value)
    return "normalised" if rounded or _same_value(given, item.value) else "different"


def _rounds_to(gold: GoldAnswer, given: Value, got: Value) -> bool:
    """Whether a figure is the gold's before it was rounded: 5579.33 in millions is 5,579,333,333.33 as well.

    Only a gold figure that is written with two decimals or more counts as rounded; with ".00" to whole ones,
    and only where it is in thousands or more: "$5466.00" in millions is 5,466,312,000 as well.
    """
    written = _ROUNDED.fullmatch(gold.text.strip())
    others = {key: value for key, value in given.items() if key != "value"}
    if not written or any(got.get(key) != value for key, value in others.items()):
        return False
    try:
        text, full, ours = (Decimal(str(each)) for each in (written["figure"], given["value"], got["value"]))
    except (InvalidOperation, KeyError):
        return False
    factor = full / text if text else Decimal(1)
    decimals = written["decimals"]
    if not decimals.strip("0"):
        return factor >= _IN_THOUSANDS and abs(ours - full) <= factor / 2
    return abs(ours - full) <= factor * Decimal(5).scaleb(-len(decimals) - 1)


def says(answer_type: str | None, gold: GoldAnswer, item: ObservedItem) -> bool:
    """Whether an item says what a gold answer says."""
    return likeness(answer_type, gold, item) in ALIKE


def normalised_name(name: str) -> str:
    """A name without case, punctuation and spacing: "Acme, Inc." and "ACME  INC" are one."""
    return _APART.sub(" ", _DROPPED.sub("", name.casefold()).replace("&", " and ")).strip()


def _same_type(wanted: str | None, got: str) -> bool:
    return wanted is None or wanted == got or (wanted == "number" and got in _FIGURES) or wanted not in _TYPED


_TYPED = {*_FIGURES, "date", "date_range", "duration", "boolean", "iban", "address", "table"}


def _same_value(gold: Value, got: Value) -> bool:
    """The comparison that fits the keys of the gold value, which tell its type."""
    if "iso8601" in gold:
        return _same_duration(str(gold["iso8601"]), str(got.get("iso8601")))
    if "iban" in gold:
        return _joined(gold["iban"]) == _joined(got.get("iban"))
    if "name" in gold or "last" in gold:
        return _full_name(gold) == _full_name(got)
    if "value" in gold:
        return _same_figure(gold, got)
    return all(_cells(value) == _cells(got.get(key)) for key, value in gold.items())


def _same_figure(gold: Value, got: Value) -> bool:
    if isinstance(gold["value"], bool) or isinstance(got.get("value"), bool):
        return gold["value"] is got.get("value")
    marks = [key for key in ("currency", "unit") if key in gold]
    if any(normalised_name(str(gold[key])) != normalised_name(str(got.get(key))) for key in marks):
        return False
    try:
        return Decimal(str(gold["value"])) == Decimal(str(got.get("value")))
    except InvalidOperation:
        return False


def _same_duration(gold: str, got: str) -> bool:
    try:
        return Length.of(Duration(iso8601=gold)) == Length.of(Duration(iso8601=got))
    except ValidationError:
        return False


def _full_name(value: Value) -> str:
    """The name of an organisation or a person, from whichever form it is held in."""
    parts = [value.get(key) for key in ("name", "first", "middle", "last", "text")]
    return normalised_name(" ".join(str(part) for part in parts if part))


def _joined(value: object) -> str:
    return _APART.sub("", str(value).casefold())


def _cells(value: object) -> object:
    """A value of several parts with each of them normalised."""
    if isinstance(value, list | tuple):
        return [_cells(part) for part in value]
    return None if value is None else normalised_name(str(value))


def _likeness_of_written(gold: GoldAnswer, item: ObservedItem) -> Likeness | None:
    """How an item compares with words that are one value; None where only words can be compared."""
    if gold.value or gold.quote or gold.spans or not (written := written_value(gold.text)):
        return None
    # A cell prints its figure without the scale that stands over its table, and so do words taken from it.
    printed = printed_figure(gold.text)
    if printed and (own := printed_figure(item.original)) and own.value == printed.value:
        return "normalised"
    kind, value = written
    if _same_type(kind, item.answer_type):
        # Whoever writes "EUR 900 per month" may mean what is said as EUR 900.
        asked = {key: said for key, said in value.items() if key != "unit" or item.value.get(key)}
        return likeness(kind, GoldAnswer(value=asked), item)
    if item.answer_type not in _WORDS:
        return None
    quoted = [text for text, length in _said(item) if not is_oversized(length, len(gold.text))]
    readings = (reading.value.model_dump(mode="json") for text in quoted for reading in find(kind, text))
    return "normalised" if any(_same_value(value, reading) for reading in readings) else None


def _text_likeness(gold: GoldAnswer, item: ObservedItem) -> Likeness:
    wanted = gold.quote or str((gold.value or {}).get("text") or "") or gold.text
    if _is_gainsaid(item, gold.text or wanted):
        return "different"
    said = _said(item)
    if wanted and any(_spaced(text) == _spaced(wanted) for text, _ in said):
        return "exact"
    if wanted and any(_reads_as(wanted, text, length) for text, length in said):
        return "normalised"
    if gold.spans and any(cites_as_answer(place, span) for place in item.places for span in gold.spans):
        return "normalised"
    return "different" if wanted or gold.spans else "unknown"


def _is_gainsaid(item: ObservedItem, words: str) -> bool:
    """Whether the gold's words name another value than the item, of the same type, or another name."""
    if not words or item.answer_type not in _READABLE:
        return False
    if item.answer_type in _NAMES:
        name, named = f" {_full_name(item.value)} ", f" {normalised_name(words)} "
        return name not in named and named not in name
    # The words of a cell are printed without the scale that stands over its table.
    if (ours := printed_figure(item.original)) and (theirs := printed_figure(words)):
        return ours.value != theirs.value
    readings = [reading.value.model_dump(mode="json") for reading in find(item.answer_type, words)]
    return bool(readings) and not any(_same_value(reading, item.value) for reading in readings)


def _said(item: ObservedItem) -> list[tuple[str, int]]:
    """What an item cites, with how long it is; where a snippet was kept only in part, its text in full."""
    cited = [(place.snippet, place.end - place.start) for place in item.places]
    texts = [item.original]
    if any(len(snippet) < length for snippet, length in cited):
        texts.append(str(item.value.get("text") or ""))
    return [(text, length) for text, length in [*((t, len(t)) for t in texts), *cited] if text]


def _spaced(text: str) -> str:
    return _BLANK.sub(" ", text).strip()


def _reads_as(wanted: str, said: str, length: int) -> bool:
    if is_oversized(length, len(wanted)):
        return False
    if normalised_name(wanted) == normalised_name(said):
        return True
    if len(wanted.strip()) < _SHORT:
        return False
    inner, outer = sorted((wanted, said), key=len)
    return len(inner) >= _SHARE_OF_GOLD * len(wanted) and bool(locate(inner, outer))


def written_value(written: str) -> tuple[str, dict[str, Any]] | None:
    """The type and the value that words say as a whole: "ten years" is P10Y; None where they say more, less
    or nothing of the kind, as "ten years after the sale" and "03/04/2024".
    """
    words = written.strip(" .\t\n")
    if words.lower() in _BOOLEANS:
        return "boolean", {"value": _BOOLEANS[words.lower()]}
    if _ISO_DAY.fullmatch(words):
        return "date", {"iso": words, "precision": "day"}
    if _ISO_LENGTH.fullmatch(words):
        return "duration", {"iso8601": words}
    for kind in _KINDS:
        readings = find(kind, words)
        if len(readings) == 1 and (readings[0].start, readings[0].end) == (0, len(words)):
            clear = not readings[0].ambiguous
            return (kind, readings[0].value.model_dump(mode="json")) if clear else None
    return None
