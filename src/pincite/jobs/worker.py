"""The reading process: parses the documents it is sent and sends back what they hold.

Started by `isolation` as `python -m pincite.jobs.worker PARSER`, and of no use by hand. It ends when its
input ends, so it never outlives whoever started it.
"""

from __future__ import annotations

import faulthandler
import os
import queue
import resource
import sys
import threading
import time
import traceback
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING

from pincite.errors import PinciteError
from pincite.jobs import transport
from pincite.jobs.one_file import PURE, Job, read, seconds_allowed
from pincite.jobs.transport import Inbox, Kind, own_memory
from pincite.records.limits import MEGABYTE
from pincite.registry import available, load

if TYPE_CHECKING:
    from pincite.ingest.pdf.each_page import SecondReader

_INPUT, _OUTPUT, _ERRORS = 0, 1, 2
_READ_BYTES = 1 << 20
_SECONDS_BETWEEN_PAGES_TOLD = 0.1
# Memory that is asked for and not used counts for this limit, and recognising text asks for much. Python
# itself uses what it asks for.
_ROOM = 2
_SECONDS_OF_GRACE = 30


def main() -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a crash leaves nothing in the user's folder
    output = _Output(os.dup(_OUTPUT))
    os.dup2(_ERRORS, _OUTPUT)  # whatever a parser prints is not a message of ours
    jobs: queue.SimpleQueue[memoryview] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(jobs,), daemon=True).start()
    _load_parser(sys.argv[1:])
    output.send(transport.READY)
    with open(os.devnull, "w") as nowhere:
        while True:
            _serve(transport.job_from(jobs.get()), output, nowhere)


class _Output:
    """Where messages to the starting process go."""

    def __init__(self, file: int) -> None:
        self._file = file

    def send(self, kind: Kind, parts: Sequence[bytes] = ()) -> None:
        try:
            for part in transport.message(kind, parts):
                unsent = memoryview(part)
                while unsent:
                    unsent = unsent[os.write(self._file, unsent) :]
        except BrokenPipeError:
            os._exit(1)  # nobody is left to read it


def _receive(jobs: queue.SimpleQueue[memoryview]) -> None:
    """Take in jobs until there can be no more of them; then end, whatever is being done."""
    inbox = Inbox()
    while piece := os.read(_INPUT, _READ_BYTES):
        inbox.add(piece)
        for _, content in inbox.messages():
            jobs.put(content)
    os._exit(0)


def _load_parser(names: list[str]) -> None:
    """Import beforehand what the job will need. What goes wrong here will go wrong again, and be told."""
    for name in names:
        try:
            load(available("parser")[name])
        except (ImportError, LookupError, AttributeError, PinciteError):
            return


def _serve(job: Job, output: _Output, nowhere: IO[str]) -> None:
    _limit_memory(job)
    clock = _Clock(output, seconds_allowed(job), nowhere)
    try:
        kind, parts = transport.DOCUMENT, transport.reading_parts(read(job, clock.page_read, _second))
    except PinciteError as error:
        kind, parts = transport.ERROR, transport.error_parts(error)
    except MemoryError:
        kind, parts = transport.OUT_OF_MEMORY, []
    except Exception as error:  # a file must not get out of its process as a bug that stops the others
        # Where it failed and not what it said, which may quote the document.
        traceback.print_tb(error.__traceback__)
        kind, parts = transport.BUG, [_where(error).encode("utf-8", "replace")]
    clock.stop()
    output.send(kind, parts)


def _second(content: bytes, password: str | None, pages: int) -> SecondReader | None:
    # Asked for by a PDF of many pages only, and imports what reads one.
    from pincite.jobs.second_reader import start_second

    return start_second(content, password, pages)


def _where(error: Exception) -> str:
    *_, last = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__} in {os.path.basename(last.filename)}, line {last.lineno}"


class _Clock:
    """Tells of the pages that were read, and ends the process should its starter not do it in time.

    The second is for a starter that was killed while a parser holds Python's lock: then no thread of
    Python's own gets to see that the input has ended.
    """

    def __init__(self, output: _Output, allowed: int, nowhere: IO[str]) -> None:
        self._output = output
        self._nowhere = nowhere
        self._seconds = allowed + _SECONDS_OF_GRACE
        self._told = time.monotonic()
        self._wind()

    def page_read(self, page: int, pages: int) -> None:
        self._wind()
        now = time.monotonic()
        if now - self._told > _SECONDS_BETWEEN_PAGES_TOLD or page == pages:
            self._told = now
            self._output.send(transport.PAGE, [page.to_bytes(8, "little"), pages.to_bytes(8, "little")])

    def stop(self) -> None:
        faulthandler.cancel_dump_traceback_later()

    def _wind(self) -> None:
        faulthandler.dump_traceback_later(self._seconds, exit=True, file=self._nowhere)


def _limit_memory(job: Job) -> None:
    """Refuse memory over the limit, or far over it, at once; the starter watches the limit itself."""
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    limit = job.limits.memory_megabytes * MEGABYTE
    wanted, own = limit * _ROOM, own_memory()
    if own.reserved and job.parser in PURE:
        # The starter holds the file as well.
        wanted = own.reserved + max(0, limit - own.resident - len(job.content))
    allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    try:
        resource.setrlimit(resource.RLIMIT_DATA, (allowed, most))
    except (ValueError, OSError):  # macOS refuses some values; there the starter's watch has to do
        return


if __name__ == "__main__":
    main()
