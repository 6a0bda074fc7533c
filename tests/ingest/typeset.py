"""Documents set like books: pages that differ in everything but the sentences, which are known.

`typeset(seed)` chooses page size, columns, type, headers, footers, page numbers, footnotes, hyphenation and
paragraphs, sets the text, and returns the file with the sentences that a reader must find in it.
"""

from __future__ import annotations

import io
import random
from dataclasses import dataclass, field

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

_SYLLABLES = (
    "the|sup-pli-er|shall|pro-vide|ser-vic-es|un-der|this|agree-ment|and|cus-tom-er|pays|fees|with-in|thir-ty|"
    "days|of|re-ceipt|any|no-tice|giv-en|by|ei-ther|par-ty|must|be|in|writ-ing|li-a-bil-i-ty|is|lim-it-ed|to|"
    "amount|paid|dur-ing|pre-ced-ing|twelve|months|con-fi-den-tial|in-for-ma-tion|may|not|dis-closed|with-out|"
    "pri-or|con-sent|ter-mi-na-tion|ware-house|de-liv-ery|in-spec-tion|res-o-lu-tion|gov-ern-ment"
)
_WORDS = [word.split("-") for word in _SYLLABLES.split("|")]
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_NOTE_LEADING = 1.2


@dataclass(frozen=True)
class Typeset:
    """A file, the sentences of its text in order, and its footnotes."""

    content: bytes
    pages: int
    sentences: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass
class _Word:
    syllables: list[str]
    tail: str = ""
    mark: str = ""

    @property
    def text(self) -> str:
        return "".join(self.syllables) + self.tail


@dataclass
class _Line:
    words: list[_Word]
    indent: float
    is_first: bool
    is_last: bool


@dataclass
class _Drawn:
    x: float
    y: float
    words: list[_Word]
    size: float
    spread: float = 0.0
    """The width over which the words are spread; 0 where they are not."""
    ruled: bool = False


@dataclass
class _Style:
    width: float
    height: float
    margin: float
    columns: int
    gutter: float
    font: str
    size: float
    leading: float
    note_size: float
    indent: float
    spacing: float
    header: str
    even_header: str
    footer: str
    number: str
    hyphen: str
    hyphenated: bool
    justified: bool
    first_differs: bool
    noted: bool
    ruled: bool
    shuffled: bool

    @property
    def column_width(self) -> float:
        return (self.width - 2 * self.margin - self.gutter * (self.columns - 1)) / self.columns


def typeset(seed: int) -> Typeset:
    """The document of this seed."""
    source = random.Random(seed)
    return _Setter(source, _style(source)).run()


def _style(source: random.Random) -> _Style:
    columns = source.choice((1, 1, 2))
    width, height = source.choice(((595, 842), (612, 792), (420, 595), (499, 709)))
    size = source.uniform(8, 9.5) if columns == 2 else source.uniform(9.5, 12)
    leading = size * source.uniform(1.15, 1.4)
    is_indented = source.random() < 0.5
    header = source.choice(("", "Services Agreement", "Terms of Supply and Delivery"))
    return _Style(
        width=width,
        height=height,
        margin=source.uniform(50, 72),
        columns=columns,
        gutter=source.uniform(14, 26) if columns == 2 else 0.0,
        font=source.choice(("Times-Roman", "Helvetica")),
        size=size,
        leading=leading,
        note_size=size * source.uniform(0.75, 0.88),
        indent=size * 1.5 if is_indented else 0.0,
        spacing=0.0 if is_indented else leading * source.uniform(0.5, 1.0),
        header=header,
        even_header=source.choice((header, "Delft Holding B.V.")) if header else "",
        footer=source.choice(("", "", "Confidential draft")),
        number=source.choice(("", "{0}", "Page {0}", "Page {0} of {1}", "- {0} -")),
        hyphen=source.choice(("-", "-", "\xad")),
        hyphenated=source.random() < 0.6,
        justified=source.random() < 0.6,
        first_differs=source.random() < 0.3,
        noted=source.random() < 0.6,
        ruled=source.random() < 0.6,
        shuffled=source.random() < 0.2,
    )


