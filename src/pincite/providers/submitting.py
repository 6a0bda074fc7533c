"""What services for batches have in common: names of requests, faults of a single one, what was submitted.

A batch is sent once and not again by itself: a service that did not answer may have taken it all the same,
and would be paid twice. Whether it has, `find` of the service tells later.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from pincite.errors import ProviderError
from pincite.providers.conversing import Line, status_of
from pincite.providers.faults import fault_of_status, redacted
from pincite.records.completion import BatchResult, Completion, Rung

T = TypeVar("T")
CLOCKS_DIFFER_SECONDS: Final = 300.0
"""By how much the clocks of a service and of this machine may differ."""
_MOST_LISTED = 1_000
_CUSTOM_ID = re.compile(r"pincite-([0-9a-f]+)-(\d+)")


class Unsure(ProviderError):
    """A service did not answer: nobody knows whether it has taken the batch."""


class Undecided(ProviderError):
    """It cannot be told whether a batch was taken; the message says why, `retryable` whether it will be."""


def custom_id(token: str, number: int) -> str:
    """The name of a request in its batch: letters, digits and hyphens, at most 64, for every service."""
    return f"pincite-{token}-{number}"


def number_in(named: str, token: str) -> int | None:
    """The number of a request by its name; None where it is none of this batch."""
    match = _CUSTOM_ID.fullmatch(named)
    return int(match[2]) if match and match[1] == token else None


def sent_once(line: Line, send: Callable[[], T], errors: tuple[type[Exception], ...]) -> T:
    """What is given for a batch; a ProviderError where it was refused, and `Unsure` where nobody knows."""
    arrived: list[bool] = []

    def once() -> T:
        try:
            return send()
        except ProviderError:  # it answered, in a form that nobody understands
            arrived.append(True)
            raise
        except errors as error:
            # What a service says below 500 it says before it begins with anything.
            arrived.append(not 0 < status_of(error) < 500 and not _never_left(error))
            raise

    try:
        return replace(line, calls=replace(line.calls, attempts=1)).call(once, errors)
    except ProviderError as error:
        if arrived and arrived[-1]:
            raise Unsure(error.message, hint=error.hint, retryable=True) from error
        raise


def failed_with(line: Line, named: str, rung: Rung, status: int, said: str) -> BatchResult:
    """What an error of a single request means: one that a reply would be, or a failure."""
    held = line.key()
    declined = line.declined(status, redacted(said, held), rung)
    if declined:
        return BatchResult(named, "errored", declined)
    error = fault_of_status(line.provider, status, redacted(said, held), line.model, line.key_variable).error
    return BatchResult(named, "errored", error=error.message, retryable=error.retryable)


@dataclass(frozen=True, slots=True)
class Rungs:
    """How each request of a batch is held to a form, by its name."""

    token: str
    rungs: Mapping[int, Rung]

    def of(self, named: str) -> Rung | None:
        """None for what is no request of this batch."""
        number = number_in(named, self.token)
        return None if number is None else self.rungs.get(number)

    def names(self) -> list[str]:
        return [custom_id(self.token, number) for number in self.rungs]


def replied(named: str, said: Completion) -> BatchResult:
    return BatchResult(named, "succeeded", said)


def refuse_too_many(listed: Sequence[object]) -> None:
    """Nothing, or `Undecided` where looking through all batches of a service would never end."""
    if len(listed) >= _MOST_LISTED:
        raise Undecided(
            f"The service lists more than {_MOST_LISTED:,} batches since the one that was interrupted.",
            hint="Look whether the batch is there. If it is not: --submit-again",
        )


def _never_left(error: BaseException | None) -> bool:
    """Whether nobody listened, so that nothing was sent."""
    while error is not None:
        if isinstance(error, ConnectionRefusedError):
            return True
        error = error.__cause__ or error.__context__
    return False
