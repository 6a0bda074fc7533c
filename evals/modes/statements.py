"""Statements about sources as gold rows, and how well the words of a source support a statement."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

from evals.score.gold_set import Statement
from pincite.ingest.sentences import sentences
from pincite.language.vocabulary import stems, telling
from pincite.protocols import Verifier
from pincite.quality.questions import GoldAnswer, GoldRow, GoldSet, Source, Strata
from pincite.verify.paraphrase import carried

# What a claim would cite: more of the source would hold a denial or a number of any kind somewhere.
_CITED_SENTENCES = 3


def as_gold(name: str, split: str, statements: Iterable[Statement]) -> GoldSet:
    """Each statement as a row that asks whether its source supports it, the dataset being the field."""
    sources: dict[str, Source] = {}
    rows = []
    for statement in statements:
        document = sources.setdefault(
            statement.source,
            Source(statement.key, f"source-{len(sources) + 1}.txt", text=statement.source),
        )
        truth = GoldAnswer(value={"value": statement.supported}, text=str(statement.supported))
        strata = Strata(doc_type="statements", field=statement.dataset)
        rows.append(
            GoldRow(
                id=statement.id,
                document=document.name,
                question=statement.claim,
                answer_type="boolean",
                answers=(truth,),
                strata=strata,
            )
        )
    return GoldSet(name, split, tuple(sources.values()), tuple(rows))


def support(claim: str, source: str, verifiers: Sequence[Verifier]) -> float:
    """From 0 to 1, how well the source supports the claim: what the least convinced verifier says.

    Without a verifier the lexical tier decides alone, on the sentences that a claim would most likely cite.
    """
    if verifiers:
        return min(verifier.supports(claim, source) for verifier in verifiers)
    return carried(claim, _cited(claim, source))


def _cited(claim: str, source: str) -> str:
    wanted = telling(stems(claim))
    said = _said(source)
    best = sorted(range(len(said)), key=lambda i: -len(wanted & said[i][1]))[:_CITED_SENTENCES]
    return " ".join(said[i][0] for i in sorted(best))


@functools.lru_cache(maxsize=64)
def _said(source: str) -> tuple[tuple[str, frozenset[str]], ...]:
    texts = (source[start:end] for start, end in sentences(source, 0, len(source)))
    return tuple((text, frozenset(telling(stems(text)))) for text in texts)
