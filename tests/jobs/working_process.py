"""Makes vectors as `pincite work` does, slowly: `python working_process.py LIBRARY LOG`.

The log gets the first word of every passage that is embedded, so that a test can tell what was done twice.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pincite.jobs.embedding import Embedding
from pincite.jobs.pending import Work
from pincite.stores.sqlite import open_library

MODEL = "slow/1/8"


@dataclass(frozen=True)
class Slow:
    """Takes its time, and writes down what it was given."""

    log: Path
    seconds: float = 0.02
    name: str = "slow"
    version: str = "1"
    dimensions: int = 8

    def embed(self, texts: Sequence[str], kind: str) -> np.ndarray:
        time.sleep(self.seconds * len(texts))
        with self.log.open("a") as log:
            log.writelines(f"{text.split()[1]}\n" for text in texts)
        return np.ones((len(texts), 8), dtype=np.float32)


if __name__ == "__main__":
    folder, log = map(Path, sys.argv[1:])
    with open_library(folder, print) as store:
        print("ready", flush=True)
        worked = Work(Embedding(store, Slow(log)), store.load).run("default")
        print(worked.documents, worked.passages, flush=True)
