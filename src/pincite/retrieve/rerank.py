"""Have a reranker put the best passages in a better order; what is found stays the same."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence

from pincite.errors import ProviderError
from pincite.protocols import Reranker
from pincite.records.evidence import Fused
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.structure.passages import passages

MOST_RERANKED = 50
"""Passages that a reranker is given; those after them keep their order."""


def reranked(question: Question, held: Held, found: Sequence[Fused], reranker: Reranker) -> list[Fused]:
    """The same blocks: those of the best passages by the reranker's scores, the others after them."""
    cut = passages(held.document)
    starts = [passage.span.start for passage in cut]
    passage_of = {
        each.block: bisect_right(starts, held.document.blocks[each.block - 1].span.start) - 1
        for each in found
    }
    given = list(dict.fromkeys(passage_of.values()))[:MOST_RERANKED]
    texts = [cut[number].span.of(held.document.text) for number in given]
    scores = dict(zip(given, _scores(question.generation.plain, texts, reranker), strict=True))
    return sorted(found, key=lambda each: -scores.get(passage_of[each.block], -math.inf))


def _scores(asked: str, texts: Sequence[str], reranker: Reranker) -> Sequence[float]:
    if not texts:
        return ()
    try:
        scores = reranker.rerank(asked, texts)
    except OSError as error:
        raise ProviderError(
            f"The reranker {reranker.name} failed: {error}.", hint="Try again.", retryable=True
        ) from error
    if len(scores) != len(texts) or not all(map(math.isfinite, scores)):
        raise ProviderError(
            f"The reranker {reranker.name} gave {len(scores)} scores for {len(texts)} passages, or some that "
            "are no numbers.",
            hint="Choose another one, or none, in the setting `reranker`.",
        )
    return scores
