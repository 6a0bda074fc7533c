"""Whatever is changed in the rows of a library, no other document comes out than the one that was added."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from store_documents import filing_text, make_entry

from pincite.errors import TamperError
from pincite.service import Library
from pincite.service import open_library as open_whole_library
from pincite.stores.library_store import LibraryStore
from pincite.stores.rows import to_rows
from pincite.stores.sqlite import open_library

LEASE = """\
LEASE

1. Rent

The Tenant shall pay the Landlord a monthly rent of EUR 1,200.00.
The rent is due on the first day of each month.

2. Deposit

The Tenant shall pay a deposit of EUR 3,600.00 before moving in.
\fThe deposit is returned within 30 days after the end of the lease.
"""
OTHER = "LOAN\n\nThe Borrower shall pay a monthly fee of EUR 5.00.\n\nThe loan ends on 1 May 2031.\n"
QUESTION = "What is the monthly rent?"

DAMAGE = {
    "letter of the text": "UPDATE version SET text = replace(text, '1,200', '9,200') WHERE document = 1",
    "text cut short": "UPDATE version SET text = substr(text, 1, 90) WHERE document = 1",
    "text that is not UTF-8": "UPDATE version SET text = CAST(x'ff' AS TEXT) WHERE document = 1",
    "format": "UPDATE version SET format = 'pdf' WHERE document = 1",
    "parser that is not UTF-8": "UPDATE version SET parser = CAST(x'ff' AS TEXT) WHERE document = 1",
    "parser": "UPDATE version SET parser = 'other' WHERE document = 1",
    "caveats": "UPDATE version SET caveats = '[\"all is well\"]' WHERE document = 1",
    "word boxes": "UPDATE version SET words = x'00' WHERE document = 1",
    "postings of another document": (
        "UPDATE version SET postings = (SELECT postings FROM version WHERE document = 2) WHERE document = 1"
    ),
    "rows of another document": "UPDATE version SET document = 3 - document",
    "the hash": "UPDATE version SET loaded_sha256 = 'x' WHERE document = 1",
    "block gone": "DELETE FROM block WHERE version = 1 AND number = 3",
    "last block gone": (
        "DELETE FROM block WHERE version = 1 AND number = (SELECT max(number) FROM block WHERE version = 1)"
    ),
    "all blocks gone": "DELETE FROM block WHERE version = 1",
    "block end moved": 'UPDATE block SET "end" = "end" - 1 WHERE version = 1 AND number = 3',
    "block without length": 'UPDATE block SET "end" = "start" WHERE version = 1',
    "block end that is no number": "UPDATE block SET \"end\" = 'far' WHERE version = 1",
    "block kind": "UPDATE block SET kind = 'footer' WHERE version = 1 AND number = 3",
    "block kind that is not UTF-8": "UPDATE block SET kind = CAST(x'ff' AS TEXT) WHERE version = 1",
    "block split": "UPDATE block SET split = 1 - split WHERE version = 1",
    "section of a block": "UPDATE block SET section = 99 WHERE version = 1",
    "no section of a block": "UPDATE block SET section = NULL WHERE version = 1",
    "page of a block": "UPDATE block SET page = 99 WHERE version = 1",
    "line gone": "DELETE FROM line WHERE version = 1 AND number = 5",
    "all lines gone": "DELETE FROM line WHERE version = 1",
    "line end moved": 'UPDATE line SET "end" = "end" - 1 WHERE version = 1 AND number = 5',
    "line far outside": 'UPDATE line SET "end" = 99999 WHERE version = 1',
    "page of a line": "UPDATE line SET page = 7 WHERE version = 1 AND number = 5",
    "box of a line": "UPDATE line SET box_page = 1, x0 = 1, y0 = 1, x1 = 2, y1 = 2 WHERE version = 1",
    "number of a line": "UPDATE line SET number = number + 1000 WHERE version = 1",
    "page gone": "DELETE FROM page WHERE version = 1 AND number = 2",
    "label of a page": "UPDATE page SET label = 'xvii' WHERE version = 1",
    "furniture": 'INSERT INTO furniture (version, page, number, "start", "end") VALUES (1, 1, 1, 0, 5)',
    "title of a section": "UPDATE section SET title = 'Fees' WHERE version = 1",
    "number of a section": "UPDATE section SET id = id + 5 WHERE version = 1",
    "section gone": "DELETE FROM section WHERE version = 1",
    "paragraph gone": "DELETE FROM paragraph WHERE version = 1 AND number = 2",
    "version gone": "DELETE FROM version WHERE document = 1",
    "current version gone": "UPDATE document SET current_version = NULL WHERE id = 1",
    "version of another document": "UPDATE document SET current_version = 2 WHERE id = 1",
    "bytes of the file gone": "DELETE FROM source WHERE document = 1",
    "name of another document": "UPDATE document SET name = CASE id WHEN 1 THEN 'x' ELSE 'lease.txt' END",
}


def change(folder: Path, statement: str) -> None:
    """Change the library as any other program could: without foreign keys, and behind our back."""
    connection = sqlite3.connect(folder / "library.db")
    changed = connection.execute(statement).rowcount
    connection.commit()
    connection.close()
    assert changed, "the damage must hit something, or the test proves nothing"


@pytest.fixture
def library(folder: Path, scratch: Path) -> Iterator[Library]:
    for name, text in (("lease.txt", LEASE), ("loan.txt", OTHER)):
        (scratch / name).write_text(text)
    with open_whole_library(folder) as library:
        library.add(scratch / "lease.txt", scratch / "loan.txt")
        yield library


def test_undamaged_library_answers(library: Library):
    assert library.ask(QUESTION, documents=["lease.txt"]).outcome == "answered"
    assert library.ask(QUESTION).outcome == "answered"


@pytest.mark.parametrize("statement", DAMAGE.values(), ids=DAMAGE)
def test_question_to_a_damaged_document_fails(library: Library, folder: Path, statement: str):
    change(folder, statement)

    for answer in (library.ask(QUESTION, documents=["lease.txt"]), library.ask(QUESTION)):
        assert answer.error is not None, answer.outcome
        assert (answer.outcome, answer.error.error_class, answer.exit_code) == ("failed", "TamperError", 5)
        assert "was changed or damaged" in answer.error.message
        assert answer.error.hint.startswith("Forget it and add the file again")


@pytest.mark.parametrize(
    "kind", ["block gone", "version gone", "bytes of the file gone", "parser that is not UTF-8"]
)
def test_damaged_document_is_named_and_can_be_forgotten_and_added_again(
    library: Library, folder: Path, scratch: Path, kind: str
):
    change(folder, DAMAGE[kind])
    failed = library.ask(QUESTION)

    library.forget("lease.txt")
    library.add(scratch / "lease.txt")

    assert failed.error is not None
    assert "The stored copy of lease.txt" in failed.error.message
    assert library.ask(QUESTION).outcome == "answered"


def test_other_documents_of_a_damaged_library_can_still_be_asked(library: Library, folder: Path):
    change(folder, DAMAGE["version gone"])

    assert library.ask("When does the loan end?", documents=["loan.txt"]).outcome == "answered"


@pytest.mark.parametrize("column", ["document SET name", "version SET format"])
def test_library_whose_listing_is_not_text_fails(library: Library, folder: Path, column: str):
    change(folder, f"UPDATE {column} = CAST(x'ff' AS TEXT) WHERE id = 1")

    answer = library.ask(QUESTION)

    assert answer.error is not None
    assert (answer.outcome, answer.error.error_class) == ("failed", "TamperError")


@pytest.mark.parametrize("kind", ["block end that is no number", "text that is not UTF-8"])
def test_damage_met_by_the_word_index_does_not_keep_the_library_shut(
    library: Library, folder: Path, notices: list[str], kind: str
):
    change(folder, DAMAGE[kind])
    shutil.rmtree(folder / "words")

    with open_library(folder, notices.append) as store:
        assert len(store.listing("default")) == 2
        with pytest.raises(TamperError, match="was changed or damaged"):
            store.search(["rent"], "default", 5)
        store.forget("default", "lease.txt")
        assert [hit.identity.name for hit in store.search(["loan"], "default", 5)] != []
    assert any("was changed or damaged" in notice for notice in notices)


def test_current_version_whose_rows_are_gone_cannot_be_loaded(store: LibraryStore, folder: Path):
    entry = make_entry("The fee is 100.")
    store.add([entry])

    change(folder, "DELETE FROM version")

    damaged = store.current("default", "lease.pdf")
    assert damaged is not None
    for load in (store.load, store.content):
        with pytest.raises(TamperError):
            load(damaged)


@pytest.mark.parametrize("table", ["line", "block", "paragraph"])
def test_row_missing_far_into_a_long_document_is_noticed(store: LibraryStore, folder: Path, table: str):
    entry = make_entry(filing_text(pages=12))
    store.add([entry])

    change(folder, f"DELETE FROM {table} WHERE number = 591")

    with pytest.raises(TamperError):
        store.load(entry.identity)


def test_passages_and_chunks_have_a_hash_of_their_own():
    entry = make_entry("The fee is 100.")
    others = [replace(entry, passages=()), replace(entry, chunks=())]

    hashes = {to_rows(entry).values["pieces_sha256"] for entry in (entry, *others)}

    assert len(hashes) == 3
    assert len({to_rows(entry).values["loaded_sha256"] for entry in (entry, *others)}) == 1
