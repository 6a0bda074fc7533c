"""What names items of lists is fitted by numpy alone, on words that are part of an item or not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from evals.training import items
from evals.training.items import Labelled, Words, head_of, words_of


def test_enumeration_is_divided_into_its_items():
    said = "red, green, and dark blue"
    assert [said[a:b] for a, b in items._parts(said)] == ["red", "green", "dark blue"]


def test_words_of_items_are_marked_and_open_ones_are_not_counted(tmp_path: Path):
    text = "Nausea or site pain came"
    spans = np.array([(0, 6), (7, 9), (10, 14), (15, 19), (20, 24)])
    np.savez(tmp_path / "a.npz", spans=spans, layers=np.zeros((5, 2)), passages=np.zeros(5))
    words = words_of(Labelled("a", "g", "?", text, ((0, 6),), frozenset({"site"})), tmp_path)
    assert words.inside.tolist() == [True, False, False, False, False]
    assert words.counted.tolist() == [True, True, False, True, True]


def test_model_of_words_learns_what_tells_items_apart(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(items, "_BATCH", 32)
    monkeypatch.setattr(items, "_RATE", 1e-2)
    chance = np.random.default_rng(1)
    layers = chance.normal(size=(2_000, 6)).astype(np.float32)
    inside = layers[:, 0] + layers[:, 1] > 1.0
    counted = np.ones(len(inside), bool)
    words = Words(Labelled("a", "g", "?", "", ()), [], layers, [], inside, counted)
    found = head_of([words]).chances(layers)
    assert ((found > 0.5) == inside).mean() > 0.9
