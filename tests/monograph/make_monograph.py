"""Make the PDF of a fictional drug's product monograph from monograph.txt.

The same source gives the same bytes on every run, so the pages which questions.jsonl names stay
right although the PDF is not committed.

The markup is that of examples/make_pdfs.py, and besides:

    [contents]     the contents page, with dot leaders
    ^              caption of the table below it
    !              boxed warning
    ##, ###        numbered section and subsection, both in the contents
    #              title; one that starts with PART is in the contents
"""

import re
import sys
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from itertools import pairwise
from pathlib import Path

from reportlab.lib.colors import black
from reportlab.lib.pagesizes import LETTER
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
    TableStyle,
)
from reportlab.platypus.tableofcontents import TableOfContents

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parents[1] / "examples"
sys.path.insert(0, str(EXAMPLES))
import make_pdfs  # noqa: E402
from make_pdfs import Source, draw_footer, draw_header, markup  # noqa: E402

SOURCE = HERE / "monograph.txt"
MARGIN = 27 * mm
WIDTH = LETTER[0] - 2 * MARGIN

# Longer tables are broken over two pages and repeat their header, as in a real monograph.
LONGEST_KEPT_TABLE = 10
TABLE_ROOM = 70 * mm

CONTENTS_LEVELS = {"part": 0, "heading": 1, "subheading": 2}

Styles = dict[str, ParagraphStyle]


@dataclass(frozen=True, slots=True)
class Monograph:
    """A built monograph: the PDF and the number of its pages."""

    pdf: bytes
    page_count: int


class MonographTemplate(BaseDocTemplate):
    """A document laid out in passes, each of which knows the pages of the pass before.

    The contents page needs the page of each heading, and the footer the number of pages.
    """

    pages_so_far = 0
    page_count = 0

    def beforeDocument(self) -> None:
        """Keep the number of pages of the pass before."""
        self.page_count = self.pages_so_far

    def afterPage(self) -> None:
        """Count a finished page."""
        self.pages_so_far = self.page

    def afterFlowable(self, flowable: Flowable) -> None:
        """Report a heading's level, text and page to the contents page."""
        level = CONTENTS_LEVELS.get(getattr(getattr(flowable, "style", None), "name", ""))
        if level is not None:
            self.notify("TOCEntry", (level, flowable.getPlainText(), self.page))


def build() -> Monograph:
    """Build the monograph from the source text beside this file."""
    source = make_pdfs.read_source(SOURCE)
    buffer = BytesIO()
    template = MonographTemplate(
        buffer,
        pagesize=LETTER,
        title=source.title,
        author="Pincite tests",
        subject=f"Fictional test document, reference {source.reference}",
        # Without this reportlab writes the time of day and a random identifier into the file.
        invariant=1,
    )
    template.addPageTemplates(make_page(source))
    template.multiBuild(make_story(source.blocks, make_styles()))
    return Monograph(buffer.getvalue(), template.page)


def make_page(source: Source) -> PageTemplate:
    """Make the page: one column of text between a header and a footer."""
    height = LETTER[1] - make_pdfs.TOP_MARGIN - make_pdfs.BOTTOM_MARGIN
    edges = dict.fromkeys(("leftPadding", "rightPadding", "topPadding", "bottomPadding"), 0)

    def draw_numbered_footer(canvas: Canvas, template: MonographTemplate) -> None:
        draw_footer(source.reference, template.page_count, canvas, template)

    return PageTemplate(
        frames=[Frame(MARGIN, make_pdfs.BOTTOM_MARGIN, WIDTH, height, **edges)],
        onPage=partial(draw_header, source.title),
        onPageEnd=draw_numbered_footer,
    )


