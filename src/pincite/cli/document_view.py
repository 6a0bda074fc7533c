"""Show a document to a person: its lines with their numbers, its sections, pages and tables."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import TextIO

from rich.console import RenderableType
from rich.text import Text

from pincite.cli.screen import new_table, one_line, output, printable, printable_name, say
from pincite.language.how_many import how_many
from pincite.records.document import FURNITURE, Cell, Document, Line, Section, Table, Unseen
from pincite.records.library import Held
from pincite.records.reading import PageQuality, Subject
from pincite.structure.cell_facts import CellFact, facts_of
from pincite.structure.table_layout import layout_of
from pincite.values.printed_figure import printed_figure

_MOST_SECTIONS = 40
_WIDEST = 90  # where no terminal says
_MOST_PAGES = 12
_SURE = 0.8  # recognised words below this mean confidence hold an error every few lines
_LEGIBLE = 0.05
# Tags stay that hold words themselves.
_MARKUP = re.compile(
    r"<!--|-->|~~|</?[a-zA-Z](?![^<>]*\s(?:alt|title|value|content|summary|label|data-|aria-))[^<>]*>"
)
_MOST_ROWS, _MOST_COLUMNS = 60, 30
_WIDEST_CELL = 40
_COLUMNS = "table page row column printed kind value currency scale unclear place".split()
# A spreadsheet takes what begins so for a formula.
_FORMULA = ("=", "+", "@", "-", "\t", "\r")


def show_summary(held: Held) -> None:
    """What the document is, how it is divided, and how to see its lines."""
    document, name = held.document, held.identity.name
    rows = {
        "type": document.profile.type if document.profile.type != "other" else "",
        "language": document.profile.language,
        "about": "; ".join(map(_subject, document.profile.subjects)),
        "format": document.format,
        "pages": f"{len(document.pages):,}" if document.pages else "none in this format",
        "lines": _lines(document),
        "passages": f"{len(document.blocks):,}",
        "tables": f"{len(document.tables):,}" if document.tables else "",
        "figures": f"{len(document.figures):,}" if document.figures else "",
        "not seen": _not_seen(document),
        "scanned": f"{document.profile.scanned_share:.0%} of the pages"
        if document.profile.scanned_share
        else "",
        "version": f"{held.identity.version}, read by {document.parse.fingerprint}",
    }
    say((printable_name(name), "bold"))
    for label, value in rows.items():
        if value:
            say((f"  {label:<12}", "dim"), printable(value))
    if badly := [page for page in document.profile.pages if _was_read_badly(page)]:
        say((f"  Note: {_read_badly(badly)}", "yellow"))
    for caveat in document.caveats:
        say((f"  Note: {printable(caveat)}", "yellow"))
    if document.sections:
        say("")
        show_sections(document.sections[:_MOST_SECTIONS])
    if len(document.sections) > _MOST_SECTIONS:
        say((f"  and {len(document.sections) - _MOST_SECTIONS} more: --sections", "dim"))
    say("")
    by_page = "--page 1, " if document.pages else ""
    say((f"See its lines with {by_page}--lines 1-40 or --section TITLE.", "dim"))
    if document.unseen:
        say(("See hidden and struck-out text: --hidden", "dim"))
    if document.format == "pdf":
        say(("See a picture of how a page was read: --page 1 --png", "dim"))


def show_sections(sections: Sequence[Section]) -> None:
    """The sections as a tree, with their pages and how each was found."""
    if not sections:
        say("No headings were found.")
        return
    table = new_table()
    table.add_column("section", overflow="fold", max_width=_WIDEST)
    table.add_column("pages", justify="right", no_wrap=True)
    table.add_column("found by", no_wrap=True)
    top = min(section.level for section in sections)
    for section in sections:
        title = Text("  " * (section.level - top) + one_line(section.title))
        table.add_row(title, _pages(section), Text(section.found_by, "dim"))
    output().print(table)


def show_pages(document: Document) -> None:
    """Each page with its label and how much stands on it."""
    if not document.pages:
        say("This format has no pages.")
        return
    table = new_table()
    table.add_column("page", justify="right")
    table.add_column("printed as", no_wrap=True)
    table.add_column("lines", justify="right")
    table.add_column("characters", justify="right")
    on_page = lines_by_page(document)
    for page in document.pages:
        characters = page.end - page.start + sum(span.end - span.start for span in page.furniture)
        count = f"{len(on_page[page.number]):,}" if characters else Text("no text", "yellow")
        table.add_row(str(page.number), Text(printable(page.label)), count, f"{characters:,}")
    output().print(table)


def show_lines(document: Document, lines: Sequence[Line]) -> None:
    """Lines with their numbers; a gap in the numbers is a blank line, a new page has a line of its own."""
    width = len(str(lines[-1].number)) if lines else 1
    before: Line | None = None
    for line in lines:
        if heading := _page_heading(document, before, line):
            say((heading, "cyan"))
        elif before and line.number > before.number + 1:
            say("")
        number = (f"{line.number:>{width}}  ", "dim")
        say(number, printable(line.span.of(document.text).rstrip()))
        before = line


def show_unseen(document: Document) -> None:
    """What the file holds beside what a reader sees. It is no evidence, and no model is shown it."""
    if not document.unseen:
        say("Nothing in it is hidden or struck out.")
        return
    table = new_table()
    table.add_column("kind", no_wrap=True)
    table.add_column("where", no_wrap=True)
    table.add_column("words", overflow="fold", max_width=_WIDEST)
    for each in document.unseen:
        words = each.span.of(document.text)
        if document.format == "markdown":
            words = _MARKUP.sub(" ", words).strip() or words
        table.add_row(each.kind, Text(printable(_where(document, each))), Text(one_line(words)))
    output().print(table)


def _where(document: Document, unseen: Unseen) -> str:
    if unseen.page is not None:
        return f"page {unseen.page}"
    lines = document.lines_of(unseen.span)
    if unseen.anchor or not lines:
        return unseen.anchor
    first, last = lines[0].number, lines[-1].number
    return f"line {first}" if first == last else f"lines {first}-{last}"


def lines_by_page(document: Document) -> dict[int, list[Line]]:
    """The lines of every page, in order; a page without text has none."""
    on_page: dict[int, list[Line]] = {page.number: [] for page in document.pages}
    for line in document.lines:
        if line.page is not None:
            on_page[line.page].append(line)
    return on_page


def _lines(document: Document) -> str:
    """How many there are; where blank ones are counted as well, also by which numbers they go."""
    count, last = len(document.lines), document.lines[-1].number if document.lines else 0
    return f"{count:,} with text, numbered from 1 to {last:,}" if last > count else f"{count:,}"


def _not_seen(document: Document) -> str:
    counts = Counter(each.kind for each in document.unseen)
    return ", ".join(f"{count:,} {kind}" for kind, count in sorted(counts.items()))


def _subject(subject: Subject) -> str:
    others = f" ({', '.join(map(one_line, subject.aliases))})" if subject.aliases else ""
    return f"{one_line(subject.name)}{others}"


def _was_read_badly(page: PageQuality) -> bool:
    """Doubtful enough that a person should look at the page. An empty page is none of these."""
    unsure = page.confidence is not None and page.confidence < _SURE
    return page.source == "damaged" or page.garbled > _LEGIBLE or unsure


def _read_badly(pages: Sequence[PageQuality]) -> str:
    numbers = ", ".join(str(page.page) for page in pages[:_MOST_PAGES])
    more = f" and {len(pages) - _MOST_PAGES} more" if len(pages) > _MOST_PAGES else ""
    return f"{'pages' if len(pages) > 1 else 'page'} {numbers}{more} may have been read badly"


def _page_heading(document: Document, before: Line | None, line: Line) -> str:
    furniture = _is_furniture(document, line)
    if line.page is None:
        return ""
    if before and before.page == line.page and _is_furniture(document, before) == furniture:
        return ""
    label = document.pages[line.page - 1].label
    printed = "" if label == str(line.page) else f" (printed {printable(label)})"
    rest = ", headers, footers and notes" if furniture else ""
    return f"--- page {line.page}{printed}{rest} ---"


def _is_furniture(document: Document, line: Line) -> bool:
    return any(block.kind in FURNITURE for block in document.blocks_of(line.span))


def _pages(section: Section) -> str:
    if section.start_page is None:
        return "-"
    if section.end_page in {None, section.start_page}:
        return str(section.start_page)
    return f"{section.start_page}–{section.end_page}"


def show_tables(document: Document) -> None:
    """Every table with its first rows; the JSON form has them all."""
    if not document.tables:
        say("No tables were found.")
    for number, table in enumerate(document.tables):
        if number:
            say("")
        say((_title(document, table), "bold"))
        for line in _figures(document, table):
            say((line, "dim"))
        output().print(_cells(document, table))
        if table.rows > _MOST_ROWS or table.columns > _MOST_COLUMNS:
            output().print(Text("The rest of it: --tables --json", "dim"))


def _title(document: Document, table: Table) -> str:
    page = document.page_of(table.span.start)
    where = f", page {page.number}" if page else ""
    size = f"{table.rows:,} x {table.columns:,}"
    caption = f": {one_line(table.caption.of(document.text))}" if table.caption else ""
    return f"Table {table.number}{where}, {size}, found by {printable(table.found_by)}{caption}"


def _figures(document: Document, table: Table) -> Iterator[str]:
    """How the figures of a table are read: by what they are multiplied, the currency, what is unclear."""
    facts = [fact for fact in facts_of(document, table) if fact.printed]
    scales = Counter(_scale(document, fact) for fact in facts if fact.kind != "percentage")
    if any(scales):
        yield "figures: " + "; ".join(
            f"{said or 'as printed'} ({how_many(n, 'cell')})" for said, n in scales.items()
        )
    if currencies := Counter(fact.currency for fact in facts if fact.currency):
        yield "currency: " + "; ".join(f"{code} ({how_many(n, 'cell')})" for code, n in currencies.items())
    for doubt, count in Counter(fact.doubt for fact in facts if fact.doubt).items():
        yield f"unclear: {printable(doubt)} ({how_many(count, 'cell')})"


def _scale(document: Document, fact: CellFact) -> str:
    if fact.scale is None:
        return ""
    return f"x {fact.scale.factor:,}, “{one_line(fact.scale.span.of(document.text))}”"


def write_csv(document: Document, file: TextIO) -> None:
    """Every cell of every table on a line: what names it, what it prints, and its value in full."""
    writer = csv.writer(file)
    writer.writerow(_COLUMNS)
    for table in document.tables:
        for fact in facts_of(document, table):
            page = document.page_of(fact.cell.span.start)
            line = document.lines_of(fact.cell.span)[0].number
            writer.writerow(
                (
                    table.number,
                    page.number if page else "",
                    _as_text(" › ".join(one_line(cell.span.of(document.text)) for cell in fact.row_path)),
                    _as_text(" › ".join(one_line(cell.span.of(document.text)) for cell in fact.column_path)),
                    _as_text(one_line(fact.cell.span.of(document.text))),
                    fact.kind,
                    "" if fact.value is None else format(fact.value, "f"),
                    fact.currency or "",
                    fact.scale.factor if fact.scale else "",
                    fact.doubt,
                    fact.cell.anchor or f"line {line}",
                )
            )


def _as_text(words: str) -> str:
    """Words of a document that no spreadsheet takes for a formula."""
    return f"'{words}" if words.startswith(_FORMULA) and printed_figure(words) is None else words


def _cells(document: Document, table: Table) -> RenderableType:
    shown = new_table()
    heads = {number for row in layout_of(document, table).rows for number in row.heads}
    shown.show_header = False
    rows, columns = _shown_rows(table), min(table.columns, _MOST_COLUMNS)
    anchored = any(cells and cells[0].anchor for cells in rows)
    for _ in range(columns + anchored):
        shown.add_column(overflow="fold", max_width=_WIDEST_CELL)
    for row, cells in enumerate(rows):
        texts = [Text("")] * columns
        for cell in cells:
            style = "bold" if row < table.header_rows or row in heads else ""
            texts[cell.column] = Text(one_line(cell.span.of(document.text)), style)
        anchor = [Text(printable(cells[0].anchor) if cells else "", "dim")] if anchored else []
        shown.add_row(*anchor, *texts)
    return shown


def _shown_rows(table: Table) -> list[list[Cell]]:
    rows: list[list[Cell]] = [[] for _ in range(min(table.rows, _MOST_ROWS))]
    for cell in takewhile(lambda cell: cell.row < _MOST_ROWS, table.cells):
        if cell.column < _MOST_COLUMNS:
            rows[cell.row].append(cell)
    return rows
