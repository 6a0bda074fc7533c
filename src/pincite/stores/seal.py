"""Hash what is stored of a version, so that no change of it goes unnoticed.

The hash is made from the entry before it is stored and compared with the rows as they are read: the
rules here change only with the number of the schema, or every library would look damaged.
"""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pincite.stores.database import Row
from pincite.stores.packing import little_endian

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
