"""Reads waiting pictures as `pincite work` does, slowly: `python picture_process.py LIBRARY LOG`.

The log gets a line for every image that is recognised, so that a test can tell what was done twice.
"""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from pincite.records.reading import Raster, Reading, ReadLine, ReadWord

SLOW = {"ocr": "picture_process:Slow", "isolated": False, "embedder": None, "local_models": False}


@dataclass(frozen=True)
class Slow:
    """Reads the same two words in every image, and takes its time."""

    name: str = "slow"
    version: str = "1"

    def recognise(self, raster: Raster) -> Reading:
        if log := os.environ.get("PICTURE_LOG"):
            with open(log, "a") as lines:
                lines.write("started\n")
            time.sleep(0.4)
        words = ReadWord("Lot", (10, 10, 60, 30), 99), ReadWord("4471", (70, 10, 120, 30), 99)
        return Reading((ReadLine(words),))


if __name__ == "__main__":
    import pincite

    folder = Path(sys.argv[1])
    os.environ["PICTURE_LOG"] = sys.argv[2]
    with pincite.open(folder, settings=SLOW) as library:
        print("ready", flush=True)
        print(library.work().pictures, flush=True)
