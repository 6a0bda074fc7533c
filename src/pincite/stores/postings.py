"""Pack which blocks have which words, as a database keeps it: those of one version, or of many together.

How long a block is goes into one byte, rounded as tantivy rounds it. Little-endian on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]
    Bytes = NDArray[np.uint8]

MOST_BLOCKS = 65_536
"""So many blocks can be told apart by two bytes."""
# Nobody scores a block twice as high for a word that it says 500 times.
_MOST_OFTEN = 255
_NARROW, _WIDE = np.dtype("<u2"), np.dtype("<u4")
_STARTS = np.dtype("<u4")
_NONE, _NO_BYTES = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The blocks that have a word, by their places; how often each says it; how long each is, rounded."""

    places: NDArray[np.unsignedinteger]
    often: Bytes
    lengths: Bytes

    def __len__(self) -> int:
        return len(self.places)

    def packed(self, blocks: int) -> bytes:
        """As bytes, which `unpacked` reads again; `blocks`: how many there are to be told apart."""
        return self.places.astype(_width(blocks)).tobytes() + self.often.tobytes() + self.lengths.tobytes()


@dataclass(frozen=True, slots=True, eq=False)
class Postings:
    """The words of some blocks, which are known by their places: 0, 1, 2, …"""

    words: Mapping[str, int]
    """Each with its number: the order in which `starts` has them."""
    starts: Numbers
    places: Numbers
    often: Bytes
    lengths: Bytes
    """Of every block, rounded."""
    tokens: int
    """How long all blocks are together."""

    @property
    def blocks(self) -> int:
        return len(self.lengths)

    def of(self, word: str) -> Found | None:
        """Where a word stands; None where it does not."""
        number = self.words.get(word)
        return None if number is None else self._found(number)

    def each(self) -> Iterator[tuple[str, Found]]:
        for word, number in self.words.items():
            yield word, self._found(number)

    def _found(self, number: int) -> Found:
        start, end = int(self.starts[number]), int(self.starts[number + 1])
        places = self.places[start:end]
        return Found(places.astype(_WIDE), self.often[start:end], self.lengths[places])


@dataclass(frozen=True, slots=True)
class Packed:
    """The words of one version's blocks as a database keeps them."""

    tokens: int
    words: bytes
    starts: bytes
    postings: bytes
    lengths: bytes

    def opened(self) -> Postings:
        """What was packed; a ValueError where it cannot be that."""
        names = self.words.decode()
        words = {word: number for number, word in enumerate(names.split("\n") if names else ())}
        starts = np.frombuffer(self.starts, _STARTS).astype(np.int64)
        lengths = np.frombuffer(self.lengths, np.uint8)
        count, width = int(starts[-1]), _width(len(lengths))
        places = np.frombuffer(self.postings, width, count).astype(np.int64)
        often = np.frombuffer(self.postings, np.uint8, count, count * width.itemsize)
        if len(starts) != len(words) + 1 or (count and int(places.max()) >= len(lengths)):
            raise ValueError("packed words do not fit together")
        return Postings(words, starts, places, often, lengths, self.tokens)


def postings_of(blocks: Iterable[Sequence[str]]) -> Postings:
    """Of blocks, each given by its words in order."""
    numbers: dict[str, int] = {}
    said, lengths = [], []
    for block in blocks:
        said += [numbers.setdefault(word, len(numbers)) for word in block]
        lengths.append(len(block))
    place = np.repeat(np.arange(len(lengths)), lengths)
    # One number for each word in each block, in the order of the words and then of the blocks.
    pairs, often = np.unique(
        np.array(said, dtype=np.int64) * max(1, len(lengths)) + place, return_counts=True
    )
    words, places = np.divmod(pairs, max(1, len(lengths)))
    return Postings(
        words=numbers,
        starts=np.searchsorted(words, np.arange(len(numbers) + 1)),
        places=places,
        often=np.minimum(often, _MOST_OFTEN).astype(np.uint8),
        lengths=_rounded(np.array(lengths, dtype=np.int64)),
        tokens=len(said),
    )


def pack(postings: Postings) -> Packed:
    width = _width(postings.blocks)
    return Packed(
        tokens=postings.tokens,
        words="\n".join(postings.words).encode(),
        starts=postings.starts.astype(_STARTS).tobytes(),
        postings=postings.places.astype(width).tobytes() + postings.often.tobytes(),
        lengths=postings.lengths.tobytes(),
    )


def joined(parts: Sequence[Postings]) -> Postings:
    """The blocks of all parts, one after the other."""
    numbers: dict[str, int] = {}
    words, places, first = [], [], 0
    for part in parts:
        known = [numbers.setdefault(word, len(numbers)) for word in part.words]
        words.append(np.repeat(np.array(known, dtype=np.int64), np.diff(part.starts)))
        places.append(part.places + first)
        first += part.blocks
    word = np.concatenate([_NONE, *words])
    order = np.argsort(word, kind="stable")
    return Postings(
        words=numbers,
        starts=np.searchsorted(word[order], np.arange(len(numbers) + 1)),
        places=np.concatenate([_NONE, *places])[order],
        often=np.concatenate([_NO_BYTES, *(part.often for part in parts)])[order],
        lengths=np.concatenate([_NO_BYTES, *(part.lengths for part in parts)]),
        tokens=sum(part.tokens for part in parts),
    )


def unpacked(packed: bytes, count: int, blocks: int) -> Found:
    """What was packed of a word that `count` of so many blocks have; a ValueError where it cannot be that."""
    width = _width(blocks)
    end = count * width.itemsize
    found = Found(
        np.frombuffer(packed, width, count),
        np.frombuffer(packed, np.uint8, count, end),
        np.frombuffer(packed, np.uint8, count, end + count),
    )
    if count and int(found.places.max()) >= blocks:
        raise ValueError("a packed word stands beyond the last block")
    return found


def _rounded(lengths: Numbers) -> Bytes:
    """The number of the greatest length that tantivy knows and that is not above each of these."""
    return (np.searchsorted(LENGTHS, lengths, side="right") - 1).astype(np.uint8)


def _length(number: int) -> int:
    """The length that a byte means: the first 40 are exact, the others have four binary digits."""
    if number < 24:
        return number
    digits, shift = (number - 24) & 7, ((number - 24) >> 3) - 1
    return 24 + (digits if shift < 0 else (digits | 8) << shift)


LENGTHS = np.array([_length(number) for number in range(256)], dtype=np.int64)
"""The lengths that a byte can mean."""


def _width(blocks: int) -> np.dtype[np.unsignedinteger]:
    return _NARROW if blocks <= MOST_BLOCKS else _WIDE
