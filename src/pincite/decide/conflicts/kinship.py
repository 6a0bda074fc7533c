"""Tell whether two documents belong to one contract, as an original and its amendment do."""

from __future__ import annotations

import re

from pincite.decide.conflicts.places import Place
from pincite.language.vocabulary import stems, telling
from pincite.patterns import pattern
from pincite.records.document import Document
from pincite.values.registered import find
from pincite.values.types import DateValue

_OPENING_CHARS = 2_500
_LONGEST_TITLE = 120
_IDENTIFIER = pattern(
    r"\b(?:contract|agreement|policy|order|lease|project|account|file|our|your)\s+"
    r"(?:no\.?|number|nr\.?|ref(?:erence)?\.?|id)\s*:?\s*(?P<id>[A-Z0-9][A-Z0-9/._-]*\d[A-Z0-9/._-]*)",
    re.IGNORECASE,
)
_ANY_TITLE = telling(
    stems("amendment addendum first second third no number schedule annex appendix order form the to")
)
_COMPANY = pattern(
    r"(?:[A-Z][\w&'’-]*[ \t]+){1,5}"
    r"(?:GmbH|AG|KG|SE|Ltd|Limited|Inc|LLC|LLP|plc|PLC|Corp|Corporation|B\.V|N\.V|S\.A|S\.r\.l|AB|Oy|A/S|Pty)\b"
)
_LETTERHEAD = pattern(
    r"(?:[^\W\d_][\w&'’-]*[ \t]+){1,5}"
    r"(?:gmbh|ag|kg|se|ltd|limited|inc|llc|llp|plc|corp|corporation|b\.v|n\.v|s\.a|s\.r\.l|ab|oy|a/s|pty)\b\.?",
    re.IGNORECASE,
)
_MANY_SPACES = pattern(r"\s+")


def akin(a: Place, b: Place) -> bool:
    """Whether two places may speak of the same contract; two in one document do.

    Documents with other parties, or with contract numbers of their own, never do. Others do when one
    names the other, by its number, its title or its date, or when both have the same title and parties.
    """
    if a.identity == b.identity:
        return True
    first, second = a.document, b.document
    if _apart(_parties(first), _parties(second)) or _apart(_identifiers(first), _identifiers(second)):
        return False
    if _identifiers(first) & _identifiers(second):
        return True
    if names_title_of(first, second) or names_title_of(second, first):
        return True
    return bool(_parties(first) & _parties(second)) and _title(first) == _title(second) != frozenset()


def _apart(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one and other) and not one & other


def _parties(document: Document) -> frozenset[str]:
    known = [s.name for s in document.profile.subjects if s.kind in {"party", "organisation"}]
    known += [match[0] for match in _COMPANY.finditer(opening_of(document))]
    return frozenset(_MANY_SPACES.sub(" ", name.casefold().strip(" .")) for name in known)


def _identifiers(document: Document) -> frozenset[str]:
    return frozenset(m["id"].upper().rstrip(".") for m in _IDENTIFIER.finditer(opening_of(document)))


def opening_of(document: Document) -> str:
    """How a document begins: where it gives its title, its day and its parties."""
    return document.seen_text[:_OPENING_CHARS]


def days_in_opening(document: Document) -> tuple[str, ...]:
    """The days, in ISO form, that the beginning of a document gives, in order."""
    found = (reading.value for reading in find("date", opening_of(document)))
    return tuple(day.iso for day in found if isinstance(day, DateValue) and day.precision == "day")


def _title(document: Document) -> frozenset[str]:
    """The telling words of the first block, where it is a title; the head of a letter names its sender."""
    if not document.blocks:
        return frozenset()
    first = document.blocks[0].span.of(document.text)
    if len(first) > _LONGEST_TITLE or _LETTERHEAD.fullmatch(first.strip()):
        return frozenset()
    return frozenset(telling(stems(first)))


def names_title_of(document: Document, other: Document) -> bool:
    """Whether the opening of a document names another by its title, and does not give it another date."""
    title = frozenset(stem for stem in _title(other) - _ANY_TITLE if not stem.isdigit())
    if len(title) < 2 or title == _title(document):
        return False
    opening = opening_of(document)
    run = stems(opening)
    reach = len(title) + 2
    named = any(title <= set(run[at : at + reach]) for at in range(len(run)))
    return named and (
        not _parties(document)
        or not _parties(other)
        or _share_a_date(document, other)
        or bool(_parties(document) & _parties(other))
    )


def _share_a_date(document: Document, other: Document) -> bool:
    return bool(_dates(document) & _dates(other))


def _dates(document: Document) -> set[str]:
    return {r.value.iso for r in find("date", opening_of(document)) if isinstance(r.value, DateValue)}
