"""Statements about sources as gold rows, and how well the words of a source support a statement."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence

from evals.score.gold_set import Statement
from pincite.ingest.sentences import sentences
from pincite.language.vocabulary import stems, telling
from pincite.patterns import pattern
from pincite.protocols import Verifier
from pincite.quality.questions import GoldAnswer, GoldRow, GoldSet, Source, Strata

# What a claim would cite: more of the source would hold a denial or a number of any kind somewhere.
_CITED_SENTENCES = 3
_DENIES = pattern(
    r"\b(?:not|no|never|neither|nor|none|cannot|without|prohibit\w*|forbid\w*|exclud\w*|waive\w*|void)\b|n[’']t\b",
    re.IGNORECASE,
)
_MODALS = (
    pattern(r"\b(?:must|shall|has to|have to|required|obliged|obligation|duty)\b", re.IGNORECASE),
    pattern(r"\b(?:may|can|could|might|entitled|permitted|allowed|right to|option)\b", re.IGNORECASE),
)
_NUMBER = pattern(r"\d+(?:[.,]\d+)*")


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
    return _carried(claim, _cited(claim, source))


def _carried(statement: str, text: str) -> float:
    """The share of the statement that stands in the text; 0 where the two contradict each other."""
    wanted, said = telling(stems(statement)), set(stems(text))
    if not wanted or set(_NUMBER.findall(statement)) - set(_NUMBER.findall(text)):
        return 0.0
    if bool(_DENIES.search(statement)) is not bool(_DENIES.search(text)):
        return 0.0
    if any(modal.search(statement) and not modal.search(text) for modal in _MODALS):
        return 0.0
    return len(wanted & said) / len(wanted)


def _cited(claim: str, source: str) -> str:
    wanted = telling(stems(claim))
    said = _said(source)
    best = sorted(range(len(said)), key=lambda i: -len(wanted & said[i][1]))[:_CITED_SENTENCES]
    return " ".join(said[i][0] for i in sorted(best))


@functools.lru_cache(maxsize=64)
def _said(source: str) -> tuple[tuple[str, frozenset[str]], ...]:
    texts = (source[start:end] for start, end in sentences(source, 0, len(source)))
    return tuple((text, frozenset(telling(stems(text)))) for text in texts)
