"""Pages that came out badly are read again in another way."""

from __future__ import annotations

import pytest
from tests.ingest.printed import lines
from tests.ingest.scans import scan, scanned_pdf

import pincite

FEE = lines("The monthly fee is 450 euros.", size=16.0)
WRONG = lines("The yearly rent is 900 euros.", size=16.0)


def test_page_read_again_becomes_the_current_version_and_the_old_one_stays(tmp_path):
    file = tmp_path / "scan.pdf"
    file.write_bytes(scanned_pdf((scan(FEE), WRONG), hidden=True))
    with pincite.open(tmp_path / "library") as library:
        (before,) = library.add(file)
        after = library.reread("scan.pdf", [1])
        document = library.read("scan.pdf").document
        old = library.store.load(before.identity).document
    assert after.status == "updated"
    assert "monthly fee" in document.text
    assert "monthly fee" not in old.text
    assert document.profile.pages[0].source == "recognised"


def test_document_without_pages_cannot_be_read_again(tmp_path):
    file = tmp_path / "note.txt"
    file.write_text("The fee is 5 euros.\n", "utf-8")
    with pincite.open(tmp_path / "library") as library:
        library.add(file)
        added = library.reread("note.txt", [1])
    assert added.status == "failed"
    assert "no pages to read again" in str(added.error)


def test_unknown_page_reader_is_named(tmp_path):
    file = tmp_path / "scan.pdf"
    file.write_bytes(scanned_pdf((None, FEE)))
    with pincite.open(tmp_path / "library") as library:
        library.add(file)
        added = library.reread("scan.pdf", [1], by="dockling")
    assert added.status == "failed"
    assert isinstance(added.error, pincite.errors.ConfigError)


@pytest.mark.parametrize("page", [0, 2])
def test_page_that_is_not_there_is_refused(tmp_path, page):
    file = tmp_path / "scan.pdf"
    file.write_bytes(scanned_pdf((None, FEE)))
    with pincite.open(tmp_path / "library") as library:
        library.add(file)
        added = library.reread("scan.pdf", [page])
    assert added.status == "failed"
    assert f"no page {page}" in str(added.error)
