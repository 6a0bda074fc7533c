"""Tell that a sentence overrides another ("notwithstanding Section 4"), or gives way ("subject to …")."""

from __future__ import annotations

import re

from pincite.decide.conflicts.places import Place, part_of
from pincite.decide.conflicts.references import aims_at, references_in
from pincite.patterns import pattern
from pincite.structure.lead_ins import lead_in

_OVERRIDES = pattern(
    r"\b(?:notwithstanding|in\s+(?:deviation|derogation|departure)\s+from|deviating\s+from|in\s+contrast\s+to"
    r"|by\s+way\s+of\s+(?:derogation|deviation|departure|exception)\s+(?:from|to)|despite|contrary\s+to"
    r"|irrespective\s+of|regardless\s+of|in\s+lieu\s+of|in\s+place\s+of|instead\s+of)\s+(?P<what>[^,;:]{1,200})",
    re.IGNORECASE,
)
_GIVES_WAY = pattern(
    r"\b(?:subject\s+(?:always\s+)?to|except\s+as\s+(?:otherwise\s+)?{said}\s+in|save\s+as\s+{said}\s+in"
    r"|(?:unless|except\s+where)\s+(?:otherwise\s+)?{said}\s+(?:otherwise\s+)?in)\s+(?P<what>[^,;:]{1,200})".replace(
        "{said}", r"(?:provided|set\s+out|set\s+forth|stated|specified|agreed|stipulated)"
    ),
    re.IGNORECASE,
)
_ANYTHING = pattern(
    r"\b(?:anything|any\s+(?:other\s+|contrary\s+)?(?:provision|term|statement|clause|figure)s?"
    r"|(?:all|the)\s+other\s+(?:provisions|terms))\b",
    re.IGNORECASE,
)
_BEFORE = pattern(r"\b(?:foregoing|preceding|above)\b", re.IGNORECASE)


def without_overriding(text: str) -> str:
    """A sentence without the words that say what it overrides or gives way to."""
    return _GIVES_WAY.sub(" ", _OVERRIDES.sub(" ", text))


def overrides(place: Place, other: Place) -> Place | None:
    """The sentence with which a place overrides another; None where it does not."""
    for spoken in _spoken(place):
        for found in _OVERRIDES.finditer(spoken.text):
            if _reaches(found["what"], place, other):
                return spoken
    return None


def gives_way(place: Place, other: Place) -> Place | None:
    """The sentence with which a place gives way to another; None where it does not."""
    for spoken in _spoken(place):
        for found in _GIVES_WAY.finditer(spoken.text):
            references = references_in(found["what"])
            if (
                references
                and aims_at(references, other, place) == "named"
                and aims_at(references, place, place) != "named"
            ):
                return spoken
    return None


def _spoken(place: Place) -> list[Place]:
    introduction = lead_in(place.document, place.block)
    return [place, place.at(introduction)] if introduction else [place]


def _reaches(what: str, place: Place, other: Place) -> bool:
    """Whether what is overridden is where the other place stands."""
    references = references_in(what)
    if references:
        return aims_at(references, other, place) == "named" and aims_at(references, place, place) != "named"
    if _ANYTHING.search(what):
        return True
    before = place.identity == other.identity and other.block.number < place.block.number
    alike = part_of(place) == part_of(other) and place.titles[:1] == other.titles[:1]
    return bool(_BEFORE.search(what)) and before and alike
