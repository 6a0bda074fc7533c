"""Read one story of a Word file (its body, a note, a header) into paragraphs and tables, in order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pincite.ingest.colours import WHITE, Colour
from pincite.ingest.columns import spanned_head
from pincite.ingest.layout import PieceKind
from pincite.ingest.office.content import Aside, Grid
from pincite.ingest.office.equations import linear
from pincite.ingest.office.grids import Outline, Slot, filled, flat, outline
from pincite.ingest.office.lists import Label, Numbering
from pincite.ingest.office.runs import RunReader, Words
from pincite.ingest.office.styles import Styles, style_of
from pincite.ingest.office.word_colours import known, shading
from pincite.ingest.office.word_names import ALTERNATE, MATH, W, chosen, switch

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_TRANSPARENT = frozenset(
    W + name for name in ("sdt", "sdtContent", "customXml", "ins", "moveTo", "smartTag", "body")
)
_ANCHOR = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}anchor"
_BELOW = re.compile(r"z-index:\s*-")
_PAGE_STARTS = f"{W}lastRenderedPageBreak"
_ON = frozenset({"1", "true"})
_EQUATIONS = frozenset({f"{MATH}oMath", f"{MATH}oMathPara"})


@dataclass(frozen=True, slots=True)
class Draft:
    """A paragraph with what its file says about it, before the whole document decides what it is."""

    text: str
    level: int = 0
    """Of a heading, by its style; 0 for all other paragraphs."""
    kind: PieceKind = "text"
    is_item: bool = False
    """Whether Word numbers it or gives it a bullet."""
    size: int = 0
    """The size that most of its characters have, in half points."""
    is_bold: bool = False
    """Whether all its words are."""
    is_title: bool = False
    """Whether it names the whole document."""


@dataclass(slots=True)
class Story:
    """Reads stories; what it carries from one to the next are the numbers of lists and notes."""

    styles: Styles
    numbering: Numbering
    runs: RunReader
    sections: list[Element] = field(default_factory=list)
    """Section properties, in the order in which their sections end."""
    ground: Colour | None = WHITE
    """What is behind the words that are read; None where it is not known."""
    paper: Colour | None = None
    """What was behind them before a picture was laid there, for the next page."""
    embedded: int = 0
    charts: int = 0

    def read(self, element: Element, mark: str = "") -> Iterator[Draft | Grid | Aside]:
        """Everything in `element`, what is not seen after what it stood in.

        `mark` is the number of the note that it is.
        """
        for child in element:
            tag = child.tag
            if tag == f"{W}p":
                yield from self._paragraph(child, mark)
            elif tag == f"{W}tbl":
                yield from self._table(child)
            elif tag in _TRANSPARENT:
                yield from self.read(child, mark)
            elif tag == ALTERNATE:
                version = chosen(child)
                yield from self.read(version, mark) if version is not None else ()
            elif tag in _EQUATIONS:
                yield Draft(linear(child))
            elif tag == f"{W}sectPr":
                self._end_section(child)
            elif tag == f"{W}altChunk":
                self.embedded += 1

    def lines(self, element: Element, mark: str = "") -> tuple[list[str], list[Aside]]:
        """The same as lines of text, a table by its rows, and what of it is not seen."""
        lines: list[str] = []
        unseen: list[Aside] = []
        for item in self.read(element, mark):
            if isinstance(item, Aside):
                unseen.append(replace(item, inside=None))
            elif isinstance(item, Grid):
                lines += flat(item)
                unseen += [replace(aside, inside=None) for cell in item.cells for aside in cell.unseen]
            else:
                lines.append(item.text)
        return lines, unseen

    def _paragraph(self, paragraph: Element, mark: str) -> Iterator[Draft | Grid | Aside]:
        properties = paragraph.find(f"{W}pPr")
        style = style_of(properties, "pStyle") or self.styles.paragraph
        if switch(properties, "pageBreakBefore") or next(paragraph.iter(_PAGE_STARTS), None) is not None:
            self._turn_page()
        if _has_backdrop(paragraph):
            self.paper, self.ground = self.paper or self.ground, None
        words = self.runs.words(paragraph, style, mark, self._behind(properties, style))
        self.charts += words.charts
        text = words.text
        before = None
        if text.strip() or not self._is_hidden(properties):
            label = self.numbering.label(properties, style, self.styles)
            if draft := self._draft(label, text, words, self._role(properties, style)):
                before = len(draft.text) - len(text.strip()) - (len(text) - len(text.lstrip()))
                yield replace(draft, is_title=True) if self.styles.is_title(style) else draft
        for aside in words.unseen:
            inside = None if before is None or aside.inside is None else max(aside.inside + before, 0)
            yield replace(aside, text=aside.text.strip(), inside=inside)
        if any(each.get(f"{W}type") == "page" for each in paragraph.iter(f"{W}br")):
            self._turn_page()
        section = properties.find(f"{W}sectPr") if properties is not None else None
        if section is not None:
            self._end_section(section)
        for box in words.boxes:
            # The shape around it may have any colour.
            yield from self._in_front_of(None, box)
        for box in words.hidden_boxes:
            yield from self._hidden(box)

    def _behind(self, properties: Element | None, style: str) -> Colour | None:
        """What is behind the words of a paragraph."""
        shade = properties.find(f"{W}shd") if properties is not None else None
        own = self.styles.shading(style) if shade is None else shading(shade)
        return self.ground if own is None else known(own)

    def _in_front_of(self, ground: Colour | None, element: Element) -> list[Draft | Grid | Aside]:
        """What is read of an element that has something else behind it."""
        around = self.ground, self.paper
        self.ground, self.paper = ground, None
        found = list(self.read(element))
        self.ground, self.paper = around
        return found

    def _hidden(self, element: Element) -> Iterator[Aside]:
        """Everything in an element that is hidden as a whole."""
        lines, unseen = self.lines(element)
        if text := "\n".join(lines).strip():
            yield Aside("hidden", text)
        yield from unseen

    def _turn_page(self) -> None:
        """Leave what a picture of the page before was laid behind."""
        if self.paper is not None:
            self.ground, self.paper = self.paper, None

    def _end_section(self, section: Element) -> None:
        self._turn_page()
        self.sections.append(section)
        self.runs.notes.end_section()

    def _is_hidden(self, properties: Element | None) -> bool:
        """Whether the end of a paragraph is hidden: without words it is then not there at all."""
        return switch(properties.find(f"{W}rPr"), "vanish") is True if properties is not None else False

    def _role(self, properties: Element | None, style: str) -> tuple[int, PieceKind]:
        if self.styles.is_contents(style):
            return 0, "line"
        if self.styles.is_caption(style):
            return 0, "caption"
        return self.styles.heading_level(properties, style), "text"

    def _draft(
        self, label: Label | None, text: str, words: Words, role: tuple[int, PieceKind]
    ) -> Draft | None:
        level, kind = role
        text = text.strip()
        if not text:
            # A number stands for itself, as in the first column of a table; a bullet marks nothing.
            shows = label is not None and not label.is_bullet
            return Draft(label.text.strip(), kind="line") if label is not None and shows else None
        if label is not None:
            glued = label.text[-1:].isdigit() and text[:1].isdigit()
            text = f"{label.text}{' ' if glued else ''}{text}"
        sizes: Counter[int] = Counter()
        for letters, look in words.looks:
            sizes[look.size] += letters
        bold = all(look.bold for letters, look in words.looks if letters)
        size = sizes.most_common(1)[0][0] if sizes else 0
        return Draft(text, level, kind, label is not None, size, bold and any(sizes.values()))

    def _table(self, table: Element) -> Iterator[Draft | Grid | Aside]:
        plan = outline(table)
        around = self.ground
        shade = shading(table.find(f"{W}tblPr/{W}shd"))
        if shade is not None:
            self.ground = known(shade)
        elif self.styles.shades_cells(plan.style):
            self.ground = None
        if plan.columns <= 1:
            # One column is a frame around paragraphs, not a table of values.
            for slot in plan.slots:
                yield from self._hidden(slot.cell) if slot.is_hidden else self._slot(slot)
        else:
            yield self._grid(plan)
        self.ground = around

    def _slot(self, slot: Slot) -> list[Draft | Grid | Aside]:
        """What is read of one cell."""
        shade = shading(slot.cell.find(f"{W}tcPr/{W}shd"))
        return self._in_front_of(self.ground if shade is None else known(shade), slot.cell)

    def _grid(self, plan: Outline) -> Grid:
        texts: list[tuple[str, tuple[Aside, ...]]] = []
        bold_rows: dict[int, bool] = {}
        for slot in plan.slots:
            parts = [*self._hidden(slot.cell)] if slot.is_hidden else self._slot(slot)
            texts.append(_cell(parts))
            drafts = [part for part in parts if isinstance(part, Draft)]
            is_bold = bool(drafts) and all(draft.is_bold for draft in drafts)
            is_empty = all(isinstance(part, Aside) for part in parts)
            bold_rows[slot.row] = bold_rows.get(slot.row, True) and (is_bold or is_empty)
        heads = plan.header_rows
        if not heads and plan.rows > 1 and (self.styles.names_header_row(plan.style) and plan.first_row):
            heads = 1
        if not heads and bold_rows.get(0) and not any(bold_rows.get(row) for row in range(1, plan.rows)):
            heads = 1
        grid = filled(plan, texts, heads)
        return replace(grid, header_rows=max(heads, spanned_head(grid.cells, grid.columns)))


def _has_backdrop(paragraph: Element) -> bool:
    """Whether a picture or a shape is anchored in a paragraph that lies behind the words of its page."""
    if any(anchor.get("behindDoc") in _ON for anchor in paragraph.iter(_ANCHOR)):
        return True
    return any(
        _BELOW.search(shape.get("style", "")) for drawn in paragraph.iter(f"{W}pict") for shape in drawn
    )


def _cell(parts: Sequence[Draft | Grid | Aside]) -> tuple[str, tuple[Aside, ...]]:
    """The text of a cell, and what in it is not seen."""
    lines: list[str] = []
    unseen: list[Aside] = []
    start = end = 0
    for part in parts:
        if isinstance(part, Aside):
            unseen.append(replace(part, inside=end if part.inside is None else start + part.inside))
            continue
        line = _cell_line(part)
        start = end + 1 if lines else 0
        end = start + len(line)
        lines.append(line)
        if isinstance(part, Grid):
            unseen += [replace(aside, inside=end) for cell in part.cells for aside in cell.unseen]
    return "\n".join(lines), tuple(unseen)


def _cell_line(part: Draft | Grid) -> str:
    """A paragraph of a cell without tabs, which part cells; a table inside a cell by its rows."""
    return "\n".join(flat(part)) if isinstance(part, Grid) else part.text.replace("\t", " ")
