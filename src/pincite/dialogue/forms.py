"""Ask a language model to fill in one strict form, and read it; what is not quite that form is an error."""

from __future__ import annotations

from typing import TypeVar

from pydantic import BaseModel, ValidationError

from pincite.dialogue.ladder import obtain
from pincite.dialogue.spending import Fills, counted
from pincite.dialogue.utterance import json_in
from pincite.errors import ProviderError, UnreadableReply
from pincite.records.completion import Prompt

F = TypeVar("F", bound=BaseModel)


def filled(model: Fills, prompt: Prompt, form: type[F], by: str) -> F:
    """The form as the model fills it in, or a ProviderError that says why there is none.

    The cost is recorded for the stage that asks, `by`, whether the reply is usable or not.
    """
    with counted(model, by, prompt.instructions) as counting:
        try:
            obtained = obtain(counting.complete, model.rungs, prompt, lambda text: read_form(text, form))
        except OSError as error:
            raise ProviderError(
                f"The language model failed: {error}.", hint="Try again.", retryable=True
            ) from error
        counting.kept_to(obtained.rung, obtained.notes)
        return obtained.reply


def read_form(text: str, form: type[F]) -> F:
    """The form that a text holds in JSON, or an UnreadableReply that says what is wrong with it."""
    try:
        return form.model_validate(json_in(text))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the whole of it"
        raise UnreadableReply(
            f"The model's reply cannot be read: {where}: {first['msg']}.", hint="Ask again.", retryable=True
        ) from error
