"""Read TAT-QA: pages of financial reports, each a table with paragraphs, with questions that need both.

A page becomes a Markdown file, whose text is the file itself, so that a place can be counted: the paragraphs
in their order and then the table, with its first row as the head. The set does not say where the table stood.
"""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

from evals.sets.files import RawRow, folder_of, read_rows, split_file
from evals.sets.tatqa_page import Page, Paragraph, written
from pincite.quality.likeness import written_value
from pincite.quality.questions import GoldAnswer, GoldRow, GoldSet, Source, Strata, position_of
from pincite.values.scale_notes import scale_notes

_SCALES = {"": 1, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_NO_ANSWER = "no answer is given"
_IN_FULL = re.compile(r"\d\s*(?:%|thousand|million|billion)", re.IGNORECASE)


class _Table(RawRow):
    uid: str
    table: tuple[tuple[str, ...], ...]


class _Question(RawRow):
    uid: str
    question: str
    answer: tuple[str, ...] | Decimal
    answer_type: Literal["span", "multi-span", "arithmetic", "count"]
    answer_from: str
    rel_paragraphs: tuple[str, ...]
    scale: Literal["", "thousand", "million", "billion", "percent"]


class _Hybrid(RawRow):
    table: _Table
    paragraphs: tuple[Paragraph, ...]
    questions: tuple[_Question, ...]


def read(data: Path, split: str) -> GoldSet:
    folder = folder_of(data, "tatqa", ("hybrid",))
    hybrids = read_rows(split_file(folder, "hybrid", split), _Hybrid)
    pages = [(hybrid, written(hybrid.paragraphs, hybrid.table.table)) for hybrid in hybrids]
    sources = tuple(Source(key=h.table.uid, name=f"{h.table.uid}.md", text=page.text) for h, page in pages)
    found = [_row(q, f"{h.table.uid}.md", page) for h, page in pages for q in h.questions]
    rows = tuple(row for row in found if row is not None)
    left_out = len(found) - len(rows)
    return GoldSet("tatqa", split, sources, rows, {_NO_ANSWER: left_out} if left_out else {})


def _row(question: _Question, document: str, page: Page) -> GoldRow | None:
    answers = _answers(question, page)
    if not answers:
        return None
    starts = [start for answer in answers for start, _ in answer.spans or ()]
    return GoldRow(
        id=question.uid,
        document=document,
        question=question.question,
        answer_type=_answer_type(question),
        answer_shape="list" if question.answer_type == "multi-span" else "single",
        answers=answers,
        strata=Strata(
            doc_type="financial report",
            field=f"{question.answer_type} from {question.answer_from}",
            position=position_of(min(starts), len(page.text)) if starts else "none",
        ),
        note=f"in {question.scale}" if question.scale else "",
    )


def _answer_type(question: _Question) -> str | None:
    """Asked with a type only where the wording leaves no other: a sum of money is not told from a number."""
    if question.answer_type == "count":
        return "number"
    if question.answer_type == "arithmetic" and question.scale == "percent":
        return "percentage"
    return None


def _answers(question: _Question, page: Page) -> tuple[GoldAnswer, ...]:
    if isinstance(question.answer, tuple):
        return tuple(_marked(text, question, page) for text in question.answer if text.strip())
    scale = question.scale if _is_stated(question.scale, page.text) else ""
    return (GoldAnswer(value=_value(question.answer, scale), text=str(question.answer)),)


def _is_stated(scale: str, text: str) -> bool:
    """Whether the page says the scale. Who marked it saw the whole report; of the page some have lost it."""
    factor = _SCALES.get(scale, 1)
    return factor == 1 or any(note.factor == factor for note in scale_notes(text))


def _marked(text: str, question: _Question, page: Page) -> GoldAnswer:
    # The set does not say where: what states its own scale or percent is one value wherever it stands.
    if _IN_FULL.search(text) and written_value(text):
        return GoldAnswer(text=text)
    place = page.place_of(text, question.rel_paragraphs)
    quote = page.text[place[0] : place[1]] if place else ""
    return GoldAnswer(text=text, spans=(place,) if place else None, quote=quote)


def _value(number: Decimal, scale: str) -> dict[str, Any]:
    """A number in full: 154 in millions is 154000000. A percentage stays as it is."""
    if scale == "percent":
        return {"value": format(number, "f")}
    return {"value": format(number * _SCALES[scale], "f"), "unit": None}
