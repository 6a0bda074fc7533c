"""Read questions about short texts: SQuAD and its kin, with questions that the text only seems to answer."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from evals.sets.tatqa_page import Paragraph, written
from evals.training.corpus import Case, Corpus, Gold, Range, Row
from evals.training.documents import Placed, cut_all, place
from evals.training.edits import names, unanswerable_question, without_sentence
from evals.training.licences import may_train_on
from evals.training.sources.files import Data, is_validation
from pincite.ingest.sentences import sentences

_WHOLE_CHARS = 1300
_MORE = (
    "squad11_train squad11_dev_rest squad2_dev_rest qamr adversarial_qa_answerability doqa_answerability "
    "boolq_yesno conditionalqa_evidence selqa bioasq qasper timesensitive_qa"
).split()
_ALTERED_SHARE = 0.3
_SAID = {"yes": 1, "no": 0}


@dataclass(slots=True)
class _Collection:
    """Contexts of one set that were read, by title, so that those of one article stand together."""

    name: str
    contexts: list[dict[str, Any]] = field(default_factory=list)


def add_reading(corpus: Corpus, data: Data, random: Random) -> None:
    for name in _MORE:
        contexts = [c for c in data.rows(f"train-more/qa/{name}.jsonl") if may_train_on(c["dataset"])]
        _add_collection(corpus, data, _Collection(name, contexts), random)
    _add_collection(corpus, data, _Collection("covidqa", _covidqa(data)), random)
    _add_collection(corpus, data, _Collection("tatqa", _tatqa(data)), random)
    _add_unanswerable(corpus, data, random)


def _add_collection(corpus: Corpus, data: Data, collection: _Collection, random: Random) -> None:
    """Place the contexts article by article, then the questions, then altered ones."""
    contexts = sorted(collection.contexts, key=lambda c: c.get("title") or "")
    long = [at for at, c in enumerate(contexts) if len(c["context"]) > _WHOLE_CHARS]
    cuts = dict(zip(long, cut_all([contexts[at]["context"] for at in long], data.workers), strict=True))
    first, placed = len(corpus.passages), []
    for at, context in enumerate(contexts):
        if at in cuts:
            placed.append(place(corpus, context["context"], cuts[at], validation=False))
        else:
            number = corpus.passage(context["context"], blocks=_sentences(context["context"]))
            placed.append(Placed((number, number + 1), ()))
    wide = (first, len(corpus.passages))
    pools = _pools(contexts, placed)
    rows = []
    for context, where, pool in zip(contexts, placed, pools, strict=True):
        rows += _rows(corpus, collection.name, context, where, pool, wide)
    corpus.rows += rows
    if collection.name.startswith("squad"):
        _add_altered(corpus, contexts, random)


def _pools(contexts: Sequence[dict[str, Any]], placed: Sequence[Placed]) -> list[Range]:
    """For each context the passages of its article, or its own where it has no title."""
    ends: dict[str, Range] = {}
    for context, where in zip(contexts, placed, strict=True):
        title = context.get("title")
        if title:
            first = ends.get(title, where.pool)[0]
            ends[title] = (first, where.pool[1])
    return [ends.get(c.get("title") or "", w.pool) for c, w in zip(contexts, placed, strict=True)]


def _rows(
    corpus: Corpus, name: str, context: dict[str, Any], where: Placed, pool: Range, wide: Range
) -> list[Row]:
    rows = []
    for qa in context["qas"]:
        # A question in the middle of a conversation cannot be asked alone; an answer that is out of
        # the window is not absent from the document.
        if qa.get("history") or (name == "timesensitive_qa" and qa["is_impossible"]):
            continue
        # Who asks tells their case first: without it nobody could say yes or no.
        told = f"{qa.get('scenario', '')} {qa['question']}"
        question = (corpus.text(told.strip()),)
        if qa["is_impossible"]:
            negatives = tuple(range(*where.pool))[:3]
            rows.append(Row(name, question, negatives=negatives, wide=wide))
            continue
        gold, said = _answers(qa, where), _SAID.get(qa.get("yes_no", ""), -1)
        if gold:
            rows.append(Row(name, question, gold, pool=pool, wide=wide, said=said, yes_no=said >= 0))
    return rows


def _sentences(context: str) -> tuple[Range, ...]:
    return tuple(sentences(context, 0, len(context)))


def _answers(qa: dict[str, Any], where: Placed) -> tuple[Gold, ...]:
    """The first answer that lies in a passage; the passage alone where the set marks no span."""
    spans = [
        (a["start"], a["start"] + len(a["text"]))
        for a in qa["answers"]
        if a.get("start") is not None and a["text"]
    ]
    if not where.cuts:
        # A place that was inferred among several is right in five cases of six: good enough for the
        # passage, too poor for the span.
        start, end = spans[0] if spans and qa.get("n_occ", 1) == 1 else (-1, -1)
        return (Gold(where.pool[0], start, end),)
    found: dict[int, Gold] = {}
    for start, end in spans:
        for passage in where.touching(start, end):
            piece = where.cuts[passage - where.pool[0]]
            if piece.start <= start and end <= piece.end:
                found.setdefault(passage, Gold(passage, start - piece.start, end - piece.start))
    return tuple(found.values())


def _add_altered(corpus: Corpus, contexts: Sequence[dict[str, Any]], random: Random) -> None:
    """Questions about another name or number, and contexts without the sentence that answers."""
    known: defaultdict[str, list[str]] = defaultdict(list)
    for context in contexts:
        known[context.get("title") or ""] += names(context["context"])[:20]
    for context in contexts:
        others = known[context.get("title") or ""]
        for qa in context["qas"]:
            if qa["is_impossible"] or not qa["answers"] or random.random() > _ALTERED_SHARE:
                continue
            if random.random() < 0.5:
                _add_altered_question(corpus, context["context"], qa, others, random)
            else:
                _add_shortened_context(corpus, context["context"], qa)


def _add_altered_question(
    corpus: Corpus, context: str, qa: dict[str, Any], others: Sequence[str], random: Random
) -> None:
    some = random.sample(others, min(12, len(others)))
    altered = unanswerable_question(qa["question"].strip(), context, some, random)
    if altered:
        passage = corpus.passage(context)
        corpus.rows.append(Row("squad_altered", (corpus.text(altered),), negatives=(passage,)))


def _add_shortened_context(corpus: Corpus, context: str, qa: dict[str, Any]) -> None:
    answer = qa["answers"][0]
    start = answer.get("start")
    rest = None if start is None else without_sentence(context, start, start + len(answer["text"]))
    if rest:
        passage = corpus.passage(rest)
        # Who asks tells their case first: without it nobody could say yes or no.
        told = f"{qa.get('scenario', '')} {qa['question']}"
        question = (corpus.text(told.strip()),)
        corpus.rows.append(Row("squad_shortened", question, negatives=(passage,)))


def _covidqa(data: Data) -> list[dict[str, Any]]:
    whole = data.whole("raw/qa/covidqa_200423.squad.json")["data"]
    return [
        {"dataset": "covidqa", "context": p["context"], "qas": [_from_squad(qa) for qa in p["qas"]]}
        for article in whole[: data.limit]
        for p in article["paragraphs"]
    ]


def _from_squad(qa: dict[str, Any]) -> dict[str, Any]:
    answers = [{"text": a["text"], "start": a["answer_start"]} for a in qa["answers"]]
    return {"question": qa["question"], "answers": answers, "is_impossible": bool(qa.get("is_impossible"))}


def _tatqa(data: Data) -> list[dict[str, Any]]:
    """Questions whose answer is a span at one place of the page."""
    contexts = []
    for hybrid in data.rows("tatqa/hybrid.dev.jsonl"):
        if is_validation(hybrid["table"]["uid"]):
            continue
        page = written([Paragraph(**p) for p in hybrid["paragraphs"]], hybrid["table"]["table"])
        qas = []
        for question in hybrid["questions"]:
            if question["answer_type"] != "span" or not question["answer"]:
                continue
            found = page.place_of(question["answer"][0], question["rel_paragraphs"])
            if found:
                answer = {"text": page.text[found[0] : found[1]], "start": found[0]}
                qas.append({"question": question["question"], "answers": [answer], "is_impossible": False})
        contexts.append({"dataset": "tatqa", "context": page.text, "qas": qas})
    return contexts


def _add_unanswerable(corpus: Corpus, data: Data, random: Random) -> None:
    """The SQuAD 2 half and CLAPNQ: training contexts as rows, validation contexts as cases."""
    train: dict[str, dict[str, Any]] = {}
    for qa in data.rows("unanswerable/qa.dev.jsonl", 20):
        if not qa["context"].strip() or not may_train_on(qa["dataset"]):
            continue
        answers = _spans_of(qa)
        digest = hashlib.sha256(qa["context"].encode()).hexdigest()
        if is_validation(f"{qa['dataset']}-{digest[:16]}"):
            _add_case(corpus, qa, answers)
            continue
        context = train.setdefault(
            digest, {"dataset": qa["dataset"], "context": qa["context"], "title": qa.get("title"), "qas": []}
        )
        context["qas"].append(
            {"question": qa["question"], "answers": answers, "is_impossible": qa["is_unanswerable"]}
        )
    _add_collection(corpus, data, _Collection("squad2_half", list(train.values())), random)


def _spans_of(qa: dict[str, Any]) -> list[dict[str, Any]]:
    found = []
    for answer in qa["answers"]:
        if answer.get("start") is not None:
            found.append({"text": answer["text"], "start": answer["start"]})
        for sentence in answer.get("selected_sentences") or ():
            start = qa["context"].find(sentence)
            if sentence and start >= 0:
                found.append({"text": sentence, "start": start})
    return found


def _add_case(corpus: Corpus, qa: dict[str, Any], answers: Sequence[dict[str, Any]]) -> None:
    passage = corpus.passage(qa["context"], validation=True)
    texts = tuple(a["text"] for a in answers)
    question = corpus.text(qa["question"].strip())
    corpus.cases.append(Case(qa["dataset"], question, passage, texts, not qa["is_unanswerable"]))
