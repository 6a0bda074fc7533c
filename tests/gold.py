"""Ask every question of examples/gold.jsonl and score the answers against it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pincite
from pincite.answer.answers import Answer, Item
from pincite.prove.quote import locate

EXAMPLES = Path(__file__).parents[1] / "examples"
Row = dict[str, Any]


@dataclass(frozen=True)
class Scored:
    row: Row
    answer: Answer
    right: bool

    @property
    def half(self) -> str:
        return str(self.row["id"]).split("-")[0]

    @property
    def paraphrased(self) -> bool:
        return bool(self.row["note"] == "paraphrase")

    @property
    def verdict(self) -> str:
        """right, wrong (answered and wrong) or withheld (nothing false was said)."""
        if self.right:
            return "right"
        return "wrong" if self.answer.outcome == "answered" else "withheld"


def rows() -> list[Row]:
    return [json.loads(line) for line in (EXAMPLES / "gold.jsonl").read_text("utf-8").splitlines()]


def score_all(library: pincite.Library) -> Iterator[Scored]:
    for row in rows():
        answer = library.ask(row["question"], documents=[row["document"]])
        yield Scored(row, answer, is_right(row, answer))


def is_right(row: Row, answer: Answer) -> bool:
    if row["absent"]:
        return answer.outcome == "not_found"
    items = answer.items if answer.outcome == "answered" else _prevailing(answer)
    return any(_same(expected, item) for expected in row["answers"] for item in items)


def _prevailing(answer: Answer) -> list[Item]:
    """Of a conflict only the side that the document's own rule puts first counts as the answer."""
    return answer.items[:1] if answer.conflict and answer.conflict.rule else []


def _same(expected: Row, item: Item) -> bool:
    first = item.evidence[0]
    if first.page != expected["page"]:
        return False
    got = item.value.model_dump(mode="json")
    want = expected["value"]
    if "text" in want:
        inner, outer = sorted((expected["quote"], first.snippet), key=len)
        return bool(locate(inner, outer)) and len(inner) >= 0.6 * len(expected["quote"])
    if "value" in want and not isinstance(want["value"], bool):
        same_unit = want.get("unit") is None or got.get("unit") == want["unit"]
        same_money = want.get("currency") == got.get("currency")
        return same_unit and same_money and Decimal(want["value"]) == Decimal(got.get("value", "NaN"))
    return bool(got == want)
