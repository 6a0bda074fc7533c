"""Write lines under their numbers, never more at once than a prompt has room for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pincite.records.document import Document

# What stands at a cut is whole on one side of it.
_OVERLAP = 400


@dataclass(frozen=True, slots=True)
class Showing:
    """Lines as one prompt shows them, and their numbers."""

    numbers: tuple[int, ...]
    text: str = field(repr=False)


def showings(document: Document, numbers: Sequence[int], most_chars: int) -> list[Showing]:
    """All of these lines in their order; a line that is too long by itself in parts that overlap."""
    shown: list[Showing] = []
    together: list[tuple[int, str]] = []
    room = most_chars
    for number, written in _written(document, numbers, most_chars):
        if together and len(written) + 1 > room:
            shown.append(_together(together))
            together, room = [], most_chars
        together.append((number, written))
        room -= len(written) + 1
    return [*shown, _together(together)] if together else shown


def _written(document: Document, numbers: Sequence[int], most_chars: int) -> Iterator[tuple[int, str]]:
    """Each line under its own number, in as many parts as it takes."""
    wanted = set(numbers)
    # Blank lines have numbers, too, and are no lines of the document. The unseen is left out.
    for line in (line for line in document.lines if line.number in wanted):
        text, label = line.span.of(document.seen_text), f"{line.number}: "
        if not text.strip():
            continue
        length = max(1, most_chars - len(label))
        step = max(1, length - min(_OVERLAP, length // 2))
        for start in range(0, max(1, len(text) - (length - step)), step):
            yield line.number, label + text[start : start + length]


def _together(lines: Sequence[tuple[int, str]]) -> Showing:
    return Showing(tuple(number for number, _ in lines), "\n".join(written for _, written in lines))
