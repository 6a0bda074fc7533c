"""Open an Office file: check the archive, read its parts as XML, follow its relationships.

An Office file comes from strangers. Its archive may unpack to more than the memory holds, and its XML
may name entities that grow or files that are not its own: all of that is refused before it is read.
"""

from __future__ import annotations

import functools
import io
import lzma
import posixpath
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pincite.errors import InputError, MissingExtra

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

MAX_UNPACKED_BYTES = 512 * 2**20
MAX_PART_BYTES = 128 * 2**20
_LARGE_BYTES = 16 * 2**20
_MAX_RATIO = 200

_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
# The strict variant of the standard renames every namespace and changes nothing else that we read.
_STRICT = (
    (b"http://purl.oclc.org/ooxml/officeDocument/", b"http://schemas.openxmlformats.org/officeDocument/2006/"),
    (b"http://purl.oclc.org/ooxml/wordprocessingml/", b"http://schemas.openxmlformats.org/wordprocessingml/2006/"),
    (b"http://purl.oclc.org/ooxml/presentationml/", b"http://schemas.openxmlformats.org/presentationml/2006/"),
    (b"http://purl.oclc.org/ooxml/drawingml/", b"http://schemas.openxmlformats.org/drawingml/2006/"),
)  # fmt: skip
# A damaged directory makes the library seek, unpack or decode what is not there.
_UNPACKING_FAILED = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, NotImplementedError, RuntimeError,
    OSError, ValueError,
)  # fmt: skip
_RELATIONSHIP = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"


@dataclass(frozen=True, slots=True)
class Relation:
    """What one part says another is to it: `kind` is the last word of its type, such as `styles`."""

    kind: str
    target: str


@dataclass(frozen=True, slots=True)
class Package:
    """The parts of an Office file by name."""

    name: str
    archive: zipfile.ZipFile
    parts: Mapping[str, str]
    """The name in lower case, and as the archive spells it: some writers are not consistent."""

    def main(self, what: str) -> str:
        """The name of the part that holds the document itself."""
        for relation in self.relations("").values():
            if relation.kind == "officeDocument" and self.holds(relation.target):
                return relation.target
        raise InputError(
            f"{self.name} is not {what}: the part that would hold its text is missing.",
            hint="Open it in the program that made it and save it again.",
        )

    def holds(self, part: str) -> bool:
        return part.lower() in self.parts

    def relations(self, part: str) -> dict[str, Relation]:
        """The relationships of a part by id; those of the whole file for an empty name."""
        folder, file = posixpath.split(part)
        listing = posixpath.join(folder, "_rels", f"{file}.rels")
        if not self.holds(listing):
            return {}
        return {
            entry.get("Id", ""): Relation(
                entry.get("Type", "").rsplit("/", 1)[-1], _resolved(folder, entry.get("Target", ""))
            )
            for entry in self.xml(listing).iter(_RELATIONSHIP)
            if entry.get("TargetMode") != "External"
        }

    def related(self, part: str, kind: str) -> Element | None:
        """The first part of one kind that `part` names; None when there is none."""
        for relation in self.relations(part).values():
            if relation.kind == kind and self.holds(relation.target):
                return self.xml(relation.target)
        return None

    def xml(self, part: str) -> Element:
        """The root of a part."""
        content = self._bytes(part)
        if b"http://purl.oclc.org/ooxml/" in content:
            for strict, usual in _STRICT:
                content = content.replace(strict, usual)
        return _parsed(content, f"{part} in {self.name}")

    def _bytes(self, part: str) -> bytes:
        try:
            member = self.archive.getinfo(self.parts[part.lower()])
            if member.file_size > MAX_PART_BYTES:
                raise InputError(
                    f"{part} in {self.name} is {member.file_size // 2**20} MB of XML, more than can be read.",
                    hint=f"Divide the document; up to {MAX_PART_BYTES // 2**20} MB are read.",
                )
            return self.archive.read(member)
        except _UNPACKING_FAILED as error:
            raise InputError(
                f"{part} in {self.name} cannot be unpacked: {error}.", hint="Get a fresh copy of the file."
            ) from error


def open_package(content: bytes, name: str) -> Package:
    """The parts of the file, once it is known that unpacking them does no harm."""
    if not content:
        raise InputError(f"{name} is empty.", hint="Check that it was saved or downloaded completely.")
    if content.startswith(_OLD_OFFICE):
        raise _old(content, name)
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
        members = archive.infolist()
    except _UNPACKING_FAILED as error:
        raise InputError(
            f"{name} is not an Office file, or only a part of one: {error}.",
            hint="Check that it was saved or downloaded completely.",
        ) from error
    if any(member.flag_bits & 1 for member in members):
        raise InputError(f"{name} is encrypted.", hint="Save a copy without a password.")
    _refuse_bombs(members, name)
    return Package(name, archive, {member.filename.lower(): member.filename for member in members})


def _old(content: bytes, name: str) -> InputError:
    if _ENCRYPTED in content:
        return InputError(f"{name} is protected by a password.", hint="Save a copy without a password.")
    return InputError(
        f"{name} is an Office document in the old binary format, whatever its name says.",
        hint="Open it in Word, PowerPoint or LibreOffice and save it as .docx or .pptx.",
    )


def _refuse_bombs(members: list[zipfile.ZipInfo], name: str) -> None:
    unpacked = sum(member.file_size for member in members)
    swollen = any(
        member.file_size > max(_LARGE_BYTES, _MAX_RATIO * max(member.compress_size, 1)) for member in members
    )
    if unpacked > MAX_UNPACKED_BYTES or swollen:
        raise InputError(
            f"{name} would unpack to {unpacked // 2**20} MB, which is far too much for a file of its size.",
            hint="It may be built to exhaust memory. If you trust it, save it again in Word and add that.",
        )


def _parsed(content: bytes, what: str) -> Element:
    parse, refusal = _xml_reader()
    try:
        root = parse(content)
    except refusal as error:
        raise InputError(f"{what} is not well-formed XML: {error}.", hint="Get a fresh copy.") from error
    if root is None or root.getroottree().docinfo.doctype:
        raise InputError(
            f"{what} declares a document type, which Office files never do.",
            hint="It may be built to do harm. If you trust it, save it again in Word and add that.",
        )
    return root


@functools.cache
def _xml_reader() -> tuple[Callable[[bytes], Element], type[Exception]]:
    try:
        from lxml import etree
    except ImportError as error:
        raise MissingExtra("lxml", extra="office", needed_for="Reading Word and PowerPoint files") from error

    def parse(content: bytes) -> Element:
        reader = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False,
            remove_comments=True, remove_pis=True,
        )  # fmt: skip
        return etree.fromstring(content, reader)

    return parse, etree.XMLSyntaxError


def _resolved(folder: str, target: str) -> str:
    if target.startswith("/"):
        return target.lstrip("/")
    return posixpath.normpath(posixpath.join(folder, target))
