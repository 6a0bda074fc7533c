"""Measure models on the validation fold, and keep every raw score for later study."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from evals.training.batches import Table
from evals.training.corpus import Query
from evals.training.metrics import answer_f1, auroc, ndcg_at, recall_at, recall_at_silent, reciprocal_ranks
from evals.training.model import Embedder, MultiHead
from evals.training.pack import Packed
from evals.training.questions import clauses
from evals.training.scoring import best_spans, embed, score_pairs

_READ = 50
_DEPTHS = (1, 5)
Floats = NDArray[np.float32]
Raw = dict[str, NDArray[Any]]


def vector_scores(model: Embedder, packed: Packed, table: Table, queries: Sequence[Query]) -> list[Floats]:
    """For each query how near every passage of its pool is."""
    passages: dict[tuple[int, int], torch.Tensor] = {}
    for query in queries:
        if query.pool not in passages:
            numbers = np.arange(*query.pool)
            passages[query.pool] = embed(model, table, packed.head[numbers], packed.body[numbers])
    asked = np.array([query.question for query in queries], np.int64)
    vectors = embed(model, table, np.zeros_like(asked), asked)
    return [(passages[q.pool] @ vectors[at]).cpu().numpy() for at, q in enumerate(queries)]


def reader_scores(
    model: MultiHead, packed: Packed, table: Table, queries: Sequence[Query], near: Sequence[Floats] | None
) -> list[Floats]:
    """For each query how likely every passage answers; with `near`, only the 50 nearest are read."""
    read = [_to_read(query, None if near is None else near[at]) for at, query in enumerate(queries)]
    passages = np.concatenate([query.pool[0] + some for query, some in zip(queries, read, strict=True)])
    counts = [len(some) for some in read]
    asked = np.repeat(np.array([query.question for query in queries], np.int64), counts)
    flat = score_pairs(model, table, asked, packed.head[passages], packed.body[passages])[:, 0]
    found = []
    for query, some, scores in zip(queries, read, np.split(flat, np.cumsum(counts)[:-1]), strict=True):
        whole = np.full(query.pool[1] - query.pool[0], -99.0, np.float32)
        whole[some] = scores
        found.append(whole)
    return found


def retrieval(queries: Sequence[Query], scores: Sequence[NDArray[Any]]) -> dict[str, float]:
    """R@1 and R@5 over the queries that have an answer."""
    present = [at for at, query in enumerate(queries) if query.gold]
    ranked = [np.argsort(-scores[at], kind="stable")[:10].tolist() for at in present]
    gold = [frozenset(g - queries[at].pool[0] for g in queries[at].gold) for at in present]
    figures = {f"recall_at_{depth}": recall_at(depth, ranked, gold) for depth in _DEPTHS}
    return {**figures, "ndcg_at_10": ndcg_at(10, ranked, gold), "n": len(present)}


def presence(queries: Sequence[Query], scores: Sequence[Floats]) -> dict[str, Any]:
    """How well the best passage's score tells documents with a clause from those without."""
    best = np.array([own.max() if len(own) else -99.0 for own in scores])
    there = np.array([bool(query.gold) for query in queries])
    groups = np.array([query.group for query in queries])
    left_out = np.array([clauses().is_left_out(query.group) for query in queries])
    per_clause = {
        str(group): recall_at_silent(best[groups == group], there[groups == group])
        for group in np.unique(groups)
    }
    return {
        "auroc": auroc(best.tolist(), there.tolist()),
        "recall_at_95_silent": recall_at_silent(best, there),
        "per_clause_mean": float(np.nanmean(list(per_clause.values()))),
        "left_out_auroc": auroc(best[left_out].tolist(), there[left_out].tolist()),
        "left_out_recall_at_95_silent": recall_at_silent(best[left_out], there[left_out]),
        "kept_recall_at_95_silent": recall_at_silent(best[~left_out], there[~left_out]),
        "per_clause": per_clause,
        "n": len(best),
        "present": int(there.sum()),
    }


