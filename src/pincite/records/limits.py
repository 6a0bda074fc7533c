"""The formats that documents are read from, and how much one document may take of the machine."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Limits:
    """Each is a setting of its own, `limits.pages` and so on, and an error names the one it met.

    A document may go `seconds` without getting through a page, and `seconds_per_megabyte` longer for each
    megabyte of its file. So one that hangs is soon stopped, and a thousand scanned pages are not.
    """

    file_megabytes: int = 500
    pages: int = 5_000
    megapixels: int = 100
    """Of one picture, in a file of its own or in a document."""
    archive_members: int = 10_000
    """Files inside a Word, Excel or PowerPoint file, which is an archive."""
    archive_megabytes: int = 500
    """What they come to when unpacked."""
    archive_ratio: int = 200
    """How many times smaller than itself a file of some size may have been packed."""
    attachments: int = 100
    """Of one e-mail."""
    attachment_depth: int = 3
    """How deep e-mails may be attached to each other."""
    seconds: int = 60
    seconds_per_megabyte: int = 10
    memory_megabytes: int = 1_400
    """Of the process that reads it, and of the one that asked for it as far as it is on its account."""

    def __post_init__(self) -> None:
        for field in fields(self):
            if getattr(self, field.name) < 1:
                raise ValueError(f"{field.name} must be 1 or more")


Format = Literal["pdf", "image", "docx", "html", "markdown", "text", "xlsx", "csv", "eml", "pptx"]
