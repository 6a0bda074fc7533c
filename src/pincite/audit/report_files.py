"""Make a report of a run, a table or a job in the form that is wanted: HTML, CSV, XLSX, JSON, annotations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

from pincite.answer.answers import Answer
from pincite.answer.document_tables import Table
from pincite.audit.exhibits import Exhibits
from pincite.audit.places import places_of_answer, places_of_table
from pincite.audit.report_shell import Made
from pincite.audit.reported_things import Subject
from pincite.audit.reviewing import standing
from pincite.audit.run_page import run_page
from pincite.audit.run_rows import HEADER, about_run, rows_of_run
from pincite.audit.sources import Sources
from pincite.audit.table_page import table_page
from pincite.audit.web_annotations import web_annotations
from pincite.errors import InputError
from pincite.extract.as_csv import csv_of, to_csv
from pincite.extract.as_lines import to_jsonl
from pincite.extract.as_workbook import to_xlsx, workbook_of

ReportForm = Literal["html", "csv", "xlsx", "json", "jsonl", "annotations"]
FORMS: tuple[ReportForm, ...] = get_args(ReportForm)
# Of more documents than these that were read and not cited, only their hashes are shown.
_MOST_LOOKED_UP = 20


@dataclass(frozen=True, slots=True)
class ReportFiles:
    """Writes reports of one library; `now` is when, for what is written into them."""

    sources: Sources
    now: str

    def written(self, subject: Subject, form: ReportForm) -> bytes:
        """The whole file."""
        if form not in FORMS:
            raise InputError(f"There is no report as {form!r}.", hint=f"Choose one of {', '.join(FORMS)}.")
        content = subject.content
        made = Made(subject.called, subject.asked_at, self.now)
        if isinstance(content, Table):
            return self._of_table(content, made, form)
        return self._of_run(content, subject, made, form)

    def _of_run(self, answer: Answer, subject: Subject, made: Made, form: ReportForm) -> bytes:
        if form == "jsonl":
            raise InputError("A run is one answer and has no lines.", hint="Write it as json.")
        rows = [list(HEADER), *rows_of_run(answer, standing(subject.reviews))]
        writers: dict[str, Callable[[], str | bytes]] = {
            "html": lambda: self._run_page(answer, subject, made),
            "csv": lambda: csv_of(rows),
            "xlsx": lambda: workbook_of({"Answer": about_run(answer, made), "Citations": rows}),
            "json": lambda: answer.to_json() + "\n",
            "annotations": lambda: web_annotations(answer, subject.asked_at, self.sources),
        }
        return _encoded(writers[form]())

    def _of_table(self, table: Table, made: Made, form: ReportForm) -> bytes:
        if form == "annotations":
            raise InputError("Only a run has annotations.", hint="Write the table as json.")
        writers: dict[str, Callable[[], str | bytes]] = {
            "html": lambda: table_page(table, Exhibits.of(self.sources, places_of_table(table)), made),
            "csv": lambda: to_csv(table),
            "xlsx": lambda: to_xlsx(table),
            "json": lambda: table.to_json() + "\n",
            "jsonl": lambda: to_jsonl(table),
        }
        return _encoded(writers[form]())

    def _run_page(self, answer: Answer, subject: Subject, made: Made) -> str:
        exhibits = Exhibits.of(self.sources, places_of_answer(answer))
        if len(subject.read) <= _MOST_LOOKED_UP:
            for identity in subject.read:
                self.sources.document(identity)
        return run_page(answer, exhibits, made, subject.read, subject.reviews)


def _encoded(content: str | bytes) -> bytes:
    return content if isinstance(content, bytes) else content.encode("utf-8", "replace")
