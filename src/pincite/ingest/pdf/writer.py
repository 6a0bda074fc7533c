"""Write the pages of a PDF as one text: the body first, what stands beside it after it.

The running text goes on over pages, tables and pictures without interruption, so that every sentence is one
range. What interrupts it on paper follows the paragraph that it interrupts; headers, footers and notes follow
the body, page by page.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from pincite.ingest.captions import CaptionOf, tie
from pincite.ingest.layout import Piece, PieceKind, Pieces
from pincite.ingest.paragraphs import gather
from pincite.ingest.pdf.body import Caption, Float, set_apart
from pincite.ingest.pdf.continued import WholeTable
from pincite.ingest.pdf.figures import place
from pincite.ingest.pdf.furniture import furniture
from pincite.ingest.pdf.geometry import rows
from pincite.ingest.pdf.glyphs import PrintedLine, PrintedPage
from pincite.ingest.pdf.labels import page_labels
from pincite.ingest.pdf.linenumbers import take_line_numbers
from pincite.ingest.pdf.listed import Lists, no_lists, stated_headings
from pincite.ingest.pdf.notes import notes
from pincite.ingest.pdf.routing import Routed
from pincite.ingest.pdf.rules import Rules
from pincite.ingest.pdf.stood import Stood
from pincite.ingest.pdf.tabletext import Written, write_repeated, write_table
from pincite.ingest.pdf.turned import turn_back
from pincite.records.document import FURNITURE, PRINTED, UNSEEN, Box, Figure, Line, Page, Table, Words
from pincite.records.span import Span


@dataclass(frozen=True, slots=True)
class Readings:
    """All that was read from a PDF, page by page, before it is one text."""

    routed: Routed
    rules: Sequence[Rules] = ()
    """Of every page; of none where nothing is drawn but an image."""
    labels: Sequence[str] = ()
    """The file's own labels of its pages; empty where it has none."""
    lists: Lists = field(default_factory=no_lists)


def write(read: Readings) -> Pieces:
    """The canonical text of the pages, and where everything stands in it."""
    return _Writer(read).write()


