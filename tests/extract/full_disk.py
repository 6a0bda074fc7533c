"""A process that extracts until no file may grow any more, as on a disk that is full."""

from __future__ import annotations

import resource
import signal
import sys
from pathlib import Path

from pincite.cli.main import app
from pincite.stores.library_store import LibraryStore

_ALLOWED = 2


def fill_the_disk_after_some_units() -> None:
    real, kept = LibraryStore.keep_unit, []

    def keep(self, identity, key, unit):  # type: ignore[no-untyped-def]  # as the real one
        if len(kept) == _ALLOWED:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            log = Path(self.database.folder / "library.db-wal")
            size = log.stat().st_size if log.exists() else 0
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        kept.append(key)
        real(self, identity, key, unit)

    LibraryStore.keep_unit = keep  # type: ignore[method-assign]


if __name__ == "__main__":
    library, schema = sys.argv[1:]
    fill_the_disk_after_some_units()
    app(["--library", library, "extract", "--schema", schema, "--json"], prog_name="pincite")
