"""Ask a language model to fill in one strict form, and read it; what is not quite that form is an error."""

from __future__ import annotations

import json
from typing import Protocol, TypeVar

from pydantic import BaseModel, ValidationError

from pincite.errors import ProviderError
from pincite.records.completion import Completion, Prompt

F = TypeVar("F", bound=BaseModel)
_MOST_SAID = 120


class Completes(Protocol):
    """The one thing that is needed of a language model here."""

    def complete(self, prompt: Prompt) -> Completion: ...


def filled(model: Completes, prompt: Prompt, form: type[F]) -> F:
    """The form as the model fills it in, or a ProviderError that says why there is none."""
    try:
        said = model.complete(prompt)
    except OSError as error:
        raise ProviderError(
            f"The language model failed: {error}.", hint="Try again.", retryable=True
        ) from error
    if said.stopped == "refusal":
        raise ProviderError(f"The model refused: {_start(said.text)}.", hint="Use another model.")
    if said.stopped != "end":
        raise ProviderError(
            "The model's reply breaks off at the limit of its length.",
            hint="Allow longer replies.",
            retryable=True,
        )
    return read_form(said.text, form)


def read_form(text: str, form: type[F]) -> F:
    """The form that a text holds in JSON."""
    try:
        return form.model_validate(json.loads(text))
    except json.JSONDecodeError as error:
        raise _unreadable(f"it is not JSON: {error.msg}, in {_start(text)}") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the whole of it"
        raise _unreadable(f"{where}: {first['msg']}") from error


def _unreadable(problem: str) -> ProviderError:
    return ProviderError(f"The model's reply cannot be read: {problem}.", hint="Ask again.", retryable=True)


def _start(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= _MOST_SAID else f"{line[:_MOST_SAID]}…")
