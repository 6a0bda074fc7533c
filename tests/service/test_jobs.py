"""Jobs from Python: what is submitted, done, told, limited, tried again and given as results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pytest

import pincite
from pincite import registry
from pincite.answer.document_tables import Table
from pincite.errors import InputError, ProviderError
from pincite.extract.bulk import JobLimits, Submitted
from pincite.extract.job_requests import kept, restored
from pincite.job_worker import ItemWork
from pincite.jobs.item_worker import work_items
from pincite.records.completion import Completion, Prompt, Usage
from pincite.service import Library

FIELDS = "monthly fee, deposit"
AGREEMENT = "The monthly fee is EUR 500. The deposit is EUR 90.\n"


@pytest.fixture
def library(tmp_path: Path) -> pincite.Library:
    return pincite.open(tmp_path / "library")


def files(folder: Path, *names: str) -> list[Path]:
    paths = [folder / name for name in names]
    for path in paths:
        path.parent.mkdir(exist_ok=True)
        path.write_text(AGREEMENT, "utf-8")
    return paths


def do_all(library: Library, worker: str = "here") -> None:
    """What workers do, in this process."""
    items = ItemWork(library.store, library.settings.library, threads=1)
    work_items(library.store.jobs(), worker, items.do)


def submitted(library: Library, *documents: Path | str, fields: str = FIELDS) -> Submitted:
    return library.jobs.submit(documents, fields)


def states(table: Table) -> dict[str, list[str]]:
    return {row.document: [cell.state for cell in row.cells.values()] for row in table.rows}


def test_files_are_added_and_asked(library: Library, tmp_path: Path):
    job = submitted(library, *files(tmp_path, "a.txt", "b.txt")).job
    do_all(library)

    assert library.jobs.show(job.id).state == "done"
    assert states(library.jobs.results(job.id)) == {
        **{"a.txt": ["answered", "answered"], "b.txt": ["answered", "answered"]}
    }
    assert [each.identity.name for each in library.documents()] == ["a.txt", "b.txt"]


def test_results_are_those_of_the_table(library: Library, tmp_path: Path):
    job = submitted(library, *files(tmp_path, "a.txt", "b.txt")).job
    do_all(library)

    assert library.jobs.results(job.id) == library.table(None, FIELDS)


def test_files_of_a_folder_keep_their_place_in_it(library: Library, tmp_path: Path):
    files(tmp_path / "papers", "a.txt", "inner/a.txt")
    job = submitted(library, tmp_path / "papers").job
    do_all(library)

    assert [row.document for row in library.jobs.results(job.id).rows] == ["a.txt", "inner/a.txt"]


def test_documents_of_the_library_are_asked_by_their_names(library: Library, tmp_path: Path):
    library.add(*files(tmp_path, "lease-1.txt", "lease-2.txt", "other.txt"))

    assert submitted(library, "lease-*").job.tally.total == 2
    assert library.jobs.submit(None, FIELDS).job.tally.total == 3


def test_what_is_known_is_not_asked_again(library: Library, tmp_path: Path):
    paths = files(tmp_path, "a.txt", "b.txt")
    library.add(*paths)
    library.table(None, FIELDS)
    before = len(library.store.runs("default", limit=100))

    submitted(library, *paths)
    do_all(library)

    assert len(library.store.runs("default", limit=100)) == before


def test_same_job_twice_is_one_until_a_file_changes(library: Library, tmp_path: Path):
    (path,) = files(tmp_path, "a.txt")
    first = submitted(library, path)

    assert first.is_new
    again = submitted(library, path)
    assert (again.is_new, again.job.id) == (False, first.job.id)
    assert library.jobs.submit([path], FIELDS, again=True).is_new
    path.write_text(AGREEMENT.replace("500", "7500"), "utf-8")
    assert submitted(library, path).is_new


def test_other_settings_make_another_job(library: Library, tmp_path: Path):
    paths = files(tmp_path, "a.txt")
    first = submitted(library, *paths)
    with pincite.open(tmp_path / "library", strictness="strict") as strict:
        assert submitted(strict, *paths).job.id != first.job.id


def test_partial_results_are_there_at_any_time(library: Library, tmp_path: Path):
    job = submitted(library, *files(tmp_path, "a.txt", "b.txt")).job
    assert library.jobs.results(job.id).rows == []

    queue = library.store.jobs()
    claimed = queue.claim("here")
    assert claimed
    items = ItemWork(library.store, library.settings.library, threads=1)
    queue.finish(claimed, items.do(claimed, lambda: False))

    assert list(states(library.jobs.results(job.id))) == ["a.txt"]


def test_file_that_cannot_be_read_is_set_aside_and_tried_again_when_wanted(library: Library, tmp_path: Path):
    good, broken = files(tmp_path, "a.txt", "b.txt")
    broken.write_bytes(b"%PDF-1.7\nnothing")
    job = submitted(library, good, broken).job
    do_all(library)

    (aside,) = library.jobs.items(job.id, "set_aside")
    assert "cannot be read as a PDF" in aside.reason
    assert states(library.jobs.results(job.id))["b.txt"] == ["failed", "failed"]
    broken.write_text(AGREEMENT, "utf-8")
    _, again = library.jobs.retry(job.id)
    do_all(library)
    assert again == 1
    assert states(library.jobs.results(job.id))["b.txt"] == ["answered", "answered"]


def test_document_that_was_forgotten_before_its_turn_is_set_aside(library: Library, tmp_path: Path):
    library.add(*files(tmp_path, "lease.txt", "lease.txt.old.txt"))
    job = submitted(library, "lease.txt").job
    library.forget("lease.txt")
    do_all(library)

    (aside,) = library.jobs.items(job.id)
    assert aside.state == "set_aside"
    assert "no document named 'lease.txt'" in aside.reason


def test_results_of_a_document_that_was_forgotten_are_gone(library: Library, tmp_path: Path):
    job = submitted(library, *files(tmp_path, "a.txt", "b.txt")).job
    do_all(library)
    library.forget("a.txt")

    table = library.jobs.results(job.id)
    assert states(table)["a.txt"] == ["failed", "failed"]
    assert "forgotten" in table.rows[0].cells["deposit"].reason
    assert "EUR" not in table.rows[0].model_dump_json()


def test_two_files_of_one_name_do_not_replace_each_other(library: Library, tmp_path: Path):
    first, second = files(tmp_path, "one/a.txt", "two/a.txt")
    job = submitted(library, first, second).job
    do_all(library)

    assert [each.state for each in library.jobs.items(job.id)] == ["done", "set_aside"]
    assert "same name" in library.jobs.items(job.id, "set_aside")[0].reason


def test_mail_and_its_attachment_are_rows_of_one_item(library: Library, tmp_path: Path):
    from email.message import EmailMessage

    mail = EmailMessage()
    mail["Subject"] = "The contract"
    mail.set_content("Please find it attached. The deposit is EUR 90.")
    mail.add_attachment(AGREEMENT, filename="contract.txt")
    path = tmp_path / "mail.eml"
    path.write_bytes(mail.as_bytes())
    job = submitted(library, path).job
    do_all(library)

    assert job.tally.total == 1
    assert [row.document for row in library.jobs.results(job.id).rows] == [
        *("mail.eml", "mail.eml › contract.txt")
    ]


def test_job_keeps_the_settings_that_it_was_submitted_with(tmp_path: Path):
    with pincite.open(tmp_path / "library", strictness="lenient", preset="fast") as library:
        written = kept(library.settings)
        assert restored(written) == library.settings.model_copy(update={"library": restored("{}").library})


def test_setting_that_is_no_longer_known_pauses_the_job(library: Library, tmp_path: Path):
    job = submitted(library, *files(tmp_path, "a.txt")).job
    library.store.database.connection.execute("""UPDATE job SET settings = '{"colour": "blue"}'""")
    do_all(library)

    paused = library.jobs.show(job.id)
    assert paused.state == "paused"
    assert "colour" in paused.reason


def test_cancelled_job_is_not_done_and_keeps_what_is(library: Library, tmp_path: Path):
    job = submitted(library, *files(tmp_path, "a.txt")).job
    library.jobs.cancel(job.id)
    do_all(library)

    assert library.jobs.show(job.id).tally.pending == 1
    with pytest.raises(InputError, match="was cancelled"):
        library.jobs.resume(job.id)
    assert submitted(library, tmp_path / "a.txt").is_new


def test_interrupted_item_is_given_back_when_the_job_is_cancelled(library: Library, tmp_path: Path):
    job = library.jobs.submit(files(tmp_path, "a.txt"), FIELDS, JobLimits(lease_seconds=0.1)).job

    def cancelled_meanwhile(claimed, stopped):
        library.jobs.cancel(job.id)
        while not stopped():
            pass
        return ItemWork(library.store, library.settings.library, 1).do(claimed, stopped)

    work_items(library.store.jobs(), "here", cancelled_meanwhile)

    assert library.jobs.show(job.id).tally.pending == 1
    assert [each.ended for each in library.jobs.attempts(job.id)] == ["released"]


@pytest.mark.parametrize(
    ("documents", "fields", "limits", "said"),
    [
        (["nowhere.txt"], FIELDS, JobLimits(), "no document named 'nowhere.txt'"),
        ([""], FIELDS, JobLimits(), "The file name is empty"),
        ([], FIELDS, JobLimits(), "There is no document to ask"),
        (["a.txt"], "", JobLimits(), "The list of fields is empty"),
        (["a.txt"], FIELDS, JobLimits(minutes=0), "--most-minutes is 0"),
        (["a.txt"], FIELDS, JobLimits(tokens=-5), "--most-tokens is -5"),
        (["a.txt"], FIELDS, JobLimits(cost=Decimal(5)), "no language model has prices"),
    ],
)
def test_slip_is_told_before_anything_is_submitted(library, tmp_path, documents, fields, limits, said):
    library.add(*files(tmp_path, "a.txt"))
    with pytest.raises(InputError, match=said):
        library.jobs.submit(documents, fields, limits)
    assert library.jobs.list() == []


def test_job_is_named_by_the_beginning_of_its_id(library: Library, tmp_path: Path):
    job = submitted(library, *files(tmp_path, "a.txt")).job

    assert library.jobs.show(job.id[:5]).id == job.id
    for wrong in ("", "zzz"):
        with pytest.raises(InputError, match="There is no job"):
            library.jobs.show(wrong)


def test_done_job_cannot_be_paused_or_cancelled(library: Library, tmp_path: Path):
    job = submitted(library, *files(tmp_path, "a.txt")).job
    do_all(library)

    for verb in (library.jobs.pause, library.jobs.cancel):
        with pytest.raises(InputError, match="is done"):
            verb(job.id)
    assert library.jobs.resume(job.id).state == "done"


@dataclass
class Refusing:
    """A language model that refuses everything, for money."""

    model: str = ""
    prices: object = None
    name: str = "refusing"
    rungs: tuple[str, ...] = ("structured",)

    def complete(self, prompt: Prompt) -> Completion:
        return Completion("No.", "refusal", Usage(1, 1_000, 0, 10, Decimal("0.5")))


@dataclass
class Down(Refusing):
    """One whose server is down."""

    name: str = "down"

    def complete(self, prompt: Prompt) -> Completion:
        raise ProviderError("The model server is down.", retryable=True)


@pytest.fixture
def _with_models(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    added = {"refusing": f"{__name__}:Refusing", "down": f"{__name__}:Down"}
    monkeypatch.setitem(registry.BUILT_IN, "language_model", registry.BUILT_IN["language_model"] | added)
    registry.available.cache_clear()
    yield
    registry.available.cache_clear()


@pytest.mark.usefixtures("_with_models")
def test_model_that_is_down_pauses_the_job_and_fails_no_document(tmp_path: Path):
    paths = files(tmp_path, "a.txt", "b.txt", "c.txt", "d.txt")
    with pincite.open(tmp_path / "library", settings={"language_model": "down"}) as library:
        job = submitted(library, *paths).job
        do_all(library)

        paused = library.jobs.show(job.id)
        assert paused.state == "paused"
        assert "The model server is down." in paused.reason
        assert paused.tally.pending == 4
        assert len(library.jobs.attempts(job.id)) == 3


@pytest.mark.usefixtures("_with_models")
@pytest.mark.parametrize("limits", [JobLimits(tokens=1_500), JobLimits(cost=Decimal("0.6"))])
def test_job_is_paused_when_models_have_taken_what_it_may(tmp_path: Path, limits: JobLimits):
    paths = files(tmp_path, "a.txt", "b.txt", "c.txt")
    model = {"name": "refusing", "options": {"prices": {"input": 1}}}
    with pincite.open(tmp_path / "library", settings={"language_model": model}) as library:
        job = library.jobs.submit(paths, FIELDS, limits).job
        do_all(library)

        paused = library.jobs.show(job.id)
        assert (paused.state, paused.tally.failed, paused.tally.pending) == ("paused", 1, 2)
        assert "limit" in paused.reason
        assert paused.spent.tokens == 1_010 * paused.spent.calls
        assert paused.spent.cost == Decimal("0.5") * paused.spent.calls
        with pytest.raises(InputError, match="limit"):
            library.jobs.resume(job.id)
        higher = JobLimits(tokens=99_000, cost=None if limits.cost is None else Decimal(99))
        library.jobs.resume(job.id, higher)
        do_all(library)
        assert library.jobs.show(job.id).tally.failed == 3
