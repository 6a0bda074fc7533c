"""Tell what the user says is not wanted apart from what is; it must never be searched for."""

from __future__ import annotations

import re

_EXCLUDED = re.compile(
    r"(?:,|\(|;|\bbut)\s*(?:not|excluding|other than|rather than|except(?: for)?|without counting)\s+"
    r"(?:the\s+|an?\s+)?([^?,;()]+)",
    re.IGNORECASE,
)
# Who asks what was first agreed does not want what an amendment says.
_BEFORE_AMENDMENT = re.compile(
    r"\bbefore (?:(?:the |any )?amendments?(?: no\.? ?\d+)?|(?:it|they) (?:was|were) (?:amended|changed"
    r"|extended|increased|reduced|raised))\b|\boriginal(?:ly)?\b",
    re.IGNORECASE,
)


def without_exclusions(asked: str) -> tuple[str, tuple[str, ...]]:
    """The question without what is not wanted, and that."""
    excluded = tuple(match[1].strip() for match in _EXCLUDED.finditer(asked))
    if _BEFORE_AMENDMENT.search(asked):
        excluded += ("amendment",)
    return _BEFORE_AMENDMENT.sub(" ", _EXCLUDED.sub(" ", asked)), excluded
