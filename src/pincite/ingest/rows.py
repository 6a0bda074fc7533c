"""A line, and how it stands to the line before it, whatever the format."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One line and how it stands to the line before it."""

    text: str
    apart: bool = False
    """Set off by more than the usual distance between lines."""
    turned: bool = False
    """First of a page or column, where distance says nothing."""
    early: bool = False
    """The page or column before was left unfilled, so somebody meant the break."""
    loose: bool = False
    """The line before had room for this line's first word, so somebody meant the break."""
    indent: float = 0.0
    """Distance from the left margin, in units of about one character."""
    rank: int = 0
    """How far it stands out: 1 is the largest font of the document, 0 is body text."""
    tabular: bool = False
    """Divided into columns."""
    underlined: bool = False


@dataclass(frozen=True, slots=True)
class Stated:
    """That a heading starts with this row, as a list of sections in the document itself says."""

    found_by: str
    level: int
    count: int = 1
    """How many rows it runs over."""
    run_in: bool = False
    """Whether the text of the section goes on in the heading's last row."""
    title: str = ""
    """The section's name where it is not printed: then it starts with this row, which is no heading."""
