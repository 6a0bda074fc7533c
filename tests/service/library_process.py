"""What another process does with a library in the tests: `python library_process.py TASK LIBRARY …`."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pincite

_STORES = str(Path(pincite.__file__).parent / "stores")


def churn(folder: Path, files: str) -> None:
    """Add, change and forget documents until killed."""
    with pincite.open(folder) as library:
        for number in range(10_000):
            path = Path(files) / f"note-{number % 5}.txt"
            path.write_text(f"Gauge {number} of the depot weighs {number + 100} kg.\n" * (1 + number % 40))
            library.add(path, isolated=False)
            path.write_text(f"Gauge {number} of the depot weighs {number + 200} kg.\n")
            library.add(path, isolated=False)
            print("changed", flush=True)
            library.forget(path.name)


def forget(folder: Path, name: str, last_line: str) -> None:
    """Forget a document, but die at the n-th line of the store's code; say how many lines it took if not."""
    with pincite.open(folder) as library:
        lines = _Lines(int(last_line))
        sys.settrace(lines.trace)
        library.forget(name)
        sys.settrace(None)
    print(lines.count)


class _Lines:
    """Counts the lines of the store's code that are run, and kills this process at one of them."""

    def __init__(self, last: int) -> None:
        self.last, self.count = last, 0

    def trace(self, frame: FrameType, event: str, argument: Any) -> Any:
        if not frame.f_code.co_filename.startswith(_STORES):
            return None
        if event == "line":
            self.count += 1
            if self.count == self.last:
                os.kill(os.getpid(), signal.SIGKILL)
        return self.trace


if __name__ == "__main__":
    task, place, *rest = sys.argv[1:]
    {"churn": churn, "forget": forget}[task](Path(place), *rest)
