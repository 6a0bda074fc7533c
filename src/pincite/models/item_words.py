"""Say of each word of a passage how likely it is part of an item that the question asks to list.

The reader points at one place of a passage. What its layers say of the other words tells more: a small model
reads from them which words name a thing of the kind that is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pincite.models.item_weights import item_weights
from pincite.models.network import Network, Output, threads_for
from pincite.models.pairs import ANSWERABLE, PairModel, pair_model
from pincite.models.tokens import Window, pair_windows, shown_heading
from pincite.models.weight_files import READER, folder_of, once, version_of
from pincite.records.evidence import Excerpt, NamedWord
from pincite.records.span import Span
from pincite.relevance.item_chance import ItemJudging

Floats = NDArray[np.float32]
_SCORES = "scores"


class ReadWords(NamedTuple):
    """The words of a text, what the layers say of each, and the score of the window it was read in."""

    spans: list[Span]
    layers: Floats
    passages: list[float]


@dataclass(frozen=True, slots=True)
class LocalItemWords:
    """The words by the local reader; it has something to say where a model was fitted for that reader."""

    weights: str = ""
    threads: int = 0
    name: ClassVar[str] = "local"

    @property
    def version(self) -> str:
        return version_of(folder_of(self.weights), READER)

    @property
    def judging(self) -> ItemJudging | None:
        fitted = item_weights(folder_of(self.weights))
        return fitted.judging if fitted else None

    def read(self, question: str, excerpts: Sequence[Excerpt]) -> list[list[NamedWord]]:
        """The words of each excerpt with places in its text; none where nothing was fitted for the reader."""
        folder = folder_of(self.weights)
        fitted = item_weights(folder)
        if fitted is None:
            return [[] for _ in excerpts]
        head, threads = _head(folder), threads_for(self.threads)
        read = word_layers(pair_model(folder), question, excerpts, fitted.layers, threads)
        return [
            [NamedWord(span, float(chance), passage) for span, chance, passage in zip(*each, strict=True)]
            for each in ((one.spans, head.chances(one.layers), one.passages) for one in read)
        ]


def word_layers(
    model: PairModel, question: str, excerpts: Sequence[Excerpt], layers: Sequence[str], threads: int
) -> list[ReadWords]:
    """What layers of the reader say of each word of each excerpt, in their order."""
    by_excerpt = [
        pair_windows(model.tokenizer, question, shown_heading(each.heading, each.text), each.text)
        for each in excerpts
    ]
    network = Network(model.session, threads, (_SCORES, *layers))
    outputs = iter(network.run([window for windows in by_excerpt for window in windows]))
    return [_read([(window, next(outputs)) for window in windows]) for windows in by_excerpt]


def _read(read: Sequence[tuple[Window, Output]]) -> ReadWords:
    """Each word once: what two windows share is taken from the first, which ends with it."""
    spans: list[Span] = []
    rows: list[Floats] = []
    passages: list[float] = []
    for window, (scores, *layers) in read:
        said = np.concatenate(layers, axis=1)[window.first : window.first + len(window.places)]
        numbered = groupby(range(len(window.places)), key=lambda at: window.places[at])
        for (start, end), tokens in numbered:
            if start < end and (not spans or start >= spans[-1].end):
                spans.append(Span(start, end))
                rows.append(said[list(tokens)].mean(axis=0))
                passages.append(float(scores[ANSWERABLE]))
    width = rows[0].shape[0] if rows else 0
    return ReadWords(spans, np.array(rows, np.float32).reshape(len(rows), width), passages)


@dataclass(frozen=True, slots=True)
class _Head:
    first: Floats
    first_bias: Floats
    second: Floats
    bias: float

    def chances(self, layers: Floats) -> Floats:
        if not len(layers):
            return np.zeros(0, np.float32)
        inner = np.maximum(0.0, layers @ self.first + self.first_bias)
        logits = np.clip(inner @ self.second + self.bias, -30, 30)
        found: Floats = 1 / (1 + np.exp(-logits))
        return found


@once
def _head(folder: Path) -> _Head:
    fitted = item_weights(folder)
    assert fitted is not None, "whoever reads words has asked whether something was fitted"
    words = fitted.words
    return _Head(words.first.read(), words.first_bias.read(), words.second.read(), words.bias)
