"""What an answer to a question over contracts is worth: right, wrong, open, or given from a part of them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pincite.answer.answers import Answer, Item

FOLDER = Path(__file__).parent
DOCUMENTS = FOLDER / "docs"
FAMILIES: dict[str, dict[str, Any]] = json.loads((FOLDER / "families.json").read_text("utf-8"))
QUESTIONS: list[dict[str, Any]] = [
    json.loads(line) for line in (FOLDER / "questions.jsonl").read_text("utf-8").splitlines()
]
FAMILY_OF = {member: name for name, family in FAMILIES.items() for member in family["members"]}
_FIGURE = re.compile(r"\d[\d,.-]*\d|\d")


@dataclass(frozen=True)
class Score:
    """What came of one question."""

    worth: Literal["right", "wrong", "open"]
    unsaid: frozenset[str]
    """Families that the answer neither uses nor names."""


def score(question: dict[str, Any], answer: Answer, asked: frozenset[str] = frozenset(FAMILIES)) -> Score:
    """Whether the answer says what the gold does, of the families that were asked."""
    wanted = _families(question["matches"]) & asked
    given = _given(answer)
    unsaid = frozenset()
    if answer.outcome == "answered":
        unsaid = asked - given - _named(answer)
    if not answer.items or not given:
        return Score("open", unsaid)
    if given - wanted or not _value_is_right(question, answer, len(wanted)):
        return Score("wrong", unsaid)
    return Score(
        "right" if answer.outcome == "answered" and _is_whole(question, given, wanted) else "open", unsaid
    )


def _is_whole(question: dict[str, Any], given: frozenset[str], wanted: frozenset[str]) -> bool:
    return given == wanted if question["kind"] != "earliest/latest/largest" else bool(given & wanted)


def _value_is_right(question: dict[str, Any], answer: Answer, wanted: int) -> bool:
    """Whether the figures are those of the gold; of what is incomplete, no more than those."""
    if question["kind"] == "how many":
        (item,) = answer.items
        count = int(getattr(item.value, "value", -1))
        return count == wanted if answer.outcome == "answered" else count <= wanted
    if question["kind"] in ("which", "is there any"):
        return True
    told = " ".join(item.value.model_dump_json() for item in answer.items).replace(",", "")
    figures = [
        figure.replace(",", "").split(".")[0] for figure in _FIGURE.findall(json.dumps(question["value"]))
    ]
    return answer.outcome != "answered" or any(figure in told for figure in figures)


def _given(answer: Answer) -> frozenset[str]:
    """The families whose documents the answer rests on; of the most and the least, the first alone."""
    return frozenset(FAMILY_OF[name] for item in answer.items for name in _documents(item))


def _documents(item: Item) -> list[str]:
    if item.derivation is None or item.is_cell:
        return [item.evidence[0].name]
    names = [operand.evidence.name for operand in item.derivation.operands]
    return names if item.type == "number" else names[:1]


def _named(answer: Answer) -> frozenset[str]:
    notes = " ".join(answer.caveats)
    known = {each.name for each in answer.coverage.by_document}
    return frozenset(family for name, family in FAMILY_OF.items() if name in known or name in notes)


def _families(names: list[str]) -> frozenset[str]:
    return frozenset(FAMILY_OF[name] for name in names)
