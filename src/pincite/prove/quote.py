"""Find a quote in the document it claims to come from.

A quote is found when it equals the document's text up to line breaks, spacing, hyphenation at a line
break, ligatures, quotation marks, dashes and letter case, and when the passage begins and ends where a
word and a number begin and end. Digits, signs, units and wording must match: anything looser could pass
off words the document does not contain.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pincite.prove.boundary import may_begin, may_end
from pincite.records.fold import IGNORABLE, Folded, fold, fold_once, readings_shared

Grade = Literal["exact", "typesetting", "hyphen", "case"]


@dataclass(frozen=True, slots=True)
class Match:
    """A passage that reads as the quote; `grade` is the worst difference it needed."""

    start: int
    end: int
    grade: Grade


def locate(quote: str, text: str) -> list[Match]:
    """Every place of `text` that reads as `quote`, in order, none overlapping another."""
    if not any(character.isalnum() for character in quote):
        return []
    quote, document = quote.strip(_BLANK), fold_once(text)
    matches = _matches(fold(quote), document, quote)
    for setting in _dash_settings(quote):
        matches += _matches(fold(setting), document, quote)
    apart: list[Match] = []
    for match in sorted(matches, key=lambda match: match.start):
        if not apart or apart[-1].end <= match.start:
            apart.append(match)
    return apart


_BLANK = (
    IGNORABLE + "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006"
    "\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)


_DASH_BETWEEN_WORDS = re.compile(
    r"""(?<=[^\W\d_]|[.,;:!?)\]"'”’])(?:\s*(?:[–—]|(?<!-)-{2,3}(?!-))\s*|\s+-\s+)(?=[^\W\d_]|[(\["'“‘])"""
)
# Each doubles the ways to set a quote, and every way is looked for.
_FEW_DASHES = 3


def _dash_settings(quote: str) -> list[str]:
    """The quote with its dashes between words set with spaces, and without; a few also some so, some so."""
    count = len(_DASH_BETWEEN_WORDS.findall(quote))
    # The horizontal bar is a dash that is never a hyphen.
    ways = (" – ", "―")
    mixed = count <= _FEW_DASHES
    settings = itertools.product(ways, repeat=count) if mixed else ((way,) * count for way in ways)
    return [_with_dashes(quote, setting) for setting in settings] if count else []


def _with_dashes(quote: str, setting: Sequence[str]) -> str:
    dashes = iter(setting)
    return _DASH_BETWEEN_WORDS.sub(lambda found: next(dashes), quote)


def _matches(wanted: Folded, document: Folded, quote: str) -> list[Match]:
    matches: list[Match] = []
    at = document.lowered.find(wanted.lowered)
    while at >= 0:
        match = _match(wanted, document, at, quote)
        if match:
            matches.append(match)
        at = document.lowered.find(wanted.lowered, at + (len(wanted.lowered) if match else 1))
    return matches


def _match(wanted: Folded, document: Folded, at: int, quote: str) -> Match | None:
    text = document.text
    span = document.span_of(at, at + len(wanted.lowered))
    if span is None or not may_begin(text, span.start) or not may_end(text, span.end):
        return None
    if span.of(text) == quote:
        return Match(span.start, span.end, "exact")
    grade = _grade(wanted, document, at)
    return Match(span.start, span.end, grade) if grade else None


def _grade(wanted: Folded, document: Folded, at: int) -> Grade | None:
    """The worst difference between the quote and the passage; None if they do not say the same."""
    length = len(wanted.lowered)
    ours, theirs = wanted.joins_between(0, length), document.joins_between(at, at + length)
    hyphen_gone = False
    for place in ours.keys() | theirs.keys():
        pair = ours.get(place, ""), theirs.get(place, "")
        shared = readings_shared(*pair)
        if not shared:
            return None
        hyphen_gone |= shared == {""} and "-\n" in pair
    passage = document.cased[at : at + length]
    if passage == wanted.cased:
        return "hyphen" if hyphen_gone else "typesetting"
    return "case" if _same_units(passage, wanted.cased) else None


_UNIT = re.compile(r"\d ?([A-Za-zμ]{1,5})(?![^\W\d_])")
# Units whose meaning turns on a capital: milliwatt and megawatt, nanometre and nanomolar, bit and byte.
_CASE_TELLS = frozenset(
    {"m", "mw", "mwh", "mwp", "mhz", "mpa", "mj", "mv", "mm", "nm", "μm"}
    | {"kb", "mb", "gb", "tb", "kbps", "mbps", "gbps"}
)
# Milli or mega, pico or peta; in "5 MG" for "5 mg" the whole unit is in capitals, and that is prose.
_PREFIXED = re.compile(r"[mp](?:g|l|mol|ah?|va?|wh?|hz|pa|j|m|s|n|bar|cal|eq|ci|bq|gy|sv|t)", re.IGNORECASE)


def _same_units(passage: str, quote: str) -> bool:
    return all(
        _same_unit(unit.group(1), quote[unit.start(1) : unit.end(1)]) for unit in _UNIT.finditer(passage)
    )


def _same_unit(one: str, other: str) -> bool:
    if one == other:
        return True
    only_prefix_differs = one[0] != other[0] and one[1:] == other[1:]
    return one.lower() not in _CASE_TELLS and not (only_prefix_differs and _PREFIXED.fullmatch(one))
