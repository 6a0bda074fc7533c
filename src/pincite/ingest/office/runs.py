"""Read the words of one paragraph of a Word file as they are shown.

Raised digits become Unicode's raised digits, since 10² must not read 102. The mark of a note is written
[2]: glued to its word it would make "30 days2", raised it would make "30 days²", and in either case
neither the quote "30 days" nor its value would be found where it stands. Capitals that only a style
makes stay as they were typed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pincite.ingest.colours import WHITE, Colour
from pincite.ingest.office.content import Aside
from pincite.ingest.office.equations import linear
from pincite.ingest.office.fields import Fields
from pincite.ingest.office.notes import Notes, own_sign
from pincite.ingest.office.styles import Look, Styles, style_of
from pincite.ingest.office.symbols import placed, plain, symbol
from pincite.ingest.office.word_names import ALTERNATE, MATH, W, chosen
from pincite.records.document import UnseenKind

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_RUN, _BOX = f"{W}r", f"{W}txbxContent"
# Around words without changing them.
_TRANSPARENT = frozenset(
    W + name
    for name in ("hyperlink", "ins", "moveTo", "smartTag", "customXml", "fldSimple", "sdt", "sdtContent",
                 "bdo", "dir", "subDoc", "ruby", "rubyBase")
)  # fmt: skip
_EQUATIONS = frozenset({f"{MATH}oMath", f"{MATH}oMathPara"})
_DRAWINGS = frozenset(W + name for name in ("drawing", "pict", "object"))
_CHARTS = (
    "{http://schemas.openxmlformats.org/drawingml/2006/chart}chart",
    "{http://schemas.openxmlformats.org/drawingml/2006/diagram}relIds",
)
_WRITTEN = {
    f"{W}tab": "\t", f"{W}ptab": "\t", f"{W}br": "\n", f"{W}cr": "\n", f"{W}noBreakHyphen": "\u2011",
}  # fmt: skip
_NOTE_MARKS = {f"{W}footnoteReference": "footnote", f"{W}endnoteReference": "endnote"}
_OWN_MARKS = frozenset({f"{W}footnoteRef", f"{W}endnoteRef"})
_BREAKS = str.maketrans("\r\n", "  ")


@dataclass(slots=True)
class Words:
    """The words of a paragraph, and what is set apart from them."""

    parts: list[str] = field(default_factory=list)
    looks: list[tuple[int, Look]] = field(default_factory=list)
    """How many letters and digits there are in each look."""
    ground: Colour | None = WHITE
    """What is behind the paragraph; None where it is not known."""
    boxes: list[Element] = field(default_factory=list)
    """Text boxes that are anchored in the paragraph."""
    hidden_boxes: list[Element] = field(default_factory=list)
    """Those that are hidden with the words around their anchor."""
    unseen: list[Aside] = field(default_factory=list)
    """Words that are not seen, and before which character of the text they stood."""
    charts: int = 0
    """How many charts and diagrams are anchored in the paragraph."""
    _length: int = 0
    _gap: bool = False
    """Whether unseen words left room here, so that what stands on both sides is not one word."""

    @property
    def text(self) -> str:
        return "".join(self.parts)

    def add(self, text: str, look: Look) -> None:
        if not text:
            return
        kind = look.unseen(self.ground)
        if kind is not None and text.strip():
            self._withhold(kind, text)
            self._gap = self._gap or (kind == "hidden" and look.is_blank(self.ground))
            return
        if kind == "hidden" and look.hidden:
            return
        if self._gap and self.parts and self.parts[-1][-1:].isalnum() and text[:1].isalnum():
            text = f" {text}"
        self._gap = False
        self.parts.append(text)
        self._length += len(text)
        self.looks.append((sum(map(str.isalnum, text)), look))

    def _withhold(self, kind: UnseenKind, text: str) -> None:
        last = self.unseen[-1] if self.unseen else None
        if last is not None and (last.kind, last.inside) == (kind, self._length):
            self.unseen[-1] = replace(last, text=last.text + text)
        else:
            self.unseen.append(Aside(kind, text, self._length))


@dataclass(frozen=True, slots=True)
class RunReader:
    """Reads paragraphs; what it carries from one to the next are open fields and counted notes."""

    styles: Styles
    notes: Notes
    fields: Fields

    def words(self, paragraph: Element, style: str, mark: str, ground: Colour | None) -> Words:
        """The words of a paragraph in a style; `mark` stands where a note repeats its own number."""
        words = Words(ground=ground)
        self._read(paragraph, style, mark, words)
        return words

    def _read(self, element: Element, style: str, mark: str, words: Words) -> None:
        for child in element:
            tag = child.tag
            if tag == _RUN:
                self._run(child, style, mark, words)
            elif tag in _TRANSPARENT:
                self._read(child, style, mark, words)
            elif tag == ALTERNATE:
                version = chosen(child)
                if version is not None:
                    self._read(version, style, mark, words)
            elif tag in _EQUATIONS and not self.fields.hidden:
                words.add(linear(child), self.styles.look(style))

    def _run(self, run: Element, style: str, mark: str, words: Words) -> None:
        properties = run.find(f"{W}rPr")
        look = self.styles.look(style, style_of(properties, "rStyle")).under(properties)
        for child in run:
            self._run_part(child, look, style, mark, words)
            if child.tag in _NOTE_MARKS and own_sign(child):
                break

    def _run_part(self, part: Element, look: Look, style: str, mark: str, words: Words) -> None:
        tag = part.tag
        if tag == f"{W}fldChar":
            words.add(self.fields.mark(part), look)
        elif self.fields.hidden:
            return
        elif tag == f"{W}t":
            text = plain((part.text or "").translate(_BREAKS), look.font)
            before = words.parts[-1] if words.parts else ""
            words.add(placed(text, look.position, before), look)
        elif tag in _WRITTEN:
            words.add(_WRITTEN[tag], look)
        elif tag == f"{W}sym":
            words.add(symbol(_code(part.get(f"{W}char", "")), part.get(f"{W}font", "")), look)
        elif tag in _NOTE_MARKS and not look.hidden:
            words.add(self.notes.mark(part, _NOTE_MARKS[tag]), look)
        elif tag in _OWN_MARKS:
            words.add(mark, look)
        elif tag in _DRAWINGS:
            (words.hidden_boxes if look.hidden else words.boxes).extend(_boxes(part))
            words.charts += sum(1 for _ in part.iter(*_CHARTS))
        elif tag == ALTERNATE:
            version = chosen(part)
            for child in version if version is not None else ():
                self._run_part(child, look, style, mark, words)
        elif tag == f"{W}ruby":
            self._read(part, style, mark, words)


def _code(stated: str) -> int:
    try:
        return int(stated, 16)
    except ValueError:
        return 0


def _boxes(drawing: Element) -> Iterator[Element]:
    """The outermost text boxes of a drawing; those inside them are found when they are read."""
    for child in drawing:
        if child.tag == _BOX:
            yield child
        elif child.tag == ALTERNATE:
            version = chosen(child)
            yield from _boxes(version) if version is not None else ()
        else:
            yield from _boxes(child)
