"""Read what a model replied; what cannot be read is an error with its cause, never "not found"."""

from __future__ import annotations

from pydantic import ValidationError

from pincite.answer.claims import Proposal
from pincite.dialogue.replies import proposal_of, reply_model
from pincite.dialogue.utterance import json_in
from pincite.errors import UnreadableReply

_MOST_PROBLEMS = 8


def read_reply(text: str, answer_types: tuple[str, ...], version: str) -> Proposal:
    """The claims of a reply in JSON, or an UnreadableReply that says all that is wrong with it."""
    try:
        return proposal_of(reply_model(answer_types).model_validate(json_in(text)), version)
    except ValidationError as error:
        raise UnreadableReply(
            f"The model's reply does not have the form that was asked for: {_problems(error)}.",
            hint="Ask again.",
            retryable=True,
        ) from error


def _problems(error: ValidationError) -> str:
    """Every place and what is wrong there. Not the values: they may be long and are the model's own."""
    problems = error.errors(include_url=False, include_input=False, include_context=False)
    listed = [
        f"{'.'.join(str(part) for part in problem['loc']) or 'reply'}: {problem['msg']}"
        for problem in problems[:_MOST_PROBLEMS]
    ]
    more = len(problems) - len(listed)
    return "; ".join(listed) + (f"; and {more} more" if more else "")
