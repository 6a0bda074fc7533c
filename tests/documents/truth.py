"""What a document says, written down before Pincite reads it.

Every fact names a reason under `broken` when Pincite does not live up to it yet: the test then has to fail,
so that whoever mends it is told to strike the reason out.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Heading:
    """A section with its depth and the page on which it starts."""

    title: str
    level: int
    page: int | None = None
    broken: str = ""


@dataclass(frozen=True)
class Unit:
    """Words that must be one block, up to line breaks and the hyphens at them, and nothing else with them."""

    text: str
    kind: str = "sentence"
    page: int | None = None
    label: str | None = None
    anchor: str | None = None
    section: str | None = None
    broken: str = ""


@dataclass(frozen=True)
class InCell:
    """The words of one cell, where it stands and what names its columns."""

    text: str
    row: int
    column: int
    headers: tuple[str, ...] = ()
    rows: int = 1
    columns: int = 1
    anchor: str | None = None
    table: int = 1
    broken: str = ""


@dataclass(frozen=True)
class Grid:
    """How large a table is and how many of its rows name the columns."""

    table: int
    rows: int
    columns: int
    header_rows: int
    caption: str | None = None
    broken: str = ""


@dataclass(frozen=True)
class InOrder:
    """Phrases that are read one after the other."""

    phrases: tuple[str, ...]
    broken: str = ""


@dataclass(frozen=True)
class NotShown:
    """Words in the file that no reader of the document sees."""

    text: str
    broken: str = ""


@dataclass(frozen=True)
class Kept:
    """Words that a reader sees and that must not be lost, whatever they are taken for."""

    text: str
    broken: str = ""


@dataclass(frozen=True)
class About:
    """What the document is."""

    type: str
    language: str = "en"
    parties: tuple[str, ...] = ()
    broken: str = ""


@dataclass(frozen=True)
class Asked:
    """A question whose reader is told the quote: the fields of its typed value and where the proof stands."""

    question: str
    value: dict[str, str | bool]
    quote: str
    page: int | None = None
    label: str | None = None
    anchor: str | None = None
    section: str | None = None
    broken: str = ""


Fact = Heading | Unit | InCell | Grid | InOrder | NotShown | Kept | About | Asked


@dataclass(frozen=True)
class Paper:
    """A file and all that is known to be true of it."""

    name: str
    content: bytes
    facts: tuple[Fact, ...]
    attachments: tuple[str, ...] = field(default=())
