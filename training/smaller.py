"""Show what 8-bit weights cost: the same questions and claims through both files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from training.batches import Batch, Table, padded_length
from training.export import run_file
from training.metrics import auroc
from training.pack import Packed

Ints = NDArray[np.int64]
_AT_ONCE = 32
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
    numbers = np.array(random.sample(range(len(packed.body)), min(most, len(packed.body))), np.int64)
    numbers = numbers[np.argsort(table.lengths.cpu().numpy()[packed.body[numbers]], kind="stable")]
    device = table.tokens.device

    def batches() -> Iterator[Batch]:
        for at in range(0, len(numbers), _AT_ONCE):
            some = numbers[at : at + _AT_ONCE]
            heads, bodies = (torch.from_numpy(part[some]).to(device) for part in (packed.head, packed.body))
            lengths = (table.lengths[heads].clamp(max=24) + table.lengths[bodies] + 2).cpu().numpy()
            yield table.singles(heads, bodies, padded_length(lengths))

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
    shown = _by_length(table, shown)

    def batches() -> Iterator[Batch]:
        for at in range(0, len(shown.asked), _AT_ONCE):
            parts = (part[at : at + _AT_ONCE] for part in (shown.asked, shown.head, shown.body))
            q, h, b = (torch.from_numpy(part).to(table.tokens.device) for part in parts)
            yield table.pairs(q, h, b, padded_length(table.pair_lengths(q, h, b).cpu().numpy()))

    one, other = (run_file(file, batches())[:, shown.column] for file in (full, small))
    return {
        "auroc_fp32": auroc(one.tolist(), shown.right),
        "auroc_int8": auroc(other.tolist(), shown.right),
        "mean_gap": float(np.abs(one - other).mean()),
        "n": len(shown.right),
    }


def _by_length(table: Table, shown: _Shown) -> _Shown:
    """The same pairs, those of like length together, so that little is padded."""
    parts = (torch.from_numpy(part).to(table.tokens.device) for part in (shown.asked, shown.head, shown.body))
    order = np.argsort(table.pair_lengths(*parts).cpu().numpy(), kind="stable")
    right = [shown.right[at] for at in order]
    return _Shown(shown.asked[order], shown.head[order], shown.body[order], right, shown.column)


def _sample(gold: tuple[int, ...], pool: tuple[int, int], random: Random) -> list[int]:
    others = random.sample(range(*pool), min(_SHOWN_PER_QUERY - 1, pool[1] - pool[0]))
    return list(dict.fromkeys((*gold[:1], *others)))
