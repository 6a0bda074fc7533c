"""Jobs that only add files, and files whose bytes the library keeps for workers that cannot see them."""

from __future__ import annotations

from pathlib import Path

import pytest

import pincite
from pincite.errors import InputError
from pincite.job_worker import ItemWork
from pincite.jobs.item_worker import work_items
from pincite.service import Library

FIELDS = "monthly fee, deposit"
AGREEMENT = "The monthly fee is EUR 500. The deposit is EUR 90.\n"
MAIL = (
    "From: a@example.com\nSubject: Fees\nMIME-Version: 1.0\n"
    'Content-Type: multipart/mixed; boundary="b"\n\n'
    "--b\nContent-Type: text/plain\n\nThe monthly fee is EUR 500.\n"
    '--b\nContent-Type: application/pdf; name="x.pdf"\n'
    'Content-Disposition: attachment; filename="x.pdf"\n\n%PDF-1.7 nothing\n--b--\n'
)


@pytest.fixture
def library(tmp_path: Path) -> pincite.Library:
    return pincite.open(tmp_path / "library", preset="fast", settings={"isolated": False})


def files(folder: Path, *names: str, text: str = AGREEMENT) -> list[Path]:
    paths = [folder / name for name in names]
    for path in paths:
        path.write_text(text, "utf-8")
    return paths


def do_all(library: Library) -> None:
    items = ItemWork(library.store, library.settings.library, threads=1)
    work_items(library.store.jobs(), "here", items.do)


def kept(library: Library) -> int:
    return len(library.store.database.rows("kept_files"))  # type: ignore[attr-defined]  # of the store


def test_files_are_added_and_nothing_is_asked(library: Library, tmp_path: Path):
    job = library.jobs.add(files(tmp_path, "a.txt", "b.txt")).job
    do_all(library)

    assert library.jobs.show(job.id).state == "done"
    assert [row.document for row in library.jobs.results(job.id).rows] == ["a.txt", "b.txt"]
    assert [each.identity.name for each in library.documents()] == ["a.txt", "b.txt"]
    assert library.store.runs("default", limit=1) == []


def test_vectors_of_added_files_are_made(tmp_path: Path):
    library = pincite.open(
        tmp_path / "library", settings={"isolated": False, "embedder": "tests.embedders:Hashing"}
    )
    library.jobs.add(files(tmp_path, "a.txt"))
    do_all(library)

    assert library.pending() == []
    assert library.store.count_without_vectors("other") == 1


def test_file_that_cannot_be_added_is_set_aside_with_the_reason(library: Library, tmp_path: Path):
    job = library.jobs.add(
        [*files(tmp_path, "a.txt"), *files(tmp_path, "b.pdf", text="%PDF-1.7 nothing")]
    ).job
    do_all(library)

    (aside,) = library.jobs.items(job.id, "set_aside")
    assert aside.name == "b.pdf"
    assert "cannot be read as a PDF" in aside.reason
    assert [row.document for row in library.jobs.results(job.id).rows] == ["a.txt"]


def test_mail_of_which_a_part_cannot_be_added_failed_in_part(library: Library, tmp_path: Path):
    job = library.jobs.add(files(tmp_path, "mail.eml", text=MAIL)).job
    do_all(library)

    (failed,) = library.jobs.items(job.id, "failed")
    assert "x.pdf" in failed.reason
    assert [row.document for row in library.jobs.results(job.id).rows] == ["mail.eml"]


def test_documents_of_the_library_are_nothing_to_add(library: Library, tmp_path: Path):
    library.add(*files(tmp_path, "a.txt"))
    with pytest.raises(InputError, match="in the library already"):
        library.jobs.add(["a.txt"])


def test_worker_needs_no_file_whose_bytes_are_kept(library: Library, tmp_path: Path):
    (path,) = files(tmp_path, "a.txt")
    job = library.jobs.submit([path], FIELDS, upload=True).job
    path.unlink()
    assert kept(library) == 1

    do_all(library)

    (row,) = library.jobs.results(job.id).rows
    assert [cell.state for cell in row.cells.values()] == ["answered", "answered"]
    assert library.content("a.txt") == AGREEMENT.encode()
    assert kept(library) == 0


def test_results_are_the_same_whether_a_file_is_read_or_its_bytes_are_kept(library: Library, tmp_path: Path):
    paths = files(tmp_path, "a.txt", "b.txt")
    paths += files(tmp_path, "mail.eml", text=MAIL)
    seen = library.jobs.submit(paths, FIELDS, upload=False).job
    do_all(library)
    sent = library.jobs.submit(paths, FIELDS, upload=True, again=True).job
    do_all(library)

    assert library.jobs.results(sent.id) == library.jobs.results(seen.id)
    assert [each.reason for each in library.jobs.items(sent.id)] == [
        each.reason.replace(f"{tmp_path}/", "") for each in library.jobs.items(seen.id)
    ]


def test_same_bytes_are_kept_once_until_the_last_document_is_done(library: Library, tmp_path: Path):
    library.jobs.submit(files(tmp_path, "a.txt", "b.txt"), FIELDS, upload=True)
    assert kept(library) == 1
    queue = library.store.jobs()
    items = ItemWork(library.store, library.settings.library, threads=1)
    first = queue.claim("w")
    assert first is not None
    queue.finish(first, items.do(first, lambda: False))
    assert kept(library) == 1
    do_all(library)
    assert kept(library) == 0


def test_bytes_of_what_was_set_aside_stay_for_another_try_until_the_job_is_cancelled(
    library: Library, tmp_path: Path
):
    job = library.jobs.add(files(tmp_path, "b.pdf", text="%PDF-1.7 nothing"), upload=True).job
    do_all(library)
    assert kept(library) == 1
    library.jobs.retry(job.id)
    do_all(library)
    assert len(library.jobs.attempts(job.id)) == 2

    library.jobs.cancel(job.id)

    assert kept(library) == 0
    with pytest.raises(InputError, match="nothing to cancel"):
        library.jobs.cancel(job.id)


def test_cancelled_job_keeps_no_bytes(library: Library, tmp_path: Path):
    job = library.jobs.add(files(tmp_path, "a.txt"), upload=True).job
    library.jobs.cancel(job.id)

    assert kept(library) == 0


def test_forgotten_document_takes_along_the_bytes_that_jobs_keep_of_it(library: Library, tmp_path: Path):
    (path,) = files(tmp_path, "a.txt")
    library.add(path)
    job = library.jobs.submit([path], FIELDS, upload=True).job
    library.forget("a.txt")
    assert kept(library) == 0

    do_all(library)

    (aside,) = library.jobs.items(job.id, "set_aside")
    assert "a.txt" in aside.reason