def taught(queries: Sequence[Query], scores: Sequence[Floats]) -> dict[str, float]:
    """What the rows kept back show: finding, by wording, and telling absent from present."""
    best = np.array([own.max() if len(own) else -99.0 for own in scores])
    there = np.array([bool(query.gold) for query in queries])
    groups = np.array([query.group for query in queries])
    first = np.array(
        [
            bool(q.gold) and q.pool[0] + int(own.argmax()) in q.gold
            for q, own in zip(queries, scores, strict=True)
        ]
    )
    found: dict[str, float] = {}
    for wording in ("plain", "trade"):
        some = [at for at in range(len(queries)) if groups[at] == wording]
        figures = retrieval([queries[at] for at in some], [scores[at] for at in some])
        found |= {f"{wording}_at_{depth}": figures[f"recall_at_{depth}"] for depth in _DEPTHS}
    near = there | (groups == "absent-near")
    bar = np.quantile(best[~there], 0.9) if (~there).any() else 0.0
    return found | {
        "auroc": auroc(best.tolist(), there.tolist()) or 0.0,
        "auroc_near": auroc(best[near].tolist(), there[near].tolist()) or 0.0,
        "told_at_90_silent": float((best > bar)[there].mean()),
        "told_and_first": float(((best > bar) & first)[there].mean()),
    }


def left_out_presence(model: MultiHead, packed: Packed, table: Table) -> dict[str, float]:
    """The two figures of the left-out types for both wordings, cheap enough to be shown after every epoch."""
    shown = {}
    for name in ("cuad", "cuad-plain"):
        queries = [q for q in packed.queries if q.set == name and clauses().is_left_out(q.group)]
        if queries:
            figures = presence(queries, reader_scores(model, packed, table, queries, None))
            shown[name] = round(figures["left_out_recall_at_95_silent"], 3)
            shown[f"{name} auroc"] = round(figures["left_out_auroc"] or 0.0, 3)
    return shown


def answers(model: MultiHead, packed: Packed, table: Table) -> tuple[dict[str, Any], Raw]:
    """For each set of cases: the overlap of answers in words, and how well no answer is told."""
    figures: dict[str, Any] = {}
    kept: defaultdict[str, list[NDArray[Any]]] = defaultdict(list)
    for name in sorted({case.dataset for case in packed.cases}):
        cases = [case for case in packed.cases if case.dataset == name]
        asked = np.array([case.question for case in cases], np.int64)
        body = packed.body[np.array([case.passage for case in cases])]
        scores = score_pairs(model, table, asked, np.zeros_like(asked), body)[:, 0]
        there = np.array([case.answerable for case in cases])
        spans = best_spans(model, table, asked, body)
        given = [_words(packed, int(text), span) for text, span in zip(body, spans, strict=True)]
        right = np.array([answer_f1(words, case.answers) for words, case in zip(given, cases, strict=True)])
        figures[name] = {
            "auroc": auroc(scores.tolist(), there.tolist()),
            "f1_at_half": float(np.where(scores > 0, np.where(there, right, 0.0), ~there).mean()),
            "f1_at_best": _best_f1(scores, there, right),
            "f1_of_answerable": float(right[there].mean()) if there.any() else None,
            "n": len(cases),
        }
        kept["case_scores"].append(scores)
        kept["case_there"].append(there)
        kept["case_documents"].append(body)
    return figures, {name: np.concatenate(parts) for name, parts in kept.items()}


def support(model: MultiHead, packed: Packed, table: Table) -> tuple[dict[str, Any], Raw]:
    """For each set of claims how well the supported score tells those that are."""
    claim = np.array([judged.claim for judged in packed.judged], np.int64)
    evidence = np.array([judged.evidence for judged in packed.judged], np.int64)
    scores = score_pairs(model, table, claim, np.zeros_like(claim), evidence)
    names = np.array([judged.source for judged in packed.judged])
    right = np.array([judged.supported for judged in packed.judged], bool)
    figures = {}
    for name in sorted(set(names.tolist())):
        own = names == name
        both = scores[own, 1] - scores[own, 2]
        figures[name] = {
            "auroc": auroc(scores[own, 1].tolist(), right[own].tolist()),
            "auroc_less_contradicted": auroc(both.tolist(), right[own].tolist()),
            "n": int(own.sum()),
        }
    for way, found in _in_parts(model, packed, table, scores).items():
        for name in figures:
            own = names == name
            if (found[own] != scores[own, 1]).any():
                figures[name][way] = auroc(found[own].tolist(), right[own].tolist())
    contradicted = np.array([judged.contradicted for judged in packed.judged])
    kept = {"claim_scores": scores.astype(np.float16), "claim_supported": right, "claim_sets": names}
    return figures, {**kept, "claim_contradicted": contradicted}


