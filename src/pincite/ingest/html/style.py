"""What an element of a page inherits, and what the reader of a table needs of who walks the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, Self

from pincite.ingest.html.inline import Shift
from pincite.ingest.html.tree import Node
from pincite.ingest.layout import PieceKind
from pincite.ingest.stack import Grid, Shown


@dataclass(frozen=True, slots=True)
class Style:
    """What an element inherits from those around it."""

    anchor: Node
    apart: PieceKind | None = None
    shift: Shift = ""
    bold: bool = False
    keeps_spaces: bool = False
    in_article: bool = False


class Walk(Protocol):
    """Walks a page and writes down what it shows; a table is read by its rows and by this."""

    shown: list[Shown]
    grids: list[Grid]

    def inside_cell(self) -> Self:
        """Another walk, for what stands in one cell."""
        ...

    def leaves_out(self, node: Node) -> bool:
        """Whether nothing in an element is shown."""
        ...

    def left_out(self, node: Node, style: Style) -> list[Shown]:
        """What an element holds that is not seen."""
        ...

    def read(self, top: Node, style: Style | None = None) -> None:
        """Write down what an element shows."""
        ...
