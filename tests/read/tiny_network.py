"""A network like the reading model's with random weights, two layers and few words, in numpy alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer
from tokenizers.models import BPE
from tokenizers.pre_tokenizers import ByteLevel, Digits
from tokenizers.pre_tokenizers import Sequence as Steps
from tokenizers.trainers import BpeTrainer

from pincite.read.reading_model import Tokens

_MARKS = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
_HEAD, _HEADS, _SHARED, _WIDTH, _INNER = 32, 2, 1, 64, 96


def small_tokens(texts: Iterable[str]) -> Tokens:
    """A tokenizer of the same make, learnt from a few texts."""
    tokenizer = Tokenizer(BPE())
    tokenizer.pre_tokenizer = Steps([Digits(individual_digits=True), ByteLevel(add_prefix_space=False)])
    trainer = BpeTrainer(vocab_size=700, special_tokens=_MARKS, initial_alphabet=ByteLevel.alphabet())
    tokenizer.train_from_iterator([*texts, *["none", "yes", "no", "yes unless", "1 @Fee: 2"] * 50], trainer)
    tokenizer.encode_special_tokens = True
    return Tokens(tokenizer)


class TinyNetwork:
    """Reads all tokens anew at each step: what it keeps are the tokens."""

    def __init__(self, words: int, seed: int, leaning: dict[int, float] | None = None) -> None:
        random = np.random.default_rng(seed)

        def matrix(*size: int) -> NDArray[np.float64]:
            return random.standard_normal(size) / np.sqrt(size[0])

        self.table = random.standard_normal((words, _WIDTH))
        wide, narrow = _HEADS * _HEAD, _SHARED * _HEAD
        self.layers = [
            (
                *(matrix(_WIDTH, wide), matrix(_WIDTH, narrow), matrix(_WIDTH, narrow), matrix(wide, _WIDTH)),
                *(matrix(_WIDTH, _INNER), matrix(_WIDTH, _INNER), matrix(_INNER, _WIDTH)),
            )
            for _ in range(2)
        ]
        self.leaning = leaning or {}

    def run(
        self, ids: Sequence[int], kept: tuple[int, ...] | None
    ) -> tuple[NDArray[np.float32], tuple[int, ...]]:
        every = (*(kept or ()), *ids)
        x = self.table[list(every)]
        ahead = np.triu(np.full((len(every), len(every)), -np.inf), 1)
        for q, k, v, o, gate, up, down in self.layers:
            h = _normed(x)
            seen = [_turned((h @ part).reshape(len(every), -1, _HEAD)) for part in (q, k)]
            keys, values = seen[1].repeat(2, 1), (h @ v).reshape(len(every), -1, _HEAD).repeat(2, 1)
            scores = np.einsum("thd,shd->hts", seen[0], keys) / np.sqrt(_HEAD) + ahead
            shares = np.exp(scores - scores.max(-1, keepdims=True))
            shares /= shares.sum(-1, keepdims=True)
            x = x + np.einsum("hts,shd->thd", shares, values).reshape(len(every), -1) @ o
            h = _normed(x)
            opened = h @ gate
            x = x + (opened / (1 + np.exp(-opened)) * (h @ up)) @ down
        logits = _normed(x[-1]) @ self.table.T
        for token, more in self.leaning.items():
            logits[token] += more
        return logits.astype(np.float32), every


def _normed(x: NDArray[np.float64]) -> NDArray[np.float64]:
    scaled: NDArray[np.float64] = x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5)
    return scaled


def _turned(x: NDArray[np.float64]) -> NDArray[np.float64]:
    angles = np.arange(len(x))[:, None, None] / 100_000.0 ** (np.arange(0, _HEAD, 2) / _HEAD)
    first, second = np.split(x, 2, -1)
    cos, sin = np.cos(angles), np.sin(angles)
    return np.concatenate([first * cos - second * sin, second * cos + first * sin], -1)
