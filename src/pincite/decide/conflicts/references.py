"""Read which clauses and parts a sentence refers to, and whether a place is among them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from pincite.decide.conflicts.places import Place, clauses_of, is_attached, part_of, same_part, title_of
from pincite.patterns import pattern

_NUMBER = r"(?:\d{1,3}(?:\.\d{1,3})*|[IVXLC]{1,6}\b)(?:\s?\([a-z0-9]{1,3}\))*"
_CLAUSE = pattern(
    rf"(?:\b(?:(?:sub-?)?(?:section|clause|article|paragraph)s?|condition|item)\s+|§{{1,2}}\s*)"
    rf"(?P<numbers>{_NUMBER}(?:\s*(?:,|and|or|to|&|through)\s*{_NUMBER})*)",
    re.IGNORECASE,
)
_ONE = pattern(r"\d{1,3}(?:\.\d{1,3})*|[IVXLC]{1,6}\b", re.IGNORECASE)
_PART = pattern(
    r"\b(?P<kind>schedule|part(?=\s+(?:[A-Z]|\d|[IVX]+)\b)|annex|annexure|appendix|exhibit|attachment"
    r"|order form|purchase order|statement of work|work order|special (?:terms|conditions|provisions)"
    r"|particular conditions|general (?:terms|conditions)|amendment|addendum|price list|rate card|quotation"
    r"|offer)(?:\s+(?:no\.?\s*)?(?P<number>\d{1,3}|[A-Z]\b|[IVX]{1,4}\b))?",
    re.IGNORECASE,
)

Aim = Literal["named", "another", "open"]


@dataclass(frozen=True, slots=True)
class References:
    """Clause numbers, and parts as kind and number; a part without a number has an empty one."""

    clauses: tuple[str, ...]
    parts: tuple[tuple[str, str], ...]

    def __bool__(self) -> bool:
        return bool(self.clauses or self.parts)


def references_in(text: str) -> References:
    """What a sentence refers to by number or by the name of a part."""
    clauses = [n[0].upper() for match in _CLAUSE.finditer(text) for n in _ONE.finditer(match["numbers"])]
    parts = [(m["kind"].lower(), (m["number"] or "").upper()) for m in _PART.finditer(text)]
    return References(tuple(clauses), tuple(parts))


def without_references(text: str) -> str:
    """A sentence without the clauses and parts that it refers to."""
    return _PART.sub(" ", _CLAUSE.sub(" ", text))


def aims_at(references: References, place: Place, speaker: Place) -> Aim:
    """Whether references that a speaker makes name a place, name another, or leave it open."""
    if not references:
        return "open"
    inside = [is_part(kind, number, place) for kind, number in references.parts]
    if not references.clauses:
        return "named" if any(inside) else "another"
    if not any(inside) and _is_attached(place) and not same_part(place, speaker):
        # "Section 2" is one of the contract itself, not the second of its schedules.
        return "another"
    own = clauses_of(place)
    if any(c == r or c.startswith(f"{r}.") for c in own for r in references.clauses):
        return "named"
    coarse = any(r.startswith(f"{c}.") for c in own for r in references.clauses)
    finest = max((c.count(".") for c in own), default=0)
    # A clause without numbered paragraphs may be cited by one that it does not print.
    return "open" if not own or (coarse and not finest) else "another"


def _is_attached(place: Place) -> bool:
    """Whether a place stands in a part behind the body: a file that is one part altogether has no body."""
    part = part_of(place)
    return part is not None and is_attached(part.text) and part.block.number > 1


def is_part(kind: str, number: str, place: Place) -> bool:
    """Whether a place stands in the part of that kind and, if given, that number."""
    titles = [*place.titles, title_of(place)]
    plain = kind.lower().rstrip("s")
    tail = rf"s?\W+(?:no\.?\s*)?{re.escape(number)}\b" if number else r"s?\b"
    return any(re.search(rf"\b{re.escape(plain)}{tail}", title, re.IGNORECASE) for title in titles)
