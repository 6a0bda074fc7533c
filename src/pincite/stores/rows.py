"""Turn a document into rows and rows into the same document."""

from __future__ import annotations

import gc
import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from pincite.errors import TamperError
from pincite.records.document import Block, Box, Document, Line, Page, Paragraph, Parse, Section
from pincite.records.library import Entry, Identity
from pincite.records.span import Span
from pincite.stores.database import Database, Row
from pincite.stores.packing import pack, unpack


def version_values(entry: Entry) -> dict[str, object]:
    """The columns of a version that depend on nothing but the entry."""
    document = entry.document
    return {
        "version": entry.identity.version,
        "parser": document.parse.parser,
        "parser_version": document.parse.version,
        "parse_options": document.parse.options,
        "format": document.format,
        "pages": len(document.pages),
        "lines": len(document.lines),
        "blocks": len(document.blocks),
        "characters": len(document.text),
        "caveats": json.dumps(document.caveats, ensure_ascii=False),
        "text_sha256": hashlib.sha256(document.text.encode()).hexdigest(),
        "text": document.text,
        "words": pack(document.words),
        "postings": entry.postings,
    }


def insert_ranges(database: Database, version: int, entry: Entry) -> None:
    """Hold everything of an entry that is a range into its text."""
    document = entry.document
    database.run_many("insert_pages", ((version, p.number, p.label, p.start, p.end) for p in document.pages))
    database.run_many("insert_furniture", _furniture_rows(version, document))
    database.run_many("insert_lines", (_line_row(version, line) for line in document.lines))
    database.run_many("insert_sections", (_section_row(version, section) for section in document.sections))
    database.run_many(
        "insert_paragraphs",
        ((version, p.number, p.span.start, p.span.end, p.section) for p in document.paragraphs),
    )
    database.run_many("insert_blocks", (_block_row(version, block) for block in document.blocks))
    database.run_many(
        "insert_passages",
        ((version, p.number, p.span.start, p.span.end, p.section, p.content_hash) for p in entry.passages),
    )
    database.run_many(
        "insert_chunks", ((version, c.number, c.span.start, c.span.end, c.content_hash) for c in entry.chunks)
    )


def read_document(database: Database, identity: Identity, held: Row) -> Document:
    """The document of a row of `:held`, or a TamperError when it is not what was stored."""
    *_, text_sha256, text, _, _ = held
    if hashlib.sha256(text).hexdigest() != text_sha256:
        raise tampered(identity, "its text no longer matches its recorded hash")
    try:
        with _without_collection():
            return _document(database, held)
    except (ValueError, TypeError) as error:
        raise tampered(identity, str(error)) from error


def _furniture_rows(version: int, document: Document) -> Iterator[Row]:
    for page in document.pages:
        for number, span in enumerate(page.furniture, start=1):
            yield version, page.number, number, span.start, span.end


def _line_row(version: int, line: Line) -> Row:
    span, box = line.span, line.box
    if box is None:
        return version, line.number, line.page, span.start, span.end, None, None, None, None, None
    return version, line.number, line.page, span.start, span.end, box.page, box.x0, box.y0, box.x1, box.y1


def _section_row(version: int, section: Section) -> Row:
    return (
        version,
        section.id,
        section.title,
        section.level,
        section.span.start,
        section.span.end,
        section.start_page,
        section.end_page,
        section.found_by,
    )


def _block_row(version: int, block: Block) -> Row:
    span = block.span
    return version, block.number, block.kind, span.start, span.end, block.section, block.page, block.split


def _document(database: Database, held: Row) -> Document:
    version, kind, parser, parser_version, options, caveats, _, text, words, _ = held
    return Document(
        text=text.decode(),
        format=kind,
        parse=Parse(parser, parser_version, options),
        pages=_pages(database, version),
        lines=_lines(database, version),
        sections=_sections(database, version),
        paragraphs=_paragraphs(database, version),
        blocks=_blocks(database, version),
        words=unpack(words),
        caveats=tuple(json.loads(caveats)),
    )


def _pages(database: Database, version: int) -> tuple[Page, ...]:
    furniture = defaultdict[int, list[Span]](list)
    for page, start, end in database.rows("furniture", version=version):
        furniture[page].append(Span(start, end))
    return tuple(
        Page(number, label, start, end, tuple(furniture.get(number, ())))
        for number, label, start, end in database.rows("pages", version=version)
    )


def _lines(database: Database, version: int) -> tuple[Line, ...]:
    return tuple(
        Line(number, page, Span(start, end), None if box_page is None else Box(box_page, x0, y0, x1, y1))
        for number, page, start, end, box_page, x0, y0, x1, y1 in database.rows("lines", version=version)
    )


def _sections(database: Database, version: int) -> tuple[Section, ...]:
    return tuple(
        Section(number, title, level, Span(start, end), *rest)
        for number, title, level, start, end, *rest in database.rows("sections", version=version)
    )


def _paragraphs(database: Database, version: int) -> tuple[Paragraph, ...]:
    return tuple(
        Paragraph(number, Span(start, end), section)
        for number, start, end, section in database.rows("paragraphs", version=version)
    )


def _blocks(database: Database, version: int) -> tuple[Block, ...]:
    return tuple(
        Block(number, kind, Span(start, end), section, page, bool(split))
        for number, kind, start, end, section, page, split in database.rows("blocks", version=version)
    )


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


def tampered(identity: Identity, reason: str) -> TamperError:
    return TamperError(
        f"The stored version {identity.version} of {identity.name!r} is not what was added: {reason}.",
        hint="Forget it and add the file again, or restore the library from a back-up.",
    )
