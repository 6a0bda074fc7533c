"""Read PowerPoint files: slides in order, their titles as headings, bullets and tables, notes after them.

A place is named by its slide. What the speaker's notes say is not on the slide: notes stand after all
slides, as notes, with the anchor `slide 3, notes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pincite.errors import InputError
from pincite.ingest import numbering
from pincite.ingest.columns import spanned_head
from pincite.ingest.layout import PieceKind, assemble
from pincite.ingest.office.content import Grid, GridCell, Item, Shown
from pincite.ingest.office.manuscript import written
from pincite.ingest.office.package import Package, open_package
from pincite.ingest.office.slide_text import A, Bulleted, paragraphs, words
from pincite.ingest.office.slides import TITLES, Backdrop, P, Shape, shapes
from pincite.ingest.office.word_names import RELATION, whole
from pincite.records.document import Document, Parse

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
_CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}chart"
_EDGES = frozenset({"ftr", "dt", "hdr"})
_MAX_SPAN = 1000
_ON = frozenset({"1", "true"})


@dataclass(frozen=True, slots=True)
class PptxParser:
    """Reads .pptx, .pptm and .ppsx files, transitional and strict."""

    @property
    def parse(self) -> Parse:
        return Parse(parser="pptx", version="1")

    def read(self, content: bytes, name: str) -> Document:
        package = open_package(content, name)
        part = package.main("a PowerPoint presentation")
        root = package.xml(part)
        if root.tag != f"{P}presentation":
            raise InputError(
                f"{name} is not a PowerPoint presentation: {part} holds something else.",
                hint="Check what it is by opening it, and pass it under its own kind.",
            )
        deck = _Deck(package)
        try:
            items = list(deck.items(part, root))
        except RecursionError as error:
            raise InputError(
                f"{name} nests its contents too deeply to be read.",
                hint="Save it again in PowerPoint and pass that.",
            ) from error
        found = written(items, deck.caveats())
        if not any(map(str.isalnum, found.text)):
            raise InputError(f"{name} holds no text.", hint="If its slides are pictures, pass it as a PDF.")
        return assemble(found, "pptx", self.parse)


@dataclass(slots=True)
class _Deck:
    """A presentation while it is read."""

    package: Package
    notes: list[Shown] = field(default_factory=list)
    edges: dict[str, Shown] = field(default_factory=dict)
    """What slides repeat at their edges, by its words."""
    backdrops: dict[str, Backdrop] = field(default_factory=dict)
    hidden_slides: list[int] = field(default_factory=list)
    hidden_shapes: int = 0
    charts: int = 0
    comments: int = 0

    def items(self, part: str, root: Element) -> Iterator[Item]:
        relations = self.package.relations(part)
        entries = root.iterfind(f"{P}sldIdLst/{P}sldId")
        targets = [relations.get(entry.get(f"{RELATION}id", "")) for entry in entries]
        for number, relation in enumerate(targets, start=1):
            if relation is not None and self.package.holds(relation.target):
                yield from self._slide(relation.target, number)
        yield from self.notes
        yield from self.edges.values()

    def caveats(self) -> Iterator[str]:
        if self.hidden_slides:
            numbers = ", ".join(map(str, self.hidden_slides))
            yield f"Slides that are hidden in the show were read too: {numbers}."
        if self.hidden_shapes:
            yield f"Hidden shapes were left out ({self.hidden_shapes})."
        if self.charts:
            yield f"Charts were not read ({self.charts})."
        if self.comments:
            yield f"{self.comments} comment{'s are' if self.comments > 1 else ' is'} not part of the text."

    def _slide(self, part: str, number: int) -> Iterator[Item]:
        root = self.package.xml(part)
        anchor = f"slide {number}"
        if root.get("show", "1") not in _ON:
            self.hidden_slides.append(number)
        backdrop = self._backdrop(part)
        texts = [
            (shape, list(self._texts(shape, part, backdrop, anchor))) for shape in shapes(root, backdrop)
        ]
        opening = _opening([(shape, items) for shape, items in texts if items])
        for shape, items in texts:
            if shape is opening:
                yield _heading(items, anchor, "title" if shape.placeholder in TITLES else "position")
            else:
                yield from items
        self._note(part, f"{anchor}, notes")
        comments = self.package.related(part, "comments")
        self.comments += 0 if comments is None else len(comments)

    def _backdrop(self, slide: str) -> Backdrop:
        """The layout and the master of a slide; what is written on them goes to the edges."""
        layout = self._target(slide, "slideLayout")
        if layout not in self.backdrops:
            parts = [part for part in (layout, self._target(layout, "slideMaster")) if part]
            roots = [self.package.xml(part) for part in parts]
            self.backdrops[layout] = Backdrop(tuple(roots))
            for shape in (shape for root in roots for shape in shapes(root, Backdrop(()))):
                if not shape.placeholder and not shape.hidden:
                    self._edge(_body_words(shape.element), "header", "slide layout")
        return self.backdrops[layout]

    def _target(self, part: str, kind: str) -> str:
        """The part of one kind that another names; empty when there is none."""
        relations = self.package.relations(part).values() if part else ()
        targets = (relation.target for relation in relations if relation.kind == kind)
        return next(filter(self.package.holds, targets), "")

    def _texts(self, shape: Shape, part: str, backdrop: Backdrop, anchor: str) -> Iterator[Item]:
        """What one shape shows."""
        if shape.placeholder == "sldNum":
            return
        if shape.hidden:
            self.hidden_shapes += 1
            return
        if shape.placeholder in _EDGES:
            self._edge(_body_words(shape.element), "footer", anchor)
            return
        table = next(shape.element.iter(f"{A}tbl"), None)
        if table is not None:
            yield _grid(table, f"{anchor}, ")
        elif next(shape.element.iter(_CHART), None) is not None:
            self.charts += 1
        body = shape.element.find(f"{P}txBody")
        if body is not None:
            for paragraph in paragraphs(body, backdrop.lists(shape.element)):
                yield _shown(paragraph, anchor)
        for ids in shape.element.iter(f"{_DIAGRAM}relIds"):
            yield from self._diagram(part, ids.get(f"{RELATION}dm", ""), anchor)

    def _diagram(self, part: str, relation_id: str, anchor: str) -> Iterator[Item]:
        """The words of a drawing that PowerPoint made from a list, in the order of the list."""
        relation = self.package.relations(part).get(relation_id)
        if relation is None or not self.package.holds(relation.target):
            return
        for point in self.package.xml(relation.target).iter(f"{_DIAGRAM}pt"):
            for paragraph in point.iterfind(f"{_DIAGRAM}t/{A}p"):
                yield Shown(words(paragraph), "bullet", anchor)

    def _note(self, part: str, anchor: str) -> None:
        root = self.package.related(part, "notesSlide")
        for shape in shapes(root, Backdrop(())) if root is not None else ():
            body = shape.element.find(f"{P}txBody")
            if shape.placeholder == "body" and body is not None:
                self.notes += [Shown(p.text, "footnote", anchor) for p in paragraphs(body, ())]

    def _edge(self, text: str, kind: PieceKind, anchor: str) -> None:
        if text:
            self.edges.setdefault(text, Shown(text, kind, anchor))


def _opening(texts: list[tuple[Shape, list[Item]]]) -> Shape | None:
    """The shape that names the slide: its title, else a line at the top that reads as one."""
    if not texts:
        return None
    shape, items = texts[0]
    if shape.placeholder in TITLES:
        return shape
    first = items[0]
    named = isinstance(first, Shown) and first.kind == "text" and numbering.is_title(first.text)
    return shape if named and len(items) == 1 and len(texts) > 1 else None


def _heading(items: list[Item], anchor: str, found_by: str) -> Shown:
    text = "\n".join(item.text for item in items if isinstance(item, Shown))
    return Shown(text, "heading", anchor, 1, found_by)


def _shown(paragraph: Bulleted, anchor: str) -> Shown:
    # Whatever a paragraph begins with, a title in it stands under that of the slide.
    return Shown(paragraph.text, "bullet" if paragraph.is_item else "text", anchor, 2)


def _body_words(shape: Element) -> str:
    body = shape.find(f"{P}txBody")
    return "\n".join(p.text for p in paragraphs(body, ())) if body is not None else ""


def _grid(table: Element, place: str) -> Grid:
    cells: list[GridCell] = []
    rows = list(table.iterfind(f"{A}tr"))
    columns = 0
    for row_number, row in enumerate(rows):
        for column, cell in enumerate(row.iterfind(f"{A}tc")):
            columns = max(columns, column + 1)
            if cell.get("hMerge") in _ON or cell.get("vMerge") in _ON:
                continue
            body = cell.find(f"{A}txBody")
            text = "\n".join(p.text for p in paragraphs(body, ())) if body is not None else ""
            height, width = _extent(cell, "rowSpan"), _extent(cell, "gridSpan")
            height = min(height, len(rows) - row_number)
            cells.append(GridCell(row_number, column, text.replace("\t", " "), height, width))
    columns = max([columns, *(cell.column + cell.columns for cell in cells)])
    look = table.find(f"{A}tblPr")
    named = look is not None and look.get("firstRow") in _ON and len(rows) > 1
    heads = max(int(named), spanned_head(cells, columns))
    return Grid(len(rows), columns, heads, tuple(cells), place)


def _extent(cell: Element, name: str) -> int:
    return min(max(whole(cell.get(name)) or 1, 1), _MAX_SPAN)
