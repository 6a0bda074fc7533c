"""Train the embedder: a question near the passages that answer it, far from those that only look like it."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from random import Random

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as F

from evals.training.batches import MAX_TOKENS, Table
from evals.training.corpus import Row
from evals.training.mix import Negatives
from evals.training.model import Embedder
from evals.training.optimise import Stepper, freeze_words
from evals.training.pack import Packed
from evals.training.scoring import half_on

_SCALE = 20.0
_BATCH = 256
# General pairs are what keeps the embedder useful outside the domain.
_MOST = {"squad11_train": 24_000, "qamr": 4_000, "heading_maud": 4_000, "heading_cuad": 12_000}
_VISITS = {"teach": 3, "cuad": 3, "maud": 4, "contractnli": 3, "privacy_qa": 4, "contractnli_doc": 2}
Ints = NDArray[np.int64]


def train_embedder(
    model: Embedder,
    packed: Packed,
    table: Table,
    rows: Sequence[Row],
    negatives: Negatives,
    *,
    epochs: int = 3,
    rate: float = 3e-5,
    seed: int = 7,
) -> Embedder:
    """The model after all epochs. Batches hold one source each, or the source would tell the answer."""
    device = table.tokens.device
    random = Random(seed)
    torch.manual_seed(seed)
    freeze_words(model)
    model.to(device, half_on(device))
    stepper: Stepper | None = None
    began = time.monotonic()
    for number in range(epochs):
        batches = _batches(packed, rows, negatives, random)
        if stepper is None:
            stepper = Stepper(model, rate, epochs * len(batches))
        model.train()
        total = 0.0
        for batch in batches:
            loss = _loss(model, packed, table, batch)
            loss.backward()
            stepper.step()
            total += float(loss.detach()) if stepper.done % 20 == 0 else 0.0
            if stepper.done >= stepper.steps:
                break
        mean, took = total / max(1, len(batches) / 20), time.monotonic() - began
        print(f"embedder epoch {number}: {len(batches)} batches, loss {mean:.3f}, {took:.0f} s", flush=True)
    return model.eval()


def averaged(one: Embedder, other: Embedder, share: float) -> Embedder:
    """A model between two: `share` of the first, the rest of the second."""
    theirs = {name: tensor.float() for name, tensor in other.state_dict().items()}
    mixed = {n: share * t.float() + (1 - share) * theirs[n].to(t.device) for n, t in one.state_dict().items()}
    result = Embedder(type(one.encoder)(layers=len(one.encoder.layers)))
    result.load_state_dict(mixed)
    kept = next(one.parameters())
    return result.to(kept.device, kept.dtype).eval()


def _batches(packed: Packed, rows: Sequence[Row], negatives: Negatives, random: Random) -> list[Ints]:
    """Question, passage, hard negative and bare or not, 256 of one source at a time."""
    by_source: defaultdict[str, list[tuple[int, int, int, int]]] = defaultdict(list)
    for number, row in enumerate(rows):
        if not row.positives:
            continue
        for question in random.sample(row.questions, min(_VISITS.get(row.source, 1), len(row.questions))):
            gold = random.choice(row.positives[:4])
            hard = _hard(number, row, negatives, packed, random)
            by_source[row.source].append((question, gold.passage, hard, int(row.bare)))
    batches: list[Ints] = []
    for source, pairs in by_source.items():
        random.shuffle(pairs)
        some = pairs[: _MOST.get(source, len(pairs))]
        full = max(1, round(len(some) / _BATCH))
        batches += [part for part in np.array_split(np.array(some, np.int64), full) if len(part) > 8]
    random.shuffle(batches)
    return batches


def _hard(number: int, row: Row, negatives: Negatives, packed: Packed, random: Random) -> int:
    right = {g.passage for g in row.positives} | set(row.doubtful)
    known = [*negatives.near[number][:10].tolist(), *negatives.far[number][3:10].tolist()]
    fitting = [p for p in known if p >= 0 and p not in right and not packed.banned[p]]
    return random.choice(fitting) if fitting else -1


def _loss(model: Embedder, packed: Packed, table: Table, batch: Ints) -> Tensor:
    device = table.tokens.device
    question, passage, hard, bare = batch.T
    has = hard >= 0
    shown = np.concatenate([passage, hard[has]])
    bares = np.concatenate([bare, bare[has]]).astype(bool)
    body = np.where(bares, packed.bare[shown], packed.body[shown])
    head = np.where(bares, 0, packed.head[shown])
    asked = _vectors(model, table, np.zeros_like(question), question)
    told = _vectors(model, table, head, body)
    likeness = _SCALE * asked @ told.T
    same = torch.from_numpy(question).to(device)
    column = torch.from_numpy(shown).to(device)
    # Another question's passage is no negative when the question, or the passage, is the same.
    alike = torch.zeros_like(likeness, dtype=torch.bool)
    alike[:, : len(passage)] = same[:, None] == same[None]
    alike |= column[: len(passage)][:, None] == column[None]
    alike.fill_diagonal_(False)
    likeness = likeness.masked_fill(alike, -1e4)
    return F.cross_entropy(likeness, torch.arange(len(question), device=device))


def _vectors(model: Embedder, table: Table, head: Ints, body: Ints) -> Tensor:
    device = table.tokens.device
    heads, bodies = torch.from_numpy(head).to(device), torch.from_numpy(body).to(device)
    longest = int((table.lengths[heads].clamp(max=24) + table.lengths[bodies]).max()) + 2
    batch = table.singles(heads, bodies, min(MAX_TOKENS, -(-longest // 16) * 16))
    return model(batch.ids, batch.mask, batch.kinds)
