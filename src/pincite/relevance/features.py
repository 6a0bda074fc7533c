"""Everything that speaks for or against a candidate answer, as numbers with names."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel

from pincite.answer.claims import Claim
from pincite.language.timing import times_of, years_stand
from pincite.language.vocabulary import stems, telling
from pincite.records.document import Block, Cell, Document, Table
from pincite.records.evidence import RawScores, ReadPassage
from pincite.records.question import Question
from pincite.records.span import Span
from pincite.structure.cells import values_in
from pincite.values.readings import Reading as ReadValue
from pincite.values.registered import OF_WHOLE_BLOCKS, find
from pincite.values.types import Boolean, same

_NO_RIVAL = -8.0
"""The logit of a rival that there is not."""
Features = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence that may answer, what the reader made of it and of its passage, and the claim it makes."""

    block: Block
    passage: ReadPassage
    sentence: ReadPassage
    claim: Claim
    cosine: float | None = None
    """How near its passage's vector lies to the question's; None where there are no vectors."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of one document for one question."""

    document: Document
    passages: Sequence[ReadPassage]
    cosines: Sequence[float]
    """Of all passages of the document with the question; empty where there are no vectors."""
    unseen: float
    """The share of the question's words, by weight, that the document never uses."""


def features(question: Question, reading: Reading, candidates: Sequence[Candidate]) -> list[Features]:
    """One set of features for each candidate, in their order."""
    return [_of(question, reading, candidates, each) for each in candidates]


def _of(question: Question, reading: Reading, candidates: Sequence[Candidate], own: Candidate) -> Features:
    return {
        **_by_reader(reading, candidates, own),
        **_by_vectors(reading, own),
        **_by_words(question, reading, own),
        **_by_type(question, reading.document, own),
    }


def _by_reader(reading: Reading, candidates: Sequence[Candidate], own: Candidate) -> Features:
    passage, sentence = _raw(own.passage), _raw(own.sentence)
    passages = sorted(
        (_raw(each) for each in reading.passages if each.span != own.passage.span), reverse=True
    )
    rivals = sorted((_raw(each.sentence) for each in candidates if _is_rival(own, each)), reverse=True)
    best, fifth = (*passages, _NO_RIVAL)[0], [*passages[:4], *[_NO_RIVAL] * 4][:4]
    said, pointed = own.sentence.raw, own.passage.raw
    short = said.short if said else None
    return {
        "passage": passage,
        "passage_lead": passage - best,
        "passage_lead_of_next": passage - sum(fifth) / 4,
        "passage_rank": float(sum(each > passage for each in passages)),
        "sentence": sentence,
        "sentence_lead": sentence - (*rivals, _NO_RIVAL)[0],
        "sentence_rank": float(sum(each > sentence for each in rivals)),
        "sharp": said.sharp if said else -5.0,
        "passage_sharp": pointed.sharp if pointed else -5.0,
        "points_inside": float(short is not None and own.block.span.covers(short)),
        "both_point": float(_touch(pointed.short if pointed else None, short)),
        "certain_yes_no": abs(said.yes - said.no) if said else 0.0,
        "says_yes_or_no": max(said.yes, said.no) if said else _NO_RIVAL,
        "passage_yes_no": _in_its_sense(own.claim, pointed),
        "seconded": max(
            (_raw(each.sentence) for each in candidates if _seconds(own, each)), default=_NO_RIVAL
        ),
        "passages": math.log(1 + len(reading.cosines) if reading.cosines else 1 + len(reading.passages)),
    }


def _by_vectors(reading: Reading, own: Candidate) -> Features:
    if own.cosine is None or not reading.cosines:
        return {"cosine": 0.0, "cosine_lead": 0.0, "cosine_rank": 0.0, "no_vectors": 1.0}
    others = sorted(reading.cosines, reverse=True)
    above = sum(each > own.cosine + 1e-6 for each in others)
    return {
        "cosine": own.cosine,
        "cosine_lead": own.cosine - (others[1] if above == 0 and len(others) > 1 else others[0]),
        "cosine_rank": math.log1p(above),
        "no_vectors": 0.0,
    }


def _by_words(question: Question, reading: Reading, own: Candidate) -> Features:
    text, document = own.block.span.of(reading.document.text), reading.document
    asked = telling(stems(question.generation.plain))
    said, around = set(stems(text)), set(stems(own.passage.span.of(document.text)))
    count = max(1, len(asked))
    return {
        "words_said": len(asked & said) / count,
        "words_around": len(asked & around) / count,
        "words_asked": float(min(12, len(asked))),
        "unseen": reading.unseen,
        "length": math.log(1 + len(text)),
        "is_row": float(own.block.kind == "table_row"),
        "is_bullet": float(own.block.kind == "bullet"),
        "year": float(years_stand(times_of(question.generation.plain), times_of(text))),
    }


