"""Tell which of several figures of a quote a field means: by the heads of its cell, or by its own clause.

A quote with two amounts says both. Which one is the rent, the layout or the field's own words must settle;
where they do not, code cannot tell.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pincite.language.timing import (
    LATEST_UNCLEAR_DAY,
    Times,
    called_year,
    dated_years,
    last_day,
    others_stand,
    times_of,
    years_in_full,
    years_stand,
)
from pincite.language.vocabulary import stems, telling
from pincite.records.document import Document
from pincite.records.span import Span
from pincite.structure.cell_facts import CellFact, fact_at, facts_of, path_words

Meant = Literal["this", "other", "unknown"]
_BREAK = re.compile(
    r"[;\n]|[,.:]\s|\b(?:and|or|but|while|whereas|plus|versus|from|compared|than)\b", re.IGNORECASE
)
_IN_TURN = re.compile(r"\brespectively\b|\bin that order\b", re.IGNORECASE)
_FISCAL = re.compile(r"\b(?:fiscal|FY)", re.IGNORECASE)
_LATEST_EARLY_MONTH = 6
_PART_YEAR = re.compile(r"\b(?:months|quarter|weeks)\b", re.IGNORECASE)
_START, _END = (
    frozenset(stems(words))
    for words in (
        "start begin begins beginning commence commencement",
        "end ends expire expiry expiration until",
    )
)
_DIGITS = re.compile(r".*\d", re.DOTALL)
_NO_WORDS = re.compile(r"(?<!\d)[_\W]+|[_\W]+(?!\d)|(?<=[a-z])(?=[A-Z])")
"""What parts the words of a field's name; not what is within a figure, as in "2,225 mm"."""
_MONTH = re.compile(
    r"\b(jan)uary\b|\b(feb)ruary\b|\b(mar)ch\b|\b(apr)il\b|\b(jun)e\b|\b(jul)y\b|\b(aug)ust\b"
    r"|\b(sep)t(?:ember)?\b|\b(oct)ober\b|\b(nov)ember\b|\b(dec)ember\b",
    re.IGNORECASE,
)
_DEFINED = re.compile(r"[\s,]*\(\s*(?:the\s+)?[\"“”](?P<term>[^\"“”]+)[\"“”]\s*\)")


@dataclass(frozen=True, slots=True)
class _Named:
    """What names a figure, or what a field asks for: its telling words and its times."""

    words: frozenset[str]
    times: Times
    is_dated: bool = False
    is_fiscal: bool = False

    @classmethod
    @functools.lru_cache(maxsize=1_000)
    def of(cls, text: str) -> _Named:
        plain = years_in_full(text)
        is_fiscal = bool(_FISCAL.search(text))
        words = _MONTH.sub(lambda month: month[month.lastindex or 0], plain)
        return cls(frozenset(telling(stems(words))), times_of(plain), bool(dated_years(text)), is_fiscal)

    def fit(self, other: _Named) -> tuple[int, int, int]:
        """How well a name fits what is asked: by times, then words in common, then no other years."""
        stand = years_stand(self.times, other.times) + others_stand(self.times, other.times)
        return stand, len(self.words & other.words), -len(other.times.years - self.times.years)


def asked_by(field: str) -> _Named:
    """What a field asks for: "netSales_2024" is two words and a year."""
    return _Named.of(_NO_WORDS.sub(" ", field))


def is_end_asked(field: str) -> bool | None:
    """Whether a field asks for the end of a time, or its start; None where it says neither, or both."""
    words = set(stems(_NO_WORDS.sub(" ", field)))
    end, start = bool(words & _END), bool(words & _START)
    return end if end != start else None


