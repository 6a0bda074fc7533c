"""Read from a question where the answer is to be looked for: pages, sections, titles."""

from __future__ import annotations

import re

from pincite.records.question import Scope

_PAGES = re.compile(r"\b(?:on|in|from)\s+pages?\s+(\d+)(?:\s*(?:-|–|to|through|and)\s*(\d+))?", re.IGNORECASE)
_SECTION = re.compile(
    r"\b(?:in|under|of|from|within|per|pursuant to|according to|(?<=what )does"
    r"|(?<=what )do|does(?=\s+\w+\s+\S+\s+(?:of\s+\w+\s+\w+\s+)?(?:say|list|contain|mention|state"
    r"|include)\b))"
    r"\s+((?:section|clause|article|schedule|annex|appendix|exhibit|chapter|part)\s+"
    r"(?:\d+(?:\.\d+)*|[IVXLC]+|[A-Z])(?:\([a-z0-9]+\))*)(?![\w.]*\w)",
    re.IGNORECASE,
)
_ITEM = re.compile(r"(?:\([a-z0-9]+\))+$", re.IGNORECASE)
_SECTION_TITLE = re.compile(
    r"\b(?:in|under|from)\s+(?:the\s+)?(?:section|clause|article|chapter)\s+(?:called|titled|on|about)?\s*"
    r"[\"“']([^\"”']+)[\"”']",
    re.IGNORECASE,
)


def scope_in(asked: str) -> tuple[Scope, str]:
    """The part of a document that is meant, and the question without the words that say so."""
    pages = tuple((int(m[1]), int(m[2] or m[1])) for m in _PAGES.finditer(asked))
    # "Clause 7.2(a)" is looked for in clause 7.2: its items are no sections of their own.
    sections = tuple(_ITEM.sub("", m[1]) for m in _SECTION.finditer(asked)) + tuple(
        m[1] for m in _SECTION_TITLE.finditer(asked)
    )
    rest = asked
    for pattern in (_PAGES, _SECTION_TITLE, _SECTION):
        rest = pattern.sub(_in_its_place, rest)
    return Scope(pages, sections), rest


def _in_its_place(found: re.Match[str]) -> str:
    """What keeps the sentence whole: "does Section 7 say" needs a subject, "in Section 7" nothing."""
    return f"{found[0].split()[0]} the document " if found[0].lower().startswith("do") else " "
