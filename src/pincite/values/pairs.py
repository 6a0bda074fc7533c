"""Join a value in words with its repetition in figures, and find the two ends of a range."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Generic, TypeVar

from pydantic import BaseModel

from pincite.values.gaps import GAP, SPACE, before_gap
from pincite.values.numerals import Numeral
from pincite.values.readings import Reading
from pincite.values.reference_numbers import is_label
from pincite.values.types import same

DISAGREE = "words and figures disagree"
IN_BRACKETS = "in brackets: a remark"
# "Rs. 5,00,000/- (Rupees Five Lakhs only)", "EUR 500,- (in words: five hundred euros)".
_OPENS = re.compile(
    rf"(?:/[-–]|[,.][-–]{{1,2}})?{GAP}[(\[]{GAP}"
    rf"(?:(?i:in{SPACE}words|say|being|i\.e\.|that{SPACE}is)[:,]?{SPACE})?"
)
_CLOSES = re.compile(rf"(?:/[-–])?(?:{SPACE}(?i:only))?(?:/[-–]|\.)?{GAP}[)\]]")

WORDS, FIGURES = "words", "figures"
W = TypeVar("W", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Written(Generic[W]):
    """A reading, its number, and the form that is written in: `WORDS`, or the name of another form."""

    reading: Reading[W]
    form: str
    number: Decimal | None = None


def with_bare_numbers(
    text: str, found: Iterable[Written[W]], numerals: Iterable[Numeral]
) -> Iterator[Written[W]]:
    """The readings with the bare number after them: "two years (2)", "ten thousand dollars (10,000)"."""
    by_start = {numeral.start: numeral for numeral in numerals}
    for each in found:
        opens = _OPENS.match(text, each.reading.end)
        bare = by_start.get(opens.end()) if opens else None
        closes = _CLOSES.match(text, bare.end) if bare else None
        if bare is None or closes is None or bare.in_words == (each.form == WORDS) or each.number is None:
            yield each
            continue
        note = each.reading.ambiguous if bare.value == each.number else DISAGREE
        yield replace(each, reading=replace(each.reading, end=closes.end(), ambiguous=note))


def join_pairs(
    text: str,
    found: Iterable[Written[W]],
    comparable: Callable[[W, W], bool] = lambda a, b: True,
    common: Callable[[Reading[W], Reading[W]], W | None] = lambda a, b: (
        a.value if same(a.value, b.value) else None
    ),
) -> list[Reading[W]]:
    """The readings with each pair made one.

    `common` is the value that both say. A pair that is comparable, has none and is written in two forms
    says that it disagrees; in one form the second is a remark: "$5,000 ($500 for members)".
    """
    joined: list[Written[W]] = []
    for each in found:
        first = joined[-1] if joined else None
        end = _end_of_pair(text, first.reading, each.reading) if first else None
        if first is None or end is None:
            joined.append(each)
            continue
        value = common(first.reading, each.reading)
        if value is not None:
            joined[-1] = Written(_agreed(first.reading, each.reading, value, end), WORDS)
        elif (first.form != each.form or each.form == WORDS) and comparable(
            first.reading.value, each.reading.value
        ):
            joined[-1] = Written(replace(first.reading, end=end, ambiguous=DISAGREE), WORDS)
        else:
            joined.append(each)
    return [each.reading for each in joined]


def _agreed(a: Reading[W], b: Reading[W], value: W, end: int) -> Reading[W]:
    """What is doubtful about one of them, such as the country of "¥", the other one settles."""
    notes = ["" if each.ambiguous.startswith(IN_BRACKETS) else each.ambiguous for each in (a, b)]
    lasting = next((note for note in notes if note.startswith(DISAGREE)), notes[0])
    note = lasting if all(notes) or lasting.startswith(DISAGREE) else ""
    return replace(a, value=value, end=end, ambiguous=note)


def _end_of_pair(text: str, a: Reading[W], b: Reading[W]) -> int | None:
    if not a.end <= b.start <= a.end + 90 or not _OPENS.fullmatch(text, a.end, b.start):
        return None
    closing = _CLOSES.match(text, b.end)
    return closing.end() if closing else None


_DASHES = "-\u2010\u2011\u2012–—"
_TO = re.compile(
    rf"{GAP}(?P<dash>[{_DASHES}]){GAP}|{SPACE}(?i:to|up{SPACE}to){SPACE}"
    rf"|{SPACE}(?P<or>(?i:or)){SPACE}|{SPACE}(?P<and>(?i:and)){SPACE}"
)
_BETWEEN = re.compile(rf"(?<![\w])(?i:between){SPACE}$")


@dataclass(frozen=True, slots=True)
class Head:
    """The first number of a range, and where the wording of the range begins."""

    numeral: Numeral
    start: int


def head_of(text: str, numerals: Sequence[Numeral], at: int) -> Head | None:
    """The beginning of the range which numeral `at` ends; None when it ends no range."""
    if at == 0 or (at > 1 and numerals[at - 1].before in tuple(_DASHES)):
        return None
    low, high = numerals[at - 1], numerals[at]
    found = _TO.fullmatch(text, low.end, high.start) if high.start - low.end < 200 else None
    if not found or not _ends_fit(text, low, high):
        return None
    if found["and"]:
        between = _BETWEEN.search(text, max(0, low.start - 50), low.start)
        return Head(low, between.start()) if between else None
    return Head(low, low.start) if found["or"] or low.value < high.value else None


def stands_free(text: str, numerals: Sequence[Numeral], at: int) -> bool:
    """Whether nothing but a range leads into the numeral: not "B12", not "COVID-19"."""
    return not numerals[at].before or head_of(text, numerals, at) is not None


def _ends_fit(text: str, low: Numeral, high: Numeral) -> bool:
    if low.before or (low.after and low.after not in _DASHES):
        return False
    if high.before and high.before not in _DASHES:
        return False
    # "$5 to 10 days" and "Section 5 to 10 days": the first number has a meaning of its own.
    before = text[before_gap(text, low.start) - 1 : before_gap(text, low.start)] if low.start else ""
    own_meaning = before in tuple("$€£¥₹") or is_label(text, low.start)
    looks_like_year = low.value == low.value.to_integral_value() and 1900 <= low.value <= 2100
    return not own_meaning and not (looks_like_year and high.value < 1900)