def meant(
    field: str, document: Document, quoted: Span, own: Span, rivals: Sequence[Span]
) -> tuple[Meant, Span | None]:
    """Whether a field means the figure at `own` and none of the others in the quote; else which one."""
    asked, fact = asked_by(field), fact_at(document, own)
    if fact is not None:
        return _by_heads(asked, document, quoted, fact, rivals)
    text = quoted.of(document.text)
    table = document.table_of(own)
    if table and any(quoted.covers(each.cell.span) and each.printed for each in facts_of(document, table)):
        return "unknown", None  # it names a row of figures: "Car up to 5 m" is no price
    if not rivals:
        return ("unknown" if _IN_TURN.search(text) else "this"), None
    # What the field says itself is its condition: 2005 of "breaches since 2005", 875 of "dose below 875 mg".
    said = asked.words.intersection(stems(own.of(document.text)))
    if not asked.words or any(word[0].isdigit() for word in said) or _IN_TURN.search(text):
        return "unknown", None
    defined = _DEFINED.match(text, own.end - quoted.start)
    if defined and _Named.of(defined["term"]).words == asked.words:
        return "this", None
    inner = [Span(each.start - quoted.start, each.end - quoted.start) for each in (own, *rivals)]
    sides = [[_Named.of(side).words for side in _sides(text, each, inner)] for each in inner]
    settled = [
        at for at in range(len(sides)) if _by_clause(asked, [sides[at], *sides[:at], *sides[at + 1 :]])
    ]
    # Words beside another figure are no proof that this one is not meant: that needs heads of a table.
    return ("this" if settled == [0] else "unknown"), None


def _by_heads(
    asked: _Named, document: Document, quoted: Span, fact: CellFact, rivals: Sequence[Span]
) -> tuple[Meant, Span | None]:
    """A cell of a table: its row and column fit the field better than those of any other cell."""
    mine = asked.fit(_called(document, fact))
    cells = [(each, fact_at(document, each)) for each in rivals]
    # What stands in a head or in the name of a row is no rival of a figure in the body.
    body = [(each, other) for each, other in cells if other is not None or document.cell_of(each) is None]
    fits = [(asked.fit(_called(document, other)), each) for each, other in body if other is not None]
    if any(_is_unclear(document, each, asked) for each in (fact, *(other for _, other in body if other))):
        return "unknown", None
    better = [(fit, each) for fit, each in fits if fit[:2] > mine[:2]]
    if better:
        return "other", max(better, key=lambda each: each[0])[1]
    for other in facts_of(document, fact.table):
        is_unquoted = other.row is fact.row and not quoted.covers(other.cell.span) and other.kind == fact.kind
        if is_unquoted and mine[0] < 0 < asked.fit(_called(document, other))[0]:
            return "other", other.cell.span
    settled = all(fit[:2] < mine[:2] for fit, _ in fits) and all(other is not None for _, other in body)
    return ("this" if settled else "unknown"), None


def _called(document: Document, fact: CellFact) -> _Named:
    """A cell as its row and its column name it."""
    own = fact.cell.span.of(document.text) if fact.printed is None else ""
    heads = path_words(document, fact.column_path)
    return _Named.of(f"{path_words(document, fact.row_path)} {heads} {own}")


def _is_unclear(document: Document, fact: CellFact, asked: _Named) -> bool:
    """Whether a column ends on a day of which nobody says to which fiscal year it belongs."""
    heads = path_words(document, fact.column_path)
    day = last_day(heads)
    if day is None or asked.is_dated or not asked.times.years or called_year(heads):
        return False
    # Some call the year that ends in March 2019 fiscal 2018.
    is_early = asked.is_fiscal and (day.month <= _LATEST_EARLY_MONTH or bool(_PART_YEAR.search(heads)))
    return (day.month, day.day) <= LATEST_UNCLEAR_DAY or is_early


def _sides(text: str, own: Span, figures: Sequence[Span]) -> tuple[str, str]:
    """The words of a figure's clause right before it and right behind it."""
    start = max((each.end for each in figures if each.end <= own.start), default=0)
    end = min((each.start for each in figures if each.start >= own.end), default=len(text))
    between = text[start : own.start]
    breaks = list(_BREAK.finditer(between))
    behind = _BREAK.search(text, own.end, end)
    # "USD 5 per claim" is one wording: what is behind its digits tells it from others, too.
    after = _DIGITS.sub("", own.of(text)) + text[own.end : behind.start() if behind else end]
    return between[breaks[-1].end() :] if breaks else between, after


def _by_clause(asked: _Named, sides: Sequence[Sequence[frozenset[str]]]) -> bool:
    """Whether the words on one side of the first figure, and on neither side of another, are asked for.

    Only where every figure has words of its own there: of "rent and deposit are 5 and 7", code cannot tell.
    """
    is_meant = False
    for on_side in zip(*sides, strict=True):
        common = frozenset[str].intersection(*on_side)
        own, *others = (side - common for side in on_side)
        if not own or not all(others):
            continue
        if any(asked.words & (each - own) for each in others):
            return False
        is_meant |= bool(asked.words & own.difference(*others))
    return is_meant
