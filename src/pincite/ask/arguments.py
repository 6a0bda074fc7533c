"""Check what a caller asks with: a slip is told as one, and is never taken for a fault of ours."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from numbers import Real
from threading import Event

from pydantic import BaseModel

from pincite.ask.named_documents import Named, names_of
from pincite.errors import InputError
from pincite.records.run import Asking
from pincite.values.registered import value_types


def asking_of(
    question: str,
    documents: Named,
    answer_type: str | type[BaseModel] | None,
    unread: Iterable[str],
    progress: Callable[[int, int], None],
) -> Asking:
    """The question with what is said beside it, or an InputError that says what is wrong with it."""
    if not isinstance(question, str):
        raise InputError(f"The question is {question!r}, not a text.", hint="Write a string.")
    return Asking(question, names_of(documents), _type_name(answer_type), tuple(unread), progress)


def checked_bounds(timeout: float | None, cancel: Event | None) -> None:
    """Nothing, or an InputError."""
    if timeout is not None and not (isinstance(timeout, Real) and timeout > 0):
        raise InputError(
            f"The timeout is {timeout!r}; it must be a number of seconds above 0.",
            hint="Write for example timeout=30, or leave it out.",
        )
    if cancel is not None and not hasattr(cancel, "is_set"):
        raise InputError(f"{cancel!r} cannot be watched.", hint="Pass a threading.Event as cancel.")


def _type_name(answer_type: object) -> str | None:
    """The name of an answer type, also where its class is given."""
    if answer_type is None or isinstance(answer_type, str):
        return answer_type
    for name, known in value_types().items():
        if known.model is answer_type:
            return name
    raise InputError(
        f"{answer_type!r} is not an answer type.",
        hint=f"Write one of {', '.join(sorted(value_types()))}, or its class.",
    )
