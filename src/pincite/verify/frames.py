"""Refuse a sentence that speaks of another time, stage or number than the question names.

Of things that come in a row ("week 1", "the second quarter", "2023", "March") a sentence that names one does
not speak of the others, even where the sentence before it does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.contract.vocabulary import stems

_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth last".split()
_ROWS: tuple[tuple[str, ...], ...] = (
    tuple("january february march april june july august september october november december".split()),
    tuple("monday tuesday wednesday thursday friday saturday sunday".split()),
    tuple("spring summer autumn winter".split()),
    tuple("morning afternoon evening night".split()),
    tuple("q1 q2 q3 q4".split()),
)
_NUMBERED = re.compile(
    r"\b(?P<thing>week|year|month|day|phase|stage|quarter|period|cycle|visit|lot|class|tier|level|band|zone|group|cohort|"
    r"building|unit|instalment|installment|season|term|round|part|grade|step|arm|area|category|type|plan|option)s?\s+"
    r"(?P<number>\d{1,3}|(?-i:[IVX]{1,4}|[A-D]))\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<![\d.,/-])(?:19|20)\d\d(?![\d.,]*\d|[/-]\d)")
_ORDINAL = re.compile(rf"\b(?P<ordinal>{'|'.join(_ORDINALS)})\s+(?P<thing>[a-z]{{3,}})", re.IGNORECASE)
_RELATIVE = re.compile(r"\b(?P<which>this|next|last|previous|prior|following|current|coming)\s+"
                       r"(?P<thing>week|year|month|quarter|season|period)\b", re.IGNORECASE)  # fmt: skip
_PER = re.compile(
    r"\b(?:per|an?|each|every|any|for\s+the|current|this|that|next|last)\s+(?:calendar\s+|full\s+|current\s+)?"
    r"(?P<unit>hour|day|week|month|quarter|year)\b",
    re.IGNORECASE,
)
_LY = {
    "hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter",
    "annual": "year", "annually": "year", "yearly": "year", "annum": "year",
}  # fmt: skip
_EVERY = re.compile(rf"\b(?:{'|'.join(_LY)})\b", re.IGNORECASE)
_UNIT = re.compile(r"(?:hour|day|week|month|quarter|year)s?", re.IGNORECASE)
_SAME = {"current": "this", "following": "next", "coming": "next", "previous": "last", "prior": "last"}


def another_frame(asked: str, text: str) -> str:
    """What the question names and the sentence, which names another of the row, does not; empty for none."""
    wanted, said = _by_row(asked), _by_row(text)
    for row, names in wanted.items():
        if row in said and names.isdisjoint(said[row]):
            return sorted(names)[0]
    return ""


def another_rhythm(asked: str, text: str) -> str:
    """The unit of time by which the question counts, where the text counts by others only; empty for none."""
    wanted, said = _rhythms(asked), _rhythms(text)
    return sorted(wanted)[0] if wanted and said and wanted.isdisjoint(said) else ""


def _rhythms(text: str) -> set[str]:
    found = {match["unit"].lower() for match in _PER.finditer(text)}
    return found | {_LY[match[0].lower()] for match in _EVERY.finditer(text)}


def _by_row(text: str) -> dict[str, set[str]]:
    rows: dict[str, set[str]] = {}
    for row, name in _frames(text):
        rows.setdefault(row, set()).add(name)
    return rows


def _frames(text: str) -> Iterator[tuple[str, str]]:
    """Each row that a text names something of, with what it names."""
    lowered = set(re.findall(r"[a-z]\w*", text.lower()))
    for names in _ROWS:
        for name in sorted(lowered.intersection(names)):
            yield names[0], name
    for found in _NUMBERED.finditer(text):
        yield stems(found["thing"])[0], f"{found['thing']} {found['number']}".lower()
    for found in _YEAR.finditer(text):
        yield "years", found[0]
    for found in _ORDINAL.finditer(text):
        thing = stems(found["thing"])[0]
        row = "time" if _UNIT.fullmatch(found["thing"]) else thing
        yield f"nth {row}", f"{found['ordinal']} {thing}".lower()
    for found in _RELATIVE.finditer(text):
        which = _SAME.get(found["which"].lower(), found["which"].lower())
        yield f"which {found['thing'].lower()}", f"{which} {found['thing'].lower()}"
