"""Read that the later of two dated parts governs, or that one part supersedes what came before it."""

from __future__ import annotations

import re

from pincite.decide.conflicts.dates import date_of
from pincite.decide.conflicts.places import Place, blocks_saying, same_part, title_of
from pincite.patterns import pattern

_LATER_GOVERNS = pattern(
    r"\b(?:later|latest|most\s+recent(?:ly)?|more\s+recent(?:ly)?|newer|newest)\b[^.;]{0,80}"
    r"\b(?:prevails?|governs?|controls?|appl(?:y|ies)|supersedes?|replaces?|takes?\s+precedence|is\s+binding|authoritative)\b",
    re.IGNORECASE,
)
_SUPERSEDES = pattern(
    r"\b(?:supersedes?|replaces?|cancels?)\s+(?:and\s+(?:supersedes?|replaces?|cancels?)\s+)?"
    r"(?P<what>(?:all|any|every|each|the|our|its)\s+(?:\w+\s+){0,2}?(?:prior|previous|earlier|former|preceding)\b[^.;]{0,80})",
    re.IGNORECASE,
)
_KEYWORD = pattern(r"\b(?:later|latest|recent|recently|newer|newest|supersede|replace|cancel)", re.IGNORECASE)
# Every contract says this of talks and papers that are not part of it.
_ENTIRE_AGREEMENT = pattern(
    r"\b(?:agreements?|understandings?|negotiations?|representations?|discussions?|communications?|contracts?)\b",
    re.IGNORECASE,
)


def later_governs(a: Place, b: Place) -> tuple[Place, Place] | None:
    """Of two places the one that the document says the later date makes prevail, and where it says so."""
    if same_part(a, b):
        return None
    first, second = date_of(a), date_of(b)
    for said in blocks_saying(_KEYWORD, a, b):
        if _LATER_GOVERNS.search(said.text) and first and second and first != second:
            return (a if first > second else b), said
        if found := _SUPERSEDES.search(said.text):
            for winner, loser, own, others in ((a, b, first, second), (b, a, second, first)):
                dated = bool(own and others)
                is_own = same_part(said, winner) or (said.identity == winner.identity != loser.identity)
                if (
                    is_own
                    and not same_part(said, loser)
                    and _is_prior(found["what"], dated)
                    and not (dated and own <= others)
                ):
                    return winner, said
    return None


def _is_prior(what: str, dated: bool) -> bool:
    return dated or not _ENTIRE_AGREEMENT.search(what)


_SPECIFIC = pattern(
    r"\b(?:specific|special|particular)\b[^.;]{0,80}"
    r"\b(?:prevails?|governs?|controls?|takes?\s+precedence|overrides?|priority)\b",
    re.IGNORECASE,
)
_SPECIAL_TITLE = pattern(r"\b(?:special|specific|particular|supplement\w*)\b", re.IGNORECASE)
_GENERAL = pattern(r"\bgeneral\b", re.IGNORECASE)
_GENERAL_TITLE = pattern(r"\b(?:general|standard)\b", re.IGNORECASE)


def specific_governs(a: Place, b: Place) -> tuple[Place, Place] | None:
    """Of two places the special one, where the document says that the special prevails over the general."""
    for winner, loser in ((a, b), (b, a)):
        special, general = _titles(winner), _titles(loser)
        contrast = _GENERAL_TITLE.search(general) and not _SPECIAL_TITLE.search(general)
        if _SPECIAL_TITLE.search(special) and contrast:
            said = next((p for p in blocks_saying(_SPECIFIC, a, b) if _GENERAL.search(p.text)), None)
            return (winner, said) if said else None
    return None


def _titles(place: Place) -> str:
    return " | ".join([*place.titles, title_of(place)])
