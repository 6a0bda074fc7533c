"""Recognise captions ("Table 3: …", "Figure 2. …") and tell which table or figure each belongs to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from pincite.ingest import numbering
from pincite.records.document import Box

CaptionOf = Literal["table", "figure", "either"]

_NUMBER = r"(?:(?:[A-Z]{1,3}[-.–]?)?\d{1,3}(?:[-.–]\d{1,3})*[a-z]?|[IVX]{1,5}|[A-Z])"
_CAPTION = re.compile(
    rf"(table|figure|fig\.?|exhibit|chart|illustration|box)\s+{_NUMBER}"
    r"(?P<rest>\s*[:.–—|-](?=\s|$)|\s*\((?:continued|cont[’'.]?d?\.?)\)|\s*$|\s+(?=[A-Z“\"(]))",
    re.IGNORECASE,
)
_CONTINUED = re.compile(r"\bcont(?:inued|[’']d|\.)", re.IGNORECASE)
_OF: dict[str, CaptionOf] = {"table": "table", "figure": "figure", "fig": "figure", "fig.": "figure"}
_STATES = re.compile(
    r"\s+(?:shows?|lists?|presents?|summari[sz]es?|sets?|gives?|is|are|below|above|and|of|in)\b"
)
_FAR = 42.0
"""In points: what stands further from a table or figure is no caption of it."""


def caption_of(line: str) -> CaptionOf | None:
    """What the line is a caption of; None when it is none. A sentence about "Table 3" is none."""
    found = _CAPTION.match(line)
    if found is None or numbering.leads(line) or _STATES.match(line, found.end()) is not None:
        return None
    if not line[0].isupper() or (found["rest"].isspace() and line[found.end() :].rstrip().endswith(".")):
        return None
    of = _OF.get(found[1].lower(), "either")
    # "Exhibit 2" alone at the head of a page numbers the page and names nothing.
    return None if of == "either" and not line[found.end() :].strip() else of


def is_strong(line: str) -> bool:
    """Whether the line is a caption even with nothing beside it: its number is set off from its words."""
    found = _CAPTION.match(line)
    return found is not None and found["rest"].strip() != "" and caption_of(line) in ("table", "figure")


def is_continued(caption: str) -> bool:
    """Whether the caption only repeats that of a table that began on a page before."""
    return _CONTINUED.search(caption) is not None


def tie(captions: Sequence[tuple[CaptionOf, Box]], things: Sequence[tuple[CaptionOf, Box]]) -> dict[int, int]:
    """For each table or figure the caption that belongs to it, both by their place in what was given.

    The nearest one above or below, in the same column; a table's caption rather stands above it, a
    figure's below. None is used twice.
    """
    pairs: list[tuple[float, int, int]] = []
    for number, (of, box) in enumerate(things):
        for candidate, (kind, place) in enumerate(captions):
            if kind not in (of, "either") or place.page != box.page:
                continue
            above, below = box.y0 - place.y1, place.y0 - box.y1
            distance = max(above, below)
            beside = place.x0 >= box.x1 or box.x0 >= place.x1
            if beside or distance > _FAR or distance < -0.5 * (place.y1 - place.y0):
                continue
            usual = above > below if of == "table" else below > above
            pairs.append((distance + (0.0 if usual else 8.0), number, candidate))
    tied: dict[int, int] = {}
    for _, number, candidate in sorted(pairs):
        if number not in tied and candidate not in tied.values():
            tied[number] = candidate
    return tied
