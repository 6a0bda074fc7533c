"""Does what waits in a library as `pincite work` does, slowly: `python queue_process.py LIBRARY LOG [BYTES]`.

The log gets a line for every passage that is embedded and every picture that is recognised. With BYTES, no
file may grow beyond them, as on a full disk.
"""

from __future__ import annotations

import os
import resource
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pincite.records.reading import Raster, Reading, ReadLine, ReadWord

SETTINGS = {
    "ocr": "queue_process:SlowRecogniser",
    "embedder": "queue_process:SlowEmbedder",
    "reader": None,
    "isolated": False,
}
_LOG = "QUEUE_LOG"


def _write(line: str) -> None:
    if log := os.environ.get(_LOG):
        with open(log, "a") as lines:
            lines.write(f"{line}\n")


@dataclass(frozen=True)
class SlowEmbedder:
    name: str = "slow"
    version: str = "1"
    dimensions: int = 8

    def embed(self, texts: Sequence[str], kind: str) -> np.ndarray:
        if os.environ.get(_LOG):
            time.sleep(0.004 * len(texts))
        for text in texts:
            _write(f"passage {hash(text)}")
        return np.ones((len(texts), 8), dtype=np.float32)


@dataclass(frozen=True)
class SlowRecogniser:
    name: str = "slow"
    version: str = "1"

    def recognise(self, raster: Raster) -> Reading:
        if os.environ.get(_LOG):
            time.sleep(0.1)
        _write("picture")
        words = ReadWord("Lot", (10, 10, 60, 30), 99), ReadWord("4471", (70, 10, 120, 30), 99)
        return Reading((ReadLine(words),))


if __name__ == "__main__":
    import pincite
    from pincite.errors import PinciteError

    os.environ[_LOG] = sys.argv[2]
    try:
        with pincite.open(Path(sys.argv[1]), settings=SETTINGS) as library:
            print("ready", flush=True)
            if len(sys.argv) > 3:
                resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]),) * 2)
            worked = library.work()
            print("done", worked.pictures, len(worked.failed), flush=True)
    except PinciteError as error:
        print(type(error).__name__, error.message, flush=True)
        sys.exit(error.exit_code)
