"""Turn a document, its profile and what tells it from others into rows, and rows into the same document.

With each version goes a SHA-256 over all that loading reads, made from the entry before it is stored
and compared with the rows as they are read. A changed letter, a missing row or the blob of another
document is thus a TamperError and never another document. It guards against damage and slips, not
against someone who also writes the matching hash.
"""

from __future__ import annotations

import gc
import json
import zlib
from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, astuple, dataclass, replace
from typing import Any, get_args

from pincite.errors import TamperError
from pincite.records.document import (
    Block,
    Box,
    Cell,
    Document,
    Figure,
    Line,
    Page,
    Paragraph,
    Parse,
    Passage,
    Section,
    Table,
    Unseen,
)
from pincite.records.library import Cover, Entry, Held, Identity, ReadBy
from pincite.records.reading import DocumentType, PageQuality, Profile, Subject, unread
from pincite.records.span import Span
from pincite.stores.database import Database, Row
from pincite.stores.faults import tampered
from pincite.stores.seal import Tables, pack, parts, sealed, sha256, unpack


def to_json(profile: Profile) -> str:
    """Empty for a document of which nothing is known but its text."""
    if profile == unread():
        return ""
    return json.dumps(asdict(profile), ensure_ascii=False)


def from_json(stored: str) -> Profile:
    if not stored:
        return unread()
    fields = json.loads(stored)
    return Profile(
        type=fields["type"],
        language=fields["language"],
        pages=tuple(PageQuality(**page) for page in fields["pages"]),
        sections_found_by=tuple((name, count) for name, count in fields["sections_found_by"]),
        subjects=tuple(subject_of(subject) for subject in fields["subjects"]),
    )


def subject_of(fields: Mapping[str, Any]) -> Subject:
    """A subject from the object that JSON holds of it."""
    return Subject(fields["kind"], fields["name"], tuple(fields["aliases"]), Span(**fields["span"]))


_RANGES = ("pages", "furniture", "lines", "sections", "paragraphs", "blocks")
_LAYOUT = ("anchors", "tables", "cells", "figures", "unseen")


@dataclass(frozen=True, slots=True)
class VersionRows:
    """A version as it is stored: its own columns, and the ranges by table without the version's number."""

    values: dict[str, object]
    tables: Tables

    def insert_ranges(self, database: Database, version: int) -> None:
        """Hold everything that is a range into the text."""
        for table, rows in self.tables.items():
            database.run_many(f"insert_{table}", ((version, *row) for row in rows))


def to_rows(entry: Entry) -> VersionRows:
    """All that is stored of an entry but its bytes, with the hashes over it."""
    document, parse, words = entry.document, entry.document.parse, pack(entry.document.words)
    loaded, pieces = _loaded_tables(document), _piece_tables(entry)
    caveats = json.dumps(document.caveats, ensure_ascii=False)
    profile, confidences = to_json(document.profile), document.words.confidences.tobytes()
    own = (document.format, parse.parser, parse.version, parse.options, caveats, profile)
    blobs = (document.text.encode(), words, entry.postings, confidences)
    values: dict[str, object] = {
        "version": entry.identity.version,
        "parser": parse.parser,
        "parser_version": parse.version,
        "parse_options": parse.options,
        "format": document.format,
        "pages": len(document.pages),
        "lines": len(document.lines),
        "blocks": len(document.blocks),
        "characters": len(document.text),
        "caveats": caveats,
        "loaded_sha256": sealed((*astuple(entry.identity), *own), blobs, loaded),
        "pieces_sha256": sha256(parts(pieces)),
        "text": document.text,
        "words": words,
        "postings": entry.postings,
        "confidences": confidences,
        "profile": profile,
    }
    return VersionRows(values, loaded | pieces)


def passage_rows(passages: Sequence[Passage]) -> list[Row]:
    """Passages as they are stored, without the version's number."""
    return [(p.number, p.span.start, p.span.end, p.section, p.content_hash) for p in passages]


