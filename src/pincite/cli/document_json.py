"""Which part of a document is shown, and the document and its parts as JSON in the names of the records."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from pincite.cli.document_view import lines_by_page
from pincite.errors import InputError
from pincite.records.document import Cell, Document, Figure, Line, Section, Table, Unseen
from pincite.records.library import Held
from pincite.records.reading import Profile
from pincite.records.span import Span

_RANGE = re.compile(r"\s*(\d+)\s*(?:[-–:]\s*(\d*)\s*)?")
_MOST_SUGGESTED = 5
# From the strictest to the loosest way in which a title can be meant.
_FITS: tuple[Callable[[str, str], bool], ...] = (
    lambda asked, title: title == asked,
    lambda asked, title: title.split(" ")[0] == asked or " ".join(title.split(" ")[:2]) == asked,
    lambda asked, title: title.partition(" ")[2] == asked,
    lambda asked, title: asked in title,
)


@dataclass(frozen=True, slots=True)
class Selection:
    """Which lines to show; None leaves that way of choosing out."""

    page: int | None = None
    section: str | None = None
    lines: str | None = None

    @property
    def options(self) -> dict[str, str]:
        """The ways of choosing that are in use, as they are written."""
        ways = {"--page": self.page, "--section": self.section, "--lines": self.lines}
        return {option: str(value) for option, value in ways.items() if value is not None}

    def pick(self, held: Held) -> tuple[Line, ...]:
        """The lines that meet every condition, at least one; an InputError where there is none."""
        document, name = held.document, held.identity.name
        picked: Sequence[Line] = [line for line in document.lines if _is_seen(document, line)]
        if self.page is not None:
            _require_page(document, name, self.page)
            picked = [line for line in picked if line.page == self.page]
        if self.section is not None:
            inside = _lines_of(document, find_section(held, self.section))
            picked = [line for line in picked if line.number in inside]
        if self.lines is not None:
            first, last = _line_numbers(self.lines)
            _require_line(document, name, first)
            picked = [line for line in picked if first <= line.number <= last]
        if not picked:
            raise self._nothing(held)
        return tuple(picked)

    def _nothing(self, held: Held) -> InputError:
        name = held.identity.name
        if len(self.options) > 1:
            written = (shlex.join(option) for option in self.options.items())
            return InputError(
                f"No line of {name} meets {' and '.join(self.options)} together.",
                hint=f"Lines are numbered through the whole document. Use {' or '.join(written)}.",
            )
        if self.page is not None:
            hint = f"See what is on each: {shlex.join(['pincite', 'show', name])} --pages"
            return InputError(f"Page {self.page} of {name} has no text.", hint=hint)
        where = shlex.join(next(iter(self.options.items())))
        return InputError(f"{name} has no text in {where}.", hint="Choose more lines: --lines 1-40")


def _is_seen(document: Document, line: Line) -> bool:
    return not document.unseen or bool(line.span.of(document.seen_text).strip())


def find_section(held: Held, wanted: str) -> Section:
    """The section with that number or title; an InputError when there is none, or more than one."""
    asked = _plain(wanted)
    for fits in _FITS:
        found = [section for section in held.document.sections if fits(asked, _plain(section.title))]
        if len(found) == 1 or len({section.title for section in found}) == 1:
            return found[0]
        if found:
            raise InputError(
                f"{len(found)} sections of {held.identity.name} match {wanted!r}.",
                hint="Say which: " + ", ".join(repr(section.title) for section in found[:_MOST_SUGGESTED]),
            )
    raise InputError(
        f"{held.identity.name} has no section {wanted!r}.",
        hint=f"See them all: pincite show {held.identity.name} --sections",
    )


def _lines_of(document: Document, section: Section) -> set[int]:
    """The numbers of its lines. One that has only marks of it, as `##`, is the next heading."""
    end = section.span.end
    return {
        line.number
        for line in document.lines_of(section.span)
        if line.span.end <= end or any(map(str.isalnum, document.text[line.span.start : end]))
    }


def _plain(title: str) -> str:
    return " ".join(word.strip(".:;)") for word in title.casefold().split())


def _line_numbers(given: str) -> tuple[int, int]:
    match = _RANGE.fullmatch(given)
    if match is None:
        raise InputError(f"{given!r} is not a range of lines.", hint="Write, for example: --lines 12-20")
    first = int(match[1])
    last = first if match[2] is None else int(match[2] or 10**9)
    if last < first:
        raise InputError(f"The range of lines {given!r} runs backwards.", hint=f"Write: {last}-{first}")
    return first, last


def _require_page(document: Document, name: str, page: int) -> None:
    if not document.pages:
        raise InputError(f"{name} has no pages.", hint="Choose by line or by section: --lines 1-40")
    if not 1 <= page <= len(document.pages):
        last = len(document.pages)
        raise InputError(f"{name} has no page {page}.", hint=f"Its pages are numbered from 1 to {last}.")


def _require_line(document: Document, name: str, line: int) -> None:
    last = document.lines[-1].number if document.lines else 0
    if not 1 <= line <= last:
        raise InputError(f"{name} has no line {line}.", hint=f"{_numbered(document, last)}.")


def _numbered(document: Document, last: int) -> str:
    blank = last - len(document.lines)
    rest = f", of which {len(document.lines):,} have text" if blank > 0 else ""
    return f"Its lines are numbered from 1 to {last}{rest}"


def summary(document: Document) -> dict[str, object]:
    return {
        "format": document.format,
        "parser": document.parse.fingerprint,
        "page_count": len(document.pages),
        "line_count": len(document.lines),
        "block_count": len(document.blocks),
        "table_count": len(document.tables),
        "figure_count": len(document.figures),
        "characters": len(document.text),
        "hidden_count": sum(each.kind == "hidden" for each in document.unseen),
        "struck_count": sum(each.kind == "struck" for each in document.unseen),
        "caveats": list(document.caveats),
        "profile": _profile(document, document.profile),
        "figures": [_figure(document, figure) for figure in document.figures],
        "sections": [section(each) for each in document.sections],
    }


def section(section: Section) -> dict[str, object]:
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


def pages(document: Document) -> list[dict[str, object]]:
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


def line(document: Document, line: Line) -> dict[str, object]:
    return {
        "number": line.number,
        "page": line.page,
        **_range(document, line.span),
        "box": asdict(line.box) if line.box else None,
    }


def unseen(document: Document, unseen: Unseen) -> dict[str, object]:
    lines = document.lines_of(unseen.span)
    return {
        "number": unseen.number,
        "kind": unseen.kind,
        "page": unseen.page,
        "anchor": unseen.anchor,
        "lines": [line.number for line in lines],
        **_range(document, unseen.span),
        "stood_at": unseen.at,
    }


def table(document: Document, table: Table) -> dict[str, object]:
    page = document.page_of(table.span.start)
    return {
        "number": table.number,
        "page": page.number if page else None,
        "start": table.span.start,
        "end": table.span.end,
        "rows": table.rows,
        "columns": table.columns,
        "header_rows": table.header_rows,
        "found_by": table.found_by,
        "caption": _range(document, table.caption) if table.caption else None,
        "cells": [_cell(document, cell) for cell in table.cells],
    }


def _cell(document: Document, cell: Cell) -> dict[str, object]:
    return {
        "row": cell.row,
        "column": cell.column,
        "rows": cell.rows,
        "columns": cell.columns,
        "anchor": cell.anchor,
        "divided": cell.divided,
        **_range(document, cell.span),
    }


def _figure(document: Document, figure: Figure) -> dict[str, object]:
    return {
        "number": figure.number,
        "box": asdict(figure.box),
        "words": _range(document, figure.span) if figure.span else None,
        "caption": _range(document, figure.caption) if figure.caption else None,
        "description": figure.description,
    }


def _profile(document: Document, profile: Profile) -> dict[str, object]:
    return {
        "type": profile.type,
        "language": profile.language,
        "scanned_share": round(profile.scanned_share, 4),
        "sections_found_by": dict(profile.sections_found_by),
        "subjects": [
            {
                "kind": subject.kind,
                "name": subject.name,
                "aliases": list(subject.aliases),
                **_range(document, subject.span),
            }
            for subject in profile.subjects
        ],
        "pages": [asdict(page) for page in profile.pages],
    }


def _range(document: Document, span: Span) -> dict[str, object]:
    return {"start": span.start, "end": span.end, "text": span.of(document.text)}