def make_styles() -> Styles:
    """Make the paragraph style of each kind of block."""
    break_points = make_pdfs.read_break_points(EXAMPLES / "text" / "hyphenation.txt")
    styles = make_pdfs.make_styles(partial(make_pdfs.break_word, break_points))
    body = styles["paragraph"]
    for kind in ("paragraph", "item"):
        styles[kind].fontSize, styles[kind].leading, styles[kind].spaceAfter = 11, 15.5, 8
    heading = ParagraphStyle("heading", parent=styles["heading"], fontSize=12.5, leading=16, spaceBefore=14)
    return styles | {
        "part": ParagraphStyle("part", parent=styles["title"], spaceAfter=14),
        "heading": heading,
        "subheading": ParagraphStyle("subheading", parent=heading, fontSize=11.5, leading=15, spaceBefore=8),
        "reference": ParagraphStyle("reference", parent=body, leftIndent=24),
        "caption": ParagraphStyle("caption", parent=heading, fontSize=10.5, leading=14, spaceBefore=8),
        "boxed": ParagraphStyle(
            "boxed",
            parent=body,
            borderWidth=0.8,
            borderColor=black,
            borderPadding=5,
            spaceBefore=8,
            spaceAfter=14,
        ),
    }


def make_story(blocks: tuple[str, ...], styles: Styles) -> list[Flowable]:
    """Make what the pages need to show all blocks, each caption together with its table."""
    story: list[Flowable] = []
    for block, following in pairwise((*blocks, "")):
        if block.startswith("^"):
            story += make_table(following, block.removeprefix("^ "), styles)
        elif block.startswith("##"):
            # A table cannot run over the page break, so its heading must leave the page with it.
            room = TABLE_ROOM if following.startswith("^") else make_pdfs.HEADING_ROOM
            story += [CondPageBreak(room), *make_flowables(block, styles)]
        elif not block.startswith("|"):
            story += make_flowables(block, styles)
    return story


def make_table(block: str, caption: str, styles: Styles) -> list[Flowable]:
    """Make a table under its caption; a long one may run over a page break."""
    table = make_pdfs.make_table(block, WIDTH, styles)
    title = Paragraph(markup(caption), styles["caption"])
    if len(block.splitlines()) <= LONGEST_KEPT_TABLE:
        return [KeepTogether([title, table])]
    return [CondPageBreak(TABLE_ROOM), title, with_repeated_header(table)]


def with_repeated_header(table: Table) -> Table:
    """The same table, repeating its first row on every page it reaches."""
    table.repeatRows = 1
    return table


def make_flowables(block: str, styles: Styles) -> list[Flowable]:
    """Make what the page needs to show one block that is not a table."""
    opening, _, text = block.partition(" ")
    if block == "[contents]":
        return [Paragraph("TABLE OF CONTENTS", styles["title"]), make_contents(styles)]
    if opening == "===":
        return [PageBreak()]
    if opening == "#":
        return [Paragraph(markup(text), styles["part" if text.startswith("PART") else "title"])]
    if opening in ("##", "###"):
        kind = {"##": "heading", "###": "subheading"}[opening]
        return [Paragraph(markup(text), styles[kind])]
    if opening == "!":
        return [Paragraph(markup(text), styles["boxed"])]
    if re.fullmatch(r"\d+\.", opening):
        return [Paragraph(markup(text), styles["reference"], bulletText=opening)]
    return make_pdfs.make_flowables(block, WIDTH, styles)


def make_contents(styles: Styles) -> TableOfContents:
    """Make the contents list, which fills itself from what the headings report."""
    contents = TableOfContents(
        dotsMinLevel=1,
        tableStyle=TableStyle([("TOPPADDING", (0, 0), (-1, -1), 1), ("BOTTOMPADDING", (0, 0), (-1, -1), 1)]),
    )
    contents.levelStyles = [
        ParagraphStyle(
            f"contents{level}",
            parent=styles["cell"],
            fontName="Times-Roman" if level == 2 else "Times-Bold",
            leftIndent=12 * level,
        )
        for level in CONTENTS_LEVELS.values()
    ]
    return contents


def main() -> None:
    """Write the PDF to the path given on the command line."""
    monograph = build()
    Path(sys.argv[1]).write_bytes(monograph.pdf)
    print(f"{sys.argv[1]}: {monograph.page_count} pages")


if __name__ == "__main__":
    main()
