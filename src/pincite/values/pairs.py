"""Join a value in words with its repetition in figures: "ten thousand euros (EUR 10,000)" is one amount."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Generic, TypeVar

from pydantic import BaseModel

from pincite.values.gaps import GAP, SPACE
from pincite.values.numerals import Numeral
from pincite.values.readings import Reading
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
