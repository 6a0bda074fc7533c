"""Copies of the cited PDFs with the quoted words highlighted: `report --form pdf`, for short `highlight`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import Named, Password, named
from pincite.cli.reporting import reported
from pincite.cli.screen import notice, printable_name, say
from pincite.errors import InputError

if TYPE_CHECKING:
    from pincite.audit.marked_files import MarkedFile, MarkedFiles


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
    from pincite.cli.output_files import require_copy, write

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
    from pincite.cli.output_files import marked_name

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
