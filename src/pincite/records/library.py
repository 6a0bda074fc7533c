"""How a document is known in a library: collection, name and version."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pincite.records.candidate import Candidate
    from pincite.records.document import Chunk, Document, Parse, Passage
    from pincite.records.profile import DocumentType, Subject

DEFAULT_COLLECTION = "default"
AskedFor = Literal["question", "cell"]
"""Whether somebody asked, or a cell of a table had to be filled."""


@dataclass(frozen=True, slots=True, order=True)
class Identity:
    """One version of one name in one collection.

    `source` is the SHA-256 of the file's bytes; `version` also depends on the parse, because the
    same bytes read by another parser give another text and other offsets.
    """

    collection: str
    name: str
    source: str
    version: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A document that is ready to be stored: identity, bytes, ranges and the index made from it."""

    identity: Identity
    content: bytes = field(repr=False)
    document: Document
    passages: tuple[Passage, ...]
    chunks: tuple[Chunk, ...]
    postings: bytes = field(repr=False)
    origin: str = ""
    """The path of the file; empty for bytes that did not come from a file of their own."""
    replaces: Identity | None = None
    """The version that must still be the current one, or nothing is held; None where any may be."""


@dataclass(frozen=True, slots=True)
class Held:
    """A document as it is held in a library, with the word index of its blocks."""

    identity: Identity
    document: Document
    postings: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Listing:
    """One line of the library's table of contents."""

    identity: Identity
    format: str
    pages: int
    lines: int
    blocks: int
    characters: int
    added_at: str
    versions: int
    part_of: str
    """The name of the document that the user said it is part of; empty where nobody did."""


@dataclass(frozen=True, slots=True)
class ReadBy:
    """Which parser has read the current version of a document."""

    identity: Identity
    format: str
    parser: str
    parser_version: str


@dataclass(frozen=True, slots=True)
class Cover:
    """What tells at a glance which document this is: its name, its type, its subjects and how it begins."""

    identity: Identity
    type: DocumentType
    subjects: tuple[Subject, ...]
    head: str = field(repr=False)
    """The first characters of its text, where titles and parties stand."""


def identify(collection: str, name: str, content: bytes, parse: Parse) -> Identity:
    """The identity that these bytes have under this name when read by this parser."""
    source = hashlib.sha256(content).hexdigest()
    version = hashlib.sha256(f"{source}\n{parse.fingerprint}".encode()).hexdigest()[:16]
    return Identity(collection, name, source, version)


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A block that a search of the whole library proposes."""

    identity: Identity
    block: int
    score: float


@dataclass(frozen=True, slots=True)
class NearHit:
    """A passage that lies near a vector; the score is the cosine between its vector and that one."""

    identity: Identity
    passage: int
    score: float


@dataclass(frozen=True, slots=True)
class RunRecord:
    """What was asked, what came of it, and from which documents, as it is kept in the library."""

    id: str
    collection: str
    asked_at: str
    question: str
    outcome: str
    answer: str = field(repr=False)
    trace: str = field(repr=False)
    documents: tuple[Identity, ...]
    candidates: tuple[Candidate, ...] = ()
    parts: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What else is recorded of it, each part as JSON by its name; where runs are only listed, nothing."""


@dataclass(frozen=True, slots=True)
class RunLine:
    """One line of the list of what was asked."""

    id: str
    asked_at: str
    question: str
    outcome: str
    documents: tuple[str, ...]
    """The names of what it read."""
    asked_for: AskedFor = "question"
