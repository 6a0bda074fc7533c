"""Find training texts that repeat validation text: half of their runs of 13 words or more stand there too.

The folds hold inside a set, not between sets: the same agreement or encyclopedia page is found in several.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

WORDS_IN_A_RUN = 13
_SHARE = 0.5
_WORD = re.compile(r"\w+")

Hashes = NDArray[np.uint64]


def runs(text: str) -> Hashes:
    """One number for every run of 13 words; a shorter text is one run."""
    words = _WORD.findall(text.lower())
    if not words:
        return np.zeros(0, np.uint64)
    codes = np.array([_code(word) for word in words], np.uint64)
    length = min(WORDS_IN_A_RUN, len(codes))
    count = len(codes) - length + 1
    total = np.zeros(count, np.uint64)
    factor = np.uint64(0x9E3779B97F4A7C15)
    with np.errstate(over="ignore"):
        for place in range(length):
            total = total * factor + codes[place : place + count]
    return total


def known_runs(texts: Iterable[str]) -> Hashes:
    """The runs of validation text, sorted so that they can be searched."""
    found = [runs(text) for text in texts]
    return np.unique(np.concatenate(found)) if found else np.zeros(0, np.uint64)


def share_known(text: str, known: Hashes) -> float:
    """Which share of a text's runs stands in validation text."""
    own = runs(text)
    if not len(own) or not len(known):
        return 0.0
    places = np.minimum(np.searchsorted(known, own), len(known) - 1)
    return float((known[places] == own).mean())


def repeats(text: str, known: Hashes) -> bool:
    """Whether a training text is too close to validation text to be trained on."""
    return share_known(text, known) >= _SHARE


_codes: dict[str, int] = {}


def _code(word: str) -> int:
    # Words repeat: hashing each once is what makes this fast. Python's own hash differs between runs.
    code = _codes.get(word)
    if code is None:
        digest = hashlib.blake2b(word.encode(), digest_size=8).digest()
        code = _codes[word] = int.from_bytes(digest, "little")
    return code