def _by_type(question: Question, document: Document, own: Candidate) -> Features:
    """Whether the value is of the kind that was asked for, and whether it stands alone in its sentence."""
    kinds, claim, kind = question.generation.answer_types, own.claim, own.claim.answer_type
    others, agrees, meant, column = 0, 0.0, 0.0, 0.0
    if kind not in OF_WHOLE_BLOCKS:
        readings = values_in(kind, document, own.block)
        others = sum(not same(each.value, claim.value) for each in readings)
        short = own.sentence.raw.short if own.sentence.raw else None
        places = [each for each in readings if same(each.value, claim.value)]
        start = own.block.span.start
        stands = (column_stand(question.generation.plain, document, own.block, p) for p in places)
        column = float(max(stands, default=0))
        meant = float(any(_touch(Span(start + p.start, start + p.end), short) for p in places))
    if isinstance(claim.value, Boolean):
        said = find("boolean", own.block.span.of(document.text))
        wanted = claim.value.value is not question.generation.denies
        agrees = 0.0 if len(said) != 1 else (1.0 if same(said[0].value, Boolean(value=wanted)) else -1.0)
    return {
        "type_rank": float(kinds.index(kind)) if kind in kinds else (0.5 if kinds[0] == "text" else 3.0),
        "is_text": float(kind in {"text", "clause"}),
        "is_yes_no": float(kind == "boolean"),
        "is_name": float(kind in {"person", "organisation", "address"}),
        "asks_text": float(kinds[0] in {"text", "clause"}),
        "asks_time": float(kinds[0] in {"date", "duration", "date_range"}),
        "other_values": float(min(4, others)),
        "value_is_meant": meant,
        "polarity": agrees,
        "column": column,
    }


def _raw(read: ReadPassage) -> float:
    """The reader's logit, or what its score would be one of."""
    if read.raw is not None:
        return read.raw.answers
    score = min(max(read.score, 1e-4), 1 - 1e-4)
    return math.log(score / (1 - score))


def _is_rival(own: Candidate, other: Candidate) -> bool:
    """Whether another candidate says something else: of the same value twice neither is the other's rival."""
    if other.block.number == own.block.number:
        return False
    if own.claim.answer_type != other.claim.answer_type:
        return True
    return own.claim.answer_type in OF_WHOLE_BLOCKS or not same(own.claim.value, other.claim.value)


def _seconds(own: Candidate, other: Candidate) -> bool:
    """Whether another sentence says the same value."""
    if other.block.number == own.block.number or own.claim.answer_type in OF_WHOLE_BLOCKS:
        return False
    return same(own.claim.value, other.claim.value)


def _in_its_sense(claim: Claim, said: RawScores | None) -> float:
    """How surely the passage around a sentence says the same yes or no; below 0 for the opposite."""
    if said is None or not isinstance(claim.value, Boolean):
        return 0.0
    return said.yes - said.no if claim.value.value else said.no - said.yes


def _touch(one: Span | None, other: Span | None) -> bool:
    return one is not None and other is not None and one.start < other.end and other.start < one.end


def column_stand(
    asked: str, document: Document, block: Block, reading: ReadValue[BaseModel]
) -> Literal[-1, 0, 1]:
    """Whether the head of the value's column says more of the question than any other head, or less.

    What the row itself says is no matter of columns. 0 where there are no heads or none says anything.
    """
    table = document.table_of(block.span) if block.kind == "table_row" else None
    own = document.cell_of(Span(block.span.start + reading.start, block.span.start + reading.end))
    if table is None or own is None or not table.header_rows:
        return 0
    wanted = telling(stems(asked)) - telling(stems(block.span.of(document.text)))
    said = len(wanted & _heads(document, table.headers_of(own)))
    others = [cell for cell in _head_cells(table) if not _above(cell, own)]
    best = max((len(wanted & _heads(document, [*_over(table, cell), cell])) for cell in others), default=0)
    return 0 if said == best else (1 if said > best else -1)


def _heads(document: Document, cells: list[Cell] | tuple[Cell, ...]) -> set[str]:
    return telling(stems(" ".join(cell.span.of(document.text) for cell in cells)))


def _head_cells(table: Table) -> tuple[Cell, ...]:
    return table.cells[: bisect_left(table.cells, table.header_rows, key=lambda cell: cell.row)]


def _over(table: Table, head: Cell) -> list[Cell]:
    """The heads above a head: "2024" over "Plan"."""
    return [cell for cell in _head_cells(table) if cell.row < head.row and _above(cell, head)]


def _above(head: Cell, cell: Cell) -> bool:
    return head.column < cell.column + cell.columns and cell.column < head.column + head.columns
