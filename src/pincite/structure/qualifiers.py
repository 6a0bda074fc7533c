"""Find what limits a value, in the document's own words: "up to", "in adults", "subject to Section 7".

Looked for in the value's own part of its sentence, in what introduces its list, and in the heads and the
labels of its table. What the typed value says itself is not repeated. A limit that stands there is found
whatever a generator says of it, so that no bound is lost between the page and the reader.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

from pydantic import BaseModel

from pincite.language.limiting import (
    CONDITION,
    HEADED_BOUND,
    KIND_OF_DAYS,
    PROVISO,
    SPREAD,
    Ends,
    Stretch,
    limits_in,
)
from pincite.language.spreads import other_end, whole_of
from pincite.language.vocabulary import unbroken
from pincite.records.document import Block, Document
from pincite.records.span import Span
from pincite.structure.cells import values_in
from pincite.structure.lead_ins import lead_in, numbering_of
from pincite.values.readings import Reading
from pincite.values.registered import OF_WHOLE_BLOCKS

# What has no more or less.
_NAMES = frozenset({"address", "person", "organisation", "iban", "table", "clause"})
_HEADED = (HEADED_BOUND, *SPREAD.values())


def worded(document: Document, span: Span) -> str:
    """The words of a limit, on one line."""
    return " ".join(unbroken(span.of(document.text)).split())


def limits_at(document: Document, block: Block, answer_type: str, place: Span) -> tuple[Span, ...]:
    """Where the limits of the value that stands at `place` of the document stand."""
    readings = values_in(answer_type, document, block)
    for reading in readings:
        if Span(block.span.start + reading.start, block.span.start + reading.end) == place:
            return limits_of(document, block, readings, reading)
    return ()


def limits_of(
    document: Document, block: Block, readings: Sequence[Reading[BaseModel]], reading: Reading[BaseModel]
) -> tuple[Span, ...]:
    """Where the limits of a value stand in the document. `readings` are all of its kind in the block."""
    kind = getattr(reading.value, "answer_type", "")
    if kind in OF_WHOLE_BLOCKS | _NAMES:
        return ()
    text, at = block.span.of(document.text), block.span.start
    cell = document.cell_of(Span(at + reading.start, at + reading.end))
    within = Span(cell.span.start - at, cell.span.end - at) if cell else None
    found = [Span(at + start, at + end) for start, end in own_limits(text, readings, reading, within)]
    if rest := other_end(text, readings, reading):
        found.append(Span(at + rest.start, at + rest.end))
    if days := KIND_OF_DAYS.search(reading.original(text)) if kind == "duration" else None:
        found.append(Span(at + reading.start + days.start(), at + reading.start + days.end()))
    found += _above(document, block, Span(at + reading.start, at + reading.end))
    return _telling(document, found, getattr(reading.value, "unit", None))


def own_limits(
    text: str,
    readings: Sequence[Reading[BaseModel]],
    reading: Reading[BaseModel],
    within: Span | None = None,
) -> list[Ends]:
    """The limits of a value in its own sentence, or in the cell of a row that it stands in."""
    whole = whole_of(text, readings, reading)
    ends = Stretch(whole.start, whole.end)
    others = [Stretch(r.start, r.end) for r in readings if not ends.start <= r.start < ends.end]
    start, end = (within.start, within.end) if within else (numbering_of(text), len(text))
    return limits_in(text[:end], start, ends, others, getattr(reading.value, "answer_type", ""))


def limits_around(document: Document, block: Block, place: Span, answer_type: str) -> tuple[Span, ...]:
    """Where the limits of what stands in a value's place stand: "up to the Annual Fee"."""
    text, at = block.span.of(document.text), block.span.start
    stretch = Stretch(place.start - at, place.end - at)
    found = [Span(at + a, at + b) for a, b in limits_in(text, numbering_of(text), stretch, [], answer_type)]
    return _telling(document, [*found, *_above(document, block, place)], None)


def _above(document: Document, block: Block, place: Span) -> list[Span]:
    """Limits in the heads and labels of a value's table, or in what introduces its list."""
    table, cell = document.table_of(block.span), document.cell_of(place)
    if table is not None and cell is not None:
        heads = [span for head in table.headers_of(cell) for span in _named(document, head.span, _HEADED)]
        first = bisect_left(table.cells, cell.row, key=lambda other: other.row)
        row = table.cells[first : bisect_right(table.cells, cell.row, key=lambda other: other.row)]
        labels = [other.span for other in row if other.column < cell.column]
        return [*heads, *(span for label in labels for span in _named(document, label, SPREAD.values()))]
    if block.kind != "bullet" or (introduction := lead_in(document, block)) is None:
        return []
    text, at = introduction.span.of(document.text), introduction.span.start
    value = Stretch(len(text), len(text) + 1)
    said = text.rstrip(" :")
    # What runs on to the end of the introduction is finished by the item: "if the other party: (a) …".
    ends = [(a, b) for a, b in limits_in(said, numbering_of(text), value, [], "") if _is_whole(said, a, b)]
    return [Span(at + start, at + end) for start, end in ends]


def _is_whole(text: str, start: int, end: int) -> bool:
    return end < len(text) or not CONDITION.match(text, start) or PROVISO.match(text, start) is not None


def _named(document: Document, span: Span, wordings: Iterable[re.Pattern[str]]) -> Iterator[Span]:
    text = span.of(document.text)
    for words in wordings:
        yield from (Span(span.start + m.start(), span.start + m.end()) for m in words.finditer(text))


def _telling(document: Document, spans: Sequence[Span], unit: str | None) -> tuple[Span, ...]:
    """The limits in order, without those that a wider one or the value's own unit says."""
    trimmed = sorted({span for given in spans if (span := _trimmed(document.text, given))})
    kept = [s for s in trimmed if not any(o != s and o.covers(s) for o in trimmed)]
    said = (unit or "").casefold()
    worded_once = {worded(document, s).casefold(): s for s in reversed(kept)}
    return tuple(sorted(span for words, span in worded_once.items() if not said or words not in said))


def _trimmed(text: str, span: Span) -> Span | None:
    words = span.of(text)
    start = span.start + len(words) - len(words.lstrip())
    end = span.start + len(words.rstrip(" \t\r\n,;.:"))
    return Span(start, end) if start < end else None
