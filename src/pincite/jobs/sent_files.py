"""Read the files of a job whose bytes go into the library, because its workers may not see them."""

from __future__ import annotations

from pathlib import Path

from pincite.ingest.watch import watched
from pincite.jobs.files import bytes_of
from pincite.records.limits import Limits


def sent(path: str, limits: Limits) -> bytes:
    """All bytes of a file, or an InputError: that it cannot be read, or is larger than a file may be."""
    with watched(limits):
        return bytes_of(Path(path))
