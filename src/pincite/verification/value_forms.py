"""Read what a row claims: one figure, several of them, a bound, a name, a yes or no, or plain words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from pydantic import BaseModel, ValidationError

from pincite.language.value_words import in_words
from pincite.records.span import Span
from pincite.values.date import A_MONTH
from pincite.values.pairs import DISAGREE
from pincite.values.readings import Reading
from pincite.values.registered import find, value_types
from pincite.values.types import Amount, Boolean, DateValue, Duration, Number, Percentage

FIGURES = ("iban", "percentage", "amount", "date_range", "date", "duration", "number")
NAMES = ("organisation", "person", "address")
_WORDS = frozenset({"text", "clause", "statement"})
_YES_NO = {"yes": True, "true": True, "no": False, "false": False}
_NOTHING = re.compile(r"(?:none|nil|n\.?\s?/?\s?a\.?|not applicable|no|yes|true|false)[.!]?", re.IGNORECASE)
_ISO_DURATION = re.compile(r"-?P[0-9YMWDTHS.]+")
_ISO_MONTH = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])")
_CODE = re.compile(r"0\d+")
"""Digits that are no number: of a number, nobody writes the zero before it."""
_DASHED = re.compile(r"\A–(?=\s?[\d.])")
_PER_MILLE = re.compile(r"(?P<count>\d+(?:\.\d+)?)\s?(?:‰|per mill?e?\b)", re.IGNORECASE)
_OLD = re.compile(r"\s*(?:old|of age)\b", re.IGNORECASE)
_ONE_PART = re.compile(r"PT?(\d+(?:\.\d+)?)[YMWDHS]")
_JOINTS = re.compile(r"(?:\s|[/,;&–—-]|\b(?:to|and|or|from|between|through|until)\b)*", re.IGNORECASE)
_SLASH = re.compile(r"\s/\s")
_BOUNDS = {
    "less": r"(?:less|fewer|lower|smaller) than|under|below|<",
    "at most": r"up to|at most|(?:no|not) (?:more|greater|later) than|(?:not|never) (?:to )?exceed(?:ing)?"
    r"|(?:a )?max(?:imum|\.)?(?: of)?|within|≤",
    "more": r"(?:more|greater|larger|higher) than|over|above|exceed(?:s|ed|ing)?|(?:in )?excess of|>",
    "at least": r"at least|(?:no|not) (?:less|fewer) than|(?:a )?min(?:imum|\.)?(?: of)?|≥",
    "about": r"approx(?:imately|\.)?|about|around|roughly|circa|ca?\.|nearly|almost|some|~|≈",
}
_LEADING = {name: re.compile(rf"(?:{words})\s*", re.IGNORECASE) for name, words in _BOUNDS.items()}
_BEFORE = {
    name: re.compile(rf"(?<![\w])(?:{words})\s*(?:an? |the )?(?:total |amount )*(?:of )?\Z", re.IGNORECASE)
    for name, words in _BOUNDS.items()
}
_BEHIND = {
    "at least": re.compile(r"\s*(?:\+|or (?:more|above|over|older|greater)\b)", re.IGNORECASE),
    "at most": re.compile(r"\s*or (?:less|fewer|below|under|younger)\b", re.IGNORECASE),
}
_DENIED = re.compile(r"(?:\b(?:not|no|never|nor)|n['’]t)(?: be)?\s*\Z", re.IGNORECASE)
_REACH = 40
AN_AGE, A_YEAR, PER_MILLE = "an age", "a year, or a number", "per mille"
CLEAR = frozenset({"", AN_AGE, A_YEAR, A_MONTH, PER_MILLE})
"""What is no doubt here: "eighteen years old" is 18 years, 11/2022 is a month, "1‰" is read here."""


def typed_values(value: Any, kind: str | None = None) -> Iterator[tuple[str, BaseModel]]:
    """What a value may be by its form: an amount, a date, a yes or no; nothing for plain words."""
    if isinstance(value, bool):
        yield "boolean", Boolean(value=value)
    elif isinstance(value, int | float | Decimal):
        if Decimal(str(value)).is_finite():
            yield "number", Number(value=Decimal(str(value)), unit=None)
    elif isinstance(value, BaseModel):
        yield from ((name, value) for name, known in value_types().items() if known.model is type(value))
    elif isinstance(value, Mapping):
        yield from _from_fields(value, kind)
    elif isinstance(value, str):
        yield from _from_words(value.strip(), kind)


def _from_fields(value: Mapping[str, Any], kind: str | None) -> Iterator[tuple[str, BaseModel]]:
    if "amount" in value and "value" not in value:
        value = {"value" if name == "amount" else name: each for name, each in value.items()}
    # Others leave out what is null, and have floats where we have decimals as words.
    written = {name: str(each) if isinstance(each, float) else each for name, each in value.items()}
    for name, known in value_types().items():
        if name in _WORDS or (kind and name != kind):
            continue
        try:
            yield name, known.model.model_validate(dict.fromkeys(known.model.model_fields) | written)
        except ValidationError:
            continue


def _from_words(value: str, kind: str | None) -> Iterator[tuple[str, BaseModel]]:
    value = _DASHED.sub("-", value)
    if value.casefold() in _YES_NO and kind in (None, "boolean"):
        yield "boolean", Boolean(value=_YES_NO[value.casefold()])
        return
    if kind in _WORDS or (kind is None and _CODE.fullmatch(value)):
        return
    if _ISO_DURATION.fullmatch(value) and kind in (None, "duration"):
        try:
            yield "duration", Duration(iso8601=value)
        except ValidationError:
            return
    if _ISO_MONTH.fullmatch(value) and kind in (None, "date"):
        yield "date", DateValue(iso=value, precision="month")
        return
    if _PER_MILLE.fullmatch(value) and kind in (None, "percentage"):
        yield "percentage", per_milles(value)[0].value
    known = (kind,) if kind is not None and kind in value_types() else (*FIGURES, *NAMES)
    for name in known:
        for reading in find(name, value):
            around = value[: reading.start] + value[reading.end :]
            is_age = reading.ambiguous == AN_AGE
            doubt = "" if is_age else reading.ambiguous
            is_clear = not doubt or (name == "number" and not doubt.startswith(DISAGREE))
            if is_clear and not any(map(str.isalnum, _OLD.sub("", around) if is_age else around)):
                yield name, reading.value
    if value.isdigit() and kind in (None, "number", "amount"):
        yield "number", Number(value=Decimal(value), unit=None)


def per_milles(words: str) -> list[Reading[BaseModel]]:
    """What no parser of ours reads: "1‰"."""
    found = _PER_MILLE.finditer(words)
    return [Reading(Percentage(value=Decimal(each["count"]) / 10), *each.span(), PER_MILLE) for each in found]


def denies_or_affirms(value: Any) -> bool:
    """Whether words say yes, no, or that there is none: what a sentence means, not what it says."""
    return isinstance(value, str) and bool(_NOTHING.fullmatch(value.strip()))


def several(value: str) -> list[Any]:
    """The figures of a value that is nothing but several of them: "USD 24.70 to USD 25.40"; else none."""
    parts = _SLASH.split(value)
    if len(parts) > 1 and all(any(True for _ in typed_values(part)) for part in parts):
        return parts
    for kind in ("amount", "percentage", "date", "duration", "number"):
        found = [each for each in find(kind, value) if not each.ambiguous]
        rest, end = "", 0
        for each in sorted(found, key=lambda one: one.start):
            rest, end = f"{rest} {value[end : each.start]}", max(end, each.end)
        if len(found) > 1 and _JOINTS.fullmatch(f"{rest} {value[end:]}"):
            return [each.value for each in found]
    return []


def are_joined(text: str, one: Span, other: Span) -> bool:
    """Whether nothing but "and", "to" or the like is between two figures."""
    first, last = sorted((one, other))
    between = text[first.end : last.start]
    return bool(between.strip()) and len(between) < _REACH and bool(_JOINTS.fullmatch(between))


def unbound(value: str) -> tuple[str, str]:
    """The bound that a value begins with, by its name, and the rest; no bound where the rest is no figure."""
    for name, words in _LEADING.items():
        if (found := words.match(value)) and any(map(str.isdigit, value[found.end() :])):
            return name, value[found.end() :]
    return "", value


def is_bound(name: str, text: str, start: int, end: int) -> bool:
    """Whether such a bound stands right before or behind a figure."""
    before = text[max(0, start - _REACH) : start]
    found = {bound: match for bound, words in _BEFORE.items() if (match := words.search(before))}
    # "not more than" ends in "more than": the longest wording counts, and a "not" before it turns it round.
    longest = min(found, key=lambda bound: found[bound].start(), default="")
    if longest:
        return longest == name and not _DENIED.search(before[: found[name].start()])
    behind = _BEHIND.get(name)
    return behind is not None and behind.match(text, end) is not None


def count_of(value: BaseModel) -> Decimal | None:
    """The number of an amount, a percentage, a number, or a duration of one unit."""
    if isinstance(value, Amount | Percentage | Number):
        return value.value
    part = _ONE_PART.fullmatch(value.iso8601) if isinstance(value, Duration) else None
    return Decimal(part[1]) if part else None


def leaves(value: Any) -> Iterator[Any]:
    """The single values of a list or of an object that is no value of a type of ours."""
    if isinstance(value, list | tuple):
        for each in value:
            yield from leaves(each)
    elif isinstance(value, Mapping) and not any(True for _ in _from_fields(value, None)):
        for each in value.values():
            yield from leaves(each)
    elif isinstance(value, str):
        rest = unbound(value.strip())[1]
        yield from several(rest) or [rest]
    else:
        yield value


def written(value: Any) -> str:
    if isinstance(value, BaseModel):
        return in_words(value)
    if isinstance(value, Mapping):
        return " ".join(str(each) for each in value.values() if each is not None)
    return "yes" if value is True else "no" if value is False else str(value).strip()
