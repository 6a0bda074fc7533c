"""What makes two facts of claims that look alike: other units, numbers, rows, parties, titles, times."""

from __future__ import annotations

import re

from pincite.decide.conflicts.facts import Fact
from pincite.decide.conflicts.places import Place
from pincite.decide.conflicts.wording import (
    ACTORS,
    COMMON,
    COMMON_TITLES,
    CONTRARY,
    EFFECT,
    NUMBERED_NAME,
    STRUCTURE,
    TEMPERED,
    bound_of,
)
from pincite.language.vocabulary import stems, telling
from pincite.records.document import Table
from pincite.records.span import Span
from pincite.structure.lead_ins import is_row
from pincite.values.types import Boolean

_PER = re.compile(r"(?:per|each|every|any one|in (?:the )?aggregate)\b", re.IGNORECASE)
_MODAL = re.compile(r"\b(?:may|shall|must|will|can|is|are|has|have|cannot)\b", re.IGNORECASE)
_TITLE_LINE = re.compile(r"[A-Z\d][^.:;!?,\n]*")
_LONGEST_TITLE = 60
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def apart(a: Fact, b: Fact) -> str:
    """Why two claims are about different facts, whatever a rule may say; empty when nothing shows it."""
    if _units_differ(a, b):
        return "they are counted by different units"
    if _named_apart(a, b):
        return "they name different things"
    if _rows_apart(a, b):
        return "they are in different rows or columns"
    if {bound_of(a.place.text), bound_of(b.place.text)} == {"least", "most"}:
        return "one is the least and the other the most"
    if any(
        one.search(x) and two.search(y) and not (one.search(y) or two.search(x))
        for one, two in CONTRARY
        for x, y in ((a.said, b.said), (b.said, a.said))
    ):
        return "one affirms and the other denies"
    if _actors_apart(a, b):
        return "they are about different parties"
    if isinstance(a.judged.claim.value, Boolean) and (TEMPERED.search(a.said) or TEMPERED.search(b.said)):
        return "one applies only under a condition"
    return ""


def titles_apart(a: Fact, b: Fact) -> bool:
    """Whether titles name different things that the sentences under them are silently about."""
    first, second = (_subjects(fact) for fact in (a, b))
    return bool(first - second) and bool(second - first)


def times_apart(a: Fact, b: Fact) -> bool:
    """Whether each side says for which year, or since when, it holds, and they differ."""
    first, second = (_times(fact) for fact in (a, b))
    return bool(first and second) and first != second


def _units_differ(a: Fact, b: Fact) -> bool:
    units = [getattr(fact.judged.claim.value, "unit", None) for fact in (a, b)]
    if all(units) and units[0] != units[1]:
        return True
    per = [frozenset(q.lower() for q in fact.judged.claim.qualifiers if _PER.match(q)) for fact in (a, b)]
    return bool(per[0] and per[1]) and per[0] != per[1]


def _named_apart(a: Fact, b: Fact) -> bool:
    """Whether both name a thing of one kind by different numbers or letters: Site 1 and Site 2."""
    first, second = _names(a), _names(b)
    return any(first[kind].isdisjoint(second[kind]) for kind in first.keys() & second.keys())


def _names(fact: Fact) -> dict[str, set[str]]:
    names: dict[str, set[str]] = {}
    for text in (fact.said, *fact.place.titles):
        for found in NUMBERED_NAME.finditer(text):
            if (kind := found["kind"].lower()) not in STRUCTURE:
                names.setdefault(kind, set()).add(found["number"].upper())
    return names


def _rows_apart(a: Fact, b: Fact) -> bool:
    labels = [_label(fact) for fact in (a, b)]
    if labels[0] is None or labels[1] is None:
        return False
    return labels[0] != labels[1]


def _label(fact: Fact) -> frozenset[str] | None:
    """What names the row and the column of a value, with its numbers; None outside of tables."""
    block, document = fact.place.block, fact.place.document
    if not is_row(document, block):
        return None
    table = document.table_of(block.span)
    said = f"{fact.said} {_column(fact, table)}" if table is not None else fact.said
    return frozenset(telling(stems(said))) - fact.asked - COMMON


def _column(fact: Fact, table: Table) -> str:
    text = fact.place.document.text
    at = text.find(fact.judged.claim.original, fact.place.block.span.start, fact.place.block.span.end)
    cell = table.cell_of(Span(at, at + len(fact.judged.claim.original))) if at >= 0 else None
    return " ".join(head.span.of(text) for head in table.headers_of(cell)) if cell else ""


def _actors_apart(a: Fact, b: Fact) -> bool:
    first, second = _actors(a), _actors(b)
    return bool(first and second) and first.isdisjoint(second)


def _actors(fact: Fact) -> frozenset[str]:
    """Who does it: the parties before the first verb."""
    modal = _MODAL.search(fact.said)
    subject = set(stems(fact.said[: modal.start()])) if modal else set()
    aliases = {
        s
        for subj in fact.place.document.profile.subjects
        for n in (subj.name, *subj.aliases)
        for s in telling(stems(n))
    }
    return frozenset(subject & (ACTORS | aliases)) - fact.asked


def _subjects(fact: Fact) -> frozenset[str]:
    titles = [*fact.place.titles, _line_above(fact.place)]
    words = {stem for title in titles for stem in telling(stems(title)) if not stem[0].isdigit()}
    return frozenset(words) - fact.asked - COMMON - COMMON_TITLES - frozenset(telling(stems(fact.said)))


def _line_above(place: Place) -> str:
    """The line before a place that reads like a title: in a plain text nothing else marks it as one."""
    before = place.document.blocks[place.block.number - 2] if place.block.number > 1 else None
    text = before.span.of(place.document.text) if before else ""
    return text if len(text) <= _LONGEST_TITLE and _TITLE_LINE.fullmatch(text) else ""


def _times(fact: Fact) -> frozenset[str]:
    text = fact.place.text
    if fact.judged.claim.answer_type == "date":
        text = text.replace(fact.judged.claim.original, " ", 1)
    return frozenset(m[0] for m in _YEAR.finditer(text)) | frozenset(
        " ".join(m[0].lower().split()) for m in EFFECT.finditer(text)
    )
