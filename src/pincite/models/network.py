"""Run a model of ours on the processor: each text by itself, several at a time.

Texts are never put together in batches. 8-bit models round by the largest number of a whole batch, so the
score of a text would depend on its company: by up to .045 where texts of like length were put together.
Nor would it be faster on a processor, where a text fills the units that there are.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pincite.models.tokens import Window
from pincite.records.bounds import Bounds, bounds

Output = list[NDArray[np.float32]]
"""Every output of a model, without the row for the text."""


class Session(Protocol):
    """What onnxruntime makes of a file. Several threads may call it at once."""

    def run(self, names: None, feed: Mapping[str, NDArray[np.int64]]) -> Sequence[NDArray[np.float32]]:
        """Every output, with a row for each text."""
        ...


@dataclass(frozen=True, slots=True)
class Network:
    """A model that is loaded, and how many texts it reads at a time."""

    session: Session
    threads: int

    def run(self, windows: Sequence[Window]) -> list[Output]:
        """The outputs for each window, in their order; the longest are begun with."""
        within = bounds()
        if self.threads == 1 or len(windows) <= 1:
            return [self._one(window, within) for window in windows]
        order = sorted(range(len(windows)), key=lambda at: -len(windows[at].ids))
        with ThreadPoolExecutor(min(self.threads, len(windows))) as pool:
            found = dict(zip(order, pool.map(lambda at: self._one(windows[at], within), order), strict=True))
        return [found[at] for at in range(len(windows))]

    def _one(self, window: Window, within: Bounds) -> Output:
        within.go_on()
        ids = np.array([window.ids], np.int64)
        kinds = np.array([window.kinds], np.int64)
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": kinds}
        return [output[0] for output in self.session.run(None, feed)]


def load_session(content: bytes) -> Session:
    """The model in a file's bytes. One thread reads a text, so that scores do not depend on their number."""
    import onnxruntime  # type: ignore[import-untyped]  # it ships without types

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    session: Session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    return session


def threads_for(asked: int) -> int:
    """How many texts are read at a time: as many as asked, or else one for each core we may use."""
    return asked or max(1, _cores())


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
