"""The verbs `work`, which makes vectors and reads pictures, and `worker`, which does jobs on any machine."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, named
from pincite.cli.progress import shown
from pincite.cli.reporting import failure, reported, show_error
from pincite.cli.screen import notice, print_object, printable_name, say
from pincite.errors import BATCH_EXIT_CODE

if TYPE_CHECKING:
    from pincite.jobs.pending import Worked

_INTERRUPTED = 130
_CONNECTIONS = 3


def work(context: typer.Context, as_json: AsJson = False) -> None:
    """Make missing vectors, for search by meaning, and read the pictures that `add` left for later.

    Pictures make a new version of their document; the earlier one is kept. You can stop this at any
    time and run it again: it continues where it stopped. Two processes share the work.
    Vectors of an older embedder are made again.

    \b
    Example:
      pincite work

    \b
    Exit codes:
      0 all is done · 8 some documents cannot be read · 3 settings · 4 model endpoint · 5 library
    """
    with reported(as_json, interrupted="Interrupted. Run it again to continue."):
        with named(context).open_existing() as library, shown() as progress:
            has_embedder = library.pending() is not None
            worked = library.work(progress)
        if as_json:
            print_object(_result(worked))
        else:
            _show(worked, has_embedder)
        raise typer.Exit(BATCH_EXIT_CODE if worked.failed else 0)


def _show(worked: Worked, has_embedder: bool) -> None:
    from pincite.language.how_many import how_many

    for _, error in worked.failed:
        show_error(printable_name(error.message), printable_name(error.hint))
    if worked.pictures:
        say(f"Read the pictures of {how_many(worked.pictures, 'document')}; earlier versions are kept.")
    if not has_embedder:
        say("No vectors are made: the embedder is switched off. See `pincite config`.")
    elif worked.documents:
        documents, passages = how_many(worked.documents, "document"), how_many(worked.passages, "passage")
        say(f"Made the vectors of {documents}: {passages}.")
    elif not worked.failed:
        say("All vectors are made.")


def _result(worked: Worked) -> dict[str, object]:
    failed = [{"name": identity.name, "error": failure(error)} for identity, error in worked.failed]
    return {
        "documents": worked.documents,
        "passages": worked.passages,
        "pictures": worked.pictures,
        "failed": failed,
    }


def worker(
    context: typer.Context,
    workers: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="How many documents at once (default: one a core, up to 4)."),
    ] = None,
    once: Annotated[
        bool, typer.Option("--once", help="End when nothing is left to do, and do not wait for more.")
    ] = False,
) -> None:
    """Work on the jobs of the library, and wait for new ones.

    Start one on every machine that is to help; with a library in PostgreSQL these can be many machines. No
    document is done twice. A worker that is killed, or whose machine is gone, loses its documents to the
    others after the lease of the job (30 seconds). One that loses the library goes on when it is back.

    Ctrl-C or SIGTERM ends it: what it has is given back at once, and cells that are known are kept. A second
    one ends it without that. Lines of JSON about its work go to standard error, without what was asked.

    \b
    Examples:
      pincite worker
      pincite --library postgresql://pincite@db.example/pincite worker --workers 8
      pincite jobs submit contracts/ --fields "end date" --no-start

    \b
    Exit codes:
      0 ended as told, or with --once: nothing is left · 2 no such library · 3 settings · 5 library
      130 ended by the second signal
    """
    from pincite.logs import VARIABLE, log

    with reported(False), named(context).open_to_work(_CONNECTIONS) as library, _told_to_end() as ended:
        os.environ.setdefault(VARIABLE, "json")
        log("worker ready", library=str(library.settings.library))
        if once:
            with suppress(_Ended):
                library.jobs.work(workers=workers, told=lambda: _end_if(ended))
        else:
            notice("Waiting for jobs (end it with Ctrl-C)")
            library.jobs.stand_by(ended, workers=workers)
        log("worker done")


@contextmanager
def _told_to_end() -> Iterator[threading.Event]:
    """Set by the first signal to end; the second ends this process at once, and its workers with it."""
    ended = threading.Event()

    def end(number: int, frame: object) -> None:
        if ended.is_set():
            os._exit(_INTERRUPTED)
        ended.set()

    before = {each: signal.signal(each, end) for each in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield ended
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


class _Ended(BaseException):
    """What the workers had is given back."""


def _end_if(ended: threading.Event) -> None:
    if ended.is_set():
        raise _Ended
