"""Read ContractNLI: NDAs with 17 statements each, which the document affirms, denies or does not mention."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from evals.sets.files import RawRow, document_of, folder_of, read_rows, split_file
from pincite.quality.questions import GoldAnswer, GoldRow, GoldSet, Source, Strata, position_of

QUESTION = "Does the document say that: {statement}"


class _Document(RawRow):
    doc_id: str
    text: str


class _Evidence(RawRow):
    start: int
    end: int
    text: str


class _Label(RawRow):
    doc_id: str
    hypothesis_id: str
    short: str
    hypothesis: str
    label: Literal["Entailment", "Contradiction", "NotMentioned"]
    evidence: tuple[_Evidence, ...]


def read(data: Path, split: str) -> GoldSet:
    folder = folder_of(data, "contractnli", ("documents", "labels"))
    documents = {d.doc_id: d.text for d in read_rows(split_file(folder, "documents", split), _Document)}
    labels = read_rows(split_file(folder, "labels", split), _Label)
    sources = tuple(Source(key=key, name=f"{key}.txt", text=text) for key, text in documents.items())
    rows = tuple(_row(label, len(document_of(documents, label.doc_id))) for label in labels)
    return GoldSet("contractnli", split, sources, rows)


def _row(label: _Label, length: int) -> GoldRow:
    starts = [evidence.start for evidence in label.evidence]
    return GoldRow(
        id=f"{label.doc_id}:{label.hypothesis_id}",
        document=f"{label.doc_id}.txt",
        question=QUESTION.format(statement=label.hypothesis),
        answer_type="boolean",
        answer_shape="single",
        absent=label.label == "NotMentioned",
        answers=() if label.label == "NotMentioned" else (_answer(label),),
        strata=Strata(
            doc_type="NDA", field=label.short, position=position_of(min(starts), length) if starts else "none"
        ),
    )


def _answer(label: _Label) -> GoldAnswer:
    """One yes or no, which stands wherever there is evidence of it."""
    return GoldAnswer(
        value={"value": label.label == "Entailment"},
        spans=tuple((evidence.start, evidence.end) for evidence in label.evidence) or None,
        quote=label.evidence[0].text if label.evidence else "",
    )
