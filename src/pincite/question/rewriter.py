"""Let a language model make a whole question of a message that leans on what was asked before.

It sees the questions so far, their outcomes and, in short, the answers that the user saw; no other word of
any document. What it writes is asked like any question, so it can prove nothing.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from importlib import resources
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from pincite.dialogue.forms import filled
from pincite.errors import ProviderError
from pincite.protocols import LanguageModel
from pincite.question.parse import MAX_QUESTION_CHARS
from pincite.records.completion import Prompt
from pincite.records.run import Exchange

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
