"""Send texts in batches that a service accepts, several at a time, and put the replies in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from pincite.errors import ProviderError
from pincite.providers.faults import Calls

T = TypeVar("T")
Send = Callable[[Sequence[str]], Sequence[T]]


def in_batches(texts: Sequence[str], calls: Calls, send: Send[T]) -> list[T]:
    """What `send` gives for every text, in their order; its first error, and then nothing more is sent."""
    batches = list(_batches(texts, calls))
    if len(batches) <= 1:
        return [each for batch in batches for each in send(batch)]
    executor = ThreadPoolExecutor(min(calls.parallel, len(batches)))
    try:
        # Each with what holds here, such as the time that is left.
        contexts = [copy_context() for _ in batches]
        replies = list(executor.map(lambda context, batch: context.run(send, batch), contexts, batches))
    finally:
        executor.shutdown(cancel_futures=True)
    return [each for reply in replies for each in reply]


def _batches(texts: Sequence[str], calls: Calls) -> Iterator[list[str]]:
    """Whole texts: up to so many, and up to so many characters unless one alone has more."""
    batch: list[str] = []
    chars = 0
    for text in texts:
        if batch and (len(batch) == calls.batch_texts or chars + len(text) > calls.batch_chars):
            yield batch
            batch, chars = [], 0
        batch.append(text)
        chars += len(text)
    if batch:
        yield batch


def by_index(provider: str, found: Sequence[tuple[int, T]], count: int) -> list[T]:
    """What a reply names by the place of its text, in the order of the texts: each place once."""
    places = dict(found)
    if len(found) != count or places.keys() != set(range(count)):
        raise ProviderError(
            f"{provider} was sent {count} texts and answered for others ({len(found)} replies).",
            hint="Check the option `base_url`, or report it to the service.",
        )
    return [places[place] for place in range(count)]


def as_vectors(provider: str, rows: Sequence[Sequence[float]], count: int, size: int) -> NDArray[np.float32]:
    """The rows as vectors, or a ProviderError where one is missing, of another size or not all numbers."""
    if len(rows) != count:
        raise ProviderError(f"{provider} was sent {count} texts and gave {len(rows)} vectors.", hint=_REPORT)
    wrong = next((len(row) for row in rows if len(row) != size), None)
    if wrong is not None:
        raise ProviderError(
            f"{provider} gave a vector of {wrong} numbers; {size} were expected.",
            hint=f"Set the option `dimensions` to {wrong} if that is the size of the model's vectors.",
        )
    with np.errstate(over="ignore"):
        vectors = np.array(rows, dtype=np.float32).reshape(count, size)
    if not np.isfinite(vectors).all():
        raise ProviderError(
            f"{provider} gave a vector that contains something other than a finite number.", hint=_REPORT
        )
    return vectors


def as_scores(provider: str, scores: Sequence[float]) -> list[float]:
    """The scores, or a ProviderError where one is not a finite number."""
    if not np.isfinite(np.array(scores, dtype=np.float64)).all():
        raise ProviderError(f"{provider} gave a score that is not a finite number.", hint=_REPORT)
    return [float(score) for score in scores]


_REPORT = "Try another model, or report it to the service."
