"""A process that makes a table by batches, so that a test can kill it at any instant."""

from __future__ import annotations

import json
import sys

import pincite
from tests.providers.batch_tables import FEE

if __name__ == "__main__":
    folder, settings = sys.argv[1], json.loads(sys.argv[2])
    with pincite.open(folder, settings=settings) as library:
        library.table(None, FEE, batch=pincite.ByBatch(wait=True))
