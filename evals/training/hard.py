"""Find passages that look like an answer and are none: by vectors first, by the reader itself later."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from evals.training.batches import Table
from evals.training.corpus import Range, Row
from evals.training.mix import Negatives
from evals.training.model import Embedder, MultiHead
from evals.training.pack import Packed
from evals.training.scoring import embed, score_pairs

KEPT = 20
_MINED = 5
_MINED_FROM = frozenset(("cuad", "teach", "teach_contrast", "contractnli", "contractnli_doc", "privacy_qa"))
_AT_ONCE = 8192


def by_vectors(model: Embedder, packed: Packed, table: Table, rows: Sequence[Row]) -> Negatives:
    """For every row the nearest passages of its document and of its collection, its answers left out."""
    asked = np.array([row.questions[-1] for row in rows], np.int64)
    different, back = np.unique(asked, return_inverse=True)
    questions = embed(model, table, np.zeros_like(different), different).half()
    passages = embed(model, table, packed.head, packed.body).half()
    banned = torch.from_numpy(packed.banned).to(passages.device)

    def nearest(range_of: Callable[[Row], Range], wanted: Callable[[Row], bool]) -> NDArray[np.int32]:
        found = np.full((len(rows), KEPT), -1, np.int32)
        groups: defaultdict[Range, list[int]] = defaultdict(list)
        for number, row in enumerate(rows):
            pool = range_of(row)
            if pool[1] - pool[0] > 1 and wanted(row):
                groups[pool].append(number)
        for pool, numbers in groups.items():
            for at in range(0, len(numbers), _AT_ONCE):
                some = np.array(numbers[at : at + _AT_ONCE])
                found[some] = _top(questions[back[some]], passages, banned, pool, [rows[n] for n in some])
        return found

    near = nearest(lambda row: row.pool, lambda row: True)
    far = nearest(lambda row: row.wide, lambda row: bool(row.positives))
    return Negatives(near, far, {})


def mine(
    model: MultiHead, packed: Packed, table: Table, rows: Sequence[Row], negatives: Negatives
) -> Negatives:
    """What the reader takes for an answer among the nearest passages of the document."""
    asked, passages, owners = [], [], []
    for number, row in enumerate(rows):
        if row.source not in _MINED_FROM:
            continue
        right = {g.passage for g in row.positives} | set(row.doubtful)
        pool = negatives.far[number] if row.source == "medquad" else negatives.near[number]
        for passage in pool.tolist():
            if passage >= 0 and passage not in right and not packed.banned[passage]:
                asked.append(row.questions[number % len(row.questions)])
                passages.append(passage)
                owners.append(number)
    if not owners:
        return negatives
    where = np.array(passages, np.int64)
    scores = score_pairs(model, table, np.array(asked, np.int64), packed.head[where], packed.body[where])[
        :, 0
    ]
    order = np.lexsort((-scores, np.array(owners)))
    mined: defaultdict[int, list[int]] = defaultdict(list)
    for at in order:
        if len(mined[owners[at]]) < _MINED:
            mined[owners[at]].append(passages[at])
    return Negatives(negatives.near, negatives.far, dict(mined))


def _top(
    questions: Tensor, passages: Tensor, banned: Tensor, pool: Range, rows: Sequence[Row]
) -> NDArray[np.int32]:
    likeness = questions @ passages[pool[0] : pool[1]].T
    likeness = likeness.masked_fill(banned[pool[0] : pool[1]][None], -2)
    for at, row in enumerate(rows):
        right = [g.passage - pool[0] for g in row.positives] + [p - pool[0] for p in row.doubtful]
        inside = [place for place in right if 0 <= place < pool[1] - pool[0]]
        if inside:
            likeness[at, inside] = -2
    best = likeness.topk(min(KEPT, likeness.shape[1]), dim=1)
    numbers = torch.where(best.values > -1.5, best.indices + pool[0], -1)
    found = np.full((len(rows), KEPT), -1, np.int32)
    found[:, : numbers.shape[1]] = numbers.cpu().numpy()
    return found
