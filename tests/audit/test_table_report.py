"""The report of a table or a job: the table, a card for each cell, and what people decided."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

import pincite
from pincite.answer.document_tables import Table
from pincite.audit import page_pictures
from pincite.audit.report_files import ReportForm
from pincite.errors import InputError
from pincite.extract.deciding import Reviewer
from pincite.service import Library
from pincite.settings import StageChoice
from tests.audit.report_papers import agreement
from tests.audit.test_run_report import HOSTILE, Page
from tests.service.test_jobs import do_all

FIELDS = {"fee": "How much is the monthly fee?", "cap": "What is the liability cap?"}
FORMS: tuple[ReportForm, ...] = ("html", "csv", "xlsx", "json")
MAIL = b"""From: a@example.org
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=B

--B
Content-Type: text/plain

The fee is EUR 5.
--B
Content-Type: application/pdf; name=att.pdf
Content-Disposition: attachment; filename=att.pdf
Content-Transfer-Encoding: base64

JVBERi0xLjcgeA==
--B--
"""
KEY = "sk-very-secret-key-0123456789"


def papers(folder: Path, count: int = 2) -> list[Path]:
    paths = [folder / f"contract-{number}.pdf" for number in range(1, count + 1)]
    for number, path in enumerate(paths, start=1):
        path.write_bytes(agreement(more=(f"This is contract number {number}.",)))
    return paths


def shown(content: bytes) -> Page:
    page = Page(content)
    assert len(page.ids) == len(set(page.ids)), "every id stands once"
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids), "every link leads somewhere"
    return page


def table_of(library: Library, folder: Path) -> Table:
    library.add(*papers(folder))
    return library.table(None, FIELDS, unread={"broken.pdf": InputError("It is broken.", hint="Mend it.")})


def test_every_cell_links_to_its_card_and_back(library: Library, tmp_path: Path):
    table = table_of(library, tmp_path)

    page = shown(library.report(table))

    assert table.count("answered") >= 2
    for row in (1, 2, 3):
        for column in (1, 2):
            card = f"cell-{row}-{column}"
            assert {card, f"of-{card}"} <= set(page.ids)
            assert {f"#{card}", f"#of-{card}"} <= page.links
    assert "EUR 4,500.00" in page.text
    assert "It is broken. Mend it." in page.text
    assert "Proved by code" in page.text
    assert "image" in page.tags


def test_table_is_reported_by_the_id_it_was_printed_with(library: Library, tmp_path: Path):
    table = table_of(library, tmp_path)

    page = shown(library.report(table.table[:10]))

    assert f"table {table.table}" in page.text


def test_decision_of_a_person_stands_apart_from_what_was_found(library: Library, tmp_path: Path):
    library.add(*papers(tmp_path, 1))
    table = library.table(None, FIELDS)
    reviewer = Reviewer(f"Anna {HOSTILE}", datetime(2026, 3, 2, 9, 30, tzinfo=UTC).isoformat())
    cell = table.rows[0].cells["fee"]
    library.decide("contract-1.pdf", table.fields[0], reviewer.accepted(cell))

    page = shown(library.report(library.table(None, FIELDS)))

    words = " ".join(page.text.split())
    assert f"Decided by a person Accepted as it was found by Anna {HOSTILE}, 2026-03-02 09:30 UTC." in words
    assert "Proved by code" in words
    assert "script" not in page.tags


def test_second_decision_is_shown_with_its_note_and_the_first_one(library: Library, tmp_path: Path):
    library.add(*papers(tmp_path, 1))
    table = library.table(None, FIELDS)
    first = Reviewer("Anna", "2026-03-02T09:30:00+00:00").accepted(table.rows[0].cells["fee"])
    second = (
        Reviewer("Ben", "2026-03-03T10:00:00+00:00").not_stated().model_copy(update={"note": "Draft only."})
    )
    for decision in (first, second):
        library.decide("contract-1.pdf", table.fields[0], decision)

    words = " ".join(shown(library.report(library.table(None, FIELDS))).text.split())

    assert "The document does not say it: decided by Ben, 2026-03-03 10:00 UTC. Note: Draft only." in words
    assert "Decided before: accepted by Anna, 2026-03-02." in words


def test_job_is_reported_with_what_was_decided_after_it(library: Library, tmp_path: Path):
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7 nothing more")
    job = library.jobs.submit([*papers(tmp_path), tmp_path / "broken.pdf"], FIELDS).job
    do_all(library)
    cell = library.jobs.results(job.id).rows[0].cells["fee"]
    field = library.jobs.results(job.id).fields[0]
    library.decide("contract-1.pdf", field, Reviewer("Ben", "2026-03-02T09:30:00+00:00").accepted(cell))

    page = shown(library.report(job.id))

    assert f"job {job.id}" in page.text
    assert "Accepted as it was found by Ben" in page.text
    assert "broken.pdf" in page.text


def test_table_is_written_in_the_forms_that_tables_have(library: Library, tmp_path: Path):
    table = table_of(library, tmp_path)

    rows = list(csv.reader(io.StringIO(library.report(table, form="csv").decode())))

    assert len(rows) == 1 + 3
    assert json.loads(library.report(table, form="json"))["table"] == table.table
    assert len(library.report(table, form="jsonl").splitlines()) == 3
    assert zipfile.is_zipfile(io.BytesIO(library.report(table, form="xlsx")))


def test_many_pages_are_shown_as_strips_around_the_words(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    table = table_of(library, tmp_path)
    whole = library.report(table)
    monkeypatch.setattr(page_pictures, "MOST_WHOLE_PAGES", 1)

    strips = library.report(table)

    assert "Cited pages" in shown(whole).text
    assert "Cited pages" not in shown(strips).text
    assert "image" in shown(strips).tags
    assert len(strips) < 0.7 * len(whole)


def test_pictures_that_have_no_room_are_told(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    table = table_of(library, tmp_path)
    monkeypatch.setattr(page_pictures, "_MOST_BYTES", 10)

    page = shown(library.report(table))

    assert page.tags.count("image") == 1
    assert re.search(r"To keep this file small, \d+ pages? (?:is|are) shown as text", page.text)
    assert "mark" in page.tags


def test_no_export_has_a_key_or_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Neither of a job with files that cannot be read, nor of a run whose model is down."""
    monkeypatch.setenv("OWN_KEY", KEY)
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7 nothing more")
    (tmp_path / "mail.eml").write_bytes(MAIL)
    down = {"base_url": "http://127.0.0.1:9/v1", "key_variable": "OWN_KEY", "calls": {"attempts": 1}}
    with pincite.open(tmp_path / "library") as library:
        files = [*papers(tmp_path, 1), tmp_path / "broken.pdf", tmp_path / "mail.eml"]
        job = library.jobs.submit(files, FIELDS).job
        do_all(library)
        run = library.ask(FIELDS["fee"], documents="contract-1.pdf").run
        results = library.jobs.results(job.id)
        model = StageChoice(name="openai", options={"model": "m", **down})
        failing = replace(library, settings=library.settings.model_copy(update={"language_model": model}))
        failed = failing.ask(FIELDS["fee"])
        exports = [library.report(id, form=form) for id in (job.id, run, failed.run) for form in FORMS]
        exports += [file.content for file in library.highlight(run).files]
    assert "mail.eml › att.pdf" in [row.document for row in results.rows]
    assert failed.outcome == "failed"
    for part in (part for content in exports for part in _unpacked(content)):
        assert KEY.encode() not in part
        assert str(tmp_path).encode() not in part


def _unpacked(content: bytes) -> list[bytes]:
    if not zipfile.is_zipfile(io.BytesIO(content)):
        return [content]
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return [package.read(name) for name in package.namelist()]