@dataclass
class _Setter:
    source: random.Random
    style: _Style
    sentences: list[str] = field(default_factory=list)
    notes: dict[str, list[list[_Word]]] = field(default_factory=dict)

    def run(self) -> Typeset:
        lines = [line for _ in range(self.source.randint(12, 30)) for line in self._paragraph()]
        pages: list[list[_Drawn]] = []
        while lines:
            pages.append([])
            for column in range(self.style.columns):
                x = self.style.margin + column * (self.style.column_width + self.style.gutter)
                pages[-1] += self._column(lines, x)
        notes = [" ".join(word.text for line in note for word in line) for note in self.notes.values()]
        marked = (f"{mark} {text}" for mark, text in zip(self.notes, notes, strict=True))
        return Typeset(self._draw(pages), len(pages), tuple(self.sentences), tuple(marked))

    def _paragraph(self) -> list[_Line]:
        words = [word for _ in range(self.source.randint(2, 7)) for word in self._sentence()]
        lines: list[_Line] = []
        while words:
            indent = 0.0 if lines else self.style.indent
            line = self._line(words, self.style.column_width - indent)
            lines.append(_Line(line, indent, not lines, not words))
        return lines

    def _sentence(self) -> list[_Word]:
        words = [_Word(list(self.source.choice(_WORDS))) for _ in range(self.source.randint(6, 26))]
        words[0].syllables[0] = words[0].syllables[0].capitalize()
        words[-1].tail = "."
        for word in words[2:-1]:
            word.tail = self.source.choice(",;") if self.source.random() < 0.06 else ""
        if self.style.noted and self.source.random() < 0.07:
            mark = str(len(self.notes) + 1)
            self.source.choice((words[len(words) // 2], words[-1])).mark = mark
            self.notes[mark] = self._note()
        self.sentences.append(" ".join(word.text + word.mark.translate(_RAISED) for word in words))
        return words

    def _note(self) -> list[list[_Word]]:
        """One to four lines in small type."""
        size, wanted = self.style.note_size, self.source.randint(1, 4)
        lines: list[list[_Word]] = [[]]
        used = 10.0
        while True:
            word = _Word(list(self.source.choice(_WORDS)))
            used += self._width(word.text + " ", size)
            if used > self.style.column_width:
                if len(lines) == wanted:
                    break
                lines.append([])
                used = self._width(word.text + " ", size)
            lines[-1].append(word)
        lines[0][0].syllables[0] = lines[0][0].syllables[0].capitalize()
        lines[-1][-1].tail = "."
        return lines

    def _line(self, words: list[_Word], width: float) -> list[_Word]:
        """As many words as fit, the last one divided where that is allowed."""
        line: list[_Word] = []
        used = 0.0
        while words:
            space = self._width(" ") if line else 0.0
            if line and used + space + self._wide(words[0]) > width:
                if self.style.hyphenated:
                    self._divide(line, words, width - used - space)
                break
            used += space + self._wide(words[0])
            line.append(words.pop(0))
        return line

    def _divide(self, line: list[_Word], words: list[_Word], room: float) -> None:
        word = words[0]
        for count in range(len(word.syllables) - 1, 0, -1):
            head = "".join(word.syllables[:count])
            if len(head) > 1 and self._width(head + "-") <= room:
                line.append(_Word([head], self.style.hyphen))
                words[0] = _Word(word.syllables[count:], word.tail, word.mark)
                return

    def _width(self, text: str, size: float = 0.0) -> float:
        return float(stringWidth(text, self.style.font, size or self.style.size))

    def _wide(self, word: _Word) -> float:
        return self._width(word.text) + self._width(word.mark, 0.6 * self.style.size)

    def _column(self, lines: list[_Line], x: float) -> list[_Drawn]:
        """Lines from the top, and under them the notes to which they refer."""
        style = self.style
        drawn: list[_Drawn] = []
        notes: list[tuple[str, list[list[_Word]]]] = []
        y, bottom = style.margin + 30, style.height - style.margin - 20
        while lines:
            line = lines[0]
            new = [(word.mark, self.notes[word.mark]) for word in line.words if word.mark]
            height = self._height([*notes, *new])
            gap = style.spacing if line.is_first and drawn else 0.0
            if y + gap + style.leading > bottom - height - (1.5 * style.leading if height else 0.0):
                break
            lines.pop(0)
            notes += new
            y += gap + style.leading
            spread = style.column_width - line.indent if style.justified and not line.is_last else 0.0
            drawn.append(_Drawn(x + line.indent, y, line.words, style.size, spread))
        y = bottom - self._height(notes)
        for mark, note in notes:
            for words in note:
                y += _NOTE_LEADING * style.note_size
                is_first = words is note[0]
                ruled = style.ruled and is_first and mark == notes[0][0]
                shown = [_Word([""], "", mark), *words] if is_first else words
                drawn.append(_Drawn(x, y, shown, style.note_size, ruled=ruled))
        return drawn

    def _height(self, notes: list[tuple[str, list[list[_Word]]]]) -> float:
        return sum(len(note) for _, note in notes) * _NOTE_LEADING * self.style.note_size

    def _draw(self, pages: list[list[_Drawn]]) -> bytes:
        buffer = io.BytesIO()
        canvas = Canvas(buffer, pagesize=(self.style.width, self.style.height), invariant=1)
        for number, page in enumerate(pages, start=1):
            if self.style.shuffled:
                self.source.shuffle(page)
            for drawn in page:
                self._draw_line(canvas, drawn)
            self._draw_furniture(canvas, number, len(pages))
            canvas.showPage()
        canvas.save()
        return buffer.getvalue()

    def _draw_line(self, canvas: Canvas, drawn: _Drawn) -> None:
        style, y = self.style, self.style.height - drawn.y
        if drawn.ruled:
            canvas.line(drawn.x, y + drawn.size + 3, drawn.x + 60, y + drawn.size + 3)
        space = self._width(" ", drawn.size)
        if drawn.spread and len(drawn.words) > 1:
            used = sum(map(self._wide, drawn.words)) + space * (len(drawn.words) - 1)
            space += (drawn.spread - used) / (len(drawn.words) - 1)
        x = drawn.x
        for word in drawn.words:
            canvas.setFont(style.font, drawn.size)
            canvas.drawString(x, y, word.text)
            x += self._width(word.text, drawn.size)
            if word.mark:
                canvas.setFont(style.font, 0.6 * drawn.size)
                canvas.drawString(x, y + 0.35 * drawn.size, word.mark)
                x += self._width(word.mark, 0.6 * drawn.size)
            x += space

    def _draw_furniture(self, canvas: Canvas, number: int, count: int) -> None:
        style = self.style
        canvas.setFont(style.font, 0.85 * style.size)
        header = style.header if number % 2 else style.even_header
        if not (style.first_differs and number == 1):
            canvas.drawString(style.margin, style.height - 36, header)
        canvas.drawString(style.margin, 30, style.footer)
        canvas.drawRightString(style.width - style.margin, 30, style.number.format(number, count))
