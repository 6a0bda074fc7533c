"""The verb `worker`: work on the jobs of a library, on any machine that reaches it."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Annotated

import typer

from pincite.cli.options import named
from pincite.cli.reporting import reported
from pincite.cli.screen import notice

_INTERRUPTED = 130
_CONNECTIONS = 3


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
