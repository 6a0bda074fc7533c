"""Documents that are missing, locked or named otherwise, the files that are written, and the command line."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from pincite.errors import InputError
from pincite.verification.verifying import verify
from tests.ingest.printed import lines, pdf
from tests.verify.papers import RENT, write_lease

ROWS = [
    {"document": "lease.pdf", "field": "rent", "value": "EUR 2,400.00", "quote": RENT, "page": 2},
    {"document": "lease.pdf", "field": "rent", "value": "EUR 9.00", "quote": RENT, "page": 2},
    {"document": "lease.pdf", "field": "=1+1", "quote": RENT.replace("2,400", "2,500")},
]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pincite", "verify", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    rows = tmp_path / "rows.json"
    rows.write_text(json.dumps(ROWS))
    return rows, write_lease(tmp_path)


def test_row_of_a_document_that_is_not_given_is_open_and_never_absent(tmp_path: Path):
    (told,) = verify([{"document": "other.pdf", "quote": RENT}], write_lease(tmp_path), isolated=False)

    assert (told.verdict, told.unread) == ("open", True)
    assert "other.pdf" in told.reason


def test_document_that_cannot_be_read_leaves_its_rows_open(tmp_path: Path):
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7 nothing")

    (told,) = verify([{"document": "broken.pdf", "quote": RENT}], broken, write_lease(tmp_path))

    assert (told.verdict, told.unread) == ("open", True)


def test_encrypted_document_opens_with_its_password(tmp_path: Path):
    path = tmp_path / "locked.pdf"
    path.write_bytes(pdf(lines("The fee is EUR 900."), password="secret"))

    (shut,) = verify([{"quote": "The fee is EUR 900."}], path, isolated=False)
    (opened,) = verify([{"quote": "The fee is EUR 900."}], path, password="secret", isolated=False)

    assert (shut.verdict, shut.unread, opened.verdict) == ("open", True, "proved")


def test_file_that_is_not_there_is_an_error(tmp_path: Path):
    with pytest.raises(InputError, match="There is no file"):
        verify(ROWS, tmp_path / "none.pdf")


def test_documents_are_found_by_path_by_name_and_without_their_ending(tmp_path: Path):
    lease = write_lease(tmp_path)

    for name in ("lease.pdf", "contracts/lease.pdf", "LEASE.PDF", "lease", None):
        (told,) = verify([{"document": name, "quote": RENT}], lease, isolated=False)
        assert told.verdict == "proved", name


def test_no_library_is_made_where_documents_are_given(files: tuple[Path, Path], tmp_path: Path):
    place = tmp_path / "library"
    rows, lease = files
    command = [
        sys.executable,
        "-m",
        "pincite",
        "--library",
        str(place),
        "verify",
        str(rows),
        str(lease),
        "--json",
    ]

    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 6
    assert [row["verdict"] for row in json.loads(done.stdout)] == ["proved", "does_not_follow", "altered"]
    assert not place.exists()


def test_terminal_counts_verdicts_and_shows_what_differs(files: tuple[Path, Path]):
    done = run(*map(str, files))

    assert done.returncode == 6
    assert "3 rows" in done.stdout
    assert "“2,500.00” → “2,400.00”" in done.stdout


def test_files_hold_the_rows_with_their_verdicts(files: tuple[Path, Path], tmp_path: Path):
    for form in ("json", "csv", "xlsx", "html"):
        assert run(*map(str, files), "--output", str(tmp_path / f"out.{form}")).returncode == 6

    rows = list(csv.DictReader(io.StringIO((tmp_path / "out.csv").read_text("utf-8"))))
    assert [row["verdict"] for row in rows] == ["proved", "does_not_follow", "altered"]
    assert rows[2]["field"] == "'=1+1"
    assert json.loads((tmp_path / "out.json").read_text("utf-8"))[0]["evidence"][0]["page"] == 2
    page = (tmp_path / "out.html").read_text("utf-8")
    assert "<image" in page
    assert "<script" not in page
    with zipfile.ZipFile(tmp_path / "out.xlsx") as book:
        sheet = book.read("xl/worksheets/sheet1.xml").decode()
        assert "<autoFilter" in sheet
        assert "lease.pdf#page=2" in book.read("xl/worksheets/_rels/sheet1.xml.rels").decode()


def test_exit_code_tells_open_unread_and_refuted_apart(files: tuple[Path, Path], tmp_path: Path):
    rows = tmp_path / "some.json"

    def code(row: dict[str, object], *options: str) -> int:
        rows.write_text(json.dumps([row]))
        return run(str(rows), str(files[1]), *options).returncode

    assert code(ROWS[0]) == 0
    assert code({"value": "EUR 2,400.00"}) == 0
    assert code({"value": "EUR 2,400.00"}, "--strict") == 6
    assert code({"document": "other.pdf", "quote": RENT}) == 8
    assert code({"nothing": 1}) == 2
