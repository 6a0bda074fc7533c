"""A document and its parts as JSON, in the names that the records have."""

from __future__ import annotations

from dataclasses import asdict

from pincite.cli.document_view import lines_by_page
from pincite.records.document import Cell, Document, Figure, Line, Section, Table, Unseen
from pincite.records.reading import Profile
from pincite.records.span import Span


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
