"""Run the paths over one document, fuse their hits and say what each of them did."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pincite.protocols import Path
from pincite.records.document import Block, Document
from pincite.records.evidence import Found, Hit, PathReport
from pincite.records.library import Held
from pincite.records.question import Question, Scope
from pincite.retrieve.context import context_of
from pincite.retrieve.fuse import fuse


@dataclass(frozen=True, slots=True)
class Retrieved:
    """Places that may answer, best first, and each path's report."""

    found: tuple[Found, ...]
    reports: tuple[PathReport, ...]


def search(question: Question, held: Held, paths: Sequence[Path], limit: int) -> Retrieved:
    """What the paths find inside one document, within the question's scope."""
    inside = within(question.retrieval.scope, held.document)
    read = sum(inside(block) for block in held.document.blocks)
    hits: dict[str, list[Hit]] = {}
    reports = []
    for path in paths:
        hits[path.name] = [
            hit for hit in path.find(question, held) if inside(held.document.blocks[hit.block - 1])
        ]
        reports.append(PathReport(path.name, read, len(hits[path.name])))
    found = tuple(
        Found(
            held.identity,
            block,
            held.document.blocks[block - 1].span,
            context_of(held.document, held.document.blocks[block - 1]),
            score,
            names,
        )
        for block, score, names in fuse(hits)[:limit]
    )
    return Retrieved(found, tuple(reports))


def within(scope: Scope, document: Document) -> Callable[[Block], bool]:
    """Whether a block lies in the pages and sections that the user named."""
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
