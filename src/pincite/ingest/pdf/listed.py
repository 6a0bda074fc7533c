"""Take the sections of a PDF from the surest list that it has of them: outline, links or contents page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pincite.ingest.pdf import contents
from pincite.ingest.pdf.glyphs import PrintedLine
from pincite.ingest.pdf.outline import Entry, EntrySource, Link
from pincite.ingest.pdf.places import Places
from pincite.ingest.rows import Row, Stated

_MIN_FOUND = 3


@dataclass(frozen=True, slots=True)
class Lists:
    """What a file says about its sections outside its text."""

    trusted: Sequence[EntrySource]
    outline: Sequence[Entry]
    links: Mapping[int, Sequence[Link]]
    """By the page on which they stand."""
    heights: Sequence[float]
    """Of the pages, in order."""


def stated_headings(
    lines: Sequence[PrintedLine], rows: Sequence[Row], lists: Lists
) -> tuple[dict[int, Stated], frozenset[int]]:
    """The headings that the surest list names, by their first line, and the lines of contents pages."""
    linked = lists.links if "links" in lists.trusted else {}
    printed = contents.lists(lines, linked) if "contents" in lists.trusted else []
    listed = frozenset(item.index for items in printed for item in items)
    if not lists.outline and not printed:
        return {}, listed
    places = Places(lines, rows, listed)
    stated = places.stated(lists.outline)
    if not _is_usable(stated, lists.outline):
        entries = contents.entries(printed, lines, places, lists.heights)
        stated = places.stated(entries)
        if not _is_usable(stated, entries):
            return {}, listed
    return stated, listed


def _is_usable(stated: Mapping[int, Stated], entries: Sequence[Entry]) -> bool:
    """Whether most of what a list names is printed where it says."""
    named = {(entry.title, entry.page) for entry in entries}
    return len(stated) >= min(_MIN_FOUND, max(len(named), 2)) and 2 * len(stated) >= len(named)
