"""Run a model over many texts or pairs, the longest first."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from evals.training.batches import MAX_TOKENS, Table, by_length, padded_length
from evals.training.model import HEADS, Embedder, MultiHead

_TOKENS = 262_144
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
MAX_SPAN_TOKENS = 30


def half_on(device: torch.device) -> torch.dtype:
    return torch.bfloat16 if device.type == "cuda" else torch.float32


@torch.no_grad()
def embed(model: Embedder, table: Table, head: Ints, body: Ints) -> Tensor:
    """One vector for each text, with the heading above it."""
    model.eval()
    device = table.tokens.device
    heads, bodies = torch.from_numpy(head).to(device), torch.from_numpy(body).to(device)
    lengths = (
        (table.lengths[heads].clamp(max=24) + table.lengths[bodies] + 2).clamp(max=MAX_TOKENS).cpu().numpy()
    )
    width = model.encoder.words.embedding_dim
    found = torch.zeros(len(body), width, dtype=torch.float32, device=device)
    for numbers in by_length(lengths, _TOKENS, None):
        some = torch.from_numpy(numbers.copy()).to(device)
        batch = table.singles(heads[some], bodies[some], padded_length(lengths[numbers]))
        found[some] = model(batch.ids, batch.mask, batch.kinds).float()
    return found


@torch.no_grad()
def score_pairs(model: MultiHead, table: Table, question: Ints, head: Ints, body: Ints) -> Floats:
    """The scores of every pair by head, as logits."""
    model.eval()
    device = table.tokens.device
    q, h, b = (torch.from_numpy(part).to(device) for part in (question, head, body))
    lengths = table.pair_lengths(q, h, b).cpu().numpy()
    found = torch.zeros(len(question), len(HEADS), dtype=torch.float32, device=device)
    for numbers in by_length(lengths, _TOKENS, None):
        some = torch.from_numpy(numbers.copy()).to(device)
        batch = table.pairs(q[some], h[some], b[some], padded_length(lengths[numbers]))
        found[some] = model(batch.ids, batch.mask, batch.kinds)[0].float()
    result: Floats = found.cpu().numpy()
    return result


@torch.no_grad()
def best_spans(model: MultiHead, table: Table, question: Ints, body: Ints) -> Ints:
    """For every pair the first and last token of the passage that most likely answer."""
    model.eval()
    device = table.tokens.device
    q, b = torch.from_numpy(question).to(device), torch.from_numpy(body).to(device)
    h = torch.zeros_like(q)
    lengths = table.pair_lengths(q, h, b).cpu().numpy()
    found = torch.zeros(len(question), 2, dtype=torch.long, device=device)
    for numbers in by_length(lengths, _TOKENS // 8, None):
        some = torch.from_numpy(numbers.copy()).to(device)
        length = padded_length(lengths[numbers])
        batch = table.pairs(q[some], h[some], b[some], length)
        logits = model(batch.ids, batch.mask, batch.kinds)[1].float()
        at = torch.arange(length, device=device)[None]
        inside = (at >= batch.first[:, None]) & (at < (batch.first + batch.words)[:, None])
        logits = logits.masked_fill(~inside[:, :, None], -1e4)
        sums = logits[:, :, None, 0] + logits[:, None, :, 1]
        band = torch.ones(length, length, device=device).triu().tril(MAX_SPAN_TOKENS - 1).bool()
        best = sums.masked_fill(~band[None], -1e9).flatten(1).argmax(1)
        found[some] = torch.stack([best // length, best % length], 1) - batch.first[:, None]
    result: Ints = found.cpu().numpy()
    return result
