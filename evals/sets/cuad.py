"""Read CUAD: commercial contracts as text, with the places of 41 kinds of clause or that there are none."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from evals.sets.files import RawRow, document_of, folder_of, read_rows, split_file
from evals.sets.wording import duration_value
from pincite.quality.questions import GoldAnswer, GoldRow, GoldSet, Source, Strata, position_of

_DATES = frozenset(("Agreement Date", "Effective Date", "Expiration Date"))
_DURATIONS = frozenset(("Renewal Term", "Notice Period To Terminate Renewal", "Warranty Duration"))
_NOT_FOUND = "what was marked is not in the text"
_US_DATE = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{2}|\d{4})")
_YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")


class _Contract(RawRow):
    contract_id: str
    contract_type: str
    text_file: str
    n_chars: int


class _Answer(RawRow):
    text: str
    start: int
    end: int
    other_starts: tuple[int, ...] = ()


class Label(RawRow):
    """What a contract says of one kind of clause."""

    contract_id: str
    clause_type: str
    question: str
    answers: tuple[_Answer, ...]
    is_absent: bool
    normalized_answer: str | None


Asking = Callable[[Label], tuple[str, str | None]]
"""What is asked for a label: the question, and the type of the answer if the question is asked with one."""


def read(data: Path, split: str) -> GoldSet:
    """The set with the questions that come with it, which ask for a kind of clause and so for a type."""
    return read_asking(data, split, "cuad", lambda label: (label.question, _type_of(label.clause_type)))


def read_asking(data: Path, split: str, name: str, asking: Asking) -> GoldSet:
    """The set with other questions about the same labels."""
    folder = folder_of(data, "cuad", ("contracts", "labels"))
    contracts = {c.contract_id: c for c in read_rows(split_file(folder, "contracts", split), _Contract)}
    labels = read_rows(split_file(folder, "labels", split), Label)
    sources = tuple(
        Source(key=c.contract_id, name=_name(c.contract_id), path=folder / c.text_file)
        for c in contracts.values()
    )
    asked = [label for label in labels if label.is_absent or label.answers]
    rows = tuple(_row(label, document_of(contracts, label.contract_id), *asking(label)) for label in asked)
    left_out = len(labels) - len(asked)
    return GoldSet(name, split, sources, rows, {_NOT_FOUND: left_out} if left_out else {})


def _row(label: Label, contract: _Contract, question: str, answer_type: str | None) -> GoldRow:
    answers = [] if label.is_absent else _merged([_answer(label, answer) for answer in label.answers])
    starts = [answer.start for answer in label.answers]
    return GoldRow(
        id=f"{label.contract_id}:{label.clause_type}",
        document=_name(label.contract_id),
        question=question,
        answer_type=answer_type,
        absent=label.is_absent,
        answers=tuple(answers),
        strata=Strata(
            doc_type=_doc_type(contract.contract_type),
            field=label.clause_type,
            position=position_of(min(starts), contract.n_chars) if starts else "none",
        ),
    )


def _type_of(clause_type: str) -> str | None:
    """By the kind of clause alone: whether the contract has it must not show in what is asked."""
    if clause_type in _DATES:
        return "date"
    if clause_type in _DURATIONS:
        return "duration"
    # Parties are organisations in one contract and persons in the next.
    return {"Document Name": "text", "Parties": None}.get(clause_type, "clause")


def _answer(label: Label, answer: _Answer) -> GoldAnswer:
    length = answer.end - answer.start
    starts = (answer.start, *answer.other_starts)
    return GoldAnswer(
        value=_value(label, answer.text),
        text=answer.text,
        spans=tuple((start, start + length) for start in starts),
        quote=answer.text,
    )


def _value(label: Label, text: str) -> dict[str, Any] | None:
    """The normalised answer where it is one date or one length of time, and sure."""
    if label.normalized_answer is None:
        return None
    if label.clause_type in _DATES:
        return _date_value(label.normalized_answer, text)
    # Of several clauses it is not said which one states the length.
    if label.clause_type in _DURATIONS and len(label.answers) == 1:
        return duration_value(label.normalized_answer)
    return None


def _date_value(written: str, text: str) -> dict[str, Any] | None:
    """A date written as in the United States. A year of two digits counts only if the text has it in four."""
    found = _US_DATE.fullmatch(written.strip())
    if found is None:
        return None
    month, day, year = found.groups()
    years = {year} if len(year) == 4 else {y for y in _YEAR.findall(text) if y[2:] == year}
    if len(years) != 1:
        return None
    try:
        return {"iso": date(int(years.pop()), int(month), int(day)).isoformat(), "precision": "day"}
    except ValueError:
        return None


def _merged(answers: list[GoldAnswer]) -> list[GoldAnswer]:
    """The same date at two places is one item that stands at both."""
    merged: list[GoldAnswer] = []
    for answer in answers:
        same = next((m for m in merged if m.value is not None and m.value == answer.value), None)
        if same is None:
            merged.append(answer)
            continue
        both = same.model_copy(update={"spans": (*(same.spans or ()), *(answer.spans or ()))})
        merged[merged.index(same)] = both
    return merged


def _name(contract_id: str) -> str:
    return f"{contract_id}.txt"


def _doc_type(contract_type: str) -> str:
    """The kinds as the folders of the set name them, without spellings that mean the same."""
    words = contract_type.replace("_", " ").lower().split()
    kept = [word for word in words if word not in ("agreement", "agreements", "filing")]
    return " ".join(kept)
