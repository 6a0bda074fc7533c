"""What a document is, how well it was read, and what it is about."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pincite.records.span import Span

DocumentType = Literal[
    "contract", "policy", "label", "filing", "paper", "invoice", "letter", "email", "spreadsheet",
    "presentation", "guideline", "other",
]  # fmt: skip
SubjectKind = Literal["party", "product", "organisation", "title"]
PageSource = Literal["text", "recognised", "mixed", "nothing", "damaged"]

_GARBLED = 0.2
_UNCERTAIN = 0.7


@dataclass(frozen=True, slots=True)
class PageQuality:
    """How well one page was read.

    A page is `mixed` when pictures on it were read beside its text, and also when its words lie unseen over
    a scan: the file says what they are, but some other program had read them from the image.
    """

    page: int
    source: PageSource
    characters: int
    garbled: float
    """Share of its characters, 0 to 1, that are no writing: signs of a broken font or encoding."""
    confidence: float | None = None
    """Mean confidence of its recognised words, 0 to 1; None when none was recognised."""
    waiting_pictures: int = 0
    """Pictures on it that may hold words and are read later (`jobs/waiting_pictures.py`)."""

    @property
    def poor(self) -> bool:
        """Whether so much of it is garbled or uncertain that words may be missing or wrong."""
        return self.garbled > _GARBLED or (self.confidence is not None and self.confidence < _UNCERTAIN)


@dataclass(frozen=True, slots=True)
class Subject:
    """Something the document is about, under all the names that it gives it."""

    kind: SubjectKind
    name: str = field(repr=False)
    aliases: tuple[str, ...] = field(repr=False)
    span: Span
    """Where the document names it first."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What later stages may want to know before they read the document."""

    type: DocumentType
    language: str
    """ISO 639-1; empty when the text does not tell."""
    pages: tuple[PageQuality, ...]
    """One for each page; empty in formats without pages."""
    sections_found_by: tuple[tuple[str, int], ...]
    """How sections were found, and how many in that way, commonest first."""
    subjects: tuple[Subject, ...]

    @property
    def scanned_share(self) -> float:
        """Share of the pages, 0 to 1, whose words were all read from an image."""
        return sum(page.source == "recognised" for page in self.pages) / max(len(self.pages), 1)


READ_LATER = "not read yet: pincite work"
"""How a note on a document ends that tells of pictures left for later."""


def pages_waiting(profile: Profile) -> tuple[int, ...]:
    """The pages with pictures that are not read yet."""
    return tuple(page.page for page in profile.pages if page.waiting_pictures)


def unread() -> Profile:
    """For a document of which nothing is known but its text."""
    return Profile(type="other", language="", pages=(), sections_found_by=(), subjects=())
