"""Count the items of a list whose own marks, (a) (b) (c) or 1. 2. 3., agree with the count."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from pincite.answer.answers import Item
from pincite.compute.nesting import on_one_level
from pincite.compute.results import Computed, Refused
from pincite.patterns import pattern
from pincite.values.types import Number

_MARK = pattern(
    r"^(?P<indent>[ \t]*)(?:\(?(?P<mark>[a-z]|[ivx]{1,6}|\d{1,3})[.)]|(?P<bullet>[-*•–◦▪]))\s+(?=\S)", re.M
)
# A mark under which nothing stands, as where a clause was struck out and the others keep their numbers.
_EMPTY = pattern(
    r"[\W_]*(?:this\s+\w+\s+(?:is|was|has\s+been)\s+)?(?:(?:intentionally|deliberately)\s+)?"
    r"(?:reserved|omitted|deleted|struck\s+out|left\s+blank|blank|not\s+(?:used|applicable)|n/?a|none|void|spare)"
    r"(?:[\W_]|and\b)*",
    re.IGNORECASE,
)
_ROMAN = {"i": 1, "v": 5, "x": 10}


def count(items: Sequence[Item], noun: str) -> Computed | Refused:
    """How many items there are. Only marked items count: sentences of a section are not a list."""
    marks = [mark for item in items for mark in _marks(item)]
    if any(not _marks(item) for item in items) or len(marks) < 2:
        return Refused(f"No list of {noun} was found whose items could be counted.")
    if empty := next((line for item in items for line in _lines(item) if _EMPTY.fullmatch(line)), ""):
        return Refused(f"One item of the list of {noun} says there is none: “{empty}”.")
    bulleted = any(not mark.isalnum() for mark in marks)
    if not bulleted and not _in_sequence(marks):
        return Refused(f"The numbering of the list of {noun} has a gap: {', '.join(marks)}.")
    # Numbers that run on show by themselves that no list stands within the list.
    if bulleted and not (len(set(marks)) == 1 and on_one_level(items)):
        return Refused(f"The list of {noun} seems to contain another list: its items differ in form.")
    number = Number(value=Decimal(len(marks)), unit=noun)
    shown = f"{len(marks)} items" if bulleted else ", ".join(f"({mark})" for mark in marks)
    return Computed(number, f"counted {shown} = {len(marks)} {noun}")


def _marks(item: Item) -> list[str]:
    """The marks at the start of the item's lines: an item may hold the lines of several."""
    found = _MARK.finditer(text_of(item))
    return [mark["mark"] or mark["indent"] + mark["bullet"] for mark in found]


def _lines(item: Item) -> list[str]:
    """What stands in the item's lines behind their marks."""
    return [_MARK.sub("", line).strip() for line in text_of(item).splitlines()]


def text_of(item: Item) -> str:
    """The words of an item: its text, or what was written for its value."""
    return str(getattr(item.value, "text", item.original))


def _in_sequence(marks: Sequence[str]) -> bool:
    return any(all(number == at for at, number in enumerate(numbers, 1)) for numbers in _readings(marks))


def _readings(marks: Sequence[str]) -> Iterator[list[int]]:
    """The marks as figures, as letters and as Roman numbers, where all of them can be read so."""
    if all(mark.isdigit() for mark in marks):
        yield [int(mark) for mark in marks]
    if all(mark.isalpha() and len(mark) == 1 for mark in marks):
        yield [ord(mark) - ord("a") + 1 for mark in marks]
    if all(set(mark) <= set(_ROMAN) for mark in marks):
        yield [_roman(mark) for mark in marks]


def _roman(mark: str) -> int:
    values = [_ROMAN[letter] for letter in mark]
    return sum(-v if v < max(values[at + 1 :], default=0) else v for at, v in enumerate(values))
