"""The verb `add`: hold files in the library."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, Password, named
from pincite.cli.reporting import failure, reported, show_error
from pincite.cli.screen import messages, notice, output, print_object, printable
from pincite.errors import BATCH_EXIT_CODE

if TYPE_CHECKING:
    from pincite.service import Added, Library

    Progress = Callable[[Path, str], None]

_STYLES = {"added": "green", "updated": "green", "unchanged": "dim", "failed": "bold red"}


def add(
    context: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="PDF, Markdown or plain text.")],
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="Its name in the library, if not the file's own.")
    ] = None,
    password: Password = None,
    as_json: AsJson = False,
) -> None:
    """Add files to the library, or new versions of them.

    A file that cannot be read does not stop the others. One that has not changed is left alone.

    \b
    Example:
      pincite add contract.pdf annex.md
    """
    with reported(as_json):
        with named(context).open() as library:
            results = add_with_progress(library, files, name, password)
        if as_json:
            print_object({"results": [_result(added) for added in results]})
        else:
            _show(results)
        raise typer.Exit(_exit_code(results))


def add_with_progress(
    library: Library, files: Sequence[str], name: str | None, password: str | None
) -> list[Added]:
    """Add files, telling on standard error what is being done."""
    with _progress(files) as progress:
        return library.add(*files, name=name, password=password, progress=progress)


@contextmanager
def _progress(files: Sequence[str]) -> Iterator[Progress]:
    """A bar on a terminal; elsewhere one line for each file that is read."""
    if not messages().is_terminal:
        yield _say_reading
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn
    from rich.progress import TimeElapsedColumn as Elapsed

    places = {Path(file): place for place, file in reversed(list(enumerate(files)))}
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), BarColumn(20))
    with Progress(*columns, MofNCompleteColumn(), Elapsed(), console=messages(), transient=True) as bar:
        task = bar.add_task("opening", total=len(files))
        yield lambda path, doing: bar.update(
            task, completed=places[path], description=f"{doing} {printable(path.name)[:40]}"
        )


def _say_reading(path: Path, doing: str) -> None:
    if doing == "reading":
        notice(f"Reading {path}")


def _show(results: Sequence[Added]) -> None:
    from rich.text import Text

    for added in results:
        status = (f"{added.status:<10}", _STYLES[added.status])
        output().print(Text.assemble(status, printable(_shown_name(added))), soft_wrap=True)
        for caveat in added.caveats:
            output().print(Text(f"{'':<10}Note: {printable(caveat)}", "yellow"), soft_wrap=True)
        if added.error:
            show_error(added.error.message, added.error.hint)


def _shown_name(added: Added) -> str:
    if added.identity is None or added.identity.name == Path(added.path).name:
        return added.path
    return f"{added.path} as {added.identity.name}"


def _result(added: Added) -> dict[str, object]:
    identity = added.identity
    return {
        "path": added.path,
        "status": added.status,
        "name": identity.name if identity else None,
        "document": identity.source if identity else None,
        "version": identity.version if identity else None,
        "caveats": list(added.caveats),
        "error": failure(added.error) if added.error else None,
    }


def _exit_code(results: Sequence[Added]) -> int:
    errors = [added.error for added in results if added.error]
    if not errors:
        return 0
    return errors[0].exit_code if len(errors) == len(results) else BATCH_EXIT_CODE
