"""Read the arrays of a word index, of which a scan of a library reads thousands.

The file is what `numpy.savez_compressed` writes. numpy reads it too, but evaluates the head of every array as
Python code, which takes most of the time for a small document.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

UNREADABLE = (ValueError, KeyError, OSError, EOFError, zipfile.BadZipFile, zlib.error)
"""What reading a damaged file may raise."""

_START = b"\x93NUMPY\x01\x00"
_HEAD = re.compile(
    rb"\{'descr': '([<|][biu]\d)', 'fortran_order': False, 'shape': \((\d+),(?: (\d+))?\), \}\s*\n"
)


def unpacked(blob: bytes) -> dict[str, NDArray[Any]]:
    """The arrays by name, which may not be written to."""
    with zipfile.ZipFile(io.BytesIO(blob)) as packed:
        return {name.removesuffix(".npy"): _array(packed.read(name)) for name in packed.namelist()}


def _array(content: bytes) -> NDArray[Any]:
    length = int.from_bytes(content[len(_START) : len(_START) + 2], "little")
    start = len(_START) + 2 + length
    head = _HEAD.fullmatch(content[len(_START) + 2 : start])
    if head is None or not content.startswith(_START):
        return _by_numpy(content)
    kind, *shape = (part.decode() for part in head.groups() if part is not None)
    return np.frombuffer(content, dtype=np.dtype(kind), offset=start).reshape([int(size) for size in shape])


def _by_numpy(content: bytes) -> NDArray[Any]:
    array: NDArray[Any] = np.lib.format.read_array(io.BytesIO(content), allow_pickle=False)
    return array
