"""Put token numbers together into batches on the accelerator, pairs of like length together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from evals.training.pack import Packed

MAX_TOKENS = 448
MAX_QUESTION_TOKENS = 112
MAX_HEAD_TOKENS = 24
CLS, SEP, MASK = 101, 102, 103
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Batch:
    """Tokens with their mask and kinds, and where the passage's own words begin."""

    ids: Tensor
    mask: Tensor
    kinds: Tensor
    first: Tensor
    words: Tensor
    """How many of the passage's tokens are there."""


@dataclass(frozen=True, slots=True)
class Table:
    """All texts on the accelerator."""

    tokens: Tensor
    starts: Tensor
    lengths: Tensor

    @classmethod
    def of(cls, packed: Packed, device: torch.device) -> Table:
        starts = torch.from_numpy(packed.starts).to(device)
        tokens = torch.from_numpy(packed.tokens.astype(np.int32)).to(device)
        return cls(tokens, starts[:-1], starts[1:] - starts[:-1])

    def pair_lengths(
        self, question: Tensor, head: Tensor, body: Tensor, shown: Tensor | None = None
    ) -> Tensor:
        asked = self.lengths[question].clamp(max=MAX_QUESTION_TOKENS)
        above = self.lengths[head].clamp(max=MAX_HEAD_TOKENS)
        words = self.lengths[body] if shown is None else self._shown(body, shown)[1]
        return (asked + above + words + 3).clamp(max=MAX_TOKENS)

    def _shown(self, body: Tensor, shown: Tensor) -> tuple[Tensor, Tensor]:
        """From which token on, and how many; all of a text whose part is not named."""
        whole = shown[:, 0] < 0
        first = torch.where(whole, 0, shown[:, 0])
        return first, torch.where(whole, self.lengths[body], shown[:, 1] - first)

    def pairs(
        self, question: Tensor, head: Tensor, body: Tensor, length: int, shown: Tensor | None = None
    ) -> Batch:
        """[CLS] question [SEP] heading passage [SEP], cut at `length`.

        With `shown`, only some of the passage's tokens stand there (the first two columns), and a sentence
        among them is marked (the other two): its tokens are of the question's kind.
        """
        if shown is None:
            shown = torch.full((len(question), 4), -1, dtype=torch.long, device=question.device)
        skipped, count = self._shown(body, shown)
        asked = self.lengths[question].clamp(max=MAX_QUESTION_TOKENS)[:, None]
        above = self.lengths[head].clamp(max=MAX_HEAD_TOKENS)[:, None]
        words = torch.minimum(count[:, None], length - 3 - asked - above)
        at = torch.arange(length, device=question.device)[None]
        first_head, first_word = asked + 2, asked + 2 + above
        end = first_word + words
        place = torch.zeros(len(question), length, dtype=torch.long, device=question.device)
        place = torch.where((at >= 1) & (at <= asked), self.starts[question][:, None] + at - 1, place)
        in_head = (at >= first_head) & (at < first_word)
        place = torch.where(in_head, self.starts[head][:, None] + at - first_head, place)
        in_body = (at >= first_word) & (at < end)
        place = torch.where(in_body, (self.starts[body] + skipped)[:, None] + at - first_word, place)
        ids = self.tokens[place].long()
        ids = torch.where(at == 0, CLS, ids)
        ids = torch.where((at == asked + 1) | (at == end), SEP, ids)
        mask = at <= end
        ids = torch.where(mask, ids, 0)
        marked = (at - first_word + skipped[:, None] >= shown[:, 2:3]) & (
            at - first_word + skipped[:, None] < shown[:, 3:4]
        )
        kinds = (at >= first_head) & mask & ~(marked & in_body)
        return Batch(ids, mask, kinds.long(), first_word[:, 0], words[:, 0])

    def singles(self, head: Tensor, body: Tensor, length: int) -> Batch:
        """[CLS] heading passage [SEP], for the embedder."""
        above = self.lengths[head].clamp(max=MAX_HEAD_TOKENS)[:, None]
        words = torch.minimum(self.lengths[body][:, None], length - 2 - above)
        at = torch.arange(length, device=body.device)[None]
        first_word = 1 + above
        end = first_word + words
        place = torch.zeros(len(body), length, dtype=torch.long, device=body.device)
        place = torch.where((at >= 1) & (at < first_word), self.starts[head][:, None] + at - 1, place)
        in_body = (at >= first_word) & (at < end)
        place = torch.where(in_body, self.starts[body][:, None] + at - first_word, place)
        ids = self.tokens[place].long()
        ids = torch.where(at == 0, CLS, ids)
        ids = torch.where(at == end, SEP, ids)
        mask = at <= end
        ids = torch.where(mask, ids, 0)
        return Batch(ids, mask, torch.zeros_like(ids), first_word[:, 0], words[:, 0])


def by_length(lengths: Ints, tokens: int, random: np.random.Generator | None) -> Iterator[Ints]:
    """Numbers of examples in batches of at most `tokens` tokens, padding counted.

    With `random`, examples of like length are mixed and batches come in any order; without it the longest
    come first, which is what scoring wants.
    """
    if random is None:
        order = np.argsort(-lengths, kind="stable")
    else:
        order = np.argsort(lengths + random.uniform(0, 12, len(lengths)), kind="stable")[::-1]
    batches, at = [], 0
    while at < len(order):
        longest = _rounded(int(lengths[order[at : at + 64]].max()))
        count = max(1, tokens // longest)
        batches.append(order[at : at + count])
        at += count
    if random is not None:
        random.shuffle(batches)
    yield from batches


def _rounded(length: int) -> int:
    return min(MAX_TOKENS, -(-length // 16) * 16)


def padded_length(lengths: Ints) -> int:
    return _rounded(int(lengths.max()))
