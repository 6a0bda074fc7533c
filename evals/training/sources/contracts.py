"""Read contracts: CUAD, LegalBench-RAG and ContractNLI, with their headings as further questions."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from evals.sets.contractnli import QUESTION
from evals.sets.cuad_plain import QUESTIONS as PLAIN
from evals.training.corpus import Corpus, Gold, Query, Row
from evals.training.documents import Placed, cut_all, heading_question, place
from evals.training.questions import HEADING_LEFT_OUT, clauses
from evals.training.sources.files import Data, is_for_decision, is_validation
from evals.training.topics import ASKED_AS, add_topics, marks_all

_HEADING_FORMS = (
    "{}",
    "What does the agreement say about {}?",
    "provisions related to {}",
    "Is there a clause on {}?",
)
_MIN_HEADED_CHARS = 150
_MOST_FOR_TOPICS = {"maud": 20}
_SURE_CHARS = 40
_MAX_SURE = 6
# Of the contracts without teaching rows a tenth is kept from the reader, for the decision.
_KEPT_BELOW = 24
_NAMES_THE_DOCUMENT = re.compile(r"^Consider .*?; (?=\S)", re.DOTALL)


def add_cuad(corpus: Corpus, data: Data) -> None:
    """Every label of the training contracts as a row, of the validation contracts as a query."""
    contracts = list(data.rows("cuad/contracts.dev.jsonl"))
    texts = {c["contract_id"]: data.text(f"cuad/{c['text_file']}") for c in contracts}
    placed, train = _placed(corpus, data, texts)
    _add_headings(corpus, "cuad", texts, placed, train)
    _add_topics(corpus, data, "cuad", texts, placed, train)
    for label in data.rows("cuad/labels.dev.jsonl", 41):
        key = label["contract_id"]
        if key not in placed or not (label["is_absent"] or label["answers"]):
            continue
        spans = [
            (start, start + answer["end"] - answer["start"])
            for answer in label["answers"]
            for start in (answer["start"], *answer.get("other_starts", ()))
        ]
        touched = _gold(placed[key], spans)
        if is_validation(key):
            _add_cuad_queries(corpus, label, placed[key], touched)
            continue
        if is_for_decision(key, _KEPT_BELOW):
            continue
        gold, doubtful = _sure(label, touched)
        asked = _clause_wordings(corpus, label)
        group, pool = label["clause_type"], placed[key].pool
        row = Row("cuad", asked, gold, pool=pool, wide=train, group=group, doubtful=doubtful)
        corpus.rows.append(row)


def add_legalbenchrag(corpus: Corpus, data: Data) -> None:
    for benchmark in ("maud", "contractnli", "privacy_qa"):
        queries = [
            q
            for q in data.rows(f"legalbenchrag/{benchmark}.queries.dev.jsonl")
            if len({s["file_path"] for s in q["snippets"]}) == 1
        ]
        names = dict.fromkeys(q["snippets"][0]["file_path"] for q in queries)
        texts = {name: data.text(f"legalbenchrag/corpus/{name}") for name in names}
        placed, train = _placed(corpus, data, texts)
        _add_headings(corpus, benchmark, texts, placed, train)
        if benchmark != "privacy_qa":
            _add_topics(corpus, data, benchmark, texts, placed, train)
        for query in queries:
            key = query["snippets"][0]["file_path"]
            full, short = query["query"], _NAMES_THE_DOCUMENT.sub("", query["query"])
            gold = _gold(placed[key], [tuple(s["span"]) for s in query["snippets"]])
            if is_validation(key):
                pool, right = placed[key].pool, tuple(g.passage for g in gold)
                corpus.queries.append(Query(benchmark, corpus.text(full), pool, right, benchmark))
                corpus.queries.append(Query(f"{benchmark}-short", corpus.text(short), pool, right, benchmark))
            elif gold and not _is_kept(key):
                asked = (corpus.text(full), corpus.text(short))
                corpus.rows.append(Row(benchmark, asked, gold, pool=placed[key].pool, wide=train))


def add_contractnli(corpus: Corpus, data: Data) -> None:
    texts = {d["doc_id"]: d["text"] for d in data.rows("contractnli/documents.dev.jsonl")}
    placed, train = _placed(corpus, data, texts)
    for label in data.rows("contractnli/labels.dev.jsonl", 17):
        key = label["doc_id"]
        if key not in placed or _is_kept(key):
            continue
        spans = [(e["start"], e["end"]) for e in label["evidence"]]
        _add_statement(corpus, placed[key], label["hypothesis"], label["label"], spans, train)
    _add_more_contractnli(corpus, data)


def _add_more_contractnli(corpus: Corpus, data: Data) -> None:
    """The fifty documents that come for training only."""
    whole = data.whole("raw/qa/contractnli_train50docs.json")
    documents = whole["documents"][: data.limit]
    texts = {f"more-{d['id']}": d["text"] for d in documents}
    first = len(corpus.passages)
    cuts = cut_all(list(texts.values()), data.workers)
    placed = [place(corpus, text, c, validation=False) for text, c in zip(texts.values(), cuts, strict=True)]
    wide = (first, len(corpus.passages))
    for document, where in zip(documents, placed, strict=True):
        for name, judged in document["annotation_sets"][0]["annotations"].items():
            spans = [tuple(document["spans"][at]) for at in judged["spans"]]
            hypothesis = whole["labels"][name]["hypothesis"]
            _add_statement(corpus, where, hypothesis, judged["choice"], spans, wide)


def _add_statement(
    corpus: Corpus,
    placed: Placed,
    hypothesis: str,
    label: str,
    spans: Sequence[tuple[int, int]],
    wide: tuple[int, int],
) -> None:
    asked = (corpus.text(QUESTION.format(statement=hypothesis)), corpus.text(hypothesis))
    gold = () if label == "NotMentioned" else _gold(placed, spans)
    corpus.rows.append(Row("contractnli_doc", asked, gold, pool=placed.pool, wide=wide))


def _placed(
    corpus: Corpus, data: Data, texts: Mapping[str, str]
) -> tuple[dict[str, Placed], tuple[int, int]]:
    """The documents in the corpus, those of the training fold first and together; and the range of these."""
    order = sorted(texts, key=_is_kept)
    cuts = dict(zip(order, cut_all([texts[key] for key in order], data.workers), strict=True))
    first, placed = len(corpus.passages), {}
    last = first
    for key in order:
        placed[key] = place(corpus, texts[key], cuts[key], validation=_is_kept(key))
        if not _is_kept(key):
            last = len(corpus.passages)
    return placed, (first, last)


def _is_kept(key: str) -> bool:
    """Whether nothing of a document is trained on."""
    return is_validation(key) or is_for_decision(key, _KEPT_BELOW)


def _gold(placed: Placed, spans: Iterable[Sequence[int]]) -> tuple[Gold, ...]:
    """Per passage the longest stretch of a marked place that it holds."""
    best: dict[int, Gold] = {}
    for start, end in spans:
        for passage in placed.touching(start, end):
            piece = placed.cuts[passage - placed.pool[0]]
            one = Gold(passage, max(start, piece.start) - piece.start, min(end, piece.end) - piece.start)
            old = best.get(passage)
            if old is None or one.end - one.start > old.end - old.start:
                best[passage] = one
    return tuple(best.values())


def _sure(label: Mapping[str, Any], touched: Sequence[Gold]) -> tuple[tuple[Gold, ...], tuple[int, ...]]:
    """The passages that hold a good part of the longest marks, and the others that are touched.

    A name like "Licensor" is marked wherever it stands, and a clause may reach a few words into the next
    passage: neither is wrong, and neither is a passage to learn from.
    """
    if not touched:
        return (), ()
    longest = max(len(answer["text"]) for answer in label["answers"])
    enough = min(_SURE_CHARS, longest // 2)
    gold = tuple(g for g in touched if g.end - g.start >= enough)[:_MAX_SURE]
    chosen = {g.passage for g in gold}
    return gold, tuple(g.passage for g in touched if g.passage not in chosen)


def _add_cuad_queries(corpus: Corpus, label: Mapping[str, Any], placed: Placed, gold: Sequence[Gold]) -> None:
    right = tuple(g.passage for g in gold)
    for name, asked in (("cuad", label["question"]), ("cuad-plain", PLAIN[label["clause_type"]])):
        number = corpus.text(asked)
        corpus.queries.append(Query(name, number, placed.pool, right, label["clause_type"], tuple(gold)))


def _clause_wordings(corpus: Corpus, label: Mapping[str, Any]) -> tuple[int, ...]:
    """The question of the set twice, since it is what that set is asked with, and ours once each."""
    details = " ".join(label["details"].split())
    name, ours = label["clause_type"], clauses().questions[label["clause_type"]]
    varied = [ASKED_AS.format(name=name, details=one) for one in ours[:2]]
    varied.append(ASKED_AS.format(name=ours[2].capitalize(), details=ours[3]))
    forms = (label["question"], label["question"], details, name, *varied)
    return tuple(corpus.text(form) for form in (*forms, *ours))


def _add_topics(
    corpus: Corpus,
    data: Data,
    name: str,
    texts: Mapping[str, str],
    placed: Mapping[str, Placed],
    wide: tuple[int, int],
) -> None:
    """Our own subjects in contracts of the training fold; long agreements are alike, so few are read."""
    keys = [key for key in placed if not _is_kept(key)][: _MOST_FOR_TOPICS.get(name)]
    pieces = [texts[key][cut.start : cut.end] for key in keys for cut in placed[key].cuts]
    found = iter(marks_all(pieces, data.workers))
    marks = {key: [next(found) for _ in placed[key].cuts] for key in keys}
    add_topics(corpus, name, placed, marks, wide)


def _add_headings(
    corpus: Corpus,
    name: str,
    texts: Mapping[str, str],
    placed: Mapping[str, Placed],
    wide: tuple[int, int],
) -> None:
    """Each heading as a question that the passages under it answer; they are shown without it."""
    for key, where in placed.items():
        if _is_kept(key):
            continue
        under: defaultdict[str, list[int]] = defaultdict(list)
        for at, piece in enumerate(where.cuts):
            own = texts[key][piece.start : piece.words] if piece.words > piece.start else piece.heading
            asked = heading_question(own)
            if asked and piece.end - piece.words >= _MIN_HEADED_CHARS:
                under[asked].append(where.pool[0] + at)
        for asked, passages in under.items():
            formal = ASKED_AS.format(name=asked.title(), details=_HEADING_FORMS[1].format(asked))
            forms = tuple(corpus.text(form) for form in (formal, *(f.format(asked) for f in _HEADING_FORMS)))
            group = HEADING_LEFT_OUT if clauses().betrays(asked) else ""
            gold = tuple(Gold(passage) for passage in passages)
            row = Row(f"heading_{name}", forms, gold, pool=where.pool, wide=wide, bare=True, group=group)
            corpus.rows.append(row)
