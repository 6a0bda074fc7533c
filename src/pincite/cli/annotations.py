"""The verbs `annotations export` and `annotations import`: W3C Web Annotations out and in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, VerbCommand, named
from pincite.cli.reporting import reported
from pincite.cli.screen import print_json, printable_name, say
from pincite.errors import InputError

if TYPE_CHECKING:
    from pincite.answer.located_annotations import LocatedAnnotations

group = typer.Typer(
    help="Exchange cited passages with other programs, as W3C Web Annotations.", no_args_is_help=True
)


@group.command("export", cls=VerbCommand)
def export(
    context: typer.Context,
    run: Annotated[str, typer.Argument(help="The start of a run's id; the last run if left out.")] = "",
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write to FILE instead of standard output.")
    ] = None,
) -> None:
    """Write the passages that an answer cites as W3C Web Annotations (JSON-LD).

    Each passage has its quote with the words around it, its position in Unicode code points, and for a PDF
    the page with a rectangle. The body is the question and the value. An answer without items makes an
    empty collection.

    \b
    Examples:
      pincite annotations export --output annotations.json
      pincite annotations export 3f2a91

    \b
    Exit codes:
      0 written · 2 no such run, or a file that cannot be written · 3 settings · 5 library
    """
    with reported(as_json=False):
        if output:
            from pincite.cli.table_files import check_places

            check_places([("--output", output)], ())
        with named(context).open_existing() as library:
            made = library.annotations.export(run or None)
        text = json.dumps(made, ensure_ascii=False, indent=2)
        if output is None:
            print_json(text)
            return
        from pincite.cli.table_files import write_whole
        from pincite.language.how_many import how_many

        write_whole(output, text.encode("utf-8", "backslashreplace") + b"\n", "--output")
        total = made["total"]
        assert isinstance(total, int)
        say(f"Wrote {how_many(total, 'annotation')} to {printable_name(str(output))}.")


@group.command("import", cls=VerbCommand)
def import_(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="JSON of W3C Web Annotations.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="The document of the library they are about.")],
    as_json: AsJson = False,
) -> None:
    """Find the passages that annotations of other programs point at, and show where they are.

    The quoted words must be in the document. Words before and after the quote, then the position and the
    page, choose among equal passages. What is not there, or cannot be told apart, is shown as such.
    Nothing is stored, and nothing is fetched from the web.

    \b
    Examples:
      pincite annotations import annotations.json lease.pdf
      pincite annotations import notes.json lease.pdf --json

    \b
    Exit codes:
      0 every annotation was located · 8 some were not: they say why
      2 no annotations in FILE, or no such document · 3 settings · 5 library
    """
    with reported(as_json):
        content = _content(file)
        with named(context).open_existing() as library:
            from pincite.cli.subject import one_document

            made = library.annotations.locate(content, one_document(library, name), file=file.name)
        _show(made, as_json)
        raise typer.Exit(made.exit_code)


def _content(path: Path) -> bytes:
    from pincite.audit.annotation_file import MOST_BYTES

    shown = printable_name(str(path))
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InputError(f"{shown} is larger than 256 MB.", hint="Split it into several files.")
        return path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(f"{shown} cannot be read: {reason}.", hint="Check the path.") from error


def _show(made: LocatedAnnotations, as_json: bool) -> None:
    if as_json:
        print_json(made.to_json())
        return
    from pincite.cli.annotation_view import show_annotations

    show_annotations(made)
