"""Turn scores of blocks into hits, best first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pincite.records.evidence import Hit

if TYPE_CHECKING:
    from pincite.retrieve.texts import Numbers, Scores


def best(scores: Scores, limit: int) -> list[Hit]:
    """Hits with a score, best first; equal scores in the order of the text."""
    order = np.argsort(-scores, kind="stable")[:limit]
    return hits_at(order[scores[order] > 0], scores)


def hits_at(order: Numbers, scores: Scores) -> list[Hit]:
    """A hit for each of these places, in this order."""
    return [
        Hit(block, score) for block, score in zip((order + 1).tolist(), scores[order].tolist(), strict=True)
    ]
