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
# A list that starts later than this covers a part of the document only, such as an appendix.
_EARLY = 0.4


@dataclass(frozen=True, slots=True)
class Lists:
    """What a file says about its sections outside its text."""

    trusted: Sequence[EntrySource]
    outline: Sequence[Entry]
    links: Mapping[int, Sequence[Link]]
    """By the page on which they stand."""
    heights: Sequence[float]
    """Of the pages, in order."""


def no_lists() -> Lists:
    """For pages that come from no PDF."""
    return Lists((), (), {}, ())


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
    outlined = _usable(places.stated(lists.outline), lists.outline)
    if outlined and min(outlined) < _EARLY * len(lines):
        return {**places.unprinted(lists.outline), **outlined}, listed
    entries = contents.entries(printed, lines, places, lists.heights)
    return {**outlined, **_usable(places.stated(entries), entries)}, listed


def _usable(stated: dict[int, Stated], entries: Sequence[Entry]) -> dict[int, Stated]:
    """What was found of a list, or nothing where most of what it names is not printed where it says."""
    named = {(entry.title, entry.page) for entry in entries}
    enough = len(stated) >= min(_MIN_FOUND, max(len(named), 2)) and 2 * len(stated) >= len(named)
    return stated if enough else {}
