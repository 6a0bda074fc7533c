"""Divide a sentence that lists names with their values: "Alpha: EUR 500; Beta: EUR 700"."""

from __future__ import annotations

import re

from pincite.records.span import Span

_SEMICOLON = re.compile(r"\s*;\s*(?:(?:and|or)\s+)?", re.IGNORECASE)
_NAMED = re.compile(r"[^\s:;][^:;]{0,60}:\s+\S")
_CLOSING = " \t\r\n.,;"


def segments(text: str) -> list[Span]:
    """Each name with what it is given, without the words before the first; none when there are not two."""
    found: list[Span] = []
    start = 0
    for end, after in [*((m.start(), m.end()) for m in _SEMICOLON.finditer(text)), (len(text), len(text))]:
        segment = text[start:end]
        if not found:
            # "The rents are: Alpha: EUR 500": of two colons, the first ends what introduces the names.
            head, colon, rest = segment.partition(": ")
            start += len(head) + len(colon) if ": " in rest else 0
        stop = start + len(text[start:end].rstrip(_CLOSING))
        if not _NAMED.match(text, start, stop):
            return []
        found.append(Span(start, stop))
        start = after
    return found if len(found) > 1 else []
