"""A process that makes a table and says each time a cell is done, so that a test can kill it in between."""

from __future__ import annotations

import sys

import pincite
from tests.extract.contracts import FIELDS

if __name__ == "__main__":
    with pincite.open(sys.argv[1]) as library:
        library.table(None, FIELDS, progress=lambda progress: print(progress.made, flush=True))
