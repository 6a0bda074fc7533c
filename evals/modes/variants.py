"""A changed copy of a document of a set, or the reason why there is none."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import PurePath
from typing import Literal

from pincite.quality.questions import GoldRow, Source

Texts = Callable[[str], str]
"""The canonical text of a document of the set, by its name."""

Reason = Literal[
    "no_place",  # some answer has no place in the text, or is a word too short to look for
    "replaces",  # the evidence replaces what stands elsewhere, which would be the answer without it
    "too_much",  # too large a part of the text would go
    "not_answered",  # there is no answer that could follow
    "several_items",  # a list: which of its items changed would have to be told apart
    "no_form",  # nothing in the evidence is written in a form that we can write otherwise
    "in_question",  # the question itself says what would be changed
    "said_elsewhere",  # the old answer would still be said somewhere
    "not_read_again",  # our parsers do not read the new value from the changed sentence
]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A row of which no such copy is made, and why."""

    row: str
    reason: Reason


def reasons(left_out: Iterable[LeftOut]) -> dict[str, int]:
    """How many rows were left out, for each reason."""
    return dict(Counter(each.reason for each in left_out))


def digest(words: str) -> str:
    """Eight hexadecimal digits that only these words have, the same in every run."""
    return hashlib.sha256(words.encode()).hexdigest()[:8]


def variant(source: Source, mark: str, row: GoldRow, text: str) -> Source:
    """A changed copy of a document, made for one row; it stays in the fold of the original."""
    name = f"{PurePath(source.name).stem}~{mark}-{digest(row.id)}.txt"
    return Source(key=source.key, name=name, text=text)


def absent_in(row: GoldRow, source: Source, mark: str) -> GoldRow:
    """The same question of a copy that does not carry the answer any more."""
    return row.model_copy(
        update={
            "id": f"{row.id}~{mark}",
            "document": source.name,
            "absent": True,
            "answers": (),
            "strata": row.strata.model_copy(update={"position": "none"}),
            "note": f"The evidence of {row.id} is gone.",
        }
    )
