"""The verb `add`: hold files in the library."""

from __future__ import annotations

import shlex
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, Password, named
from pincite.cli.reporting import failure, reported, show_error
from pincite.cli.screen import messages, notice, print_object, printable, printable_name, say
from pincite.errors import BATCH_EXIT_CODE, InputError, StoreError

if TYPE_CHECKING:
    from rich.progress import Progress

    from pincite.jobs.batch import Added, Status
    from pincite.records.library import Identity
    from pincite.service import Library

    Report = Callable[[Added], None]

_SECONDS_PER_LINE = 10.0
_STYLES = {"added": "green", "updated": "green", "unchanged": "dim", "skipped": "dim", "failed": "bold red"}


@dataclass(frozen=True, slots=True)
class Addition:
    """Files to add, and what the command line says about them."""

    files: Sequence[str]
    name: str | None = None
    password: str | None = None
    wait: bool = False
    follow: bool = False
    part_of: str | None = None


def add(
    context: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="A file, or a folder of files.")],
    name: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Its name in the library; otherwise the name of the file."),
    ] = None,
    part_of: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="The document in the library that they belong to, such as what they amend."
        ),
    ] = None,
    password: Password = None,
    wait: Annotated[
        bool, typer.Option("--wait", help="Also read pictures and make vectors now, as `pincite work` does.")
    ] = False,
    follow: Annotated[bool, typer.Option("--follow", help="Follow links that lead out of a folder.")] = False,
    as_json: AsJson = False,
) -> None:
    """Add files to the library, or new versions of them.

    Reads PDF, Word (docx), Excel (xlsx), PowerPoint (pptx), CSV, HTML, e-mail (eml),
    images, Markdown and text. Pincite looks at the bytes of a file, not at its name.

    A folder adds every readable file in it, an e-mail also the files attached to it. Hidden files
    and links that lead out of the folder are skipped and listed. A file that cannot be read does not
    stop the others, and an unchanged file is left alone. Each file is read in its own process, which
    is stopped when it takes more than the settings allow.

    You can ask as soon as this returns. Pictures beside text are not read yet: `pincite work` reads
    them, and until then answers say so. Search by meaning needs vectors, too: `pincite work` makes
    them, and so does asking the document.

    \b
    Examples:
      pincite add contract.pdf annex.docx
      pincite add contracts/
      pincite add --part-of lease.pdf amendment-1.pdf amendment-2.pdf
      pincite add secret.pdf --password PASSWORD

    \b
    Exit codes:
      0 all are in the library · 8 some failed; if all failed, the code of the first:
      2 unusable file · 3 settings · 4 model provider · 5 library
    """
    with reported(as_json, interrupted="Interrupted. Everything added so far is kept."):
        addition = Addition(files, name, password, wait, follow, part_of)
        with named(context).open() as library:
            report = _say_nothing if as_json else _Lines(library).show
            results = add_with_progress(library, addition, report)
            if not as_json:
                notice(_summary(results, _pages_of(library, results)))
        if as_json:
            print_object({"results": [_result(added) for added in results]})
        raise typer.Exit(_exit_code(results))


def _say_nothing(added: Added) -> None:
    """For results that are shown at the end, or not at all."""


def tell_replaced(added: Added) -> None:
    """Say that a file of the same name in another folder is no longer asked, and how to keep both."""
    if not added.replaced or added.identity is None:
        return
    name, before = printable_name(added.identity.name), printable_name(added.replaced)
    again = shlex.join(["pincite", "add", before, "--name"])
    notice(
        f"Note: this replaces the {name} that you added from {before}.\n"
        f"      To keep both, add that file again under another name: {again} NAME"
    )


def add_with_progress(library: Library, addition: Addition, report: Report = _say_nothing) -> list[Added]:
    """Add files, telling on standard error what is being done; `report` may print in between."""
    add = partial(
        library.add,
        *addition.files,
        name=addition.name,
        part_of=addition.part_of,
        password=addition.password,
        wait=addition.wait,
        follow=addition.follow,
    )
    if not messages().is_terminal:
        return add(progress=_ReadingLines().say, report=report)
    from pincite.jobs.files import find

    files = find(addition.files, follow=addition.follow)
    places = {found.path: place for place, found in reversed(list(enumerate(files)))}
    with _progress_bar() as bar:
        task = bar.add_task("opening", total=len(places))

        def move(path: Path, doing: str) -> None:
            described = f"{doing} {printable_name(path.name)[:40]}"
            # An attachment has no place of its own: the bar stays where its mail is.
            bar.update(task, completed=places.get(path), description=described)

        def report_above(added: Added) -> None:
            # The bar is on standard error and the line on standard output, often the same screen.
            bar.stop()
            report(added)
            bar.start()

        return add(progress=move, report=report_above)


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


@dataclass(slots=True)
class _ReadingLines:
    """Progress where there is no terminal: a line for each file, and for a long one more now and then."""

    _last: float = 0.0

    def say(self, path: Path, doing: str) -> None:
        now = time.monotonic()
        starts = doing in ("reading", "making vectors of")
        if starts or (doing.startswith("reading") and now - self._last > _SECONDS_PER_LINE):
            self._last = now
            notice(f"{doing.capitalize()} {printable_name(str(path))}")


@dataclass(slots=True)
class _Lines:
    """Results as lines, one for each file with its notes and its error."""

    library: Library
    _versions: dict[Identity, int] = field(default_factory=dict)

    def show(self, added: Added) -> None:

        status = (f"{added.status:<10}", _STYLES[added.status])
        say(status, printable_name(_shown_name(added)), self._earlier(added))
        tell_replaced(added)
        for caveat in added.caveats:
            say((f"{'':<10}Note: {printable(caveat)}", "yellow"))
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


def _shown_name(added: Added) -> str:
    identity = added.identity
    if identity is None or added.within or identity.name == Path(added.path).name:
        return added.path
    return f"{added.path} as {identity.name}"


def _pages_of(library: Library, results: Sequence[Added]) -> int:
    """How many pages the documents have that are new or changed; 0 where a damaged library cannot say."""
    stored = {added.identity for added in results if added.status in ("added", "updated")}
    try:
        return sum(each.pages for each in library.documents() if each.identity in stored)
    except StoreError:
        return 0


def _summary(results: Sequence[Added], pages: int) -> str:
    """What came of all files: "Added 3 documents, 41 pages; 1 unchanged; 1 not added."."""
    from pincite.language.how_many import how_many

    counts = Counter(added.status for added in results)
    stored: tuple[Status, ...] = ("added", "updated")
    parts = [f"{each} {how_many(counts[each], 'document')}" for each in stored if counts[each]]
    parts = parts or ["added nothing"]
    if pages:
        parts[-1] += f", {how_many(pages, 'page')}"
    told: dict[Status, str] = {
        "unchanged": "unchanged",
        "skipped": "skipped (see the notes)",
        "failed": "not added",
    }
    parts += [f"{counts[status]:,} {said}" for status, said in told.items() if counts[status]]
    line = "; ".join(parts)
    return f"{line[:1].upper()}{line[1:]}."


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
        "within": added.within or None,
        "replaced": added.replaced or None,
    }


def _exit_code(results: Sequence[Added]) -> int:
    errors = [added.error for added in results if added.error]
    held = any(added.status in ("added", "updated", "unchanged") for added in results)
    if held:
        return BATCH_EXIT_CODE if errors else 0
    return errors[0].exit_code if errors else InputError.exit_code
