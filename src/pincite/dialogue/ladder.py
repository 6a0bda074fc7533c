"""Get a reply in the form that was agreed upon, by the strongest means that the model keeps to.

Each rung is tried once, from the strongest down; on the last one the model is told what was wrong with its
reply and may mend it once. What a rung came to is noted. A refusal and a reply that breaks off end it: a
weaker rung would change nothing about them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from pincite.errors import ProviderError, RefusedByModel, TruncatedReply, UnreadableReply
from pincite.records.completion import Completion, Earlier, Prompt, Rung, Usage

T = TypeVar("T")
Complete = Callable[[Prompt], Completion]
_MOST_SAID = 200


@dataclass(frozen=True, slots=True)
class Obtained(Generic[T]):
    """What was read from a reply, on which rung, what became of those above it, and what it took."""

    reply: T
    rung: Rung
    notes: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)


def obtain(
    complete: Complete, rungs: Sequence[Rung], prompt: Prompt, read: Callable[[str], T]
) -> Obtained[T]:
    """The reply as `read` reads it; `read` raises an UnreadableReply where it cannot."""
    notes: list[str] = []
    usage = Usage()
    unread: Prompt | None = None
    for rung in rungs:
        said = complete(replace(prompt, rung=rung))
        usage += said.usage
        if said.stopped == "unsupported":
            notes.append(f"{rung}: not offered: {_short(said.text)}")
            continue
        try:
            reply = read(_whole(said))
        except UnreadableReply as error:
            notes.append(f"{rung}: {said.ignored or 'not kept to'}: {_short(error.message)}")
            unread = replace(prompt, rung=rung, earlier=Earlier(said.text, error.message))
        else:
            told = (f"{rung}: {said.ignored}",) if said.ignored else ()
            return Obtained(reply, rung, (*notes, *told), usage)
    if unread is None:
        raise ProviderError(
            f"The model does not keep to the required form: {'; '.join(notes) or 'no rung is set'}.",
            hint="Set the option `rungs` of the model to [prompt], or use another model.",
        )
    return _mended(complete, unread, read, Obtained(None, unread.rung, tuple(notes), usage))


def _mended(
    complete: Complete, prompt: Prompt, read: Callable[[str], T], so_far: Obtained[None]
) -> Obtained[T]:
    """What the model makes of its reply once it knows the problem; after that there is none."""
    said = complete(prompt)
    try:
        reply = read(_whole(said))
    except UnreadableReply as error:
        raise UnreadableReply(
            f"{error.message} Pincite told it once what was wrong.",
            hint=f"Use another model. Tried: {'; '.join(so_far.notes).rstrip('.')}.",
            retryable=True,
        ) from error
    notes = (*so_far.notes, f"{prompt.rung}: corrected after Pincite said what was wrong")
    return Obtained(reply, prompt.rung, notes, so_far.usage + said.usage)


def _whole(said: Completion) -> str:
    """The text of a reply that came to its end."""
    if said.stopped == "refusal":
        raise RefusedByModel(
            f"The model refused to answer: {said.text[:_MOST_SAID]!r}.",
            hint="Use another model.",
        )
    if said.stopped == "length":
        cut = TruncatedReply(
            "The model's reply was cut off at its length limit.",
            hint="Allow longer replies with the option `max_tokens` of the model, or ask for less.",
            retryable=True,
        )
        cut.said = said.text
        raise cut
    if said.stopped == "unsupported":
        raise UnreadableReply(said.text, hint="Use another model.")
    return said.text


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MOST_SAID else f"{line[:_MOST_SAID]}…"
