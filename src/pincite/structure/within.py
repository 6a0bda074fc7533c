"""Whether a block lies in the pages and sections that a question names, or in the part that is read."""

from __future__ import annotations

import re
from collections.abc import Callable

from pincite.records.document import Block, Document
from pincite.records.question import Scope

_CLAUSE = re.compile(r"(?:section|clause|article)\s+(\d+(?:\.\d+)+)", re.IGNORECASE)
_OWN_NUMBER = re.compile(
    r"\s*(\d+(?:\.\d+)+)\.?\s(?!\s*(?:%|per\s?cent|million|billion|thousand|hours?|days?|[mk]?g\b|ml\b|[ck]?m\b))"
)


def within(scope: Scope, document: Document) -> Callable[[Block], bool]:
    """A test for the blocks of one document; without a scope every block passes."""
    if not scope:
        return _anywhere
    sections: set[int] = set()
    numbered: set[int] = set()
    for wanted in scope.sections:
        titled = {section.id for section in document.sections if _names(wanted, section.title)}
        sections |= titled
        numbered |= set() if titled else _numbered(wanted, document)

    def inside(block: Block) -> bool:
        on_page = not scope.pages or any(
            block.page is not None and first <= block.page <= last for first, last in scope.pages
        )
        path = document.section_path(block.section) if scope.sections else ()
        named = block.number in numbered or any(s.id in sections for s in path)
        in_part = scope.part is None or scope.part.covers(block.span)
        return in_part and on_page and (not scope.sections or named)

    return inside


def _numbered(wanted: str, document: Document) -> set[int]:
    """The blocks of "clause 6.2" and of 6.2.1 below it, where these are no titles but open sentences."""
    number = _CLAUSE.fullmatch(wanted.strip())
    found: set[int] = set()
    section: int | None = None
    inside = False
    for block in document.blocks if number else ():
        own = _OWN_NUMBER.match(block.span.of(document.text))
        if block.section != section or own:
            inside = bool(number and own and f"{own[1]}.".startswith(f"{number[1]}."))
            section = block.section
        if inside:
            found.add(block.number)
    return found


def _anywhere(block: Block) -> bool:
    return True


def _names(wanted: str, title: str) -> bool:
    """Whether "section 7.2" or "Fees" names a section with this title."""
    number = re.search(r"\d+(?:\.\d+)*$|\b[IVXLC]+$|\b[A-Z]$", wanted)
    if number:
        kind = wanted[: number.start()].strip().lower()
        leading = re.match(r"(?:(\w+)\s+)?([\dA-Z]+(?:\.\d+)*)\b", title, re.IGNORECASE)
        if not leading or leading[2].lower() != number[0].lower():
            return False
        named = (leading[1] or "").lower()
        return named == kind if named else kind in {"section", "clause", "article", "chapter"}
    return wanted.casefold() in title.casefold()