class _Writer:
    """Writes the canonical text, and notes where every line, word, piece and page stands in it."""

    def __init__(self, read: Readings) -> None:
        self._read = read
        self._pages = read.routed.pages
        self._pictures = read.routed.pictures
        self._written_in: dict[int, Span] = {}
        self._text: list[str] = []
        self._length = 0
        self._lines: list[Line] = []
        self._pieces: list[Piece] = []
        self._tables: list[Table] = []
        self._captions: list[tuple[CaptionOf, Box, Span]] = []
        self._words = Words(array("I"), array("I"), array("I"), array("f"))

    def write(self) -> Pieces:
        pages, numbers = take_line_numbers(self._pages)
        kinds: dict[int, PieceKind] = {**furniture(pages)}
        rules = self._read.rules or [Rules()] * len(pages)
        beside = notes(pages, kinds, rules)
        kinds |= {id(line): "footnote" for note in beside for line in note}
        labels = page_labels(self._read.labels or [""] * len(pages), pages, kinds)
        body = set_apart(pages, rules, kinds, self._read.routed.tables)
        self._write_body(body.lines, body.floats)
        printed = len(self._lines)
        self._write_beside(pages, kinds, beside)
        for line in numbers.values():
            self._write_furniture([line], "header")
        for line in body.repeated:
            self._write_furniture([line], "header")
        for floating in body.floats:
            if floating.table is not None and floating.table.repeated:
                self._separate("\n")
                self._take(write_repeated(floating.table.repeated, self._length))
        self._write_strays()
        shown = len(self._lines)
        self._write_unseen(pages)
        turned = turn_back(pages, self._lines, self._words)
        if min(self._words.confidences, default=PRINTED) == PRINTED:
            del self._words.confidences[:]
        return Pieces(
            text="".join(self._text),
            lines=turned,
            pieces=self._pieces,
            pages=self._page_records(labels, self._lines[:printed], self._lines[printed:shown]),
            words=self._words,
            tables=tuple(self._tables),
            figures=self._figures(),
            quality=self._read.routed.quality,
        )

    def _write_body(self, body: Sequence[PrintedLine], floats: Sequence[Float]) -> None:
        """Paragraph by paragraph; what floats in one follows it."""
        standing = rows(body)
        stated, listed = stated_headings(body, standing, self._read.lists)
        waiting = deque(floats)
        groups = gather(standing, stated, listed)
        places = place(self._pictures, body, groups)
        self._write_pictures([number for number, after in places.items() if after == -1])
        for index, group in enumerate(groups):
            while waiting and waiting[0].before <= group.first:
                self._write_float(waiting.popleft())
            span = self._write_lines(body[group.first : group.last])
            rank = standing[group.first].rank
            self._pieces.append(Piece(group.kind, span, group.found_by, group.title, group.level, rank))
            self._write_pictures([number for number, after in places.items() if after == index])
        for floating in waiting:
            self._write_float(floating)

    def _write_float(self, floating: Float) -> None:
        """A table with its caption, in the order in which they stand on the page; or a caption alone."""
        table, caption = floating.table, floating.caption
        above = table is None or (caption is not None and caption.edges[1] < table.edges[1])
        named = self._write_caption(caption) if caption is not None and above else None
        if table is None:
            return
        self._separate("\n\n")
        written = write_table(table, self._length)
        self._take(written)
        if caption is not None and not above:
            named = self._write_caption(caption)
        self._tables.append(_record(len(self._tables) + 1, table, written, named))

    def _write_caption(self, caption: Caption) -> Span:
        span = self._write_lines(caption.lines)
        self._pieces.append(Piece("caption", span))
        self._captions.append((caption.of, Box(caption.lines[0].page, *caption.edges), span))
        return span

    def _take(self, written: Written) -> None:
        self._text += written.text
        self._length = written.end
        for span, box in written.lines:
            self._lines.append(Line(len(self._lines) + 1, box.page, span, box))
        self._pieces += written.pieces
        self._words.starts.extend(written.words.starts)
        self._words.ends.extend(written.words.ends)
        self._words.pages.extend(written.words.pages)
        self._words.edges.extend(written.words.edges)
        self._words.confidences.extend(written.words.confidences)

    def _write_pictures(self, numbers: Sequence[int], kind: PieceKind = "text") -> None:
        """The words of pictures, as paragraphs of their own."""
        for number in numbers:
            self._written_in[number] = self._write_lines(self._pictures[number].lines)
            self._pieces.append(Piece(kind, self._written_in[number]))

    def _write_strays(self) -> None:
        """Pictures in the midst of a paragraph that fills their page stand after the body, as notes do."""
        written = [number for number, picture in enumerate(self._pictures) if picture.lines]
        self._write_pictures([number for number in written if number not in self._written_in], "footnote")

    def _write_unseen(self, pages: Sequence[PrintedPage]) -> None:
        """What nobody sees, after all that is read; each line a piece of its own."""
        holding = [page for page in pages if page.unseen]
        stood = Stood(self._words, {page.number for page in holding})
        for page in holding:
            for unseen in page.unseen:
                is_first = not self._pieces or self._pieces[-1].kind not in UNSEEN
                span = self._write_lines([unseen.line], "\n\n" if is_first else "\n")
                self._pieces.append(Piece(unseen.kind, span, at=stood.at(page.number, unseen)))

    def _figures(self) -> tuple[Figure, ...]:
        boxes = [Box(picture.page, *picture.edges) for picture in self._pictures]
        tied = tie([(of, box) for of, box, _ in self._captions], [("figure", box) for box in boxes])
        captions = {number: self._captions[caption][2] for number, caption in tied.items()}
        return tuple(
            Figure(number + 1, box, self._written_in.get(number), captions.get(number), shown.description)
            for number, (box, shown) in enumerate(zip(boxes, self._pictures, strict=True))
        )

    def _write_beside(
        self,
        pages: Sequence[PrintedPage],
        kinds: dict[int, PieceKind],
        beside: Sequence[Sequence[PrintedLine]],
    ) -> None:
        """Headers, footers and notes, page by page."""
        waiting = deque(beside)
        for page in pages:
            for line in page.lines:
                if kinds.get(id(line), "footnote") != "footnote":
                    self._write_furniture([line], kinds[id(line)])
            while waiting and waiting[0][0].page == page.number:
                self._write_furniture(waiting.popleft(), "footnote")

    def _write_furniture(self, lines: Sequence[PrintedLine], kind: PieceKind) -> None:
        is_first = not self._pieces or self._pieces[-1].kind not in FURNITURE
        self._pieces.append(Piece(kind, self._write_lines(lines, "\n\n" if is_first else "\n")))

    def _write_lines(self, lines: Sequence[PrintedLine], separator: str = "\n\n") -> Span:
        self._separate(separator)
        start = self._length
        for line in lines:
            self._write_line(line, "" if self._length == start else "\n")
        return Span(start, self._length)

    def _separate(self, separator: str) -> None:
        if self._length:
            self._text.append(separator)
            self._length += len(separator)

    def _write_line(self, line: PrintedLine, separator: str) -> None:
        self._text += separator, line.text
        start = self._length + len(separator)
        self._length = start + len(line.text)
        span, box = Span(start, self._length), Box(line.page, *line.shown)
        self._lines.append(Line(len(self._lines) + 1, line.page, span, box))
        first, last = line.first_word, line.last_word
        self._words.starts.extend(start + offset for offset in line.words.starts[first:last])
        self._words.ends.extend(start + offset for offset in line.words.ends[first:last])
        self._words.pages.extend([line.page] * (last - first))
        self._words.edges.extend(line.words.edges[4 * first : 4 * last])
        self._words.confidences.extend(line.words.confidences[first:last] or [PRINTED] * (last - first))

    def _page_records(
        self, labels: Sequence[str], body: Sequence[Line], furniture: Sequence[Line]
    ) -> tuple[Page, ...]:
        shares: dict[int, tuple[int, int]] = {}
        for line in body:
            assert line.page is not None
            first, _ = shares.get(line.page, (line.span.start, 0))
            shares[line.page] = first, line.span.end
        beside: dict[int | None, list[Span]] = {}
        for line in furniture:
            beside.setdefault(line.page, []).append(line.span)
        records: list[Page] = []
        position = 0
        for page, label in zip(self._pages, labels, strict=True):
            start, end = shares.get(page.number, (position, position))
            records.append(Page(page.number, label, start, end, tuple(beside.get(page.number, ()))))
            position = end
        return tuple(records)


def _record(number: int, table: WholeTable, written: Written, caption: Span | None) -> Table:
    return Table(
        number=number,
        span=Span(written.start, written.end),
        rows=table.rows,
        columns=table.columns,
        header_rows=table.header_rows,
        cells=tuple(written.cells),
        found_by=table.found_by,
        caption=caption,
    )
