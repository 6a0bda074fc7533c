"""Read claims about sources, and make more: altered sentences, and answers with their question."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from random import Random
from typing import Any

from evals.modes.edits import edited
from evals.training.corpus import Claim, Corpus
from evals.training.edits import EDITS, change_name, names, sentences_of
from evals.training.licences import may_train_on
from evals.training.sources.evidence import add_lines, add_statements
from evals.training.sources.files import Data, is_validation
from evals.training.turning import turned
from pincite.models.condense import condense, windows

_NLI = "mnli_train snli_train snli_counterfactual scitail paws_wiki conjnli".split()
_LABELS = {
    "entailment": (1, 0),
    "supported": (1, 0),
    "contradiction": (0, 1),
    "contradicted": (0, 1),
    "neutral": (0, 0),
    "not_entailment": (0, -1),
    "unsupported": (0, -1),
}
_NDA = re.compile(r"contractnli:(cnli-\d+)-nda-\d+")
ALTERED = 12_000
_ANSWERED = 12_000
_MEASURED = 400
_LONG_CLAIM = 200


def add_claims(corpus: Corpus, data: Data, random: Random) -> None:
    for name in _NLI:
        for row in data.rows(f"train-more/nli/{name}.jsonl"):
            if may_train_on(row["dataset"]):
                _add(corpus.claims, corpus, name, row["claim"], row["source"], row["label"])
    for row in data.rows("raw/nli/pairs.jsonl"):
        if may_train_on(row["dataset"]):
            _add(corpus.claims, corpus, row["dataset"], row["hypothesis"], row["premise"], row["label"])
    for row in data.rows("faithfulness/claims.dev.jsonl", 40):
        _add_judged(corpus, row)
    add_statements(corpus, data)
    _add_yes_and_no(corpus, data)
    _add_answers(corpus, data, random)


def add_altered(corpus: Corpus, random: Random) -> None:
    """Sentences of training passages, as they stand and altered; and of validation passages, to measure."""
    train = [p.body for p in corpus.passages if p.body not in corpus.validation]
    held = [p.body for p in corpus.passages if p.body in corpus.validation]
    corpus.claims += _altered(corpus, train, ALTERED, random)
    corpus.judged += _altered(corpus, held, _MEASURED * len(EDITS), random)
    corpus.judged += _turned(corpus, held, _MEASURED, random)


def _add(into: list[Claim], corpus: Corpus, name: str, claim: str, source: str, label: str) -> None:
    supported, contradicted = _LABELS[label]
    evidence = corpus.text(condense(claim, source))
    into.append(Claim(name, corpus.text(claim), evidence, supported, contradicted))


def _add_judged(corpus: Corpus, row: dict[str, Any]) -> None:
    """Validation sources of every set are measured on; training sources are used where the licence allows."""
    if row.get("orig_label") == "Questionable":
        return
    nda = _NDA.fullmatch(row["id"])
    key = nda[1] if nda else hashlib.sha256(row["source"].encode()).hexdigest()
    if is_validation(key):
        _add(corpus.judged, corpus, row["dataset"], row["claim"], row["source"], row["label"])
        corpus.validation.add(corpus.judged[-1].evidence)
        _add_parts(corpus, row["claim"], row["source"])
    elif may_train_on(row["dataset"]):
        _add(corpus.claims, corpus, row["dataset"], row["claim"], row["source"], row["label"])
        if row["dataset"] == "wice":
            add_lines(corpus, row)


def _add_parts(corpus: Corpus, claim: str, source: str) -> None:
    """The last judged claim once more, sentence by sentence, each with the windows that are nearest to it."""
    number = len(corpus.judged) - 1
    parts = sentences_of(claim) if len(claim) > _LONG_CLAIM else [claim]
    for at, part in enumerate(parts):
        asked = corpus.text(part)
        condensed = corpus.text(condense(part, source), validation=True)
        corpus.parts.append((number, at, asked, condensed, 0))
        for window in windows(part, source):
            corpus.parts.append((number, at, asked, corpus.text(window, validation=True), 1))


def _add_yes_and_no(corpus: Corpus, data: Data) -> None:
    for context in data.rows("train-more/qa/boolq_yesno.jsonl"):
        evidence = corpus.text(context["context"])
        for qa in context["qas"]:
            for answer in ("yes", "no"):
                claim = corpus.text(f"{qa['question']} {answer.capitalize()}.")
                right = int(qa["yes_no"] == answer)
                corpus.claims.append(Claim("boolq", claim, evidence, right, 1 - right))


def _add_answers(corpus: Corpus, data: Data, random: Random) -> None:
    """A question with its answer is supported, with another answer of the article it is not."""
    contexts = list(data.rows("train-more/qa/squad11_train.jsonl"))
    by_title: dict[str, list[str]] = {}
    for context in contexts:
        own = by_title.setdefault(context.get("title") or "", [])
        own += [qa["answers"][0]["text"] for qa in context["qas"] if qa["answers"]]
    asked = [(c, qa) for c in contexts for qa in c["qas"] if qa["answers"]]
    for context, qa in random.sample(asked, min(_ANSWERED, len(asked))):
        answer, evidence = qa["answers"][0]["text"], corpus.text(context["context"])
        others = _alike(answer, by_title[context.get("title") or ""])
        question = qa["question"].strip()
        corpus.claims.append(Claim("answers", corpus.text(f"{question} {answer}"), evidence, 1, 0))
        if others:
            wrong = corpus.text(f"{question} {random.choice(others)}")
            corpus.claims.append(Claim("answers", wrong, evidence, 0))


def _alike(answer: str, others: Sequence[str]) -> list[str]:
    """Answers of the same kind, by their first character, that say something else."""
    kind = _kind(answer)
    return [
        o
        for o in others
        if _kind(o) == kind and o.lower() not in answer.lower() and answer.lower() not in o.lower()
    ]


def _kind(answer: str) -> str:
    first = answer.strip()[:1]
    return "figure" if first.isdigit() else "name" if first.isupper() else "words"


def _altered(corpus: Corpus, bodies: Sequence[int], count: int, random: Random) -> list[Claim]:
    """For each altered sentence the sentence itself, so that neither kind is told by its words."""
    found: list[Claim] = []
    kinds = (*EDITS, "name")
    for body in random.sample(bodies, min(len(bodies), count * 4)):
        if len(found) >= 2 * count:
            break
        text = corpus.texts[body]
        sentences = [s for s in sentences_of(text) if 50 <= len(s) <= 350]
        if not sentences:
            continue
        sentence, kind = random.choice(sentences), random.choice(kinds)
        other = EDITS[kind](sentence, random) if kind in EDITS else change_name(sentence, random, names(text))
        if other is None or other == sentence:
            continue
        name = f"altered_{kind}"
        found.append(Claim(name, corpus.text(sentence), body, 1, 0))
        found.append(Claim(name, corpus.text(other), body, 0, 1))
    return found


def _turned(corpus: Corpus, bodies: Sequence[int], count: int, random: Random) -> list[Claim]:
    """Sentences turned around by the evaluation's own code, which training never uses."""
    found: list[Claim] = []
    for body in random.sample(bodies, min(len(bodies), count * 6)):
        if len(found) >= 2 * count:
            break
        for sentence in sentences_of(corpus.texts[body])[:3]:
            edit = turned(sentence) if 50 <= len(sentence) <= 350 else None
            if edit is not None:
                other = edited(sentence, [edit]).text
                found.append(Claim("turned_by_evaluation", corpus.text(sentence), body, 1, 0))
                found.append(Claim("turned_by_evaluation", corpus.text(other), body, 0, 1))
                break
    return found
