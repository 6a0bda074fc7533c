"""What reading made of pages and pictures, and what a document is, how well it was read, and about what."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from pincite.records.span import Span

Edges = tuple[float, float, float, float]
"""x0, y0, x1, y1, origin top left."""

When = Literal["now", "later"]
"""When pictures that stand beside text are read: with the text, or after it."""
PICTURES_WAIT = "pictures=waiting"
"""How the options of a parse end that has left pictures for later."""


@dataclass(frozen=True, slots=True)
class Raster:
    """An image as rows of red, green and blue bytes, from the top."""

    width: int
    height: int
    pixels: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1 or len(self.pixels) != 3 * self.width * self.height:
            raise ValueError(f"{len(self.pixels)} bytes are no image of {self.width} x {self.height}")


@dataclass(frozen=True, slots=True)
class ReadWord:
    """A word, where it stands, and how sure its reader is of it."""

    text: str = field(repr=False)
    edges: Edges
    confidence: int
    """0 to 100; PRINTED when the file itself says what the word is."""


@dataclass(frozen=True, slots=True)
class ReadLine:
    """Words that stand on one line, in the order in which they are read."""

    words: tuple[ReadWord, ...]


@dataclass(frozen=True)
class Reading:
    """What a recogniser made out in an image. Edges are in pixels of that image."""

    lines: tuple[ReadLine, ...]
    angle: float = 0.0
    """By how many degrees the lines are turned clockwise: a few for a skewed scan, 90 for a sideways one."""

    @cached_property
    def confidence(self) -> float:
        """Mean confidence of its words, 0 to 1; 0 when there are none."""
        marks = [word.confidence for line in self.lines for word in line.words]
        return sum(marks) / len(marks) / 100 if marks else 0.0

    @property
    def worth(self) -> float:
        """How much was read, and how surely: the better of two readings of one image is worth more."""
        words = (word for line in self.lines for word in line.words)
        return sum(len(word.text) * max(word.confidence - 50, 0) for word in words)


@dataclass(frozen=True, slots=True)
class ReadCell:
    """One cell of a table: words `first` up to, not including, `last` of line `line` of the page."""

    row: int
    column: int
    line: int
    first: int
    last: int
    rows: int = 1
    columns: int = 1


@dataclass(frozen=True, slots=True)
class ReadTable:
    """A table of a page. Each of its rows is one line of the page; the lines follow one another."""

    rows: int
    columns: int
    header_rows: int
    cells: tuple[ReadCell, ...]


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page as a page reader gives it, lines in reading order. Edges are in points of the page as shown."""

    lines: tuple[ReadLine, ...]
    tables: tuple[ReadTable, ...] = ()
    angle: float = 0.0
    """By how many degrees its lines are turned clockwise on the page as shown."""


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
