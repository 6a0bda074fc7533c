"""Read the blocks of a stored version one by one, as an index of words takes them."""

from __future__ import annotations

from codecs import getincrementaldecoder
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pincite.language.vocabulary import unbroken
from pincite.stores.faults import tampered

if TYPE_CHECKING:
    from pincite.stores.database import Database


def block_texts(database: Database, version: int, name: str) -> Iterator[tuple[int, str]]:
    """Number and words of each block, one by one: together they would be the whole text once more."""
    (content,) = database.row("text", version=version) or (b"",)
    text = _Text(content)
    for number, start, end in database.rows("block_spans", version=version):
        try:
            block = int(number), unbroken(text.between(start, end))
        except (TypeError, ValueError) as error:
            raise tampered(name) from error
        yield block


@dataclass(slots=True)
class _Text:
    """A text in UTF-8, of which stretches are read from the start to the end.

    As one string it would take four bytes for each character, if a single one of them needs so many.
    """

    content: bytes = field(repr=False)
    _read: int = 0
    """How many characters, and in `_place` how many bytes."""
    _place: int = 0

    def between(self, start: int, end: int) -> str:
        """The characters from `start` up to `end`, which no stretch before has reached."""
        if start < self._read or end < start:
            raise ValueError(f"{start}..{end} does not follow {self._read}")
        self._next(start - self._read)
        return self._next(end - start)

    def _next(self, characters: int) -> str:
        # A character takes up to four bytes; what is cut off at the end is of one that is not wanted.
        piece = self.content[self._place : self._place + 4 * characters]
        found = getincrementaldecoder("utf-8")().decode(piece)[:characters]
        self._read += len(found)
        self._place += len(found.encode())
        return found
