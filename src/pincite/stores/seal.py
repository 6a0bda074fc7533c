"""Pack the word boxes of a document, and hash what is stored of a version, so that no change goes unnoticed.

The hash is made from the entry before it is stored and compared with the rows as they are read: the
rules here change only with the number of the schema, or every library would look damaged.

Seven columns (start, end, page, x0, y0, x1, y1) of 32-bit values, each cut into its four byte planes
before compression: neighbouring words share their high bytes, so the blob is a third of the raw size
and half as slow to pack and unpack as unsorted bytes. Little-endian on every machine.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from pincite.records.document import Words
from pincite.stores.database import Row

_BYTES = 4
_COLUMNS = 7
_LEVEL = 1

T = TypeVar("T", int, float)


def pack(words: Words) -> bytes:
    """Bytes from which `unpack` makes the same words."""
    if words.edges.typecode != "f":
        raise ValueError("word edges must be 32-bit floats, or they would not come back as they were")
    columns = [
        *(little_endian(array("I", column)).tobytes() for column in (words.starts, words.ends, words.pages)),
        *(little_endian(words.edges[corner::4]).tobytes() for corner in range(4)),
    ]
    return zlib.compress(b"".join(col[plane::_BYTES] for col in columns for plane in range(_BYTES)), _LEVEL)


def unpack(blob: bytes) -> Words:
    """The words that were packed; a ValueError or zlib.error when the bytes cannot be theirs."""
    body = zlib.decompress(blob)
    count, rest = divmod(len(body), _COLUMNS * _BYTES)
    if rest:
        raise ValueError("stored word boxes are incomplete")
    columns = [_column(body, number, count) for number in range(_COLUMNS)]
    starts, ends, pages = (little_endian(array("I", column)) for column in columns[:3])
    edges = array("f", bytes(4 * _BYTES * count))
    for corner, column in enumerate(columns[3:]):
        edges[corner::4] = little_endian(array("f", column))
    return Words(starts, ends, pages, edges)


def _column(body: bytes, number: int, count: int) -> bytes:
    values = bytearray(_BYTES * count)
    for plane in range(_BYTES):
        start = (number * _BYTES + plane) * count
        values[plane::_BYTES] = body[start : start + count]
    return bytes(values)


def little_endian(values: array[T]) -> array[T]:
    """The values in the byte order in which they are stored, on this machine."""
    if sys.byteorder == "big":
        values.byteswap()
    return values


Tables = Mapping[str, Sequence[Row]]

_ROWS_AT_A_TIME = 256  # another number would give other hashes


def sealed(own: Sequence[str], blobs: Sequence[bytes], tables: Tables) -> str:
    """The hash over all that loading reads. `own` starts with the identity, so that no version can stand
    in for another.
    """
    return sha256([json.dumps(own).encode(), *blobs, *parts(tables)])


def sha256(parts: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.hexdigest()


def parts(tables: Tables) -> Iterator[bytes]:
    """Rows as bytes, by column, because whole columns pack three times as fast as rows.

    They are taken some rows at a time: turning all of a long table at once would take as long again.
    """
    for table, rows in tables.items():
        yield f"{table} {len(rows)}".encode()
        for start in range(0, len(rows), _ROWS_AT_A_TIME):
            for column in zip(*rows[start : start + _ROWS_AT_A_TIME], strict=True):
                yield _packed(column) or _packed_with_gaps(column)


def _packed_with_gaps(values: Sequence[object]) -> bytes:
    present = [value for value in values if value is not None]
    places = bytes(value is not None for value in values)
    return places + (_packed(present) or json.dumps(present).encode())


def _packed(values: Sequence[Any]) -> bytes | None:
    """The values as 64-bit numbers, led by their type; None when they are not all numbers."""
    return _numbers("q", values) or _numbers("d", values)


def _numbers(typecode: str, values: Sequence[Any]) -> bytes | None:
    try:
        return typecode.encode() + little_endian(array(typecode, values)).tobytes()
    except TypeError:
        return None
