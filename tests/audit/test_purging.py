"""After `forget --purge` nothing of a document's text is in the library, and the chain still holds."""

from __future__ import annotations

from pathlib import Path

import pytest

import pincite
from pincite.extract.deciding import Reviewer
from tests.factories import AGREEMENT, write

SECRET = "Zwetschgenknödel"
TEXT = f"{AGREEMENT}\nThe {SECRET} surcharge is EUR 77.00 per month.\n"
ANNA = Reviewer("Anna", "2026-11-17T10:00:00+00:00", note=f"{SECRET} is odd")


def files_with(folder: Path, *needles: bytes) -> list[str]:
    return sorted(
        path.name
        for path in folder.rglob("*")
        if path.is_file() and any(needle in path.read_bytes() for needle in needles)
    )


@pytest.fixture
def library(tmp_path: Path):
    with pincite.open(tmp_path / "library") as library:
        library.add(write(tmp_path), write(tmp_path, "secret.txt", TEXT))
        yield library


def packed_parts(library) -> list[bytes]:
    """What the database holds of the packed parts of runs, as bytes that can be looked for."""
    rows = library.store.database.connection.execute("SELECT content FROM run_part").fetchall()
    return [content[8:48] for (content,) in rows if len(content) > 64]


def test_no_word_and_no_packed_record_remains_and_the_chain_says_erased(library, tmp_path: Path):
    folder = tmp_path / "library"
    # Enough runs for pages of the database to be divided, which may leave copies behind.
    for number in range(40):
        library.ask(f"What is the {SECRET} surcharge in case {number}?", documents="secret.txt")
    table = library.table("secret.txt", f"monthly fee, {SECRET} surcharge")
    cell = table.rows[0].cells["monthly fee"]
    library.decide("secret.txt", table.fields[0], ANNA.accepted(cell))
    kept = library.ask("What is the monthly fee?", documents="agreement.txt")
    others = {each.id for each in library.runs.list(document="agreement.txt", limit=99)}
    needles = packed_parts(library)
    assert SECRET.encode() in (folder / "library.db").read_bytes() or files_with(folder, SECRET.encode())
    assert library.runs.verify().intact

    library.forget("secret.txt", purge=True)

    assert files_with(folder, SECRET.encode(), SECRET.casefold().encode()) == []
    left = packed_parts(library)
    gone = [each for each in needles if each not in left]
    assert len(gone) > 100
    assert files_with(folder, *gone) == []
    report = library.runs.verify()
    assert report.intact
    assert len(report.erased) == 40 + 2 + 1
    assert {each.reason for each in report.erased} <= {"purged", "forgotten"}
    assert {each.id for each in library.runs.list(limit=99)} == others == {kept.run}
    assert library.certify(kept.run)


def test_record_of_a_document_that_was_forgotten_before_is_purged_by_its_name(library, tmp_path: Path):
    library.ask(f"What is the {SECRET} surcharge?", documents="secret.txt")
    library.forget("secret.txt")
    assert files_with(tmp_path / "library", SECRET.encode())

    assert library.forget("secret.txt", purge=True) == 0

    assert files_with(tmp_path / "library", SECRET.encode()) == []
    assert library.runs.verify().intact
    with pytest.raises(pincite.InputError):
        library.forget("secret.txt", purge=True)


def test_purging_erases_runs_that_read_several_documents(library, tmp_path: Path):
    both = library.ask(f"What is the {SECRET} surcharge?", documents=["agreement.txt", "secret.txt"])
    library.forget("secret.txt", purge=True)

    assert [each.subject for each in library.runs.verify().erased] == [both.run]
    assert files_with(tmp_path / "library", SECRET.encode()) == []


def test_forgetting_alone_leaves_what_was_asked_on_record(library):
    answer = library.ask(f"What is the {SECRET} surcharge?", documents="secret.txt")
    library.forget("secret.txt")

    assert library.runs.show(answer.run).record.question
    assert library.runs.verify().intact


def test_what_another_process_reads_meanwhile_is_said(tmp_path: Path):
    said: list[str] = []
    with pincite.open(tmp_path / "library", notice=said.append) as library:
        library.add(write(tmp_path, "secret.txt", TEXT))
        library.ask("What is the monthly fee?")
        library.store.database.connection.execute("PRAGMA busy_timeout = 50")
        with pincite.open(tmp_path / "library", read_only=True) as other, other.store.database.reading():
            other.store.listing("default")
            library.forget("secret.txt", purge=True)
        assert any("Another process" in each for each in said)
        assert library.runs.verify().intact


def test_where_its_file_was_is_forgotten_with_it(library, tmp_path: Path):
    private = tmp_path / "home-of-someone"
    private.mkdir()
    job = library.jobs.submit([write(private, "secret.txt", TEXT)], ["fee"]).job
    library.jobs.cancel(job.id)
    library.forget("secret.txt", purge=True)
    library.close()
    assert not files_with(tmp_path / "library", b"home-of-someone")
