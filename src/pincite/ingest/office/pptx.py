"""Read PowerPoint files: slides in order, their titles as headings, bullets and tables, notes after them.

A place is named by its slide. What the speaker's notes say is not on the slide: notes stand after all
slides, as notes, with the anchor `slide 3, notes`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pincite.errors import InputError
from pincite.ingest import numbering
from pincite.ingest.colours import Colour
from pincite.ingest.columns import spanned_head
from pincite.ingest.layout import PieceKind, assemble
from pincite.ingest.office.content import Aside, Grid, GridCell, Item, Shown
from pincite.ingest.office.grids import flat
from pincite.ingest.office.manuscript import shows_words, written
from pincite.ingest.office.package import Package, open_package
from pincite.ingest.office.slide_looks import Judge, Palette, Scene, is_off, palette, scene
from pincite.ingest.office.slide_text import A, Bulleted, paragraphs, words
from pincite.ingest.office.slides import TITLES, Backdrop, P, Shape, shapes
from pincite.ingest.office.word_names import RELATION, whole
from pincite.ingest.versions import VERSIONS
from pincite.records.document import UNSEEN, Document, Parse

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
        return Parse(parser="pptx", version=VERSIONS["pptx"])

    def read(self, content: bytes, name: str) -> Document:
        package = open_package(content, name)
        part = package.main("a PowerPoint presentation")
        root = package.xml(part)
        if root.tag != f"{P}presentation":
            raise InputError(
                f"{name} is not a PowerPoint presentation: {part} holds something else.",
                hint="Open it to see what it is, and give it the right file name.",
            )
        deck = _Deck(package)
        try:
            items = list(deck.items(part, root))
        except RecursionError as error:
            raise InputError(
                f"{name} nests its contents too deeply to be read.",
                hint="Save it again in PowerPoint and add that.",
            ) from error
        found = written(items, deck.caveats())
        if not shows_words(found):
            raise InputError(
                f"{name} contains no text.", hint="If its slides are pictures, save it as PDF and add that."
            )
        return assemble(found, "pptx", self.parse)


@dataclass(frozen=True, slots=True)
class _Around:
    """What is around the shapes of one slide."""

    backdrop: Backdrop
    scene: Scene
    anchor: str
    is_hidden: bool
    """Whether the whole slide is left out of the show."""


@dataclass(slots=True)
class _Deck:
    """A presentation while it is read."""

    package: Package
    notes: list[Shown] = field(default_factory=list)
    edges: dict[str, Shown] = field(default_factory=dict)
    """What slides repeat at their edges, by its words."""
    backdrops: dict[str, Backdrop] = field(default_factory=dict)
    palettes: dict[str, Palette] = field(default_factory=dict)
    width: float = 0
    height: float = 0
    charts: int = 0
    comments: int = 0

    def items(self, part: str, root: Element) -> Iterator[Item]:
        size = root.find(f"{P}sldSz")
        if size is not None:
            self.width, self.height = whole(size.get("cx")) or 0, whole(size.get("cy")) or 0
        relations = self.package.relations(part)
        entries = root.iterfind(f"{P}sldIdLst/{P}sldId")
        targets = [relations.get(entry.get(f"{RELATION}id", "")) for entry in entries]
        for number, relation in enumerate(targets, start=1):
            if relation is not None and self.package.holds(relation.target):
                yield from self._slide(relation.target, number)
        yield from self.notes
        yield from self.edges.values()

    def caveats(self) -> Iterator[str]:
        if self.charts:
            yield f"Charts were not read ({self.charts})."
        if self.comments:
            yield f"{self.comments} comment{'s are' if self.comments > 1 else ' is'} not part of the text."

    def _slide(self, part: str, number: int) -> Iterator[Item]:
        root = self.package.xml(part)
        anchor = f"slide {number}"
        is_hidden = root.get("show", "1") not in _ON
        backdrop = self._backdrop(part)
        view = scene(root, backdrop, self.palettes[self._target(part, "slideLayout")])
        texts = [
            (shape, list(self._texts(shape, part, _Around(backdrop, view, anchor, is_hidden))))
            for shape in shapes(root, backdrop)
        ]
        opening = _opening([(shape, seen) for shape, items in texts if (seen := _seen(items))])
        for shape, items in texts:
            if shape is opening:
                yield _heading(_seen(items), anchor, "title" if shape.placeholder in TITLES else "position")
                yield from (item for item in items if isinstance(item, Shown) and item.kind in UNSEEN)
            else:
                yield from items
        self._note(part, f"{anchor}, notes", is_hidden)
        comments = self.package.related(part, "comments")
        self.comments += 0 if comments is None else len(comments)

    def _backdrop(self, slide: str) -> Backdrop:
        """The layout and the master of a slide; what is written on them goes to the edges."""
        layout = self._target(slide, "slideLayout")
        if layout not in self.backdrops:
            parts = [part for part in (layout, self._target(layout, "slideMaster")) if part]
            roots = [self.package.xml(part) for part in parts]
            self.backdrops[layout] = Backdrop(tuple(roots))
            master = parts[-1] if len(parts) > 1 else ""
            theme = self.package.related(master, "theme") if master else None
            self.palettes[layout] = palette(roots[-1] if master else None, theme)
            for shape in (shape for root in roots for shape in shapes(root, Backdrop(()))):
                if not shape.placeholder and not shape.hidden:
                    self._edge(_body_words(shape.element), "header", "slide layout")
        return self.backdrops[layout]

    def _target(self, part: str, kind: str) -> str:
        """The part of one kind that another names; empty when there is none."""
        relations = self.package.relations(part).values() if part else ()
        targets = (relation.target for relation in relations if relation.kind == kind)
        return next(filter(self.package.holds, targets), "")

    def _texts(self, shape: Shape, part: str, around: _Around) -> Iterator[Item]:
        """What one shape holds, what is not seen as such."""
        if shape.placeholder == "sldNum":
            return
        is_unseen = around.is_hidden or shape.hidden or is_off(shape, self.width, self.height)
        if shape.placeholder in _EDGES and not is_unseen:
            self._edge(_body_words(shape.element), "footer", around.anchor)
            return
        items = self._items(shape, part, around)
        yield from _as_hidden(items, around.anchor) if is_unseen else items

    def _items(self, shape: Shape, part: str, around: _Around) -> Iterator[Item]:
        table = next(shape.element.iter(f"{A}tbl"), None)
        if table is not None:
            yield _grid(table, f"{around.anchor}, ", around.scene.palette)
        elif next(shape.element.iter(_CHART), None) is not None:
            self.charts += 1
        body = shape.element.find(f"{P}txBody")
        if body is not None:
            lists = around.backdrop.lists(shape.element)
            own = body.find(f"{A}lstStyle")
            judge = Judge(
                around.scene.palette,
                functools.partial(around.scene.behind, shape, around.backdrop),
                [*([own] if own is not None else []), *lists],
            )
            for paragraph in paragraphs(body, lists, judge):
                yield from _shown(paragraph, around.anchor)
        for ids in shape.element.iter(f"{_DIAGRAM}relIds"):
            yield from self._diagram(part, ids.get(f"{RELATION}dm", ""), around.anchor)

    def _diagram(self, part: str, relation_id: str, anchor: str) -> Iterator[Item]:
        """The words of a drawing that PowerPoint made from a list, in the order of the list."""
        relation = self.package.relations(part).get(relation_id)
        if relation is None or not self.package.holds(relation.target):
            return
        for point in self.package.xml(relation.target).iter(f"{_DIAGRAM}pt"):
            for paragraph in point.iterfind(f"{_DIAGRAM}t/{A}p"):
                yield Shown(words(paragraph), "bullet", anchor)

    def _note(self, part: str, anchor: str, is_hidden: bool) -> None:
        root = self.package.related(part, "notesSlide")
        for shape in shapes(root, Backdrop(())) if root is not None else ():
            body = shape.element.find(f"{P}txBody")
            if shape.placeholder == "body" and body is not None:
                kind: PieceKind = "hidden" if is_hidden else "footnote"
                self.notes += [Shown(p.text, kind, anchor) for p in paragraphs(body, ())]

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


def _shown(paragraph: Bulleted, anchor: str) -> Iterator[Shown]:
    if paragraph.text:
        # Whatever a paragraph begins with, a title in it stands under that of the slide.
        yield Shown(paragraph.text, "bullet" if paragraph.is_item else "text", anchor, 2)
    for aside in paragraph.unseen:
        yield Shown(aside.text, aside.kind, anchor, inside=aside.inside)


def _seen(items: list[Item]) -> list[Item]:
    return [item for item in items if isinstance(item, Grid) or item.kind not in UNSEEN]


def _as_hidden(items: Iterator[Item], anchor: str) -> Iterator[Shown]:
    """Everything in a shape or on a slide that is not shown."""
    for item in items:
        if isinstance(item, Shown):
            kind: PieceKind = item.kind if item.kind in UNSEEN else "hidden"
            yield Shown(item.text, kind, anchor)
        else:
            yield from (Shown(line, "hidden", anchor) for line in flat(item))
            for cell in item.cells:
                yield from (Shown(aside.text, aside.kind, anchor) for aside in cell.unseen)


def _body_words(shape: Element) -> str:
    body = shape.find(f"{P}txBody")
    return "\n".join(p.text for p in paragraphs(body, ())) if body is not None else ""


def _grid(table: Element, place: str, colours: Palette) -> Grid:
    cells: list[GridCell] = []
    rows = list(table.iterfind(f"{A}tr"))
    columns = 0
    for row_number, row in enumerate(rows):
        for column, cell in enumerate(row.iterfind(f"{A}tc")):
            columns = max(columns, column + 1)
            if cell.get("hMerge") in _ON or cell.get("vMerge") in _ON:
                continue
            body = cell.find(f"{A}txBody")
            # What the table's own style paints is not known; what its cells state is.
            fill = cell.find(f"{A}tcPr/{A}solidFill")
            judge = Judge(colours, functools.partial(_known, colours, fill))
            text, unseen = _lines(list(paragraphs(body, (), judge)) if body is not None else [])
            height, width = _extent(cell, "rowSpan"), _extent(cell, "gridSpan")
            height = min(height, len(rows) - row_number)
            text = text.replace("\t", " ")
            cells.append(GridCell(row_number, column, text, height, width, tuple(unseen)))
    columns = max([columns, *(cell.column + cell.columns for cell in cells)])
    look = table.find(f"{A}tblPr")
    named = look is not None and look.get("firstRow") in _ON and len(rows) > 1
    heads = max(int(named), spanned_head(cells, columns))
    return Grid(len(rows), columns, heads, tuple(cells), place)


def _known(colours: Palette, fill: Element | None) -> Colour | None:
    found = colours.colour(fill)
    return found if isinstance(found, tuple) else None


def _lines(found: list[Bulleted]) -> tuple[str, list[Aside]]:
    """The paragraphs of a cell as one text, and what in it is not seen."""
    lines: list[str] = []
    unseen: list[Aside] = []
    start = end = 0
    for paragraph in found:
        if paragraph.text:
            start = end + 1 if lines else 0
            end = start + len(paragraph.text)
            lines.append(paragraph.text)
        unseen += [
            replace(aside, inside=end if aside.inside is None else start + aside.inside)
            for aside in paragraph.unseen
        ]
    return "\n".join(lines), unseen


def _extent(cell: Element, name: str) -> int:
    return min(max(whole(cell.get(name)) or 1, 1), _MAX_SPAN)
