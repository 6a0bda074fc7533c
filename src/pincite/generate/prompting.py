"""Put one question about some lines to a model, and say afterwards what that took."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from pincite.contract.claims import Proposal
from pincite.contract.ladder import Obtained, obtain
from pincite.contract.own_signals import fragments
from pincite.contract.replies import reply_schema
from pincite.errors import TruncatedReply
from pincite.generate.reply import read_reply
from pincite.generate.showing import Showing, showings
from pincite.protocols import LanguageModel
from pincite.records.completion import Prompt, Rung, Usage
from pincite.records.document import Document
from pincite.records.question import Question


@dataclass(frozen=True, slots=True)
class Asking:
    """One question about one version of one document, and the means to hold the model to a form."""

    question: Question
    document: Document
    version: str
    rungs: Sequence[Rung]

    def all_of(
        self, model: LanguageModel, numbers: Sequence[int], most_chars: int, halvings: int
    ) -> list[Obtained[Proposal]]:
        """What the model says of these lines, in as many prompts as they need."""
        shown = showings(self.document, numbers, most_chars)
        return [said for each in shown for said in self._about(model, each, most_chars, halvings)]

    def _about(
        self, model: LanguageModel, shown: Showing, most_chars: int, halvings: int
    ) -> list[Obtained[Proposal]]:
        """What it says of what is shown; where its reply breaks off, what it says of each half."""
        try:
            return [self._once(model, shown)]
        except TruncatedReply:
            if halvings == 0 or len(shown.numbers) == 1:
                raise
        middle = len(shown.numbers) // 2
        halves = (shown.numbers[:middle], shown.numbers[middle:])
        return [said for half in halves for said in self.all_of(model, half, most_chars, halvings - 1)]

    def _once(self, model: LanguageModel, shown: Showing) -> Obtained[Proposal]:
        types = self.question.generation.answer_types
        schema = _citing(reply_schema(types), shown.numbers)
        prompt = Prompt(instructions(), shown.text, _asked(self.question), schema)
        return obtain(model.complete, self.rungs, prompt, lambda text: read_reply(text, types, self.version))


def told(model: str, said: Sequence[Obtained[Proposal]]) -> tuple[str, ...]:
    """Which model spoke, by which prompt and rungs, what became of stronger rungs, and the tokens it took."""
    if not said:
        return ()
    usage = sum((each.usage for each in said), Usage())
    rungs = ", ".join(dict.fromkeys(each.rung for each in said))
    cached = f" ({usage.cached_tokens:,} of them cached)" if usage.cached_tokens else ""
    cost = "" if usage.cost is None else f", cost {usage.cost.normalize():f}"
    line = (
        f"model {model}: prompt {fingerprint()}, held to its form by {rungs}, {usage.calls:,} calls, "
        f"{usage.input_tokens:,} tokens in{cached} and {usage.output_tokens:,} out{cost}"
    )
    return (line, *_each_once(note for each in said for note in each.notes))


def instructions() -> str:
    """What every question is asked with, and what the user's own signals add to it."""
    return "\n".join(part for part in (_base(), fragments()) if part)


@functools.cache
def _base() -> str:
    return resources.files("pincite.generate").joinpath("prompts/base.md").read_text("utf-8")


def fingerprint() -> str:
    """Changes with every letter of the instructions: two traces with the same one were asked alike."""
    return hashlib.sha256(instructions().encode()).hexdigest()[:12]


def _asked(question: Question) -> str:
    """The user's own words, and in a second attempt why the first was refused."""
    generation = question.generation
    if not generation.refused:
        return generation.asked
    reasons = "\n".join(f"- {reason}" for reason in generation.refused)
    return f"{generation.asked}\n\nAn earlier reply was refused:\n{reasons}"


def _citing(schema: Mapping[str, Any], numbers: Sequence[int]) -> dict[str, Any]:
    """The schema with the lines that may be cited, for a model that can be held to them.

    A range and not a list: as numbers of a long document they would be most of the schema.
    """
    definitions = dict(schema["$defs"])
    cited = definitions["CitedLines"]
    bounds = {"minimum": numbers[0], "maximum": numbers[-1]}
    lines = {key: cited["properties"][key] | bounds for key in ("first_line", "last_line")}
    definitions["CitedLines"] = {**cited, "properties": {**cited["properties"], **lines}}
    return {**schema, "$defs": definitions}


def _each_once(notes: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(notes))
