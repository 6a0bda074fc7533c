"""Keep the signs of vectors in a file that is mapped into memory, and find those that differ least.

A row is the number of a vector and one bit for each of its dimensions: a sixteenth of its size as it is
stored, and two vectors that point alike differ in few bits. The file only ever grows at its end, and a
manifest says how many rows count: whoever reads is never disturbed, and what a killed writer left behind the
last row is overwritten. Rows are taken out by writing another file, which the manifest then names instead.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pincite.stores.lock import opener
from pincite.stores.manifest import Manifest, write_manifest

Bits = NDArray[np.uint64]

_STORED = np.dtype("<f2")
_BITS = np.dtype("<u8")
# So many rows are compared at once: they and their distances stay in the processor's cache.
_TOGETHER = 8192


@dataclass(frozen=True, slots=True, eq=False)
class Signs:
    """Rows of signs, mapped or in memory, in order of the numbers of their vectors."""

    rows: Bits

    def __len__(self) -> int:
        return len(self.rows)

    def only(self, numbers: Sequence[int]) -> Signs:
        """The rows of those vectors among them that have one of the numbers."""
        return Signs(self.rows[np.isin(self.rows[:, 0], np.array(numbers, dtype=_BITS))])

    def nearest(self, vector: NDArray[np.float32], count: int) -> list[int]:
        """The numbers of so many vectors, those first whose signs differ least; the older first of equals."""
        distances = self._distances(_signs(vector.reshape(1, -1))[0])
        if count < len(distances):
            # A distance is a small whole number, so counting finds the last one that is wanted.
            reach = int(np.searchsorted(np.cumsum(np.bincount(distances)), count))
            places = np.flatnonzero(distances <= reach)
        else:
            places = np.arange(len(distances))
        best = places[np.argsort(distances[places], kind="stable")[:count]]
        return [int(number) for number in self.rows[best, 0]]

    def _distances(self, wanted: Bits) -> NDArray[np.uint16]:
        distances, count = np.zeros(len(self.rows), dtype=np.uint16), _bit_count()
        for start in range(0, len(self.rows), _TOGETHER):
            block, there = self.rows[start : start + _TOGETHER], distances[start : start + _TOGETHER]
            for column, bits in enumerate(wanted, start=1):
                there += count(block[:, column] ^ bits)
        return distances


def make_signs(vectors: Sequence[tuple[int, bytes]], size: int) -> Signs:
    """Signs of numbered vectors; of those that do not have the size there are none, for they are damaged."""
    sound = [(number, vector) for number, vector in vectors if len(vector) == size]
    numbers = np.array([number for number, _ in sound], dtype=_BITS).reshape(-1, 1)
    return Signs(np.hstack([numbers, _signs(_matrix([vector for _, vector in sound], size))]))


def received(vectors: Sequence[tuple[int, bytes]], size: int) -> Signs:
    """Signs of numbered vectors as PostgreSQL sends bits: how many they are in four bytes, then the bits."""
    bits, words = size // _STORED.itemsize, -(-size // _STORED.itemsize // 64)
    sound = [(number, sent[4:]) for number, sent in vectors if int.from_bytes(sent[:4], "big") == bits]
    padded = b"".join(signs.ljust(words * _BITS.itemsize, b"\0") for _, signs in sound)
    numbers = np.array([number for number, _ in sound], dtype=_BITS).reshape(-1, 1)
    return Signs(np.hstack([numbers, np.frombuffer(padded, dtype=_BITS).reshape(-1, words)]))


def joined(groups: Sequence[Signs], size: int) -> Signs:
    """The rows of all groups, one after the other."""
    return Signs(np.concatenate([make_signs((), size).rows, *(group.rows for group in groups)]))


def open_signs(folder: Path, manifest: Manifest) -> Signs:
    """The rows that count, mapped; an OSError or ValueError when they are not all there."""
    if not manifest.rows:
        return make_signs((), manifest.size)
    shape = (manifest.rows, _columns(manifest))
    rows = np.memmap(folder / manifest.file, dtype=_BITS, mode="r", shape=shape)
    if int(rows[-1, 0]) > manifest.last or int(rows[0, 0]) > int(rows[-1, 0]):
        raise ValueError(f"{manifest.file} does not hold what its manifest says")
    # A plain view of the mapped file: numpy's own class for it costs more than the comparing of a block.
    return Signs(np.asarray(rows))


def append(folder: Path, manifest: Manifest, signs: Iterable[tuple[Signs, int]]) -> Manifest:
    """The manifest after more rows, each group with the number up to which nothing is missing."""
    row_bytes = _columns(manifest) * _BITS.itemsize
    with open(folder / manifest.file, "r+b" if manifest.rows else "wb", opener=opener) as file:
        file.truncate(manifest.rows * row_bytes)
        file.seek(0, os.SEEK_END)
        for group, last in signs:
            file.write(np.ascontiguousarray(group.rows).tobytes())
            manifest = replace(manifest, rows=manifest.rows + len(group), last=last)
        file.flush()
        os.fsync(file.fileno())
    write_manifest(folder, manifest)
    return manifest


def compared(vector: NDArray[np.float32], rows: Sequence[tuple[str, bytes]]) -> list[tuple[str, float]]:
    """Stored vectors by name: their cosines with this one, highest first; of equals in order of name."""
    size = len(vector) * _STORED.itemsize
    sound = [(name, stored) for name, stored in rows if len(stored) == size]
    matrix = _matrix([stored for _, stored in sound], size)
    # Rounded, because the last digits of a product depend on what else is multiplied with it.
    cosines = np.round(matrix.astype(np.float32) @ vector, 6)
    scored = [(name, float(score)) for (name, _), score in zip(sound, cosines, strict=True)]
    return sorted((each for each in scored if isfinite(each[1])), key=lambda each: (-each[1], each[0]))


def _matrix(vectors: Sequence[bytes], size: int) -> NDArray[np.float16]:
    shape = (len(vectors), size // _STORED.itemsize)
    return np.frombuffer(b"".join(vectors), dtype=_STORED).reshape(shape)


def _columns(manifest: Manifest) -> int:
    """The number of the vector, and as many words of 64 bits as it has dimensions."""
    return 1 + -(-manifest.size // _STORED.itemsize // 64)


def _signs(values: NDArray[np.floating[Any]]) -> Bits:
    packed = np.packbits(values > 0, axis=1)
    padded = np.zeros((len(values), -(-packed.shape[1] // 8) * 8), dtype=np.uint8)
    padded[:, : packed.shape[1]] = packed
    return padded.view(_BITS)


@functools.cache
def _bit_count() -> Callable[[Bits], NDArray[np.uint8]]:
    """How many bits of each word are set; numpy counts them itself from version 2 on."""
    counted: Callable[[Bits], NDArray[np.uint8]] | None = getattr(np, "bitwise_count", None)
    return counted or by_adding


def by_adding(words: Bits) -> NDArray[np.uint8]:
    """How many bits of each word are set: those of neighbours are added up, two, four and eight at a time."""
    pairs, fours, eights, ones = (np.uint64(0xFFFF_FFFF_FFFF_FFFF // each) for each in (3, 5, 17, 255))
    counts = words - (words >> np.uint64(1) & pairs)
    counts = (counts & fours) + (counts >> np.uint64(2) & fours)
    counts = counts + (counts >> np.uint64(4)) & eights
    sums: NDArray[np.uint8] = (counts * ones >> np.uint64(56)).astype(np.uint8)
    return sums