def read_held(database: Database, identity: Identity) -> Held | None:
    """The document as it was added, or a TamperError; None when there is no such version."""
    try:
        row = database.row("held", **asdict(identity))
        if row is None:
            return None
        with _without_collection():
            return _read(database, identity, row)
    except (TamperError, ValueError, TypeError, LookupError, zlib.error) as error:
        raise tampered(identity.name) from error


def readers_of(database: Database, collection: str) -> list[ReadBy]:
    """Which parser has read the current version of each name of a collection."""
    return [
        ReadBy(
            Identity(collection, name, source, version),
            format,
            parser.decode(errors="replace"),
            parser_version.decode(errors="replace"),
        )
        for name, source, version, format, parser, parser_version in database.rows(
            "read_by", collection=collection
        )
    ]


def _read(database: Database, identity: Identity, row: Row) -> Held:
    version, *own, text, words, postings, confidences, loaded_sha256 = row
    tables = {table: database.rows(table, version=version) for table in (*_RANGES, *_LAYOUT)}
    blobs = (text, words, postings, confidences)
    if sealed((*astuple(identity), *own), blobs, tables) != loaded_sha256:
        raise ValueError("what is stored does not have the hash that was stored with it")
    kind, parser, parser_version, options, caveats, profile = own
    document = Document(
        text=text.decode(),
        format=kind,
        parse=Parse(parser, parser_version, options),
        pages=_pages(tables["pages"], tables["furniture"]),
        lines=_lines(tables["lines"]),
        sections=_sections(tables["sections"]),
        paragraphs=_paragraphs(tables["paragraphs"]),
        blocks=_blocks(tables["blocks"], dict(tables["anchors"])),
        words=replace(unpack(words), confidences=array("B", confidences)),
        caveats=tuple(json.loads(caveats)),
        tables=_tables(tables["tables"], tables["cells"]),
        figures=_figures(tables["figures"]),
        profile=from_json(profile),
        unseen=_unseen(tables["unseen"]),
    )
    return Held(identity, document, postings)


def _loaded_tables(document: Document) -> dict[str, list[Row]]:
    """Rows with the columns, and in the order, of the queries that load them."""
    return {
        "pages": [(p.number, p.label, p.start, p.end) for p in document.pages],
        "furniture": [
            (page.number, number, span.start, span.end)
            for page in document.pages
            for number, span in enumerate(page.furniture, start=1)
        ],
        "lines": [_line_row(line) for line in document.lines],
        "sections": [
            (s.id, s.title, s.level, s.span.start, s.span.end, s.start_page, s.end_page, s.found_by)
            for s in document.sections
        ],
        "paragraphs": [(p.number, p.span.start, p.span.end, p.section) for p in document.paragraphs],
        "blocks": [
            (b.number, b.kind, b.span.start, b.span.end, b.section, b.page, int(b.split))
            for b in document.blocks
        ],
        "anchors": [(b.number, b.anchor) for b in document.blocks if b.anchor],
        "tables": [
            (
                t.number,
                t.span.start,
                t.span.end,
                t.rows,
                t.columns,
                t.header_rows,
                t.found_by,
                *_ends(t.caption),
            )
            for t in document.tables
        ],
        "cells": [
            (t.number, c.row, c.column, c.span.start, c.span.end, c.rows, c.columns, c.anchor, c.divided)
            for t in document.tables
            for c in t.cells
        ],
        "figures": [_figure_row(figure) for figure in document.figures],
        "unseen": [
            (u.number, u.kind, u.span.start, u.span.end, u.page, u.anchor, u.at) for u in document.unseen
        ],
    }


def _ends(span: Span | None) -> tuple[int | None, int | None]:
    return (None, None) if span is None else (span.start, span.end)


def _figure_row(figure: Figure) -> Row:
    box = figure.box
    edges = (edge + 0.0 for edge in (box.x0, box.y0, box.x1, box.y1))
    return figure.number, box.page, *edges, *_ends(figure.span), *_ends(figure.caption), figure.description


def _piece_tables(entry: Entry) -> dict[str, list[Row]]:
    return {
        "passages": passage_rows(entry.passages),
        "chunks": [(c.number, c.span.start, c.span.end, c.content_hash) for c in entry.chunks],
    }


