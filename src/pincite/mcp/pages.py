"""The text of a page line by line; hidden and struck-out words are left out."""

from __future__ import annotations

from pincite.errors import InputError
from pincite.mcp.tool_forms import PageLine, PageResult
from pincite.records.document import Document, Line
from pincite.records.library import Held

MOST_LINES = 200
NOT_ON_IT = "The words to highlight are not on it."


def lines_of(held: Held, page: int | None, first_line: int | None) -> PageResult:
    """Some lines of a page, or of a document without pages from a line on."""
    document, name = held.document, held.identity.name
    if page is None and document.pages and first_line is None:
        page = 1
    if page is not None:
        _require_page(document, name, page)
    seen = [
        (line, text)
        for line in document.lines
        if (page is None or line.page == page)
        and line.number >= (first_line or 1)
        and (text := line.span.of(document.seen_text)).strip()
    ]
    if first_line and not seen:
        raise InputError(f"{name} has no text from line {first_line} on.", hint=_numbered(document))
    shown, rest = seen[:MOST_LINES], seen[MOST_LINES:]
    return PageResult(
        document=name,
        page=page,
        pages=len(document.pages),
        lines=[PageLine(number=line.number, text=text) for line, text in shown],
        next_line=rest[0][0].number if rest else None,
        note="" if shown else "There is no text on it.",
    )


def _require_page(document: Document, name: str, page: int) -> None:
    if not document.pages:
        raise InputError(f"{name} has no pages.", hint="Leave out `page` and use `first_line`.")
    if page > len(document.pages):
        last = len(document.pages)
        raise InputError(f"{name} has no page {page}.", hint=f"Its pages are numbered from 1 to {last}.")


def _numbered(document: Document) -> str:
    last: Line | None = document.lines[-1] if document.lines else None
    return f"Its lines are numbered from 1 to {last.number}." if last else "It has no text."
