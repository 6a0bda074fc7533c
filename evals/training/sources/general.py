"""Read medical questions and pairs for retrieval, and the sets outside the domain that only measure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from random import Random
from typing import Any

from evals.training.corpus import Corpus, Gold, Query, Range, Row
from evals.training.documents import cut_all, place
from evals.training.licences import may_train_on
from evals.training.sources.files import Data, is_validation

OUTSIDE = ("climate_fever", "healthver", "covidfact")
_MEDQUAD_QUERIES = 1000


def add_medquad(corpus: Corpus, data: Data, random: Random) -> None:
    """Answers about diseases; all are candidates for each question, or the disease would not matter."""
    read = [r for r in data.rows("medical/medquad/qa.dev.jsonl") if (r["answer"] or "").strip()]
    for validation in (False, True):
        rows = [r for r in read if is_validation(_document(r)) == validation]
        cuts = cut_all([r["answer"] for r in rows], data.workers)
        first = len(corpus.passages)
        right: defaultdict[str, list[int]] = defaultdict(list)
        pools: dict[str, Range] = {}
        for row, pieces in zip(rows, cuts, strict=True):
            where = place(corpus, row["answer"], pieces, validation=validation)
            right[_asked(row)] += range(*where.pool)
            pools[_document(row)] = (pools.get(_document(row), where.pool)[0], where.pool[1])
        wide = (first, len(corpus.passages))
        if validation:
            asked = sorted(right)
            for question in random.sample(asked, min(_MEDQUAD_QUERIES, len(asked))):
                number = corpus.text(question)
                corpus.queries.append(Query("medquad", number, wide, tuple(right[question]), "medquad"))
            continue
        for row in rows:
            gold = tuple(Gold(passage) for passage in right.pop(_asked(row), ()))
            if gold:
                asked_as = (corpus.text(_asked(row)),)
                corpus.rows.append(Row("medquad", asked_as, gold, pool=pools[_document(row)], wide=wide))


def add_pubmedqa(corpus: Corpus, data: Data) -> None:
    read = [r for r in data.rows("medical/pubmedqa/qa.dev.jsonl") if not is_validation(r["id"])]
    first = len(corpus.passages)
    placed = [[corpus.passage(text) for text in row["context"]] for row in read]
    wide = (first, len(corpus.passages))
    for row, passages in zip(read, placed, strict=True):
        gold = tuple(Gold(passage) for passage in passages)
        pool = (passages[0], passages[-1] + 1) if passages else (0, 0)
        corpus.rows.append(Row("pubmedqa", (corpus.text(row["question"]),), gold, pool=pool, wide=wide))


def add_pairs(corpus: Corpus, data: Data) -> None:
    by_set: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in data.rows("train-more/retrieval/pairs.jsonl"):
        if may_train_on(row["dataset"]):
            by_set[row["dataset"]].append(row)
    for name, rows in by_set.items():
        first = len(corpus.passages)
        placed = [corpus.passage(row["positive"]) for row in rows]
        wide = (first, len(corpus.passages))
        for row, passage in zip(rows, placed, strict=True):
            corpus.rows.append(Row(name, (corpus.text(row["query"]),), (Gold(passage),), wide=wide))


def add_outside(corpus: Corpus, data: Data) -> None:
    """Claims and their evidence, from sets that are never trained on: which source speaks of the claim?"""
    for name in OUTSIDE:
        claims = [r for r in data.rows("faithfulness/claims.dev.jsonl", 400) if r["dataset"] == name]
        sources = {
            text: corpus.passage(text, validation=True) for text in _unique(r["source"] for r in claims)
        }
        if not sources:
            continue
        pool = (min(sources.values()), max(sources.values()) + 1)
        right: defaultdict[str, set[int]] = defaultdict(set)
        for row in claims:
            if row["label"] != "neutral":
                right[row["claim"]].add(sources[row["source"]])
        for claim, passages in right.items():
            gold = tuple(sorted(passages))
            corpus.queries.append(Query(f"outside-{name}", corpus.text(claim), pool, gold, name))


def _document(row: dict[str, Any]) -> str:
    return str(row["id"]).rsplit("/", 1)[0]


def _asked(row: dict[str, Any]) -> str:
    return " ".join(row["question"].split())


def _unique(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(texts))
