"""A process that extracts and says each time a part is done, so that a test can kill it in between."""

from __future__ import annotations

import sys

import pincite

if __name__ == "__main__":
    with pincite.open(sys.argv[1], settings={"isolated": False}) as library:
        library.extract(None, sys.argv[2], progress=lambda progress: print(progress.name, flush=True))
