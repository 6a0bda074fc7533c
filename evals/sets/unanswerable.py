"""Read the unanswerable sets: passages with questions that they answer, and questions that they only seem to.

Questions in the middle of a conversation (MTRAG-UN) are left out: they cannot be asked on their own, and
those that have no answer come without any passage.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from evals.sets.files import RawRow, folder_of, read_rows, split_file
from pincite.quality.questions import GoldAnswer, GoldRow, GoldSet, Source, Strata, position_of

_CONVERSATION = "the question is a conversation (mtrag_un)"
_NO_PASSAGE = "there is no passage"
_NO_ANSWER = "no answer is given"


class _Answer(RawRow):
    text: str
    start: int | None = None
    end: int | None = None
    selected_sentences: tuple[str, ...] = ()


class _Question(RawRow):
    id: str
    dataset: str
    context: str
    question: str
    answers: tuple[_Answer, ...]
    is_unanswerable: bool


def read(data: Path, split: str) -> GoldSet:
    folder = folder_of(data, "unanswerable", ("qa",))
    questions = read_rows(split_file(folder, "qa", split), _Question)
    asked = [q for q in questions if _reason_against(q) is None]
    texts = {_name(q): q.context for q in asked}
    sources = tuple(
        Source(key=name.removesuffix(".txt"), name=name, text=text) for name, text in texts.items()
    )
    left_out: dict[str, int] = {}
    for reason in filter(None, map(_reason_against, questions)):
        left_out[reason] = left_out.get(reason, 0) + 1
    return GoldSet("unanswerable", split, sources, tuple(map(_row, asked)), left_out)


def _reason_against(question: _Question) -> str | None:
    if question.dataset == "mtrag_un":
        return _CONVERSATION
    if not question.context.strip():
        return _NO_PASSAGE
    return None if question.is_unanswerable or question.answers else _NO_ANSWER


def _row(question: _Question) -> GoldRow:
    answers = () if question.is_unanswerable else (_answer(question),)
    starts = [start for answer in answers for start, _ in answer.spans or ()]
    return GoldRow(
        id=question.id,
        document=_name(question),
        question=question.question,
        absent=question.is_unanswerable,
        answers=answers,
        strata=Strata(
            doc_type="passage",
            field=question.dataset,
            position=position_of(min(starts), len(question.context)) if starts else "none",
        ),
    )


def _answer(question: _Question) -> GoldAnswer:
    """One item: what several people marked are places of the same answer, of which any will do."""
    spans = dict.fromkeys(span for answer in question.answers for span in _spans(answer, question.context))
    first = next(iter(spans), None)
    return GoldAnswer(
        text=question.answers[0].text,
        spans=tuple(spans) or None,
        quote=question.context[first[0] : first[1]] if first else "",
    )


def _spans(answer: _Answer, context: str) -> list[tuple[int, int]]:
    if answer.start is not None and answer.end is not None:
        return [(answer.start, answer.end)]
    starts = [(context.find(sentence), sentence) for sentence in answer.selected_sentences if sentence]
    return [(start, start + len(sentence)) for start, sentence in starts if start >= 0]


def _name(question: _Question) -> str:
    """Equal passages are one document, so that it is read once and stands in one fold."""
    digest = hashlib.sha256(question.context.encode()).hexdigest()
    return f"{question.dataset}-{digest[:16]}.txt"
