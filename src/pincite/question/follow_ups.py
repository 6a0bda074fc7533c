"""Make a whole question of a message that says too little by itself, by joining it to the one before.

Whether it says too little is what the parser says: it would ask back. No pattern looks for pronouns or for
words like "and": a message that names anything is asked as it was typed, however much it leans on the
question before, unless the user joins it with `JOINS`. What is joined is told before the question, which
the parser searches for and does not take for a question of its own.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from pincite.dialogue.forms import filled
from pincite.errors import InputError, ProviderError
from pincite.protocols import LanguageModel
from pincite.question.parse import MAX_QUESTION_CHARS, RuleParser
from pincite.records.completion import Prompt
from pincite.records.run import Exchange

JOINS = "+"
_ENDS = " ?!.…"


@dataclass(frozen=True, slots=True)
class Joining:
    """Messages as whole questions, without a language model."""

    parser: RuleParser

    def whole(self, said: str, earlier: Sequence[Exchange]) -> str:
        """The message itself, or joined to the last question where it says too little or is marked so."""
        message = without_mark(said)
        if not earlier or not message:
            return message
        joined = self._joined(message, earlier[-1], marked=message != _on_one_line(said))
        return joined if len(joined) <= MAX_QUESTION_CHARS else message

    def can_be_read(self, said: str) -> bool:
        """Whether there is a message at all: nothing can be made of an empty, endless or broken one."""
        try:
            self.parser.read(without_mark(said))
        except InputError:
            return False
        return True

    def _joined(self, message: str, before: Exchange, *, marked: bool) -> str:
        if marked:
            return told_before(before.question, message)
        if before.asked_back:
            return self._reply(message, before.question)
        return message if self._says_enough(message) else told_before(before.question, message)

    def _reply(self, message: str, question: str) -> str:
        """The question that was too vague with the reply."""
        is_question = message.endswith("?") and self._says_enough(message)
        return message if is_question else told_before(message, question)

    def _says_enough(self, message: str) -> bool:
        """Whether a word of it says what is looked for."""
        if not self.can_be_read(message):
            return True  # the question itself says what is wrong with it
        return self.parser.read(message).retrieval.telling


def without_mark(said: str) -> str:
    """The message on one line, without the sign that joins it."""
    return _on_one_line(said).removeprefix(JOINS).strip()


def told_before(told: str, question: str) -> str:
    """A question with something told before it, as a sentence."""
    return f"{told.rstrip(_ENDS)}. {question}"


def _on_one_line(said: str) -> str:
    return " ".join(said.split())


MOST_EARLIER = 6
MOST_TOLD, LONGEST_TOLD = 5, 200
_LONGEST_QUESTION = 500


class Rewriting(BaseModel):
    """The reply that is asked for: whether the message is a whole question, and the whole question."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    whole: bool
    question: Annotated[str, Field(max_length=MAX_QUESTION_CHARS)]


def rewritten(model: LanguageModel, message: str, earlier: Sequence[Exchange]) -> str:
    """The whole question, which may be the message itself; a ProviderError says why there is none."""
    reply = filled(model, prompt_for(message, earlier), Rewriting, "rewriter")
    if reply.whole:
        return message
    question = " ".join(reply.question.split())
    if not question:
        raise ProviderError(
            "The model says that the message is not whole, and gives no question.", hint="Ask again."
        )
    return question


def prompt_for(message: str, earlier: Sequence[Exchange]) -> Prompt:
    """What was asked and answered so far, bounded, and the message."""
    lines = [
        line for number, each in enumerate(earlier[-MOST_EARLIER:], start=1) for line in _shown(number, each)
    ]
    return Prompt(
        instructions=_instructions(),
        context="\n".join(lines),
        question=message,
        schema=Rewriting.model_json_schema(),
    )


def _shown(number: int, exchange: Exchange) -> Iterator[str]:
    """One turn, each line under its number: no words of an answer look like another turn."""
    yield f"{number} asked: {_short(exchange.question, _LONGEST_QUESTION)}"
    yield f"{number} outcome: {exchange.outcome}"
    label = "asked back" if exchange.asked_back else "answer"
    for told in exchange.told[:MOST_TOLD]:
        yield f"{number} {label}: {_short(told, LONGEST_TOLD)}"


def _short(text: str, longest: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


@functools.cache
def _instructions() -> str:
    return resources.files("pincite.question").joinpath("prompts/rewriter.md").read_text("utf-8")
