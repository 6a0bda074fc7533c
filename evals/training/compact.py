"""Rebuild a model so that 8 bits hold it, with the same results in full precision.

A tensor is rounded by the largest number in it. In every text [CLS] has a channel or two that are several
times as large as all others, in what `qkv`, `rise` and `fall` multiply, so the rest was rounded several times
too coarsely. What differs by channel is moved into the weights, what differs by token is divided out before
the product and multiplied in after it, and the table of words has a scale for each word.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from random import Random

import torch
from torch import Tensor, nn

from evals.training.batches import MAX_HEAD_TOKENS, MAX_TOKENS, Batch, Table
from evals.training.model import Embedder, MultiHead
from evals.training.pack import Packed

EVENED = ("qkv", "rise")
"""Products whose channels are evened. `fall` goes by token, and the input of `out` has no such channels."""
_LARGE_CHANNELS = 24
"""How many channels of a product are made smaller: to the size of the last of them."""
_STEPS = 127
_SHOWN = 32
_SMALLEST = 1e-9


class Even(nn.Module):
    """A product whose largest channels are made smaller, and their weights larger."""

    def __init__(self, plain: nn.Linear, larger: Tensor) -> None:
        super().__init__()
        self.shrink: Tensor
        self.register_buffer("shrink", 1 / larger)
        self.product = copy.deepcopy(plain)
        self.product.weight.data *= larger

    def forward(self, x: Tensor) -> Tensor:
        scaled: Tensor = self.product(x * self.shrink)
        return scaled


class PerToken(nn.Module):
    """A product that sees every token at the same size. Its input is that of GELU, never far below zero."""

    def __init__(self, plain: nn.Linear) -> None:
        super().__init__()
        self.plain = plain

    def forward(self, x: Tensor) -> Tensor:
        size = x.amax(-1, keepdim=True).clamp(min=_SMALLEST)
        return torch.matmul(x / size, self.plain.weight.t()) * size + self.plain.bias


class ByWord(nn.Module):
    """A table in 8 bits with a scale for each row."""

    def __init__(self, plain: nn.Embedding) -> None:
        super().__init__()
        self.rows: Tensor
        self.scale: Tensor
        table = plain.weight.data
        scale = table.abs().amax(1, keepdim=True).clamp(min=_SMALLEST) / _STEPS
        self.register_buffer("rows", (table / scale).round().to(torch.int8))
        self.register_buffer("scale", scale)

    def forward(self, ids: Tensor) -> Tensor:
        return self.rows[ids].to(self.scale.dtype) * self.scale[ids]


def compact(model: MultiHead | Embedder, shown: Iterable[Batch]) -> MultiHead | Embedder:
    """The same model in the form that 8 bits suit; `shown` shows which channels are large."""
    own = copy.deepcopy(model).eval()
    largest = largest_inputs(own, shown)
    own.encoder.words = ByWord(own.encoder.words)  # type: ignore[assignment]  # called as the table is
    for at, layer in enumerate(own.encoder.layers):
        for name in EVENED:
            setattr(layer, name, Even(getattr(layer, name), evener(largest[at, name])))
        layer.fall = PerToken(layer.fall)
    return own


def evener(largest: Tensor, count: int = _LARGE_CHANNELS) -> Tensor:
    """By how much each channel is made smaller, given the largest number in each."""
    usual = largest.sort().values[-min(count, len(largest))].clamp(min=_SMALLEST)
    return (largest / usual).clamp(min=1.0)


def largest_inputs(model: MultiHead | Embedder, shown: Iterable[Batch]) -> dict[tuple[int, str], Tensor]:
    """The largest number of each channel that comes into a product that is evened, by layer and name."""
    found: dict[tuple[int, str], Tensor] = {}

    def watch(place: tuple[int, str]) -> Callable[[nn.Module, tuple[Tensor]], None]:
        def see(_: nn.Module, given: tuple[Tensor]) -> None:
            sizes = given[0].abs().flatten(0, -2).amax(0)
            found[place] = torch.maximum(found.get(place, sizes), sizes)

        return see

    hooks = [
        getattr(layer, name).register_forward_pre_hook(watch((at, name)))
        for at, layer in enumerate(model.encoder.layers)
        for name in EVENED
    ]
    with torch.no_grad():
        for batch in shown:
            model(batch.ids.cpu(), batch.mask.cpu(), batch.kinds.cpu())
    for hook in hooks:
        hook.remove()
    return found


def shown_pairs(packed: Packed, table: Table, seed: int) -> list[Batch]:
    """Questions of the training fold, each with a passage that answers it."""
    made = []
    for numbers in _answers(packed, table, seed):
        made.append(table.pairs(*numbers, int(table.pair_lengths(*numbers).max())))
    return made


def shown_texts(packed: Packed, table: Table, seed: int) -> list[Batch]:
    """Passages of the training fold, as the embedder sees them."""
    made = []
    for _, head, body in _answers(packed, table, seed):
        length = int(table.lengths[head].clamp(max=MAX_HEAD_TOKENS) + table.lengths[body] + 2)
        made.append(table.singles(head, body, min(MAX_TOKENS, length)))
    return made


def _answers(packed: Packed, table: Table, seed: int) -> list[tuple[Tensor, Tensor, Tensor]]:
    """Question, heading and passage, each alone in a batch so that nothing is padded."""
    known = [
        (row.questions[0], row.positives[0].passage)
        for row in packed.rows
        if row.positives and not packed.banned[row.positives[0].passage]
    ]
    some = Random(seed).sample(known, min(_SHOWN, len(known)))
    device = table.tokens.device
    numbers = torch.tensor([(q, packed.head[p], packed.body[p]) for q, p in some], device=device)
    return [(one[:1], one[1:2], one[2:]) for one in numbers.reshape(-1, 3)]
