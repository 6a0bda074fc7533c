"""What the reading model is shown and how it replies, as token numbers: one form for training and for use.

A reply is `none`, or items, one a line, or a yes or no:

    12 three months' notice            the words of line 12 that answer
    12+14                              all of two lines, the one that says it first
    16 @Fee: 120                       of a row, the cell under a column
    yes 3+4 unless 9                   by lines 3 and 4, under the condition in line 9

Items stand on lines of their own, because words hold any sign but no line break. Each part is tokenised by
itself: so the end of a number, of a column and of words is always the end of a token.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

VERSION = "reply/1"
# The marks between which SmolLM2 was taught to find a turn of a conversation.
START, END = 1, 2
NONE, YES, NO, PLUS, COLUMN, UNLESS, NEXT = "none", "yes", "no", "+", " @", " unless", "\n"
_TOLD = "Which lines answer the question? Reply with their numbers and words, or with none."

Encode = Callable[[str], list[int]]
"""Token numbers of a text in which no mark of the conversation counts as one."""


@dataclass(frozen=True, slots=True)
class ReplyItem:
    """One thing that is pointed at."""

    lines: tuple[int, ...]
    column: str = ""
    words: str = ""
    """As they stand in a line; empty for all of it."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What the model says of one question; nothing at all is `none`."""

    items: tuple[ReplyItem, ...] = ()
    says: bool | None = None
    """Of a yes or no which it is; its lines are those of the one item."""
    unless: int | None = None

    def pieces(self) -> Iterator[str]:
        """The parts of the reply that are tokenised, in order."""
        if not self.items:
            yield NONE
            return
        if self.says is not None:
            yield from (YES if self.says else NO, " ")
        for at, item in enumerate(self.items):
            if at:
                yield NEXT
            for place, number in enumerate(item.lines):
                yield from (PLUS, str(number)) if place else (str(number),)
            if item.column:
                yield from (COLUMN, f"{item.column}:")
            if item.words:
                yield f" {item.words}"
        if self.unless is not None:
            yield from (UNLESS, " ", str(self.unless))

    @property
    def text(self) -> str:
        return "".join(self.pieces())


def reply_ids(reply: Reply, encode: Encode) -> list[int]:
    return [*(number for piece in reply.pieces() for number in encode(piece)), END]


def prompt_ids(question: str, view: str, encode: Encode) -> list[int]:
    """The question stands before the lines, so that they are read with it in mind, and after them."""
    asked = f"Question: {' '.join(question.split())}"
    shown = encode(f"user\n{_TOLD}\n{asked}\n\n{view}\n\n{asked}")
    return [START, *shown, END, *encode("\n"), START, *encode("assistant\n")]
