"""Make claims out of marked evidence: with it, around it, and with it taken away.

A set with few documents says little by its labels alone. Where it marks the sentences that prove a claim too,
each label gives three: the sentences, their surroundings, and the rest of the source, which proves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evals.training.corpus import Claim, Corpus
from evals.training.sources.files import Data, is_validation
from pincite.models.condense import condense

_AROUND_CHARS = 350
_LABELS = {"Entailment": (1, 0), "Contradiction": (0, 1)}


def add_lines(corpus: Corpus, row: dict[str, Any]) -> None:
    """A claim of WiCE with the lines that support it, and without them."""
    lines = row["source"].split("\n")
    marked = sorted({at for some in row["supporting_sentences"] for at in some if at < len(lines)})
    if row["label"] != "supported" or not marked:
        return
    claim = corpus.text(row["claim"])
    enough = min((some for some in row["supporting_sentences"] if some), key=len)
    alone = "\n".join(lines[at] for at in sorted(enough) if at < len(lines))
    near = {at + step for at in marked for step in (-1, 0, 1)}
    around = "\n".join(line for at, line in enumerate(lines) if at in near)
    rest = "\n".join(line for at, line in enumerate(lines) if at not in set(marked))
    corpus.claims.append(Claim("wice_lines", claim, corpus.text(alone), 1, 0))
    corpus.claims.append(Claim("wice_lines", claim, corpus.text(condense(row["claim"], around)), 1, 0))
    corpus.claims.append(Claim("wice_lines", claim, corpus.text(condense(row["claim"], rest)), 0, 0))


def add_statements(corpus: Corpus, data: Data) -> None:
    """Statements of ContractNLI about agreements of the training fold and the fifty for training only."""
    texts = {d["doc_id"]: d["text"] for d in data.rows("contractnli/documents.dev.jsonl")}
    for label in data.rows("contractnli/labels.dev.jsonl", 17):
        key = label["doc_id"]
        if key in texts and not is_validation(key):
            spans = [(e["start"], e["end"]) for e in label["evidence"]]
            _add(corpus, label["hypothesis"], label["label"], texts[key], spans)
    whole = data.whole("raw/qa/contractnli_train50docs.json")
    for document in whole["documents"][: data.limit]:
        for name, judged in document["annotation_sets"][0]["annotations"].items():
            spans = [tuple(document["spans"][at]) for at in judged["spans"]]
            _add(corpus, whole["labels"][name]["hypothesis"], judged["choice"], document["text"], spans)


def _add(corpus: Corpus, hypothesis: str, label: str, text: str, spans: Sequence[tuple[int, int]]) -> None:
    claim, name = corpus.text(hypothesis), "contractnli_windows"
    if label not in _LABELS or not spans:
        corpus.claims.append(Claim(name, claim, corpus.text(condense(hypothesis, text)), 0, 0))
        return
    supported, contradicted = _LABELS[label]
    start, end = max(spans, key=lambda span: span[1] - span[0])
    around = text[max(0, start - _AROUND_CHARS) : end + _AROUND_CHARS][:1800]
    together = "\n".join(text[a:b] for a, b in sorted(spans))[:1800]
    rest = text
    for first, last in sorted(spans, reverse=True):
        rest = rest[:first] + rest[last:]
    for shown in (around, together):
        corpus.claims.append(Claim(name, claim, corpus.text(shown), supported, contradicted))
    corpus.claims.append(Claim(name, claim, corpus.text(condense(hypothesis, rest)), 0, 0))
