"""Documents as the server writes them."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from pincite.answer.answers import Failure
from pincite.errors import PinciteError
from pincite.jobs.batch import Added
from pincite.records.api_keys import Right
from pincite.records.document import Section
from pincite.records.library import Held, Listing, SearchHit


class Form(BaseModel):
    """Part of a reply, in which every key stands."""

    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_serialization_defaults_required=True)


class DocumentSummary(Form):
    """One line of the list of documents."""

    name: str
    document: str
    """The SHA-256 of its file."""
    version: str
    format: str
    pages: int
    lines: int
    passages: int
    characters: int
    added_at: str
    versions: int
    part_of: str | None
    """The name of the document that it is part of; null where nobody said so."""


class DocumentList(Form):
    """A page of the list, in order of name."""

    documents: list[DocumentSummary]
    next: str | None
    """For `after`, to get the next page; null at the end."""
    total: int


class AddedDocument(Form):
    """What became of one file."""

    name: str
    status: Literal["added", "updated", "unchanged", "failed", "skipped"]
    document: str | None
    version: str | None
    caveats: list[str]
    error: Failure | None


class AddedDocuments(Form):
    """The file first, then what was attached to it."""

    added: list[AddedDocument]


class SubjectForm(Form):
    """What a document is about, under the names that it gives."""

    kind: str
    name: str
    aliases: list[str]


class PageForm(Form):
    """One page by its number and by the number that is printed on it."""

    number: int
    label: str
    start: int
    end: int


class DocumentDetail(Form):
    """What a document is and how it was read."""

    name: str
    document: str
    version: str
    format: str
    parser: str
    type: str
    language: str
    characters: int
    lines: int
    passages: int
    tables: int
    figures: int
    hidden: int
    """Passages that a reader does not see, or sees struck out; they prove nothing."""
    scanned_share: float
    caveats: list[str]
    subjects: list[SubjectForm]
    pages: list[PageForm]


class SectionForm(Form):
    """A section and its range in the text."""

    id: int
    title: str
    level: int
    start: int
    end: int
    start_page: int | None
    end_page: int | None
    found_by: str


class Outline(Form):
    """All sections of a document, in their order."""

    name: str
    version: str
    sections: list[SectionForm]


class Hit(Form):
    """A passage that a search found."""

    name: str
    version: str
    page: int | None
    start: int
    end: int
    text: str
    score: float


class SearchHits(Form):
    """What a search found, best first."""

    hits: list[Hit]


class CollectionForm(Form):
    """A part of the library with documents and questions of its own."""

    name: str
    documents: int


class CollectionList(Form):
    """The collections that the caller may use."""

    collections: list[CollectionForm]
    chosen: str
    """The one that is meant where a request names none."""
    right: Right
    """What the caller may do in them."""


class Forgotten(Form):
    """How many versions were deleted, with those of attachments."""

    name: str
    versions: int


class WordBox(Form):
    """A word in PDF points, origin top left, after page rotation."""

    start: int
    end: int
    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    confidence: int | None
    """0 to 100 for a word that was read from an image; null for a printed one."""


class PageWords(Form):
    """All words of a page, in the order of the text."""

    name: str
    version: str
    page: int
    label: str
    words: list[WordBox]


def summary_form(listing: Listing) -> DocumentSummary:
    return DocumentSummary(
        name=listing.identity.name,
        document=listing.identity.source,
        version=listing.identity.version,
        format=listing.format,
        pages=listing.pages,
        lines=listing.lines,
        passages=listing.blocks,
        characters=listing.characters,
        added_at=listing.added_at,
        versions=listing.versions,
        part_of=listing.part_of or None,
    )


def added_form(added: Added) -> AddedDocument:
    identity = added.identity
    return AddedDocument(
        name=identity.name if identity else added.path,
        status=added.status,
        document=identity.source if identity else None,
        version=identity.version if identity else None,
        caveats=list(added.caveats),
        error=failure_form(added.error) if added.error else None,
    )


def failure_form(error: PinciteError) -> Failure:
    """An error for somebody who has no command line."""
    return Failure.of(error).model_copy(update={"hint": error.hint_elsewhere})


def detail_form(held: Held) -> DocumentDetail:
    document, profile = held.document, held.document.profile
    return DocumentDetail(
        name=held.identity.name,
        document=held.identity.source,
        version=held.identity.version,
        format=document.format,
        parser=document.parse.fingerprint,
        type=profile.type,
        language=profile.language,
        characters=len(document.text),
        lines=len(document.lines),
        passages=len(document.blocks),
        tables=len(document.tables),
        figures=len(document.figures),
        hidden=len(document.unseen),
        scanned_share=round(profile.scanned_share, 4),
        caveats=list(document.caveats),
        subjects=[
            SubjectForm(kind=each.kind, name=each.name, aliases=list(each.aliases))
            for each in profile.subjects
        ],
        pages=[
            PageForm(number=each.number, label=each.label, start=each.start, end=each.end)
            for each in document.pages
        ],
    )


def section_form(section: Section) -> SectionForm:
    return SectionForm(
        id=section.id,
        title=section.title,
        level=section.level,
        start=section.span.start,
        end=section.span.end,
        start_page=section.start_page,
        end_page=section.end_page,
        found_by=section.found_by,
    )


def hit_form(held: Held, hit: SearchHit) -> Hit:
    block = next(each for each in held.document.blocks if each.number == hit.block)
    span = block.span
    return Hit(
        name=held.identity.name,
        version=held.identity.version,
        page=block.page,
        start=span.start,
        end=span.end,
        text=span.of(held.document.text),
        score=hit.score,
    )
