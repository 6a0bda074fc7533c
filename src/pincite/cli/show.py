"""The verb `show`: a document as Pincite reads it, by line, section and page."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, named
from pincite.cli.reporting import reported
from pincite.cli.screen import print_object
from pincite.errors import InputError

if TYPE_CHECKING:
    from pincite.cli.selection import Selection
    from pincite.records.document import Document, Line, Section
    from pincite.records.library import Held


def show(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="As shown by `pincite documents`.")],
    page: Annotated[int | None, typer.Option(metavar="N", help="The lines of this page.")] = None,
    section: Annotated[
        str | None, typer.Option(metavar="TITLE", help="The lines of this section; its number will do.")
    ] = None,
    lines: Annotated[str | None, typer.Option(metavar="A-B", help="These lines.")] = None,
    sections: Annotated[bool, typer.Option("--sections", help="All sections, as a tree.")] = False,
    pages: Annotated[bool, typer.Option("--pages", help="All pages.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show a document: its summary, lines, sections or pages.

    \b
    Examples:
      pincite show contract.pdf
      pincite show contract.pdf --page 3
      pincite show contract.pdf --section "Fees"
    """
    with reported(as_json):
        from pincite.cli.selection import Selection

        selection = Selection(page, section, lines)
        _refuse_both(selection, sections, pages)
        with named(context).open_existing() as library:
            held = library.read(name)
        if as_json:
            print_object(_as_json(held, selection, sections, pages))
        else:
            _show(held, selection, sections, pages)


def _refuse_both(selection: Selection, sections: bool, pages: bool) -> None:
    """An InputError where lines are chosen and an overview of everything is asked for as well."""
    overview = "--sections" if sections else "--pages" if pages else ""
    if overview and selection.options:
        chosen = " and ".join(selection.options)
        raise InputError(
            f"{overview} shows all {overview.removeprefix('--')} and cannot be used with {chosen}.",
            hint=f"Leave out {overview}, or {chosen}.",
        )


def _show(held: Held, selection: Selection, sections: bool, pages: bool) -> None:
    from pincite.cli import document_view as view

    if not selection.options and not sections and not pages:
        view.show_summary(held)
    if sections:
        view.show_sections(held.document.sections)
    if pages:
        view.show_pages(held.document)
    if selection.options:
        view.show_lines(held.document, selection.pick(held))


def _as_json(held: Held, selection: Selection, sections: bool, pages: bool) -> dict[str, object]:
    document = held.document
    content: dict[str, object] = {
        "name": held.identity.name,
        "document": held.identity.source,
        "version": held.identity.version,
    }
    if not selection.options and not sections and not pages:
        content |= _summary(document)
    if sections:
        content["sections"] = [_section(section) for section in document.sections]
    if pages:
        content["pages"] = _pages(document)
    if selection.options:
        content["lines"] = [_line(document, line) for line in selection.pick(held)]
    return content


def _summary(document: Document) -> dict[str, object]:
    return {
        "format": document.format,
        "parser": document.parse.fingerprint,
        "page_count": len(document.pages),
        "line_count": len(document.lines),
        "fact_span_count": len(document.blocks),
        "characters": len(document.text),
        "caveats": list(document.caveats),
        "sections": [_section(section) for section in document.sections],
    }


def _section(section: Section) -> dict[str, object]:
    return {
        "id": section.id,
        "title": section.title,
        "level": section.level,
        "start": section.span.start,
        "end": section.span.end,
        "start_page": section.start_page,
        "end_page": section.end_page,
        "found_by": section.found_by,
    }


def _pages(document: Document) -> list[dict[str, object]]:
    from pincite.cli.document_view import lines_by_page

    on_page = lines_by_page(document)
    return [
        {
            "number": page.number,
            "label": page.label,
            "start": page.start,
            "end": page.end,
            "furniture": [[span.start, span.end] for span in page.furniture],
            "lines": [line.number for line in on_page[page.number]],
        }
        for page in document.pages
    ]


def _line(document: Document, line: Line) -> dict[str, object]:
    return {
        "number": line.number,
        "page": line.page,
        "start": line.span.start,
        "end": line.span.end,
        "text": line.span.of(document.text),
        "box": asdict(line.box) if line.box else None,
    }
