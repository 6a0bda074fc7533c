"""Readers that propose what a language model may: formulas over what a document says, and whole tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pincite.answer.view_and_form import AskedQuestion, Reading, ReadItem, View
from pincite.values.registered import find


@dataclass(frozen=True, slots=True)
class Formula:
    """The operands by a pattern with the groups `label` and `words`, and what is made of their labels."""

    operands: str
    of: Callable[[Sequence[str]], str]


def summed(labels: Sequence[str]) -> str:
    return " + ".join(labels)


def counted(labels: Sequence[str]) -> str:
    return f"count({', '.join(labels)})"


def taken_off(labels: Sequence[str]) -> str:
    return " − ".join(labels)


def highest(labels: Sequence[str]) -> str:
    return f"max({', '.join(labels)})"


@dataclass
class Formulates:
    """Finds the operands of the questions it knows in the lines that it is shown; silent on any other."""

    formulas: Mapping[str, Formula] = field(default_factory=dict)
    most_chars: int = 24_000
    name: str = "formulates"
    version: str = "1"

    def read(self, asked: Sequence[AskedQuestion], view: View) -> list[Reading]:
        return [self._reading(self.formulas.get(each.text), view) for each in asked]

    def _reading(self, formula: Formula | None, view: View) -> Reading:
        lines = [
            (line.number, found)
            for line in view.lines
            if formula
            for found in re.finditer(formula.operands, line.text)
        ]
        if formula is None or not lines:
            return Reading(by=self.name)
        items = tuple(_typed(number, found["label"], found["words"]) for number, found in lines)
        made = formula.of([str(item.label) for item in items])
        return Reading("compute", items, formula=made, found=True, confidence="sure", by=self.name)


@dataclass
class ShowsTable:
    """Shows the table that has these heads and rows, whatever it is asked."""

    heads: tuple[str, ...]
    rows: tuple[str, ...]
    most_chars: int = 24_000
    name: str = "shows-table"
    version: str = "1"

    def read(self, asked: Sequence[AskedQuestion], view: View) -> list[Reading]:
        heads, rows = (
            tuple(line.number for line in view.lines if line.text.startswith(wanted))
            for wanted in (self.heads, self.rows)
        )
        shown = Reading(
            "table", head_lines=heads, row_lines=rows, found=True, confidence="sure", by=self.name
        )
        return [shown for _ in asked]


def _typed(line: int, label: str, words: str) -> ReadItem:
    """The words with the value that they are, if they are one."""
    for kind in ("amount", "date", "duration"):
        readings = find(kind, words)
        if len(readings) == 1 and readings[0].original(words) == words:
            return ReadItem((line,), words, readings[0].value, kind, label=label)
    return ReadItem((line,), words, label=label)
