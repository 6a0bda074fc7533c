"""Make the three example PDFs from the marked-up source texts in examples/text.

The same source gives the same bytes on every run, so the PDFs can be committed and compared.

The markup: blocks are separated by a blank line, and the start of a block says what it is.

    @title, @reference, @paper   the document's own facts, at the top
    # and ~                      title and subtitle, both centred
    ## and ###                   heading and subheading
    4.2, A.1 or 3.               numbered clause
    (a)                          lettered item
    -                            bulleted item
    :                            definition
    | a | b |                    table row; the first row of a table is its header
    ===                          page break
    === 60                       page break unless 60 millimetres of the page are left
    anything else                plain paragraph

**Two stars** around words make them bold.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from html import escape
from io import BytesIO
from pathlib import Path

from reportlab.lib.colors import Color
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    KeepTogether,
    PageBreak,
    PageTemplate,
    Paragraph,
    Table,
)

EXAMPLES = Path(__file__).resolve().parent
SOURCES = EXAMPLES / "text"
DOCUMENTS = ("services-agreement", "drug-label", "insurance-policy")

PAPER_SIZES = {"A4": A4, "Letter": LETTER}
SIDE_MARGIN = 27 * mm
TOP_MARGIN = 28 * mm
BOTTOM_MARGIN = 26 * mm
GREY = Color(0.35, 0.35, 0.35)

# A heading needs room for itself and about three lines of what follows it.
HEADING_ROOM = 22 * mm

# A broken word leaves at least this many letters on either line.
SHORTEST_PART = 3

Hyphenator = Callable[[str], Iterator[tuple[str, str]]]


@dataclass(frozen=True)
class Source:
    """One source text: the facts at its top and its blocks in order."""

    title: str
    reference: str
    paper: str
    blocks: tuple[str, ...]


def read_source(path: Path) -> Source:
    """Read a source text and part its facts from its blocks."""
    facts: dict[str, str] = {}
    blocks: list[str] = []
    for block in re.split(r"\n\s*\n", path.read_text(encoding="utf-8").strip()):
        if block.startswith("@"):
            for line in block.splitlines():
                name, _, fact = line[1:].partition(" ")
                facts[name] = fact
        else:
            blocks.append(block)
    return Source(facts["title"], facts["reference"], facts["paper"], tuple(blocks))


def read_break_points(path: Path) -> dict[str, list[int]]:
    """Read the words that may be broken, each with the places where it may be."""
    break_points: dict[str, list[int]] = {}
    for entry in path.read_text(encoding="utf-8").split():
        syllables = entry.split("-")
        break_points["".join(syllables)] = [
            len("".join(syllables[:count])) for count in range(1, len(syllables))
        ]
    return break_points


def break_word(break_points: dict[str, list[int]], word: str) -> Iterator[tuple[str, str]]:
    """Give the ways to break a word, longest first part first, as reportlab asks for them."""
    lowered = word.lower()
    # Plurals are broken like their singular, so the list holds one form of each word.
    places = break_points.get(lowered) or break_points.get(lowered.removesuffix("s"), [])
    for place in reversed(places):
        if min(place, len(word) - place) >= SHORTEST_PART:
            yield word[:place], word[place:]


def make_styles(hyphenator: Hyphenator) -> dict[str, ParagraphStyle]:
    """Make the paragraph style of each kind of block."""
    body = ParagraphStyle(
        "body",
        fontName="Times-Roman",
        fontSize=10.5,
        leading=14,
        alignment=TA_JUSTIFY,
        spaceAfter=6,
        bulletFontName="Times-Roman",
        bulletFontSize=10.5,
        hyphenationLang=hyphenator,
        # Words such as "placebo-controlled" may also be broken after their own hyphen.
        embeddedHyphenation=1,
        # A single line may stay behind at the foot of a page: more sentences then run over the break.
        allowOrphans=1,
    )
    heading = ParagraphStyle(
        "heading", fontName="Times-Bold", fontSize=11, leading=14, spaceBefore=8, spaceAfter=5
    )
    centred = ParagraphStyle("centred", parent=heading, alignment=TA_CENTER)
    return {
        "paragraph": body,
        "title": ParagraphStyle("title", parent=centred, fontSize=15, leading=19),
        "subtitle": ParagraphStyle(
            "subtitle", parent=centred, fontName="Times-Italic", spaceBefore=0, spaceAfter=9
        ),
        "heading": heading,
        "subheading": ParagraphStyle(
            "subheading", parent=heading, fontName="Times-BoldItalic", fontSize=10.5, spaceBefore=4
        ),
        "clause": ParagraphStyle("clause", parent=body, leftIndent=30),
        "item": ParagraphStyle("item", parent=body, leftIndent=54, bulletIndent=30),
        "definition": ParagraphStyle("definition", parent=body, leftIndent=30),
        "cell": ParagraphStyle("cell", fontName="Times-Roman", fontSize=10, leading=12.5),
        "header_cell": ParagraphStyle("header_cell", fontName="Times-Bold", fontSize=10, leading=12.5),
    }


def markup(text: str) -> str:
    """Turn our text into the XML-like text of a reportlab paragraph."""
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(" ".join(text.split()), quote=False))


def make_table(block: str, width: float, styles: dict[str, ParagraphStyle]) -> Table:
    """Make a ruled table whose columns are as wide as their text needs, in proportion."""
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in block.splitlines()]
    # A column of short codes still needs room for its header, a long one must not crowd out the rest.
    needs = [min(max(len(cell) for cell in column), 45) + 4 for column in zip(*rows, strict=True)]
    return Table(
        [
            [Paragraph(markup(cell), styles["header_cell" if number == 0 else "cell"]) for cell in row]
            for number, row in enumerate(rows)
        ],
        colWidths=[width * need / sum(needs) for need in needs],
        spaceBefore=4,
        spaceAfter=12,
        style=[("GRID", (0, 0), (-1, -1), 0.5, GREY), ("VALIGN", (0, 0), (-1, -1), "TOP")],
    )


def make_flowables(block: str, width: float, styles: dict[str, ParagraphStyle]) -> list[Flowable]:
    """Make what the page needs to show one block."""
    if block.startswith("==="):
        room = block.removeprefix("===")
        return [CondPageBreak(float(room) * mm) if room else PageBreak()]
    if block.startswith("|"):
        # Our tables are short, and one broken over two pages would repeat its header.
        return [KeepTogether(make_table(block, width, styles))]
    opening, _, text = block.partition(" ")
    kinds = {"#": "title", "~": "subtitle", "##": "heading", "###": "subheading", ":": "definition"}
    if opening in kinds:
        paragraph = Paragraph(markup(text), styles[kinds[opening]])
        # Only room is asked for, not togetherness: the text below may still run over the page break.
        return [CondPageBreak(HEADING_ROOM), paragraph] if opening.startswith("##") else [paragraph]
    if re.fullmatch(r"-|\(\w+\)", opening):
        return [Paragraph(markup(text), styles["item"], bulletText=opening.replace("-", "•"))]
    if re.fullmatch(r"\d+\.|[A-Z\d]+\.\d+", opening):
        return [Paragraph(markup(text), styles["clause"], bulletText=opening)]
    return [Paragraph(markup(block), styles["paragraph"])]


def draw_header(title: str, canvas: Canvas, _template: BaseDocTemplate) -> None:
    """Draw the running header of one page."""
    width, height = canvas._pagesize
    set_furniture_ink(canvas, "Times-Italic")
    canvas.drawString(SIDE_MARGIN, height - 17 * mm, title)
    canvas.line(SIDE_MARGIN, height - 19 * mm, width - SIDE_MARGIN, height - 19 * mm)


def draw_footer(reference: str, page_count: int, canvas: Canvas, _template: BaseDocTemplate) -> None:
    """Draw the footer of one page."""
    right = canvas._pagesize[0] - SIDE_MARGIN
    set_furniture_ink(canvas, "Times-Roman")
    canvas.line(SIDE_MARGIN, 19 * mm, right, 19 * mm)
    canvas.drawString(SIDE_MARGIN, 15 * mm, f"Ref. {reference}")
    canvas.drawRightString(right, 15 * mm, f"Page {canvas.getPageNumber()} of {page_count}")


def set_furniture_ink(canvas: Canvas, font: str) -> None:
    """Set the small grey look that header and footer share."""
    canvas.setFillColor(GREY)
    canvas.setStrokeColor(GREY)
    canvas.setLineWidth(0.5)
    canvas.setFont(font, 9)


def lay_out(source: Source, styles: dict[str, ParagraphStyle], page_count: int) -> tuple[bytes, int]:
    """Lay one source text out and give the PDF with the number of pages it took."""
    buffer = BytesIO()
    template = BaseDocTemplate(
        buffer,
        pagesize=PAPER_SIZES[source.paper],
        leftMargin=SIDE_MARGIN,
        rightMargin=SIDE_MARGIN,
        topMargin=TOP_MARGIN,
        bottomMargin=BOTTOM_MARGIN,
        title=source.title,
        author="Pincite examples",
        subject=f"Fictional example document, reference {source.reference}",
        # Without this reportlab writes the time of day and a random identifier into the file.
        invariant=1,
    )
    frame = Frame(
        SIDE_MARGIN,
        BOTTOM_MARGIN,
        template.width,
        template.height,
        leftPadding=0,
        rightPadding=0,
        topPadding=0,
        bottomPadding=0,
    )
    template.addPageTemplates(
        PageTemplate(
            frames=[frame],
            # The header comes before the text and the footer after it, also in the file's own order.
            onPage=partial(draw_header, source.title),
            onPageEnd=partial(draw_footer, source.reference, page_count),
        )
    )
    template.build(
        [part for block in source.blocks for part in make_flowables(block, template.width, styles)]
    )
    return buffer.getvalue(), template.page


def make_pdf(source: Source, styles: dict[str, ParagraphStyle]) -> bytes:
    """Make the PDF of one source text."""
    # The footer says how many pages there are, which only a first layout can tell.
    _, page_count = lay_out(source, styles, page_count=0)
    return lay_out(source, styles, page_count)[0]


def main() -> None:
    """Make all example PDFs."""
    styles = make_styles(partial(break_word, read_break_points(SOURCES / "hyphenation.txt")))
    for name in DOCUMENTS:
        pdf = make_pdf(read_source(SOURCES / f"{name}.txt"), styles)
        (EXAMPLES / f"{name}.pdf").write_bytes(pdf)


if __name__ == "__main__":
    main()
