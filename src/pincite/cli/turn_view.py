"""Show one turn of a conversation: its answer, and the question as asked where that is not what was typed."""

from __future__ import annotations

import json

from rich.text import Text

from pincite.ask.conversation import Turn
from pincite.cli.answer_view import show_answer
from pincite.cli.reporting import show_error
from pincite.cli.running_text import one_line
from pincite.cli.screen import notice, print_line, print_text


def show_turn(turn: Turn) -> None:
    """The turn for a person: an error goes to standard error, with what has to be known beside it."""
    if turn.rewritten_by:
        print_text(Text.assemble(("Asked as: ", "bold"), one_line(turn.question)), hanging=2)
    if turn.answer.error is None:
        show_answer(turn.answer)
        return
    show_failure(turn)
    for caveat in turn.answer.caveats:
        notice(f"Note: {one_line(caveat)}")


def show_failure(turn: Turn) -> None:
    """Why there is no answer, if so."""
    if error := turn.answer.error:
        show_error(error.message, error.hint)


def print_turn(turn: Turn) -> None:
    """The turn for a program: one line of JSON."""
    content = {
        "said": turn.said,
        "question": turn.question,
        "rewritten_by": turn.rewritten_by,
        "answer": json.loads(turn.answer.to_json()),
    }
    print_line(content)
