"""A library from before tables, figures and profiles opens, is brought up to date and loads.

Its rows are written here as the first schema had them, and hashed by the rules of that time, spelled out
once more: were they shared with the store, a change of the store's rules would pass unnoticed.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from array import array
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from older_schemas import APPLICATION_ID
from store_documents import make_entry
from test_damaged_rows import change

from pincite.errors import TamperError
from pincite.records.library import Entry
from pincite.stores import queries
from pincite.stores.packing import pack
from pincite.stores.sqlite import open_library
from pincite.stores.sqlite_database import FILE

Row = Sequence[object]


def first_schema_library(folder: Path, entry: Entry) -> None:
    """A library with one document, as the first schema stored it."""
    folder.mkdir(parents=True)
    connection = sqlite3.connect(folder / FILE)
    connection.executescript(queries.migrations("sqlite")[1])
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute("PRAGMA user_version = 1")
    _insert(connection, entry)
    connection.commit()
    connection.close()


def _insert(connection: sqlite3.Connection, entry: Entry) -> None:
    document, identity, parse = entry.document, entry.identity, entry.document.parse
    tables, words = _ranges(entry), pack(document.words)
    caveats = json.dumps(document.caveats, ensure_ascii=False)
    named = [identity.collection, identity.name, identity.source, identity.version]
    named += [document.format, parse.parser, parse.version, parse.options, caveats]
    blobs = [document.text.encode(), words, entry.postings]
    connection.execute("INSERT INTO collection VALUES (1, ?)", [identity.collection])
    connection.execute("INSERT INTO document VALUES (1, 1, ?, NULL, 1)", [identity.name])
    connection.execute("INSERT INTO source VALUES (1, 1, ?, ?)", [identity.source, entry.content])
    connection.execute("UPDATE library SET generation = 1")
    connection.execute(
        f"INSERT INTO version VALUES (1, 1, 1, {', '.join('?' * 16)})",
        [
            *(identity.version, parse.parser, parse.version, parse.options, document.format, "2026-01-01"),
            *(len(document.pages), len(document.lines), len(document.blocks), len(document.text), caveats),
            *(_sha256([json.dumps(named).encode(), *blobs, *_columns(tables)]), "unused"),
            *(document.text, words, entry.postings),
        ],
    )
    connection.execute("UPDATE document SET current_version = 1")
    for table, rows in tables.items():
        name = table if table == "furniture" else table.removesuffix("s")
        for row in rows:
            connection.execute(f"INSERT INTO {name} VALUES (1, {', '.join('?' * len(row))})", row)


def _ranges(entry: Entry) -> dict[str, list[Row]]:
    """The rows of the tables that loading read, in the order in which it read them."""
    document = entry.document
    return {
        "pages": [(page.number, page.label, page.start, page.end) for page in document.pages],
        "furniture": [
            (page.number, number, span.start, span.end)
            for page in document.pages
            for number, span in enumerate(page.furniture, start=1)
        ],
        "lines": [
            (line.number, line.page, line.span.start, line.span.end, box.page, box.x0, box.y0, box.x1, box.y1)
            for line in document.lines
            if (box := line.box)
        ],
        "sections": [
            (s.id, s.title, s.level, s.span.start, s.span.end, s.start_page, s.end_page, s.found_by)
            for s in document.sections
        ],
        "paragraphs": [(p.number, p.span.start, p.span.end, p.section) for p in document.paragraphs],
        "blocks": [
            (b.number, b.kind, b.span.start, b.span.end, b.section, b.page, int(b.split))
            for b in document.blocks
        ],
    }


def _columns(tables: dict[str, list[Row]]) -> Iterator[bytes]:
    """Every column as 64-bit numbers led by their type, or where it holds none, a mark for each and JSON."""
    for table, rows in tables.items():
        assert len(rows) < 256, "longer tables were hashed in parts, which this test has no need of"
        yield f"{table} {len(rows)}".encode()
        for column in zip(*rows, strict=True):
            if all(isinstance(value, int) for value in column):
                yield b"q" + array("q", column).tobytes()
            elif all(isinstance(value, float) for value in column):
                yield b"d" + array("d", column).tobytes()
            else:
                yield b"\1" * len(column) + json.dumps(column).encode()


def _sha256(parts: Sequence[bytes]) -> str:
    return hashlib.sha256(b"".join(len(part).to_bytes(8, "little") + part for part in parts)).hexdigest()


def test_document_of_an_older_library_loads_and_is_found(folder: Path, notices: list[str]):
    entry = make_entry("The fee is 100.\nIt is due in May.")
    first_schema_library(folder, entry)

    with open_library(folder, notices.append) as store:
        assert store.load(entry.identity).document == entry.document
        assert store.content(entry.identity) == entry.content
        assert [hit.identity for hit in store.search(["fee"], "default", 5)] == [entry.identity]
        version = store.database.connection.execute("PRAGMA user_version").fetchone()
        assert version == (max(queries.migrations("sqlite")),)


@pytest.mark.parametrize("schema", range(1, max(queries.migrations("sqlite"))))
def test_library_of_every_earlier_schema_is_brought_up_to_date(folder: Path, notices: list[str], schema: int):
    entry = make_entry("The fee is 100.\nIt is due in May.")
    first_schema_library(folder, entry)
    with closing(sqlite3.connect(folder / FILE)) as connection:
        for number in range(2, schema + 1):
            connection.executescript(queries.migrations("sqlite")[number])
        connection.execute(f"PRAGMA user_version = {schema}")

    with open_library(folder, notices.append) as store:
        assert store.load(entry.identity).document == entry.document
        assert store.content(entry.identity) == entry.content
        store.add([make_entry("The fee is 200.", "other.txt")])
        found = {hit.identity.name for hit in store.search(["fee"], "default", 5)}
    assert found == {entry.identity.name, "other.txt"}
    assert (folder / f"{FILE}.schema-{schema}").exists(), "there is a way back"


def test_new_version_stands_beside_one_from_before(folder: Path, notices: list[str]):
    entry = make_entry("The fee is 100.")
    changed = make_entry("The fee is 200.")
    first_schema_library(folder, entry)

    with open_library(folder, notices.append) as store:
        store.add([changed])

        assert store.load(changed.identity).document == changed.document
        assert store.load(entry.identity).document == entry.document


@pytest.mark.parametrize(
    "statement",
    ["UPDATE version SET text = 'The fee is 900.'", "UPDATE block SET kind = 'footer'", "DELETE FROM line"],
)
def test_older_document_is_guarded_as_before(folder: Path, notices: list[str], statement: str):
    entry = replace(make_entry("The fee is 100."))
    first_schema_library(folder, entry)

    change(folder, statement)

    with open_library(folder, notices.append) as store, pytest.raises(TamperError):
        store.load(entry.identity)


def test_every_step_of_the_schema_has_a_number_of_its_own():
    files = sorted(Path(queries.__file__).parent.glob("sql/sqlite/[0-9]*.sql"))

    assert [int(file.name[:4]) for file in files] == list(range(1, len(files) + 1))
    assert list(queries.migrations("sqlite")) == list(range(1, len(files) + 1))
