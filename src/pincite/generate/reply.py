"""Read what a model replied; what cannot be read is an error with its cause, never "not found"."""

from __future__ import annotations

import json

from pydantic import ValidationError

from pincite.contract.claims import Proposal
from pincite.contract.replies import proposal_of, reply_model
from pincite.errors import ProviderError

_SHOWN = 120


def read_reply(text: str, answer_types: tuple[str, ...], version: str) -> Proposal:
    """The claims of a reply in JSON, or a ProviderError that says what is wrong with it."""
    if not text.strip():
        raise ProviderError("The model's reply is empty.", hint="Ask again.", retryable=True)
    try:
        said = json.loads(text)
    except json.JSONDecodeError as error:
        cut = error.pos >= len(text.rstrip())
        problem = "breaks off before its end" if cut else f"is not JSON: {error.msg} at character {error.pos}"
        raise ProviderError(
            f"The model's reply {problem}. It ends: {_end(text)}",
            hint="Ask again, with a higher limit on the reply's length." if cut else "Ask again.",
            retryable=True,
        ) from error
    try:
        return proposal_of(reply_model(answer_types).model_validate(said), version)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "reply"
        raise ProviderError(
            f"The model's reply does not have the form that was asked for: {where}: {first['msg']}.",
            hint="Ask again.",
            retryable=True,
        ) from error


def _end(text: str) -> str:
    tail = text.rstrip()[-_SHOWN:]
    return repr(tail if len(tail) < _SHOWN else f"…{tail}")
