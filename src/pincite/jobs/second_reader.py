"""Have a second process read the last pages of a long PDF, while the reading process reads the first ones.

Used in the reading process only, and as little trusted as that: both read the same file. What the second one
sends is unpickled there and nowhere else. Where it fails in any way, its pages are read without it, and what
is wrong with the file shows in the reading process, which is watched.
"""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from typing import IO

from pincite.ingest.pdf.each_page import Sheet
from pincite.models.network import threads_for
from pincite.records.limits import MEGABYTE

HEAD_BYTES = 8
# A second process holds the file once more, and what both take counts for the limit of the document.
_LARGEST_BYTES = 32 * MEGABYTE


@dataclass(slots=True)
class SecondProcess:
    """The pages that have come from the other process so far, from the last one down to `_lowest`."""

    _process: subprocess.Popen[bytes]
    _lowest: int
    _sheets: dict[int, bytes] = field(default_factory=dict)
    _has_ended: bool = False
    _news: threading.Condition = field(default_factory=threading.Condition)

    def reads(self, index: int) -> bool:
        """Whether that page has been read, or is being read right now."""
        with self._news:
            return index >= self._lowest - 1

    def sheet(self, index: int) -> Sheet | None:
        """That page, once it is read; None where the other has failed."""
        with self._news:
            self._news.wait_for(lambda: self._has_ended or index in self._sheets)
            content = self._sheets.pop(index, None)
        if content is None:
            return None
        sheet = pickle.loads(content)
        return sheet if isinstance(sheet, Sheet) else None

    def close(self) -> None:
        """End it; the pages that it is still reading have been read here."""
        self._process.kill()
        self._process.wait()

    def exchange(self, job: bytes) -> None:
        """Send the file and take in pages until the process ends. Runs in a thread of its own."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            with self._process.stdin as sink:
                sink.write(job)
            with self._process.stdout as source:
                self._take_in(source)
        except (OSError, ValueError):  # it has ended, by itself or because no more of it was wanted
            pass
        finally:
            # Whoever waits for a page is told in any case, even where there is no memory for it.
            with self._news:
                self._has_ended = True
                self._news.notify_all()

    def _take_in(self, source: IO[bytes]) -> None:
        while head := source.read(2 * HEAD_BYTES):
            index, length = (
                int.from_bytes(part, "little") for part in (head[:HEAD_BYTES], head[HEAD_BYTES:])
            )
            content = source.read(length)
            if len(content) < length:
                return
            with self._news:
                self._sheets[index] = content
                self._lowest = min(self._lowest, index)
                self._news.notify_all()


def start_second(content: bytes, password: str | None, pages: int) -> SecondProcess | None:
    """A process that reads from the last page on backwards.

    None for a file that takes much memory, and where the two would only take turns on one processor.
    """
    if len(content) > _LARGEST_BYTES or threads_for(0) < 2:
        return None
    header = json.dumps({"password": password}).encode()
    try:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "pincite.jobs.page_worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
    except OSError:  # no more processes are allowed: then it takes longer
        return None
    second = SecondProcess(process, pages)
    job = len(header).to_bytes(HEAD_BYTES, "little") + header + content
    threading.Thread(target=second.exchange, args=(job,), daemon=True).start()
    return second
