"""Put one question about some lines to a model, and say afterwards what that took."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pincite.answer.claims import Proposal
from pincite.dialogue.ladder import Obtained, obtain
from pincite.dialogue.replies import reply_schema
from pincite.dialogue.spending import Counting, spend, taken
from pincite.errors import ProviderError, TruncatedReply
from pincite.generate.fragments import Instructions, instructions, question_of
from pincite.generate.reply import read_reply
from pincite.generate.showing import Showing, showings
from pincite.protocols import LanguageModel
from pincite.records.awaited import Gathering
from pincite.records.completion import Prompt, Rung, Usage
from pincite.records.document import Document
from pincite.records.question import Question

_ALWAYS = (
    *("text", "boolean", "amount", "percentage", "duration"),
    *("date", "number", "person", "organisation", "address"),
)


@dataclass(frozen=True, slots=True)
class Asking:
    """One question about one version of one document, and the means to hold the model to a form."""

    question: Question
    document: Document
    version: str
    rungs: Sequence[Rung]

    @property
    def instructions(self) -> Instructions:
        return instructions(offered(self.question), self.question.generation.answer_shape)

    def all_of(
        self, model: LanguageModel, numbers: Sequence[int], most_chars: int, halvings: int
    ) -> list[Obtained[Proposal]]:
        """What the model says of these lines, in as many prompts as they need."""
        said: list[Obtained[Proposal]] = []
        gathering = Gathering()
        for each in showings(self.document, numbers, most_chars):
            with gathering.one():
                said += self._about(model, each, most_chars, halvings)
        gathering.finish()
        return said

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
        said: list[Obtained[Proposal]] = []
        gathering = Gathering()
        for half in (shown.numbers[:middle], shown.numbers[middle:]):
            with gathering.one():
                said += self.all_of(model, half, most_chars, halvings - 1)
        gathering.finish()
        return said

    def _once(self, model: LanguageModel, shown: Showing) -> Obtained[Proposal]:
        types = offered(self.question)
        schema = _citing(reply_schema(types), shown.numbers)
        prompt = Prompt(self.instructions.text, shown.text, question_of(self.question.generation), schema)
        counting = Counting(model)
        try:
            return obtain(
                counting.complete, self.rungs, prompt, lambda text: read_reply(text, types, self.version)
            )
        except ProviderError:
            # What it took counts, though nothing came of it that a proposal could tell.
            spend(counting.entry("generator", self.instructions.text))
            raise


def offered(question: Question) -> tuple[str, ...]:
    """The kinds of value that a model may answer in: the likeliest first, unless the user demands one.

    What the question seems to ask for is a guess from its wording, and must not shut an answer out.
    """
    guessed = question.generation.answer_types
    return guessed if question.generation.demanded else tuple(dict.fromkeys((*guessed, *_ALWAYS)))


def told(model: str, told_to: Instructions, said: Sequence[Obtained[Proposal]]) -> tuple[str, ...]:
    """Which model spoke, by which prompt and rungs, what became of stronger rungs, and the tokens it took."""
    if not said:
        return ()
    usage = sum((each.usage for each in said), Usage())
    rungs = ", ".join(dict.fromkeys(each.rung for each in said))
    prompt = f"prompt {told_to.fingerprint} ({' '.join(told_to.parts)})"
    line = f"model {model}: {prompt}, form enforced by {rungs}, {taken(usage)}"
    return (line, *_each_once(note for each in said for note in each.notes))


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
