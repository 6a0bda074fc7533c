"""The verbs `report` and `highlight`: a file that shows a run, table or job with the places that prove it."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from pincite.cli.options import MaxRisk, Model, Named, Password, Strictness, named
from pincite.cli.reporting import reported
from pincite.cli.screen import notice, printable_name, say
from pincite.errors import InputError

if TYPE_CHECKING:
    from pincite.audit.marked_files import MarkedFile, MarkedFiles
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
        from pincite.cli.progress import shown
        from pincite.cli.table_files import OPTION, check_places, ending_of, form_of, size_in_words, write

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


def highlight(
    context: typer.Context,
    run: Annotated[str, typer.Argument(help="The start of a run's id; the last run if left out.")] = "",
    output: Annotated[
        str | None,
        typer.Option("--output", metavar="FILE", help="The PDF to write, or a folder; else NAME-marked.pdf."),
    ] = None,
    document: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only this one of the documents that the run cites.")
    ] = None,
    password: Password = None,
) -> None:
    """Highlight the words that prove an answer, in a copy of the PDF: `pincite report --form pdf`.

    The highlights are annotations, as PDF readers show and print them. The note on each has the question
    and the answer. Leads are blue, and their note says that they are no answer.

    Your file is never changed. A signed PDF keeps its signed bytes, and readers say that something was
    added later. An encrypted PDF needs --password, and the copy opens with the same password.

    \b
    Examples:
      pincite highlight
      pincite highlight 3f2a91 --output marked.pdf
      pincite highlight 3f2a91 --output FOLDER
      pincite highlight 3f2a91 --document lease.pdf

    \b
    Exit codes:
      0 written · 2 nothing to highlight, no PDF, or the file cannot be written · 3 settings · 5 library
    """
    with reported(False):
        write_copies(named(context), run, output, document, password)


def write_copies(
    place: Named, run: str, output: str | None, document: str | None, password: str | None
) -> None:
    """Write a copy of each PDF that a run cites, or of one of them, and say where it is."""
    from pincite.cli.table_files import require_copy, write

    with place.open_existing() as library:
        name = library.matching(document)[0].name if document else None
        made = library.highlight(run or None, document=name, password=password)
    targets = _targets(made, output)
    for path, file in targets.items():
        require_copy(path, file.source)
    for path, file in targets.items():
        write(path, file.content)
        _tell(path, file, encrypted=password is not None)
    for each in made.not_pdf:
        notice(f"{printable_name(each)} is no PDF: `pincite report` shows its words highlighted.")


def _targets(made: MarkedFiles, output: str | None) -> dict[Path, MarkedFile]:
    """Each file with where it goes; an InputError where several would go to one."""
    from pincite.cli.table_files import marked_name

    is_folder = output is not None and (Path(output).is_dir() or output.endswith("/"))
    if output is not None and not is_folder:
        if len(made.files) == 1:
            return {Path(output): made.files[0]}
        names = ", ".join(printable_name(file.name) for file in made.files)
        raise InputError(
            f"This run cites {len(made.files)} PDFs: {names}.",
            hint="Choose one with --document NAME, or name a folder that exists: --output FOLDER",
        )
    folder = Path(output or ".")
    named = {folder / marked_name(file.name): file for file in made.files}
    if len(named) < len(made.files):
        raise InputError("Several of the files would get the same name.", hint="Choose one: --document NAME")
    return named


def _tell(path: Path, file: MarkedFile, *, encrypted: bool) -> None:
    from pincite.language.how_many import how_many

    count = how_many(file.highlights, "highlight")
    say(f"Wrote {printable_name(str(path))}: {count} in a copy of {printable_name(file.name)}.")
    if file.is_signed:
        notice(
            f"{printable_name(file.name)} is signed. The copy keeps the signed bytes; readers say that "
            "annotations were added later. Keep the original as well."
        )
    if encrypted:
        notice("The copy opens with the same password as the original.")
