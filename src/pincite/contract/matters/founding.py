"""Recognise the sentences that say between whom a contract is made, and which law governs it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.contract.matters.naming import name_in
from pincite.contract.matters.term import THIS

_BETWEEN = re.compile(
    r"\b(?:[Bb]etween|[Aa]mong|[Aa]mongst|BETWEEN|AMONG|AMONGST)\b\s*:?\s*(?:\(?(?:\d|[a-z]|i+)[.)]\s*)?(?:the\s+|The\s+|THE\s+)?"
    r"(?P<first>(?:[a-z]{1,2}(?=[A-Z]))?[“\"_\[A-Z0-9][^\s,;]*)"
)
_BARE = re.compile(r"(?:Parties|PARTIES|Party|Them|You|Us|BY)\b|_")
# What opens a contract: its name, that it is made, and the first of those who make it.
_OPENS = re.compile(
    rf"(?:{THIS}|\b(?:agreement|contract|lease|deed)\b)[^;]{{0,160}}?"
    r"\b(?:made|entered|dated|concluded|executed|effective|is|by)\b[^;]{0,200}?\b(?:between|among(?:st)?)\b"
    r"|^\W*(?:by\s+and\s+)?(?:between|among)\b",
    re.IGNORECASE,
)
_ANOTHER = re.compile(
    r"\bthat\s+certain\b|^\W*whereas\b|\bdisput|\bdiscussions?\s+between|(?<!ed )\bpursuant\s+to\b"
    r"|\bentire\b|\bsupersed|\bconflict\s+between"
    r"|\brelationship\s+between|\bnothing\s+in\b|\bunderstandings?\b|\bmeanings?\b",
    re.IGNORECASE,
)
_LISTED = re.compile(
    r"\W*(?:the\s+)?(?:contracting\s+)?part(?:y|ies)\b[^.:\t]{0,30}[:\t|]\s*\S", re.IGNORECASE
)
_GOVERNED = re.compile(
    r"\b(?:govern|constru|interpret|enforc|determined|subject)\w*\b[^;]{0,200}?\b(?:by|under|with|to)\s*,?\s+(?:only\s+)?"
    r"(?:the\s+)?(?:[\w-]+\s+){0,3}laws?\b|\baccordance\s+with\s+(?:the\s+)?(?:\w+\s+)?laws?\s+of\b"
    r"|\blaws?\b[^.;]{0,120}?\b(?:governs?|appl(?:y|ies)|shall\s+(?:govern|apply|control))\b",
    re.IGNORECASE,
)
# A rule of procedure, or what stays lawful whatever is agreed, is not the law of the contract.
_OTHER_LAW = re.compile(
    r"\bexport\b|\bseat\s+of\s+(?:the\s+)?arbitration\b|\barbitration\s+proceeding|\bnothing\s+in\b|\bcompl(?:y|iance)\s+with\b",
    re.IGNORECASE,
)
_LAW = re.compile(
    r"\blaws?\s+(?:of|in\s+force\s+in)\s+(?!any\b|other\b|such\b|said\b)|\b[A-Z][a-z]+(?:\s+[A-Z][a-z]+)?\s+law\b|\bLAWS?\s+OF\s+(?!ANY\b)"
)
_INCORPORATED = re.compile(
    r"\b(?:organi[sz]ed|existing|incorporated|formed|established|registered)\b[^.;]{0,60}\blaws?\s+of\b",
    re.IGNORECASE,
)
_LAW_TITLE = re.compile(r"\b(?:governing|applicable|choice\s+of|proper)\s+law\b", re.IGNORECASE)
_OF_CONTRACT = re.compile(
    rf"{THIS}|\bhereof\b|\bhereunder\b|\bhereto\b|\b(?:it|they)\s+(?:is|are|shall|will)\b|\bgoverning\s+law\b|\bletter\b",
    re.IGNORECASE,
)


def states_title(text: str, titles: Sequence[str]) -> bool:
    """Whether a text is the title of the contract, or opens it by its full name."""
    return name_in(text) is not None


def states_parties(text: str, titles: Sequence[str]) -> bool:
    """Whether a text introduces those between whom the contract is made."""
    if _LISTED.match(text):
        return True
    if _ANOTHER.search(text):
        return False
    named = any(not _BARE.match(found["first"]) for found in _BETWEEN.finditer(text))
    return named and _OPENS.search(text) is not None


def states_law(text: str, titles: Sequence[str]) -> bool:
    """Whether a text says which law governs the contract; that a party exists under a law does not."""
    said = _INCORPORATED.sub(" ", text)
    if not _LAW.search(said) or _OTHER_LAW.search(said):
        return False
    headed = any(_LAW_TITLE.search(title) for title in (*titles[-1:], text[:60]))
    return headed or (_GOVERNED.search(said) is not None and _OF_CONTRACT.search(said) is not None)
