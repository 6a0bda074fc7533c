"""Whether a block lies in the pages and sections that a question names."""

from __future__ import annotations

import re
from collections.abc import Callable

from pincite.records.document import Block, Document
from pincite.records.question import Scope


def within(scope: Scope, document: Document) -> Callable[[Block], bool]:
    """A test for the blocks of one document; without a scope every block passes."""
    if not scope:
        return _anywhere
    sections = {
        section.id
        for section in document.sections
        if any(_names(wanted, section.title) for wanted in scope.sections)
    }

    def inside(block: Block) -> bool:
        on_page = not scope.pages or any(
            block.page is not None and first <= block.page <= last for first, last in scope.pages
        )
        path = document.section_path(block.section) if scope.sections else ()
        return on_page and (not scope.sections or any(s.id in sections for s in path))

    return inside


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
