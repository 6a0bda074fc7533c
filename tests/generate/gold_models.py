"""Language models that know the gold answers: one tells them, the others make lies of them."""

from __future__ import annotations

import functools
import json
import re
from dataclasses import dataclass
from decimal import Decimal
from itertools import accumulate
from typing import Any, ClassVar, Literal

from tests.choosing import choosing, is_choice, proposed_in
from tests.dialogue.test_replies import SIGNALS
from tests.gold import rows

from pincite.prove.quote import locate
from pincite.records.completion import Completion, Prompt, Rung, Usage
from pincite.values.registered import value_type

Lie = Literal["value", "quote", "lines"]
_LINE = re.compile(r"^(\d+): (.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Knows:
    """Answers the question it is asked from the gold row, where the lines that it is shown hold the quote.

    Asked whether that answers, it chooses what the gold has; whoever lies says that everything answers.
    """

    lie: Lie | None = None
    rungs: tuple[Rung, ...] = ("structured",)
    name: ClassVar[str] = "gold"

    def complete(self, prompt: Prompt) -> Completion:
        if is_choice(prompt):
            return Completion(_chosen(prompt, agreeing=self.lie is not None), usage=Usage(1, 10, 0, 10))
        row = _rows()[prompt.question.partition("\n\n")[0]]
        types = set(re.findall(r'"const": "(\w+)"', json.dumps(prompt.schema)))
        items = [item for answer in row["answers"] for item in self._items(row, answer, prompt, types)]
        said = {"items": items[:1], "signals": {**SIGNALS, "new_keywords": [], "found": bool(items)}}
        return Completion(json.dumps(said), usage=Usage(1, 10, 0, 10))

    def _items(
        self, row: dict[str, Any], answer: dict[str, Any], prompt: Prompt, types: set[str]
    ) -> list[Any]:
        lines = [(int(number), text) for number, text in _LINE.findall(prompt.context)]
        place = _lines_of(answer["quote"], lines)
        if place is None or row["answer_type"] not in types:
            return []
        (first, last), quote = place
        value, original = _as_read(row["answer_type"], answer, quote)
        if self.lie in ("value", "quote"):
            value, other = _falsified(value, original)
            quote = quote.replace(original, other) if self.lie == "quote" else quote
            original = other
        if self.lie == "lines":
            first = last = next((n for n, _ in lines if not first <= n <= last), 10**6)
        evidence = [{"first_line": first, "last_line": last, "quote": quote}]
        value["answer_type"] = row["answer_type"]
        return [
            {
                "value": value,
                "original": original,
                "qualifiers": [],
                "method": "verbatim",
                "evidence": evidence,
            }
        ]


@functools.cache
def _rows() -> dict[str, dict[str, Any]]:
    return {row["question"]: row for row in rows()}


def _as_read(answer_type: str, answer: dict[str, Any], quote: str) -> tuple[dict[str, Any], str]:
    """The gold value with what the gold leaves open, such as "per claim", as the quote says it."""
    wanted = {key: value for key, value in answer["value"].items() if value is not None}
    for reading in value_type(answer_type).find(quote):
        read = reading.value.model_dump(mode="json")
        if all(_equal(read[key], value) for key, value in wanted.items()):
            return read, reading.original(quote)
    return dict(answer["value"]), answer["text"]


def _equal(one: Any, other: Any) -> bool:
    try:
        return Decimal(one) == Decimal(other)
    except (ArithmeticError, TypeError, ValueError):
        return bool(one == other)


def _lines_of(quote: str, lines: list[tuple[int, str]]) -> tuple[tuple[int, int], str] | None:
    """The numbers of the lines that hold a quote, and its words as they stand there; None where none do."""
    text = "\n".join(words for _, words in lines)
    starts = [0, *accumulate(len(words) + 1 for _, words in lines)]
    for match in locate(quote, text):
        held = [n for (n, words), start in zip(lines, starts, strict=False) if _meet(start, words, match)]
        return (held[0], held[-1]), text[match.start : match.end]
    return None


def _meet(start: int, words: str, match: Any) -> bool:
    return start < match.end and match.start < start + len(words)


def _falsified(value: dict[str, Any], original: str) -> tuple[dict[str, Any], str]:
    """Another value of the same type, and how its words would read."""
    false = dict(value)
    if isinstance(value.get("value"), bool):
        return false | {"value": not value["value"]}, original
    if "value" in value:
        number = str(Decimal(value["value"]) + 1)
        return false | {"value": number}, number
    if "iso" in value:
        year = str(int(value["iso"][:4]) + 1)
        return false | {"iso": year + value["iso"][4:]}, original.replace(value["iso"][:4], year)
    if "iso8601" in value:
        return false | {"iso8601": "P97D"}, "97 days"
    return false | {"text": "the Supplier owes nothing"}, "the Supplier owes nothing"


@dataclass(frozen=True)
class Judges:
    """Says which sentences give an answer: those that the gold has, or all of them."""

    model: str = "honest"
    rungs: tuple[Rung, ...] = ("structured",)

    @property
    def name(self) -> str:
        return f"judging/{self.model}"

    def complete(self, prompt: Prompt) -> Completion:
        return Completion(_chosen(prompt, agreeing=self.model == "agreeing"), usage=Usage(1, 1, 0, 1))


def _chosen(prompt: Prompt, *, agreeing: bool) -> str:
    asked, said = proposed_in(prompt.question)
    answers = _rows()[asked]["answers"]
    return choosing(
        prompt.context, lambda words: agreeing or any(_supports(each, said, words) for each in answers)
    )


def _supports(answer: dict[str, Any], said: str, text: str) -> bool:
    if not locate(answer["quote"], text):
        return False
    if isinstance(answer["value"].get("value"), bool):
        return said == ("Yes." if answer["value"]["value"] else "No.")
    shorter, longer = sorted(
        (said, answer["quote"] if "text" in answer["value"] else answer["text"]), key=len
    )
    return bool(locate(shorter, longer))
