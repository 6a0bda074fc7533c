"""Write a page of TAT-QA as Markdown, and tell where in it an answer stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evals.sets.files import RawRow


class Paragraph(RawRow):
    """A paragraph, with the number by which questions refer to it."""

    order: int
    text: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A paragraph or a cell as it stands in the file; `order` is None for a cell."""

    start: int
    text: str
    order: int | None


@dataclass(frozen=True, slots=True)
class Page:
    """The text of the file, and the paragraphs and cells in it."""

    text: str
    pieces: tuple[Piece, ...]

    def place_of(self, answer: str, paragraphs: Sequence[str]) -> tuple[int, int] | None:
        """Where the answer stands, if it is a whole cell or words of these paragraphs, and only once."""
        wanted = _one_line(answer)
        places = []
        for piece in self.pieces:
            if piece.order is None and piece.text == wanted:
                places.append(piece.start)
            elif piece.order is not None and str(piece.order) in paragraphs:
                places += [piece.start + at for at in _occurrences(wanted, piece.text)]
        return (places[0], places[0] + len(wanted)) if len(places) == 1 else None


def written(paragraphs: Sequence[Paragraph], table: Sequence[Sequence[str]]) -> Page:
    """The page as one file."""
    text, pieces = "", []
    for paragraph in sorted(paragraphs, key=lambda p: p.order):
        line = _one_line(paragraph.text)
        pieces.append(Piece(len(text), line, paragraph.order))
        text += f"{line}\n\n"
    for number, row in enumerate(table):
        for cell in row:
            text += "| "
            shown = _one_line(cell).replace("|", "\\|")
            if shown:
                pieces.append(Piece(len(text), shown, None))
            text += f"{shown} "
        text += "|\n"
        if number == 0:
            text += "|---" * len(row) + "|\n"
    return Page(text, tuple(pieces))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _occurrences(wanted: str, text: str) -> list[int]:
    found, at = [], text.find(wanted)
    while at >= 0:
        found.append(at)
        at = text.find(wanted, at + 1)
    return found
