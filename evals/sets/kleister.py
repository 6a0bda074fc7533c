"""Read Kleister-NDA: four typed facts of each NDA, as normalised values, or that it does not state them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals.sets.files import RawRow, folder_of, read_rows, split_file
from evals.sets.wording import duration_value
from pincite.quality.questions import GoldAnswer, GoldRow, GoldSet, Source, Strata


@dataclass(frozen=True, slots=True)
class _Asked:
    question: str
    answer_type: str
    answer_shape: str = "single"


ASKED: Mapping[str, _Asked] = {
    "effective_date": _Asked("On which date does the agreement take effect?", "date"),
    "jurisdiction": _Asked("The law of which state or country governs the agreement?", "text"),
    "party": _Asked("Who are the parties to the agreement?", "organisation", "list"),
    "term": _Asked("How long does the agreement last?", "duration"),
}


class _Label(RawRow):
    doc_id: str
    answers: Mapping[str, tuple[str, ...]]
    text: str


def read(data: Path, split: str) -> GoldSet:
    folder = folder_of(data, "kleister_nda", ("labels",))
    labels = read_rows(split_file(folder, "labels", split), _Label)
    sources = tuple(Source(key=label.doc_id, name=_name(label), text=label.text) for label in labels)
    rows = tuple(_row(label, key) for label in labels for key in ASKED)
    return GoldSet("kleister", split, sources, rows)


def _row(label: _Label, key: str) -> GoldRow:
    # The values are normalised and their places are not given, so that there is nothing to point at.
    answers = tuple(GoldAnswer(value=_value(key, text), text=text) for text in label.answers.get(key, ()))
    return GoldRow(
        id=f"{label.doc_id}:{key}",
        document=_name(label),
        question=ASKED[key].question,
        answer_type=ASKED[key].answer_type,
        answer_shape=ASKED[key].answer_shape,
        absent=not answers,
        answers=answers,
        strata=Strata(doc_type="NDA", field=key),
    )


def _value(key: str, written: str) -> dict[str, Any] | None:
    match key:
        case "effective_date":
            return {"iso": written, "precision": "day"} if _ISO.fullmatch(written) else None
        case "term":
            return duration_value(written)
        case "party":
            return {"name": written}
    return {"text": written}


def _name(label: _Label) -> str:
    return f"{label.doc_id}.txt"


_ISO = re.compile(r"\d{4}-\d\d-\d\d")
