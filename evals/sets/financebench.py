"""Read FinanceBench: questions on filings that come as PDF, with the page that holds the evidence."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

from evals.sets.files import RawRow, folder_of, read_rows, split_file
from pincite.quality.questions import GoldAnswer, GoldRow, GoldSet, Source, Strata, plain_number

_SCALES = {"thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_NO_PDF = "the filing is not there as PDF"


class _Evidence(RawRow):
    page_verified: bool | None
    pdf_page_1based: int | None


class _Question(RawRow):
    financebench_id: str
    doc_name: str
    doc_type: str
    question_type: str
    question: str
    answer: str
    evidence: tuple[_Evidence, ...]
    pdf_file: str | None


def read(data: Path, split: str) -> GoldSet:
    """The questions whose filing is there; the others are left out, because nothing could answer them."""
    folder = folder_of(data, "financebench", ("qa",))
    questions = read_rows(split_file(folder, "qa", split), _Question)
    filings = {
        q.doc_name: folder / q.pdf_file for q in questions if q.pdf_file and (folder / q.pdf_file).is_file()
    }
    asked = [q for q in questions if q.doc_name in filings]
    sources = tuple(Source(key=key, name=path.name, path=path) for key, path in filings.items())
    rows = tuple(_row(q, filings[q.doc_name].name) for q in asked)
    left_out = len(questions) - len(asked)
    return GoldSet("financebench", split, sources, rows, {_NO_PDF: left_out} if left_out else {})


def _row(question: _Question, document: str) -> GoldRow:
    answer_type, value = _typed(question)
    # The evidence is a whole page or table: as a quote it would be taken for the words of the answer.
    pages = list(dict.fromkeys(map(_page, question.evidence))) or [None]
    return GoldRow(
        id=question.financebench_id,
        document=document,
        question=question.question,
        answer_type=answer_type,
        answers=tuple(GoldAnswer(value=value, text=question.answer, page=page) for page in pages),
        strata=Strata(doc_type=question.doc_type.lower(), field=question.question_type),
        note="one answer, with an entry for each page that holds evidence" if len(pages) > 1 else "",
    )


def _page(evidence: _Evidence) -> int | None:
    return evidence.pdf_page_1based if evidence.page_verified else None


def _typed(question: _Question) -> tuple[str | None, dict[str, Any] | None]:
    """The type and value of an answer that is a bare number; most are sentences, and have none."""
    written = question.answer.strip()
    is_percent, is_dollars = written.endswith("%"), written.startswith("$")
    number = plain_number(written.removeprefix("$").removesuffix("%"))
    if number is None or (is_percent and is_dollars):
        return None, None
    if is_percent:
        return "percentage", {"value": str(number)}
    if is_dollars or "USD" in question.question:
        value = number * _scale(question.question)
        return "amount", {"value": format(value, "f"), "currency": "USD", "unit": None}
    return "number", {"value": str(number), "unit": None}


def _scale(question: str) -> Decimal:
    """How much one of the answer is worth: "in USD millions" makes 59268.00 a sum of 59 billion."""
    named = [factor for word, factor in _SCALES.items() if f"USD {word}" in question]
    return Decimal(named[0] if named else 1)
