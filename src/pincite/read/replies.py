"""Remember every reply of a language model while one question is answered: no prompt is sent twice."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace

from pincite.records.completion import Completion, Prompt, Usage

_REPLIES: ContextVar[dict[str, Completion] | None] = ContextVar("replies", default=None)


@contextmanager
def remembered() -> Iterator[None]:
    """Replies are remembered from here on, by this thread; inside another such block, with those of that."""
    if _REPLIES.get() is not None:
        yield
        return
    token = _REPLIES.set({})
    try:
        yield
    finally:
        _REPLIES.reset(token)


def once(model: str, complete: Callable[[Prompt], Completion]) -> Callable[[Prompt], Completion]:
    """Asks a model for what it was not asked before; a reply that is remembered takes no tokens."""

    def completed(prompt: Prompt) -> Completion:
        known = _REPLIES.get()
        if known is None:
            return complete(prompt)
        key = _key(model, prompt)
        if key in known:
            return replace(known[key], usage=Usage())
        known[key] = complete(prompt)
        return known[key]

    return completed


def _key(model: str, prompt: Prompt) -> str:
    earlier = [prompt.earlier.text, prompt.earlier.problem] if prompt.earlier else []
    said = [model, prompt.rung, prompt.instructions, prompt.facts, prompt.context, prompt.question]
    written = json.dumps([*said, prompt.schema, earlier], sort_keys=True)
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()
