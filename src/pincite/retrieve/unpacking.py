"""Read the arrays of a word index, of which a scan of a library reads thousands.

The file is what `numpy.savez_compressed` writes: a zip archive. numpy reads it too, but evaluates the head of
every array as Python code, and `zipfile` makes several objects of each member: for a small document both take
most of the time. So what is written in the usual form is read right here, and the rest by them.
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

UNREADABLE = (ValueError, KeyError, OSError, EOFError, struct.error, zipfile.BadZipFile, zlib.error)
"""What reading a damaged file may raise."""

_START = b"\x93NUMPY\x01\x00"
_HEAD = re.compile(
    rb"\{'descr': '([<|][biu]\d)', 'fortran_order': False, 'shape': \((\d+),(?: (\d+))?\), \}\s*\n"
)


# The parts of a zip archive, as far as they are looked at: its end, a line of its list, the head of a member.
_END = struct.Struct("<4s4H2LH")
_LISTED = struct.Struct("<4s4x2H4x3L3H8xL")
_BEFORE = struct.Struct("<4s22x2H")
_LARGE = 0xFFFFFFFF
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def unpacked(blob: bytes) -> dict[str, NDArray[Any]]:
    """The arrays by name, which may not be written to."""
    members = _members(blob)
    if members is None:
        members = _by_zipfile(blob)
    return {name.removesuffix(".npy"): _array(content) for name, content in members.items()}


def _members(blob: bytes) -> dict[str, bytes] | None:
    """What an archive holds, by name; None where it is written in another form than usual."""
    if len(blob) < _END.size:
        return None
    mark, *disks, count, length, start, comment = _END.unpack_from(blob, len(blob) - _END.size)
    if mark != b"PK\5\6" or any(disks[:2]) or comment or start + length + _END.size != len(blob):
        return None
    found: dict[str, bytes] = {}
    for _ in range(count):
        mark, flags, method, check, *sizes, named, extra, noted, place = _LISTED.unpack_from(blob, start)
        name = blob[start + _LISTED.size : start + _LISTED.size + named]
        start += _LISTED.size + named + extra + noted
        if mark != b"PK\1\2" or flags or method != zipfile.ZIP_DEFLATED or _LARGE in (*sizes, place):
            return None
        found[name.decode("ascii")] = _inflated(blob, place, check, sizes)
    return found


def _by_zipfile(blob: bytes) -> dict[str, bytes]:
    """What an archive of another form holds, by name; a ValueError where we never write such a form."""
    try:
        with zipfile.ZipFile(io.BytesIO(blob)) as packed:
            if any(each.flag_bits or each.compress_type not in _METHODS for each in packed.infolist()):
                raise ValueError("a flag or the method of a member is damaged")
            return {name: packed.read(name) for name in packed.namelist()}
    except RuntimeError as error:  # of an encrypted member, or of a version of the format that is not there
        raise ValueError("the archive is damaged") from error


def _inflated(blob: bytes, place: int, check: int, sizes: Sequence[int]) -> bytes:
    """One member, whole and unharmed; otherwise a ValueError."""
    mark, named, extra = _BEFORE.unpack_from(blob, place)
    start = place + _BEFORE.size + named + extra
    content = zlib.decompress(blob[start : start + sizes[0]], -zlib.MAX_WBITS, sizes[1])
    if mark != b"PK\3\4" or len(content) != sizes[1] or zlib.crc32(content) != check:
        raise ValueError("a member of the archive is damaged")
    return content


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
