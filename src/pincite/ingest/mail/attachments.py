"""The files that a mail message brings along, each to be read as a document of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from pincite.ingest.mail.message import Part, header_text, inner_parts, part_bytes, take_apart

# Logos, lines and tracking dots that a page in the mail refers to.
_TINY_IMAGE_BYTES = 10_000
_MAX_NAME_CHARS = 120
_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"|?*\ufffd\u202a-\u202e\u2066-\u2069]')
_EXTENSIONS = {
    "application/pdf": ".pdf", "text/html": ".html", "text/plain": ".txt", "text/csv": ".csv",
    "text/calendar": ".ics", "image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif",
    "image/tiff": ".tif", "message/rfc822": ".eml", "application/zip": ".zip",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file in a message. Its name is safe to use as a file name and differs from the others'."""

    name: str
    content: bytes


def attachments(content: bytes, name: str) -> tuple[Attachment, ...]:
    """The files attached to a message; a message in it is one of them, with its own attachments inside."""
    return tuple(attached(take_apart(content, name).attached))


def attached(parts: list[Part]) -> Iterator[Attachment]:
    """The attachments among these parts; tiny pictures of the layout are none."""
    taken: set[str] = set()
    for number, part in enumerate(parts, start=1):
        content = _content(part)
        decorates = part.get_content_maintype() == "image" and part.get("Content-ID") is not None
        if not content or (decorates and len(content) < _TINY_IMAGE_BYTES):
            continue
        name = _unused(_name(part, number), taken)
        taken.add(name.lower())
        yield Attachment(name, content)


def _content(part: Part) -> bytes:
    inner = inner_parts(part)
    if part.get_content_type() != "message/rfc822" or not inner:
        return part_bytes(part)
    return inner[0].as_bytes()


def _name(part: Part, number: int) -> str:
    try:
        stated = header_text(part.get_filename() or "")
    except (ValueError, LookupError, AttributeError):
        stated = ""
    kind = part.get_content_type()
    if not stated and kind == "message/rfc822":
        subject = next((inner.get("Subject", "") for inner in inner_parts(part)), "")
        stated = header_text(str(subject)).replace("/", "-").replace("\\", "-")
    stated = _UNSAFE.sub("", re.split(r"[/\\]", stated)[-1]).strip(". ")
    path = PurePosixPath(stated or f"attachment-{number}")
    extension = path.suffix if path.suffix and stated else ""
    if kind == "message/rfc822" and extension.lower() != ".eml":
        return f"{path.name[:_MAX_NAME_CHARS]}.eml"
    stem = path.name.removesuffix(extension)[:_MAX_NAME_CHARS]
    return stem + (extension[:20] or _EXTENSIONS.get(kind, ""))


def _unused(name: str, taken: set[str]) -> str:
    path, count = PurePosixPath(name), 1
    while name.lower() in taken:
        count += 1
        name = f"{path.stem} ({count}){path.suffix}"
    return name
