"""The verb `report`: one file that shows a run, a table or a job with the places that prove it."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from pincite.cli.highlight import write_copies
from pincite.cli.options import MaxRisk, Model, Password, Strictness, named
from pincite.cli.reporting import reported
from pincite.cli.screen import printable_name, say
from pincite.errors import InputError

if TYPE_CHECKING:
    from pincite.audit.report_files import ReportForm

_STANDARD_OUTPUT = "-"


def report(
    context: typer.Context,
    subject: Annotated[
        str,
        typer.Argument(
            metavar="RUN|TABLE|JOB",
            help="The start of the id of a run, a table or a job; else the last run.",
        ),
    ] = "",
    output: Annotated[
        str | None,
        typer.Option(
            "--output", metavar="FILE", help="Where to write it, else report.html; - for standard output."
        ),
    ] = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--form",
            metavar="FORM",
            help="html, pdf, csv, xlsx, json, jsonl or annotations; else the ending of FILE says it.",
        ),
    ] = None,
    document: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="With --form pdf: only this one of the documents."),
    ] = None,
    password: Password = None,
    strictness: Strictness = None,
    max_risk: MaxRisk = None,
    model: Model = None,
) -> None:
    """Write a report: the answer, and the words that prove it on their page.

    An HTML report is one file without scripts that needs no network. It shows each item on a picture of
    its page with the words highlighted, what code proved and apart from it who judged that it answers,
    leads, conflicts side by side, what was read, and the hash of each document. CSV, Excel and JSON have
    the same places as data, and annotations those of a run in the form of the W3C.

    As pdf you get a copy of each PDF that a run cites, NAME-marked.pdf, with the words highlighted
    (`pincite highlight --help` says more); --output names the file, or a folder for several.

    Report on a table with the strictness, risk and model with which it was made; under others, its cells
    are asked anew.

    \b
    Examples:
      pincite report
      pincite report 3f2a91 --output answer.html
      pincite report 3f2a91 --output citations.csv
      pincite report 3f2a91 --form json --output -
      pincite report 3f2a91 --form pdf --output marked.pdf
      pincite report 3f2a91 --form annotations --output notes.json

    \b
    Exit codes:
      0 written · 2 no such run, or the file cannot be written · 3 settings · 5 library
    """
    with reported(False):
        from pincite.audit.report_files import FORMS
        from pincite.cli.output_files import OPTION, ending_of, form_of, size_in_words, write
        from pincite.cli.progress import shown
        from pincite.cli.table_files import check_places

        to_screen = output == _STANDARD_OUTPUT
        path = Path(output or f"report.{ending_of(form or 'html')}")
        forms: tuple[ReportForm | Literal["pdf"], ...] = (*FORMS, "pdf")
        chosen = form_of(path, form or ("html" if to_screen else None), forms)
        if chosen == "pdf":
            write_copies(named(context), subject, output, document, password)
            return
        if document is not None:
            raise InputError("--document chooses one of the PDFs.", hint="Add: --form pdf")
        if not to_screen:
            check_places([(OPTION, path)], ())
        place = replace(named(context), model=model, max_risk=max_risk)
        with place.open_existing(strictness) as library, shown() as progress:
            content = library.report(subject or None, form=chosen, password=password, progress=progress)
        if to_screen:
            sys.stdout.flush()
            sys.stdout.buffer.write(content)
            sys.stdout.buffer.flush()
            return
        write(path, content)
        say(f"Wrote {printable_name(str(path))} ({size_in_words(len(content))}).")
