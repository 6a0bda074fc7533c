"""The verb `add`: hold files in the library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, Password, named
from pincite.cli.reporting import failure, reported, show_error
from pincite.cli.screen import messages, notice, output, print_object, printable, printable_name
from pincite.errors import BATCH_EXIT_CODE, StoreError

if TYPE_CHECKING:
    from rich.progress import Progress
    from rich.text import Text

    from pincite.records.library import Identity
    from pincite.service import Added, Library

    Report = Callable[[Added], None]

_STYLES = {"added": "green", "updated": "green", "unchanged": "dim", "failed": "bold red"}


@dataclass(frozen=True, slots=True)
class Addition:
    """Files to add, and what the command line says about them."""

    files: Sequence[str]
    name: str | None = None
    password: str | None = None


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

    \b
    Exit codes:
      0 all are in the library · 8 some failed; if all failed, that of the first:
      2 file cannot be used · 3 settings · 4 model endpoint · 5 library
    """
    with reported(as_json, interrupted="Interrupted; what was stored so far is kept."):
        addition = Addition(files, name, password)
        with named(context).open() as library:
            report = _say_nothing if as_json else _Lines(library).show
            results = add_with_progress(library, addition, report)
        if as_json:
            print_object({"results": [_result(added) for added in results]})
        raise typer.Exit(_exit_code(results))


def _say_nothing(added: Added) -> None:
    """For results that are shown at the end, or not at all."""


def add_with_progress(library: Library, addition: Addition, report: Report = _say_nothing) -> list[Added]:
    """Add files, telling on standard error what is being done; `report` may print in between."""
    files, name, password = addition.files, addition.name, addition.password
    if not messages().is_terminal:
        return library.add(*files, name=name, password=password, progress=_say_reading, report=report)
    places = {Path(file): place for place, file in reversed(list(enumerate(files)))}
    with _progress_bar() as bar:
        task = bar.add_task("opening", total=len(files))

        def move(path: Path, doing: str) -> None:
            described = f"{doing} {printable_name(path.name)[:40]}"
            bar.update(task, completed=places[path], description=described)

        def report_above(added: Added) -> None:
            # The bar is on standard error and the line on standard output, often the same screen.
            bar.stop()
            report(added)
            bar.start()

        return library.add(*files, name=name, password=password, progress=move, report=report_above)


def _progress_bar() -> Progress:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn
    from rich.progress import TimeElapsedColumn as Elapsed

    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(20),
        MofNCompleteColumn(),
        Elapsed(),
        console=messages(),
        transient=True,
        redirect_stdout=False,  # it would send standard output to standard error
    )


def _say_reading(path: Path, doing: str) -> None:
    if doing == "reading":
        notice(f"Reading {printable_name(str(path))}")


@dataclass(slots=True)
class _Lines:
    """Results as lines, one for each file with its notes and its error."""

    library: Library
    _versions: dict[Identity, int] = field(default_factory=dict)

    def show(self, added: Added) -> None:
        from rich.text import Text

        status = (f"{added.status:<10}", _STYLES[added.status])
        _print(Text.assemble(status, printable_name(_shown_name(added)), self._earlier(added)))
        for caveat in added.caveats:
            _print(Text(f"{'':<10}Note: {printable(caveat)}", "yellow"))
        if added.error:
            show_error(printable_name(added.error.message), printable_name(added.error.hint))

    def _earlier(self, added: Added) -> str:
        """That another file was there under this name: it may not have been the same document."""
        if added.status != "updated" or added.identity is None:
            return ""
        count, name = self._count(added.identity), printable_name(added.identity.name)
        # Not "version 2": the file may have gone back to what an earlier version held.
        which = f"now {count} versions" if count else "another version"
        return f" ({which} of {name}; earlier ones are kept)"

    def _count(self, identity: Identity) -> int | None:
        """How many versions the library holds; None when damage to any document keeps it from saying."""
        # Files are stored together, so one listing serves many; an older one has other identities.
        if identity not in self._versions:
            try:
                self._versions = {each.identity: each.versions for each in self.library.documents()}
            except StoreError:
                return None
        return self._versions.get(identity)


def _print(line: Text) -> None:
    output().print(line, soft_wrap=True)


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
