"""Find percentages: "1.5%", "five percent (5%)", "250 basis points", "10-15%".

Basis points are hundredths of a percent. "(5.2)%" is below zero, as in accounts; "(5%)" may be
that or a remark, and says so. In "23 (11.5)%", a count and its share, the share is not read: it is
not below zero, but nothing in its own words says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from pincite.records.span import Span
from pincite.values.gaps import GAP, SPACE, after_gap, read_unwrapped, stands_in_brackets
from pincite.values.number_words import NUMBER_WORDS
from pincite.values.numerals import Numeral, find_numerals
from pincite.values.pairs import (
    DISAGREE,
    IN_BRACKETS,
    WORDS,
    Written,
    head_of,
    join_pairs,
    stands_free,
    with_bare_numbers,
)
from pincite.values.readings import Reading, in_order
from pincite.values.surroundings import SIGN, after, before, weigh
from pincite.values.types import Percentage

_VOCABULARY = NUMBER_WORDS | {"percent", "percentage", "centum", "basis", "points", "point"}
_UNIT = re.compile(
    rf"{GAP}(?P<closing>\)?)(?:{GAP}|-)"
    rf"(?:[%％](?![\w])|(?P<basis>(?i:basis(?:{SPACE}|-)points?)(?![\w])|(?:bps|bp|BPS)(?![\w]))"
    rf"|(?i:per{SPACE}cent)\.(?=\s*\()|(?i:per(?:{SPACE}|-)?cent(?:um)?|pct|percentage{SPACE}points?)(?![\w]))"
)
_HALF = re.compile(
    rf"(?<![\w-])(?i:half){SPACE}(?i:an?){SPACE}(?i:per(?:{SPACE})?cent|percentage{SPACE}point)(?![\w])"
)
_OPENS = re.compile(rf"{GAP}[(\[]{GAP}")
_OF = re.compile(rf"{SPACE}(?i:of){SPACE}")
_COUNT_BEFORE = re.compile(rf"[0-9]{GAP}\(\Z")
_INTERVAL = r"(?:CI|(?i:confidence)(?:[^\S\n](?i:intervals?))?)"
_BOUND = (
    before(
        "a bound of an interval",
        rf"{_INTERVAL}[:,=]?{GAP}[(\[]?{GAP}(?:-?[0-9.]{{1,9}}%?{GAP}(?:,|;|to|[-–]){GAP})?",
    ),
)
_LEVEL = (after("the level of an interval", rf"{GAP}{_INTERVAL}(?![\w])"),)


def find_percentages(text: str) -> list[Reading[Percentage]]:
    """All percentages of the text, in order."""
    return read_unwrapped(text, _VOCABULARY, _find)


def _find(text: str) -> list[Reading[Percentage]]:
    numerals = find_numerals(text)
    counted = [each for at in range(len(numerals)) for each in _read(text, numerals, at)]
    found = sorted([*counted, *_halves(text)], key=lambda each: each.reading.start)
    pairs = join_pairs(text, with_bare_numbers(text, found, numerals))
    return weigh(text, in_order(pairs), (*SIGN, *_BOUND), _LEVEL)


def _halves(text: str) -> Iterator[Written[Percentage]]:
    """ "half a percent"."""
    for found in _HALF.finditer(text):
        yield Written(Reading(Percentage(value=Decimal("0.5")), found.start(), found.end()), WORDS)


def _read(text: str, numerals: Sequence[Numeral], at: int) -> Iterator[Written[Percentage]]:
    numeral = numerals[at]
    unit = _UNIT.match(text, numeral.end)
    if not unit or not stands_free(text, numerals, at):
        return
    shift = -2 if unit["basis"] else 0
    head = head_of(text, numerals, at)
    if head:
        low, within = head.numeral, Span(head.start, unit.end())
        value = Percentage(value=_shifted(low.value, shift))
        yield Written(Reading(value, low.start, low.end, low.doubt_with_unit, within), _form(low, unit))
    whole = _part_of(text, numerals, at) or _bracketed(text, numeral, unit)
    if whole:
        value = Percentage(value=_shifted(whole.value, shift))
        reading = Reading(value, whole.start, unit.end(), _doubt(whole))
        before = numerals[at - 1] if at else None
        yield Written(_in_brackets(text, before, reading), _form(numeral, unit), whole.value)


def _doubt(numeral: Numeral) -> str:
    """A dot may group "1.234%": growth reaches thousands. It parts decimals in "99.999%" and "3.125%"."""
    note, value = numeral.doubt_with_unit, abs(numeral.value)
    decimals = (10 <= value < 100 and value % 1) or (value * 8) % 2 == 1
    return "" if note.startswith("a decimal point") and decimals else note


def _form(numeral: Numeral, unit: re.Match[str]) -> str:
    return WORDS if numeral.in_words else "basis points" if unit["basis"] else "percent"


def _shifted(value: Decimal, places: int) -> Decimal:
    return Decimal(format(value.scaleb(places), "f")) if places else value


def _part_of(text: str, numerals: Sequence[Numeral], at: int) -> Numeral | None:
    """ "one-half of one percent" is half a percent, not one."""
    part, whole = numerals[at - 1] if at else None, numerals[at]
    if part is None or not 0 < part.value < 1 or whole.value != 1 or part.before:
        return None
    if whole.start - part.end > 90 or not _OF.fullmatch(text, part.end, whole.start):
        return None
    return replace(whole, start=part.start, value=part.value, ambiguous=part.doubt_with_unit)


def _bracketed(text: str, numeral: Numeral, unit: re.Match[str]) -> Numeral | None:
    if not unit["closing"]:
        return numeral
    if text[numeral.start - 1 : numeral.start] != "(":
        return None
    if _COUNT_BEFORE.search(text, max(0, numeral.start - 90), numeral.start):
        return None
    return replace(numeral, start=numeral.start - 1, value=-numeral.value)


def _in_brackets(text: str, before: Numeral | None, reading: Reading[Percentage]) -> Reading[Percentage]:
    """ "five (5%) percent" is one; "(5%)" with no number before it may mean two things."""
    if reading.ambiguous or not stands_in_brackets(text, reading.start, reading.end):
        return reading
    end = after_gap(text, reading.end) + 1
    if before and before.in_words and _OPENS.fullmatch(text, before.end, reading.start):
        unit = _UNIT.match(text, end)
        note = "" if before.value == reading.value.value else DISAGREE
        return replace(reading, start=before.start, end=unit.end() if unit else end, ambiguous=note)
    return replace(reading, ambiguous=f"{IN_BRACKETS}, or a number below zero")
