"""Look into a ZIP archive, without unpacking it, and refuse one that would fill the memory."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from dataclasses import dataclass

from pincite.ingest.watch import limits, over
from pincite.records.limits import MEGABYTE

_END = b"PK\x05\x06"
_END_BYTES = 22
_LONGEST_COMMENT = 65_535
_LARGE_END = b"PK\x06\x06"
_LONG_ENTRY_BYTES = 400  # 46 and the name, the extra field and the comment
# What `zipfile` raises of a damaged or unusual archive.
_UNREADABLE = (
    zipfile.BadZipFile, zlib.error, struct.error, OSError, EOFError, ValueError, LookupError, RuntimeError,
    OverflowError,
)  # fmt: skip
# Small files of nothing but zeros harm nobody, and empty parts of a workbook look like that.
_SMALL = 20 * MEGABYTE


@dataclass(frozen=True, slots=True)
class Archive:
    """The names in an archive, and the start of the member that may say what it is."""

    names: frozenset[str]
    mimetype: str
    types: bytes

    def has(self, *names: str) -> bool:
        return not self.names.isdisjoint(names)


def look_into(content: bytes, name: str) -> Archive | None:
    """What an archive holds; None when its directory cannot be read. Refuses a bomb."""
    # Python makes an object of every entry, so they are counted by their bytes before it does.
    if _directory_bytes(content) > limits().archive_members * _LONG_ENTRY_BYTES:
        raise over(
            f"{name} holds too many files", "archive_members", "Unpack it and add the document you need"
        )
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
            _check(members, name)
            names = frozenset(member.filename for member in members)
            mimetype = _start(archive, "mimetype", 200).decode("latin-1").strip()
            return Archive(names, mimetype, _start(archive, "[Content_Types].xml", 1 << 20))
    except _UNREADABLE:
        return None


def _directory_bytes(content: bytes) -> int:
    """The size that an archive states for its directory; 0 when it states none."""
    end = content.rfind(_END, max(0, len(content) - _END_BYTES - _LONGEST_COMMENT))
    if end < 0 or end + _END_BYTES > len(content):
        return 0
    (size,) = struct.unpack_from("<I", content, end + 12)
    large = content.rfind(_LARGE_END, 0, end)
    if size == 0xFFFFFFFF and 0 <= large <= len(content) - 48:
        (size,) = struct.unpack_from("<Q", content, large + 40)
    return min(int(size), len(content))


def _check(members: list[zipfile.ZipInfo], name: str) -> None:
    if len(members) > limits().archive_members:
        raise over(
            f"{name} holds {len(members):,} files",
            "archive_members",
            "Unpack it and add the document you need",
        )
    unpacked = sum(member.file_size for member in members)
    if unpacked > limits().archive_megabytes * MEGABYTE:
        raise over(
            f"{name} would unpack to {unpacked / MEGABYTE:,.0f} MB", "archive_megabytes", "Save it in parts"
        )
    for member in members:
        ratio = member.file_size / max(member.compress_size, 1)
        if member.file_size > _SMALL and ratio > limits().archive_ratio:
            raise over(
                f"{name} holds a file packed to 1/{ratio:,.0f} of its size",
                "archive_ratio",
                "Save it again with the program it comes from",
            )


def _start(archive: zipfile.ZipFile, member: str, size: int) -> bytes:
    """The first bytes of a member; none when there is no such member or it cannot be unpacked."""
    try:
        with archive.open(member) as file:
            return file.read(size)
    except _UNREADABLE:
        return b""
