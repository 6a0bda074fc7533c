"""Show a document to a person: its lines with their numbers, its sections, its pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from rich.text import Text

from pincite.cli.running_text import one_line
from pincite.cli.screen import new_table, output, printable, printable_name, say
from pincite.records.document import FURNITURE, Document, Line, Section, Unseen
from pincite.records.library import Held
from pincite.records.reading import PageQuality, Subject

_MOST_SECTIONS = 40
_WIDEST = 90  # where no terminal says
_MOST_PAGES = 12
_SURE = 0.8  # recognised words below this mean confidence hold an error every few lines
_LEGIBLE = 0.05
# Tags stay that hold words themselves.
_MARKUP = re.compile(
    r"<!--|-->|~~|</?[a-zA-Z](?![^<>]*\s(?:alt|title|value|content|summary|label|data-|aria-))[^<>]*>"
)


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
    _print(Text(printable_name(name), "bold"))
    for label, value in rows.items():
        if value:
            _print(Text.assemble((f"  {label:<12}", "dim"), printable(value)))
    if badly := [page for page in document.profile.pages if _was_read_badly(page)]:
        _print(Text(f"  Note: {_read_badly(badly)}", "yellow"))
    for caveat in document.caveats:
        _print(Text(f"  Note: {printable(caveat)}", "yellow"))
    if document.sections:
        say("")
        show_sections(document.sections[:_MOST_SECTIONS])
    if len(document.sections) > _MOST_SECTIONS:
        _print(Text(f"  and {len(document.sections) - _MOST_SECTIONS} more: --sections", "dim"))
    say("")
    by_page = "--page 1, " if document.pages else ""
    _print(Text(f"See its lines with {by_page}--lines 1-40 or --section TITLE.", "dim"))
    if document.unseen:
        _print(Text("See hidden and struck-out text: --hidden", "dim"))
    if document.format == "pdf":
        _print(Text("See a picture of how a page was read: --page 1 --png", "dim"))


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
            _print(Text(heading, "cyan"))
        elif before and line.number > before.number + 1:
            say("")
        number = (f"{line.number:>{width}}  ", "dim")
        _print(Text.assemble(number, printable(line.span.of(document.text).rstrip())))
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


def _print(text: Text) -> None:
    output().print(text, soft_wrap=True)