def _line_row(line: Line) -> Row:
    span, box = line.span, line.box
    if box is None:
        return line.number, line.page, span.start, span.end, None, None, None, None, None
    edges = (_edge(edge) for edge in (box.x0, box.y0, box.x1, box.y1))
    return line.number, line.page, span.start, span.end, box.page, *edges


def _edge(edge: float) -> float | None:
    """As SQLite will give it back: it knows no negative zero, and NULL for what is not a number."""
    return edge + 0.0 if edge == edge else None


def _pages(rows: Sequence[Row], furniture_rows: Sequence[Row]) -> tuple[Page, ...]:
    furniture = defaultdict[int, list[Span]](list)
    for page, _, start, end in furniture_rows:
        furniture[page].append(Span(start, end))
    return tuple(
        Page(number, label, start, end, tuple(furniture.get(number, ())))
        for number, label, start, end in rows
    )


def _lines(rows: Sequence[Row]) -> tuple[Line, ...]:
    return tuple(
        Line(number, page, Span(start, end), None if box_page is None else Box(box_page, x0, y0, x1, y1))
        for number, page, start, end, box_page, x0, y0, x1, y1 in rows
    )


def _sections(rows: Sequence[Row]) -> tuple[Section, ...]:
    return tuple(
        Section(number, title, level, Span(start, end), *rest)
        for number, title, level, start, end, *rest in rows
    )


def _paragraphs(rows: Sequence[Row]) -> tuple[Paragraph, ...]:
    return tuple(Paragraph(number, Span(start, end), section) for number, start, end, section in rows)


def _blocks(rows: Sequence[Row], anchors: Mapping[int, str]) -> tuple[Block, ...]:
    return tuple(
        Block(number, kind, Span(start, end), section, page, bool(split), anchors.get(number, ""))
        for number, kind, start, end, section, page, split in rows
    )


def _tables(rows: Sequence[Row], cell_rows: Sequence[Row]) -> tuple[Table, ...]:
    cells = defaultdict[int, list[Cell]](list)
    for table, row, column, start, end, *rest in cell_rows:
        cells[table].append(Cell(row, column, Span(start, end), *rest))
    return tuple(
        Table(
            number=number,
            span=Span(start, end),
            rows=height,
            columns=width,
            header_rows=header_rows,
            cells=tuple(cells.get(number, ())),
            found_by=found_by,
            caption=_span(*caption),
        )
        for number, start, end, height, width, header_rows, found_by, *caption in rows
    )


def _figures(rows: Sequence[Row]) -> tuple[Figure, ...]:
    return tuple(
        Figure(number, Box(*place[:5]), _span(*place[5:7]), _span(*place[7:]), description)
        for number, *place, description in rows
    )


def _unseen(rows: Sequence[Row]) -> tuple[Unseen, ...]:
    return tuple(
        Unseen(number, kind, Span(start, end), page, anchor, at)
        for number, kind, start, end, page, anchor, at in rows
    )


def _span(start: int | None, end: int | None) -> Span | None:
    return None if start is None or end is None else Span(start, end)


@contextmanager
def _without_collection() -> Iterator[None]:
    """Python's cycle collector off: it would walk the hundred thousand ranges being made, none of
    which can be part of a cycle, and take a third of the time of loading."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


HEAD_CHARACTERS = 2_000


def cover_row(document: Document) -> dict[str, object]:
    """The columns of a document's cover."""
    subjects = [asdict(subject) for subject in document.profile.subjects]
    return {
        "type": document.profile.type,
        "subjects": json.dumps(subjects, ensure_ascii=False),
        "head": document.seen_text[:HEAD_CHARACTERS],
    }


def to_cover(identity: Identity, row: Row) -> Cover:
    """The cover, or a TamperError when the row cannot have been written by us."""
    kind, subjects, head = row
    try:
        if kind not in get_args(DocumentType):
            raise ValueError(f"{kind!r} is no type of document")
        found = tuple(subject_of(fields) for fields in json.loads(str(subjects)))
    except (ValueError, TypeError, LookupError) as error:
        raise tampered(identity.name) from error
    return Cover(identity, kind, found, str(head))
