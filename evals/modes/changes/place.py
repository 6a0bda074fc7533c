"""Put another state or country in the place of the one whose law or courts the evidence names."""

from __future__ import annotations

import re

from evals.modes.edits import Edit
from pincite.records.span import Span

_STATES = (
    *("Alabama", "Alaska", "Arizona", "Arkansas", "California", "Colorado", "Connecticut", "Delaware"),
    *("Florida", "Georgia", "Hawaii", "Idaho", "Illinois", "Indiana", "Iowa", "Kansas", "Kentucky"),
    *("Louisiana", "Maine", "Maryland", "Massachusetts", "Michigan", "Minnesota", "Mississippi", "Missouri"),
    *("Montana", "Nebraska", "Nevada", "New Hampshire", "New Jersey", "New Mexico", "New York"),
    *("North Carolina", "North Dakota", "Ohio", "Oklahoma", "Oregon", "Pennsylvania", "Rhode Island"),
    *("South Carolina", "South Dakota", "Tennessee", "Texas", "Utah", "Vermont", "Virginia", "Washington"),
    *("West Virginia", "Wisconsin", "Wyoming"),
)
_COUNTRIES = (
    *("Austria", "Belgium", "Brazil", "Canada", "Denmark", "England", "Finland", "France", "Germany"),
    *("Hong Kong", "India", "Ireland", "Israel", "Italy", "Japan", "the Netherlands", "Norway", "Portugal"),
    *("Scotland", "Singapore", "Spain", "Sweden", "Switzerland"),
)
_ANY = re.compile(
    r"(?<=[\s(\"“])(?P<state>" + "|".join(_STATES) + r")(?![\w-])"
    r"|(?<=[\s(\"“])(?P<country>" + "|".join(_COUNTRIES) + r")(?![\w-])",
    re.IGNORECASE,
)
_OF_LAW = re.compile(
    r"(?<!\w)(?:laws?|courts?|jurisdiction)(?!\w)(?:[^.;]{0,60}?)\s(?:of|in)\s[^.;,]{0,40}$", re.IGNORECASE
)


def relocated(place: Span, text: str, turn: int) -> tuple[str, str, list[Edit]] | None:
    """The name, another one of its kind, and the edits; None when the evidence names none beside a law.

    The name is changed in the evidence alone: elsewhere it may be that of an address.
    """
    evidence = place.of(text)
    first = next(
        (found for found in _ANY.finditer(evidence) if _OF_LAW.search(evidence[: found.start()])), None
    )
    if first is None:
        return None
    known = _STATES if first["state"] else _COUNTRIES
    free = [name for name in known if name.lower() not in text.lower()]
    if not free:
        return None
    other = free[turn % len(free)]
    edits = [
        Edit(place.start + found.start(), place.start + found.end(), _in_style(other, found[0]))
        for found in _ANY.finditer(evidence)
        if found[0].lower() == first[0].lower()
    ]
    return first[0], _in_style(other, first[0]), edits


def _in_style(name: str, like: str) -> str:
    return name.upper() if like.isupper() else name
