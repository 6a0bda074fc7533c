"""Show what 8-bit weights cost: the same questions and claims through both files.

One text at a time and without padding, as the product reads: an 8-bit file rounds by the largest number of a
whole batch, so a text in company would score differently.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from evals.training.batches import MAX_HEAD_TOKENS, MAX_TOKENS, Batch, Table
from evals.training.export import run_file
from evals.training.metrics import auroc
from evals.training.pack import Packed

Ints = NDArray[np.int64]
_SHOWN_PER_QUERY = 5


def reader_loss(
    full: Path, small: Path, packed: Packed, table: Table, most: int, seed: int
) -> dict[str, Any]:
    """AUROC of both files for answerable questions, clauses and claims, and the largest gap of a score."""
    random = Random(seed)
    figures: dict[str, Any] = {}
    known = [c for c in packed.cases if c.dataset == "squad2"]
    cases = random.sample(known, min(most, len(known)))
    if cases:
        asked = np.array([c.question for c in cases], np.int64)
        body = packed.body[np.array([c.passage for c in cases])]
        there = [c.answerable for c in cases]
        figures["squad2"] = _both(full, small, table, _Shown(asked, np.zeros_like(asked), body, there, 0))
    judged = random.sample(packed.judged, min(most, len(packed.judged)))
    if judged:
        claim = np.array([j.claim for j in judged], np.int64)
        evidence = np.array([j.evidence for j in judged], np.int64)
        supported = [bool(j.supported) for j in judged]
        figures["claims"] = _both(
            full, small, table, _Shown(claim, np.zeros_like(claim), evidence, supported, 1)
        )
    queries = [q for q in packed.queries if q.set == "cuad" and q.gold]
    some = random.sample(queries, min(most // _SHOWN_PER_QUERY, len(queries)))
    pairs = [(q.question, p, p in q.gold) for q in some for p in _sample(q.gold, q.pool, random)]
    if pairs:
        passages = np.array([p for _, p, _ in pairs], np.int64)
        asked = np.array([q for q, _, _ in pairs], np.int64)
        right = [is_right for _, _, is_right in pairs]
        heads, bodies = packed.head[passages], packed.body[passages]
        figures["cuad"] = _both(full, small, table, _Shown(asked, heads, bodies, right, 0))
    return figures


def embedder_loss(
    full: Path, small: Path, packed: Packed, table: Table, most: int, seed: int
) -> dict[str, float]:
    """How alike the vectors of both files are."""
    random = Random(seed)
    numbers = random.sample(range(len(packed.body)), min(most, len(packed.body)))
    device = table.tokens.device

    def batches() -> Iterator[Batch]:
        for number in numbers:
            head, body = (torch.from_numpy(part[[number]]).to(device) for part in (packed.head, packed.body))
            length = int(table.lengths[head].clamp(max=MAX_HEAD_TOKENS) + table.lengths[body] + 2)
            yield table.singles(head, body, min(MAX_TOKENS, length))

    one, other = run_file(full, batches()), run_file(small, batches())
    alike = (one * other).sum(1) / np.linalg.norm(one, axis=1) / np.linalg.norm(other, axis=1)
    return {"mean_cosine": float(alike.mean()), "least_cosine": float(alike.min())}


@dataclass(frozen=True, slots=True)
class _Shown:
    """Pairs, whether each is right, and which score should say so."""

    asked: Ints
    head: Ints
    body: Ints
    right: list[bool]
    column: int


def _both(full: Path, small: Path, table: Table, shown: _Shown) -> dict[str, Any]:
    def batches() -> Iterator[Batch]:
        for at in range(len(shown.asked)):
            parts = (part[at : at + 1] for part in (shown.asked, shown.head, shown.body))
            q, h, b = (torch.from_numpy(part).to(table.tokens.device) for part in parts)
            yield table.pairs(q, h, b, int(table.pair_lengths(q, h, b).max()))

    one, other = (run_file(file, batches())[:, shown.column] for file in (full, small))
    return {
        "auroc_fp32": auroc(one.tolist(), shown.right),
        "auroc_int8": auroc(other.tolist(), shown.right),
        "mean_gap": float(np.abs(one - other).mean()),
        "n": len(shown.right),
    }


def _sample(gold: tuple[int, ...], pool: tuple[int, int], random: Random) -> list[int]:
    others = random.sample(range(*pool), min(_SHOWN_PER_QUERY - 1, pool[1] - pool[0]))
    return list(dict.fromkeys((*gold[:1], *others)))
