"""How a document is known in a library, where bytes are kept outside it, and what copies of it proved."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pincite.records.candidate import Candidate
    from pincite.records.document import Chunk, Document, Parse, Passage
    from pincite.records.reading import DocumentType, Subject

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


@dataclass(frozen=True, slots=True)
class BackUp:
    """A copy that was proved: how much it holds, and the hash of the file."""

    file: Path
    documents: int
    sources: int
    bytes: int
    sha256: str
    schema: int
    keys_revoked: int = 0
    """Of a library that was restored: API keys that open it no more."""


@dataclass(frozen=True, slots=True)
class LibraryCopy:
    """What was copied, and by what it was proved."""

    documents: int
    versions: int
    files: int
    runs: int
    rows: int
    chain_head: str
    """The hash of the last entry of the chain, the same on both sides; empty where nothing was recorded."""
    chain_intact: bool
    """Whether the chain holds; where it does not, it did not before, either."""
    resumed: bool
    """Whether an earlier copy that was interrupted was gone on with."""


@dataclass(frozen=True, slots=True)
class Swept:
    """How many objects there were, how many no document needed, and whose are missing."""

    objects: int = 0
    dropped: int = 0
    bytes: int = 0
    """Of what was deleted."""
    missing: tuple[str, ...] = ()
    """COLLECTION/NAME of documents whose file is not there."""


_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*)://(.*)", re.IGNORECASE | re.DOTALL)
_BUCKET = re.compile(r"[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]")


@dataclass(frozen=True, slots=True)
class Bucket:
    """A bucket, and what the keys in it begin with."""

    name: str
    prefix: str = ""

    def __str__(self) -> str:
        return f"s3://{self.name}/{self.prefix}".rstrip("/")


def source_place(written: str) -> Path | Bucket:
    """`s3://BUCKET/PREFIX`, or the path of a folder; a ValueError, which shows no part of an address."""
    found = _SCHEME.fullmatch(written.strip())
    if found is None:
        if not written.strip():
            raise ValueError("it is empty: name a folder or s3://BUCKET/PREFIX")
        return Path(written.strip()).expanduser().absolute()
    if found[1].lower() != "s3":
        raise ValueError(f"{found[1]}:// is not known: name a folder or s3://BUCKET/PREFIX")
    name, _, prefix = found[2].partition("/")
    # An address may hold a key by mistake, and what is wrong with a setting is shown and logged.
    if "@" in found[2] or "?" in found[2]:
        raise ValueError("a bucket has no user, key or options; credentials belong in the environment")
    if not _BUCKET.fullmatch(name):
        raise ValueError("it names no bucket: write s3://BUCKET/PREFIX")
    parts = [part for part in prefix.split("/") if part]
    if any(part in (".", "..") for part in parts):
        raise ValueError("a prefix holds no . or ..")
    return Bucket(name, "/".join(parts))


@dataclass(frozen=True, slots=True)
class UnitKey:
    """With the version of the document, what the result of a part depends on."""

    schema: str
    """The same for the same fields, asked by the same settings, models and code."""
    field: str
    chunk: int
    chunk_hash: str
