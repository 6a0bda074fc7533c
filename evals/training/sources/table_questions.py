"""Read questions in everyday words about documents with tables, by authors who did not see the code.

Documents and questions lie in `evals/training/tables/`, a folder for each author; both are ours. A question
names the row, the column and the printed words of the cell that answers it, or nothing where no cell does.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from evals.training.sources.files import is_for_decision

TABLES = Path(__file__).parent.parent / "tables"
# Plain questions, near to the table's words: the reader needs none to learn from, the chance of a cell does.
_FOR_DECISION = frozenset({"f", "g"})
_UNDER, _BESIDE = " > ", " / "


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """A question, and what names the cell that answers it; nothing where none does."""

    asked: str
    row: tuple[str, ...] = ()
    column: tuple[str, ...] = ()
    printed: str = ""


@dataclass(frozen=True, slots=True)
class AskedTables:
    """A document with the questions about it."""

    path: Path
    questions: tuple[TableQuestion, ...]

    @property
    def name(self) -> str:
        return f"{self.path.parent.parent.name}-{self.path.name}"

    @property
    def is_kept(self) -> bool:
        """Whether it is kept from the reader: the decision is fitted on it."""
        return self.path.parent.parent.name in _FOR_DECISION or is_for_decision(self.name)


def asked_tables(folder: Path = TABLES) -> Iterator[AskedTables]:
    """Every document that has questions, in order."""
    for file in sorted(folder.glob("*/questions.jsonl")):
        by_document: dict[str, list[TableQuestion]] = {}
        for line in file.read_text("utf-8").splitlines():
            row = json.loads(line)
            is_cell = row["kind"] == "cell"
            by_document.setdefault(row["document"], []).append(
                TableQuestion(
                    asked=row["question"],
                    row=tuple(row["row"].split(_UNDER)) if is_cell else (),
                    column=tuple(row["column"].split(_BESIDE)) if is_cell else (),
                    printed=row["printed"] if is_cell else "",
                )
            )
        for name in sorted(by_document):
            yield AskedTables(file.parent / "docs" / name, tuple(by_document[name]))
