"""Make a whole question of a message that says too little by itself, by joining it to the one before.

Whether it says too little is what the parser says: it would ask back. No pattern looks for pronouns or for
words like "and": a message that names anything is asked as it was typed, however much it leans on the
question before, unless the user joins it with `JOINS`. What is joined is told before the question, which
the parser searches for and does not take for a question of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.errors import InputError
from pincite.question.parse import MAX_QUESTION_CHARS, RuleParser
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