def _in_parts(model: MultiHead, packed: Packed, table: Table, whole: Floats) -> dict[str, Floats]:
    """The supported score in other ways: the weakest sentence, the best window, and both."""
    if not len(packed.parts):
        return {}
    number, sentence, claim, evidence, is_window = packed.parts.T
    scores = score_pairs(model, table, claim, np.zeros_like(claim), evidence)[:, 1]
    ways = {
        "weakest_sentence": is_window == 0,
        "best_window": is_window == 1,
        "best_of_all": is_window >= 0,
    }
    found = {}
    for way, chosen in ways.items():
        best: dict[tuple[int, int], float] = {}
        for at in np.flatnonzero(chosen):
            key = (int(number[at]), int(sentence[at]))
            best[key] = max(best.get(key, -99.0), float(scores[at]))
        weakest = whole[:, 1].copy()
        fresh: dict[int, float] = {}
        for (judged, _), score in best.items():
            fresh[judged] = min(fresh.get(judged, 99.0), score)
        for judged, score in fresh.items():
            weakest[judged] = score
        found[way] = weakest
    return found


def by_set(queries: Sequence[Query]) -> dict[str, list[Query]]:
    found: defaultdict[str, list[Query]] = defaultdict(list)
    for query in queries:
        found[query.set].append(query)
    return dict(found)


def reader_figures(
    model: MultiHead,
    packed: Packed,
    table: Table,
    near: Mapping[str, Sequence[Floats]],
    only: Sequence[str] = (),
) -> tuple[dict[str, Any], Raw]:
    """Everything that the reader and verifier are judged by; `only` names the sets of queries to read."""
    figures: dict[str, Any] = {}
    raw: Raw = {}
    for name, queries in by_set(packed.queries).items():
        own = near.get(name)
        if name.startswith("outside") or (only and name not in only) or (name == "medquad" and own is None):
            continue
        scores = reader_scores(model, packed, table, queries, own if name == "medquad" else None)
        figures[name] = {"reader": retrieval(queries, scores)}
        if own is not None:
            figures[name]["vectors"] = retrieval(queries, own)
            for weight in (0.5, 1.0, 1.5):
                fused = [reciprocal_ranks((weight, o), (1.5, s)) for o, s in zip(own, scores, strict=True)]
                figures[name][f"fused_{weight}"] = retrieval(queries, fused)
        if name == "teach":
            figures[name]["taught"] = taught(queries, scores)
        if name.startswith("cuad"):
            figures[name]["presence"] = presence(queries, scores)
            raw |= _kept(name, queries, scores)
    figures["answers"], cases = answers(model, packed, table)
    figures["support"], more = support(model, packed, table)
    return figures, raw | cases | more


def vector_figures(
    model: Embedder, packed: Packed, table: Table
) -> tuple[dict[str, Any], dict[str, list[Floats]]]:
    """Retrieval by vectors alone, on every set."""
    figures, scores = {}, {}
    for name, queries in by_set(packed.queries).items():
        scores[name] = vector_scores(model, packed, table, queries)
        figures[name] = retrieval(queries, scores[name])
    return figures, scores


def _to_read(query: Query, near: Floats | None) -> NDArray[np.int64]:
    size = query.pool[1] - query.pool[0]
    if near is None or size <= _READ:
        return np.arange(size)
    return np.argsort(-near, kind="stable")[:_READ]


def _words(packed: Packed, text: int, span: NDArray[np.int64]) -> str:
    places = packed.case_places[text]
    first, last = int(span[0]), min(int(span[1]), len(places) - 1)
    if first > last:
        return ""
    return packed.case_texts[text][places[first, 0] : places[last, 1]]


def _best_f1(scores: Floats, there: NDArray[np.bool_], right: NDArray[Any]) -> float:
    """The overlap at the threshold that gives the most of it."""
    order = np.argsort(-scores)
    answered = np.cumsum(np.where(there, right, 0.0)[order])
    silent = (~there).sum() - np.cumsum(~there[order])
    return float(((answered + silent) / len(scores)).max())


def _kept(name: str, queries: Sequence[Query], scores: Sequence[Floats]) -> Raw:
    gold = [np.isin(np.arange(*query.pool), query.gold) for query in queries]
    return {
        f"{name}_scores": np.concatenate(scores).astype(np.float16),
        f"{name}_gold": np.concatenate(gold),
        f"{name}_counts": np.array([len(own) for own in scores]),
        f"{name}_groups": np.array([query.group for query in queries]),
        f"{name}_documents": np.array([query.pool[0] for query in queries]),
    }
