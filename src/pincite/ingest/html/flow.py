"""Walk the tree of a web page and write down what it shows, block by block.

What a script or a style sheet outside the file would hide or add is not known here. Words that are not seen
come right after the block that they stood in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Self

from pincite.ingest import numbering
from pincite.ingest.html import lists, tables
from pincite.ingest.html.inline import Inline, Shift, Withheld
from pincite.ingest.html.style import Style
from pincite.ingest.html.tree import Node
from pincite.ingest.layout import PieceKind
from pincite.ingest.sentences import sentences
from pincite.ingest.stack import Grid, Shown
from pincite.ingest.text import text_pieces

_BLOCKS = frozenset(
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure "
    "footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre "
    "search section summary table tbody td tfoot th thead tr caption ul xmp textarea".split()
)
NOT_SHOWN = frozenset(
    "head script style template noscript noframes noembed iframe object video audio canvas datalist "
    "title desc metadata annotation annotation-xml colgroup".split()
)
_BOLD_STYLE = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.I)
_KEEPS_SPACES = re.compile(r"white-space\s*:\s*(?:pre\b|pre-wrap|pre-line|break-spaces)", re.I)
_SHIFTS: dict[str, Shift] = {"sup": "sup", "sub": "sub"}
_BOLD = frozenset({"b", "strong"})
_NOTES = re.compile(r"(?:^|\s)(?:footnotes?|endnotes?)(?:\s|$)", re.I)
_APART_ROLES: dict[str, PieceKind] = {
    "navigation": "header",
    "banner": "header",
    "contentinfo": "footer",
    "complementary": "footnote",
    "doc-footnote": "footnote",
    "doc-endnotes": "footnote",
    "doc-endnote": "footnote",
}
# Inside these a header or footer belongs to the article, not to the site.
_ARTICLES = frozenset({"article", "main", "section", "figure", "blockquote", "dialog"})
_PARAGRAPH_BREAK = re.compile(r"\n{2,}")
# In formulas the second child, or the third, is raised or lowered; run together they would be one number.
_MATH_SHIFTS: dict[str, tuple[Shift, ...]] = {
    "msup": ("", "sup"), "mover": ("", "sup"), "msub": ("", "sub"), "munder": ("", "sub"),
    "msubsup": ("", "sub", "sup"), "munderover": ("", "sub", "sup"), "mroot": ("", "sup"),
}  # fmt: skip
_MAX_HEADING_CHARS = 300
_MAX_TIED_CHARS = 300


@dataclass(slots=True)
class Flow:
    """What was shown so far."""

    sets_apart: bool
    bold_is_heading: bool
    shown: list[Shown] = field(default_factory=list)
    grids: list[Grid] = field(default_factory=list)
    in_cell: bool = False
    reveals: bool = False
    """Whether what is not seen is read as if it were."""
    _inline: Inline = field(default_factory=Inline)
    _markers: list[str] = field(default_factory=list)
    _numbers: dict[Node, int] = field(default_factory=dict)
    _figures: list[tuple[int, int]] = field(default_factory=list)
    """Where each open figure starts in `shown` and in `grids`."""
    _term: tuple[Node | None, int] = (None, -1)
    """The list of the last term that was shown, and its place in `shown`."""

    def inside_cell(self) -> Self:
        """For what stands in one cell: neither set apart nor divided into sections."""
        return type(self)(sets_apart=False, bold_is_heading=False, in_cell=True, reveals=self.reveals)

    def leaves_out(self, node: Node) -> bool:
        """Whether nothing in an element is shown, because it is hidden or struck out."""
        return node.is_unseen and not self.reveals

    def left_out(self, node: Node, style: Style) -> list[Shown]:
        """What an element holds that is hidden or struck out, block by block."""
        inner = Flow(sets_apart=False, bold_is_heading=False, in_cell=True, reveals=True)
        if node.tag != "table" or not tables.show(inner, node, style):
            inner.read(node, Style(node))
        kind, anchor = node.unseen or "hidden", node.path
        return [Shown(kind, piece.text, anchor) for piece in inner.shown]

    def read(self, top: Node, style: Style | None = None) -> None:
        """Show everything under `top`."""
        style = style or Style(top)
        walk: list[tuple[Node, Style, Iterator[Node | str]]] = [(top, style, iter(top.children))]
        while walk:
            node, style, rest = walk[-1]
            child = next(rest, None)
            if child is None:
                walk.pop()
                self._leave(node, style)
            elif isinstance(child, str):
                self._write(child, style, node)
            elif (inner := self._enter(child, node, style)) is not None:
                walk.append((child, inner, iter(child.children)))
        self._flush(style)

    def _enter(self, node: Node, parent: Node, style: Style) -> Style | None:
        """The style inside an element; None when it is done with or not shown."""
        if node.tag in NOT_SHOWN:
            return None
        if self.leaves_out(node):
            self._withhold(node, style)
            return None
        if node.tag == "br":
            self._inline.break_line()
            return None
        if node.tag in _MATH_SHIFTS or parent.tag in _MATH_SHIFTS or parent.tag == "mfrac":
            style = self._formula(node, parent, style)
        if node.tag not in _BLOCKS:
            return self._styled(node, style, style.anchor)
        self._flush(style)
        style = self._styled(node, style, node)
        if node.tag == "table" and tables.show(self, node, style):
            return None
        if node.tag == "li":
            self._markers.append(lists.marker(node, parent, self._numbers.get(node, node.place)))
        elif node.tag == "ol":
            self._numbers |= lists.numbers(node)
        elif node.tag == "figure":
            self._figures.append((len(self.shown), len(self.grids)))
        return style

    def _leave(self, node: Node, style: Style) -> None:
        if node.tag not in _BLOCKS:
            return
        self._flush(style)
        if node.tag == "li":
            self._markers.clear()
        elif node.tag == "figure" and self._figures:
            self._tie_caption(*self._figures.pop())

    def _styled(self, node: Node, style: Style, anchor: Node) -> Style:
        css = node.attributes.get("style", "")
        return Style(
            anchor,
            apart=style.apart or (self._apart(node, style) if self.sets_apart else None),
            shift=_SHIFTS.get(node.tag, style.shift),
            bold=style.bold or node.tag in _BOLD or bool(css and _BOLD_STYLE.search(css)),
            keeps_spaces=style.keeps_spaces
            or node.tag in ("pre", "xmp", "textarea")
            or bool(css and _KEEPS_SPACES.search(css)),
            in_article=style.in_article or node.tag in _ARTICLES,
        )

    def _apart(self, node: Node, style: Style) -> PieceKind | None:
        """As what an element stands apart from the running text: navigation, site header, side note."""
        role = node.attributes.get("role", "").lower()
        if role in _APART_ROLES:
            return _APART_ROLES[role]
        if node.tag == "nav":
            return "header"
        if node.tag == "aside":
            return "footnote"
        if node.tag in ("header", "footer") and not style.in_article and not _holds_title(node):
            return "header" if node.tag == "header" else "footer"
        note = _NOTES.search(node.attributes.get("class", "") + " " + node.attributes.get("epub:type", ""))
        return "footnote" if note is not None and node.tag in ("div", "section", "ol", "aside") else None

    def _formula(self, node: Node, parent: Node, style: Style) -> Style:
        """Divide the parts of a fraction, and raise or lower those of a power or an index."""
        first = islice((child for child in parent.children if isinstance(child, Node)), 3)
        index = next((place for place, child in enumerate(first) if child is node), 3)
        if parent.tag == "mfrac" and index == 1:
            self._inline.write("⁄")
        shifts = _MATH_SHIFTS.get(parent.tag, ())
        return replace(style, shift=shifts[index]) if index < len(shifts) and shifts[index] else style

    def _withhold(self, node: Node, style: Style) -> None:
        """Keep a whole element apart, in which nothing is seen."""
        if node.unseen == "struck" and _divides(node):
            self._flush(style)
        for piece in self.left_out(node, style):
            self._inline.withhold(
                node.unseen or "hidden", piece.text, piece.anchor, node.leaves_room, goes_on=False
            )

    def _write(self, text: str, style: Style, node: Node) -> None:
        if node.unseen is not None and not self.reveals and not text.isspace():
            self._inline.withhold(node.unseen, text, style.anchor.path, node.leaves_room, goes_on=True)
        elif style.keeps_spaces:
            self._inline.write_as_is(text)
        elif text:
            self._inline.write(text, style.shift, style.bold)

    def _flush(self, style: Style) -> None:
        """End a block: what was written since the last one becomes pieces."""
        inline, self._inline = self._inline, Inline()
        if not inline.runs and not inline.withheld:
            return
        text = inline.text()
        if not text:
            self.shown += [_apart(each, None) for each in inline.withheld]
            return
        if inline.kept and not self.in_cell:
            self._show_as_typed(text, style, inline)
            return
        marker = "".join(self._markers)
        self._markers.clear()
        kind, level, found_by = self._kind(style, text, bool(marker), inline)
        anchor = style.anchor.path
        if kind == "text" and self._is_said_of_term(style.anchor, text):
            before = self.shown.pop()
            tied = replace(before, text=f"{before.text}\n{text}")
            self._show([(-len(before.text) - 1, tied)], inline, text)
            return
        pieces: list[tuple[int, Shown]] = []
        for start, part in _paragraphs(text):
            pieces.append((start - len(marker), Shown(kind, marker + part, anchor, found_by, level)))
            marker, kind = "", "text" if kind == "bullet" else kind
        self._show(pieces, inline, text)
        if style.anchor.tag == "dt" and kind == "line" and not inline.withheld:
            self._term = (style.anchor.parent, len(self.shown) - 1)

    def _show(self, pieces: list[tuple[int, Shown]], inline: Inline, text: str) -> None:
        """Show pieces of a block, each with where it starts in its text, and after each what is not seen."""
        places = inline.places(text) if inline.withheld else []
        done = 0
        for index, (start, piece) in enumerate(pieces):
            self.shown.append(piece)
            end = pieces[index + 1][0] if index + 1 < len(pieces) else len(text) + 1
            while done < len(places) and places[done] < end:
                self.shown.append(_apart(inline.withheld[done], max(places[done] - start, 0)))
                done += 1

    def _is_said_of_term(self, node: Node, text: str) -> bool:
        """Whether a text is the short description of the term before it: apart, neither says anything."""
        if node.tag == "p" and node.place == 1 and node.parent is not None:
            node = node.parent
        if node.tag != "dd" or self._term != (node.parent, len(self.shown) - 1):
            return False
        fits = len(self.shown[-1].text) + len(text) <= _MAX_TIED_CHARS
        return fits and "\n\n" not in text and len(sentences(text, 0, len(text))) == 1

    def _show_as_typed(self, text: str, style: Style, inline: Inline) -> None:
        """Text that keeps its spaces and lines: program lines one by one, other text as a text file."""
        self._markers.clear()
        anchor = style.anchor.path
        shown: list[tuple[int, Shown]] = []
        if style.apart or style.anchor.named.get("code"):
            for line in re.finditer(r"[^\n]+", text):
                if words := line[0].strip():
                    start = line.start() + line[0].index(words)
                    shown.append((start, Shown(style.apart or "line", words, anchor)))
        else:
            _, pieces = text_pieces(text)
            shown += [
                (piece.span.start, Shown(piece.kind, piece.span.of(text), anchor, piece.found_by))
                for piece in pieces
            ]
        self._show(shown, inline, text)

    def _kind(self, style: Style, text: str, marked: bool, inline: Inline) -> tuple[PieceKind, int, str]:
        tag = style.anchor.tag
        if style.apart:
            return style.apart, 0, ""
        if re.fullmatch("h[1-6]", tag) and len(text) <= _MAX_HEADING_CHARS:
            return "heading", int(tag[1]), "markup"
        if tag in ("figcaption", "caption"):
            return "caption", 0, ""
        if marked:
            return "bullet", 0, ""
        if tag in ("dt", "option", "legend", "summary"):
            return "line", 0, ""
        if self.bold_is_heading and not inline.plain and _is_title(text):
            return "heading", 0, "font"
        return "text", 0, ""

    def _tie_caption(self, first_shown: int, first_grid: int) -> None:
        """A caption of a figure with one table is that table's."""
        if len(self.grids) != first_grid + 1:
            return
        inside = self.shown[first_shown:]
        captions = [index for index, piece in enumerate(inside) if piece.kind == "caption"]
        if captions and all(inside[index].table is None for index in captions):
            place = first_shown + captions[0]
            self.shown[place] = replace(self.shown[place], table=first_grid)


def _apart(words: Withheld, inside: int | None) -> Shown:
    text = " ".join(words.text.split()) if words.goes_on else words.text
    return Shown(words.kind, text, words.anchor, inside=inside)


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Where each paragraph of a block starts, and its words."""
    at = 0
    for part in _PARAGRAPH_BREAK.split(text):
        if words := part.strip():
            start = text.index(words, at)
            yield start, words
            at = start + len(words)


def _is_title(text: str) -> bool:
    mark = numbering.mark(text)
    return numbering.is_title(text[mark.end :] if mark is not None else text)


def _divides(node: Node) -> bool:
    """Whether an element that is left out still keeps what stands before it from what follows."""
    return node.tag in _BLOCKS or any(isinstance(child, Node) and _divides(child) for child in node.children)


def _holds_title(node: Node) -> bool:
    """Whether the page's own title stands in its header, as blogs and filings have it."""
    waiting = [node]
    for inner in waiting:
        if inner.tag == "h1":
            return True
        waiting += [child for child in inner.children if isinstance(child, Node)]
    return False
