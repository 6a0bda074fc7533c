"""The local models give on this machine what they gave where their weights were made."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pincite.models.weight_files import calibration, folder_of
from tests.models.vectors import FILE, computed
from tests.models.weights import needs_weights

pytestmark = needs_weights

# 8-bit arithmetic is exact; what comes before and after it is rounded differently by other processors, and
# a value at the edge between two of the 256 steps then falls to the other side.
_SCORE, _NUMBER = 0.03, 0.01
KNOWN = json.loads(FILE.read_text("utf-8"))


@pytest.fixture(scope="module")
def now() -> dict[str, list[list[object]]]:
    return json.loads(json.dumps(computed()))


def test_vectors_were_written_for_these_weights():
    assert KNOWN["files"] == calibration(folder_of("")).files, "run: python -m tests.models.vectors"


def test_reader_gives_the_same_scores_and_points_at_the_same_words(now: dict[str, list[list[object]]]):
    for known, found in zip(KNOWN["read"], now["read"], strict=True):
        assert known[0] == found[0]
        for (score, words), (score_now, words_now) in zip(known[1:], found[1:], strict=True):
            assert score_now == pytest.approx(score, abs=_SCORE)
            assert words_now == words or score < 0.5


def test_embedder_gives_the_same_vectors(now: dict[str, list[list[object]]]):
    assert np.abs(np.array(now["vectors"]) - np.array(KNOWN["vectors"])).max() <= _NUMBER
