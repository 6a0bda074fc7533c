"""Read one document into all that a library holds of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from pincite.ingest.chunk import chunks
from pincite.ingest.pixels import check_picture
from pincite.ingest.watch import PageRead, watched
from pincite.jobs.recognition import AUTO, Reread, helped, parser_of
from pincite.records.document import Chunk, Document, Passage
from pincite.records.limits import MEGABYTE, Format, Limits
from pincite.records.reading import When
from pincite.registry import available, load
from pincite.retrieve.index import build as build_words
from pincite.structure.excerpts import passages

if TYPE_CHECKING:
    from pincite.ingest.pdf.each_page import StartSecond

# Parsers that are Python throughout: what they read cannot corrupt their process.
PURE = frozenset({"text", "markdown", "csv", "html", "eml"})


@dataclass(frozen=True, slots=True)
class Job:
    """A file's bytes and everything that reading them depends on."""

    content: bytes = field(repr=False)
    name: str
    format: Format
    parser: str
    """As the registry knows it; mostly that of the format."""
    options: Mapping[str, object] = field(default_factory=dict, repr=False)
    """A password may be among them."""
    limits: Limits = field(default_factory=Limits)
    ocr: str = AUTO
    rereads: tuple[Reread, ...] = ()
    pictures: When = "now"


@dataclass(frozen=True, slots=True)
class Attached:
    """A file that came inside another."""

    name: str
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Reading:
    """A document, cut and indexed, and the files that came inside it."""

    document: Document
    passages: tuple[Passage, ...]
    chunks: tuple[Chunk, ...]
    postings: bytes = field(repr=False)
    attached: tuple[Attached, ...] = ()


class _Attachment(Protocol):
    """What a format's own module knows of an attachment."""

    @property
    def name(self) -> str: ...

    @property
    def content(self) -> bytes: ...


def read(job: Job, told: PageRead = lambda page, pages: None, second: StartSecond | None = None) -> Reading:
    """The whole document, or an InputError that names it, the reason and the next step.

    `second` starts somebody who helps to read the pages of a long PDF.
    """
    with watched(job.limits, told):
        if job.format == "image":
            check_picture(job.content, job.name)
        parser = parser_of(job.parser, job.options, job.ocr, job.rereads, job.pictures)
        document = helped(parser, second).read(job.content, job.name)
        return Reading(document, passages(document), chunks(document), build_words(document), _attached(job))


def seconds_allowed(job: Job) -> int:
    """How long a document may go without getting through a page."""
    return job.limits.seconds + job.limits.seconds_per_megabyte * (len(job.content) // MEGABYTE)


def _attached(job: Job) -> tuple[Attached, ...]:
    found = available("attachments").get(job.format)
    if found is None:
        return ()
    attachments: Callable[[bytes, str], tuple[_Attachment, ...]] = load(found)
    return tuple(Attached(each.name, each.content) for each in attachments(job.content, job.name))
