"""Try the local models: which they are, whether they are whole, and how fast they read on this machine."""

from __future__ import annotations

import time
from dataclasses import dataclass

from pincite.errors import ConfigError
from pincite.models.embedder import LocalEmbedder
from pincite.models.network import threads_for
from pincite.models.reader import LocalReader
from pincite.models.weight_files import CALIBRATION, calibration, folder_of
from pincite.records.evidence import Excerpt

# About 64 tokens with the question; numbered, because a text that was read before is not read again.
_TEXT = (
    "{number}. The Customer shall pay the Supplier a monthly fee of EUR 4,500.00, payable in advance on the "
    "first business day of each month, exclusive of value added tax."
)
_ASKED = "How much is the monthly fee?"
_OTHER = "The seat of the arbitration is Geneva, and its language is English."
_PAIRS = 12


@dataclass(frozen=True, slots=True)
class Examined:
    """What a trial of the local models came to."""

    versions: tuple[str, ...]
    hashes: dict[str, str]
    """The start of each file's SHA-256, by its name."""
    threads: int
    pairs_per_second: float
    """Of about 64 tokens."""


def examined(weights: str = "", threads: int = 0) -> Examined:
    """The models of the package or a folder, all of which have worked; a ConfigError if one has not."""
    folder = folder_of(weights)
    reader, embedder = LocalReader(weights, threads), LocalEmbedder(weights, threads)
    _prove(reader, embedder)
    began = time.perf_counter()
    reader.read(_ASKED, [Excerpt(_TEXT.format(number=number)) for number in range(1, _PAIRS + 1)])
    seconds = time.perf_counter() - began
    files = calibration(folder).files
    hashes = {name: known[:12] for name, known in files.items() if name != CALIBRATION}
    return Examined((reader.version, embedder.version), hashes, threads_for(threads), _PAIRS / seconds)


def _prove(reader: LocalReader, embedder: LocalEmbedder) -> None:
    """Each loads, and tells a text that answers from one that does not."""
    text = _TEXT.format(number=0)
    answering, silent = reader.read(_ASKED, [Excerpt(text), Excerpt(_OTHER)])
    if not answering.score > silent.score:
        raise ConfigError("The local reader gives scores that cannot be right.", hint=_REPORT)
    asked, near, far = embedder.embed([_ASKED, text, _OTHER], "query")
    if not asked @ near > asked @ far:
        raise ConfigError("The local embedder gives vectors that cannot be right.", hint=_REPORT)


_REPORT = "Update onnxruntime, or work without models: pincite --no-local-models VERB"
