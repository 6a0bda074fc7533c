"""A language model that says what it was told to, or fails as it was told to: for tests and rehearsals."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from pincite.errors import ProviderError
from pincite.records.completion import Completion, Prompt, Rung


class Fault(Enum):
    """The ways in which a real provider fails."""

    OUTAGE = "outage"
    TIMEOUT = "timeout"
    REFUSAL = "refusal"
    BROKEN_JSON = "broken json"
    TRUNCATION = "truncation"
    WRONG_FORM = "wrong form"
    SILENCE = "silence"


@dataclass(slots=True)
class Scripted:
    """Gives its replies in order, and the last one from then on."""

    replies: tuple[str | Fault, ...]
    given: int = 0
    rungs: tuple[Rung, ...] = ("structured",)
    name: ClassVar[str] = "scripted"

    def complete(self, prompt: Prompt) -> Completion:
        reply = self.replies[min(self.given, len(self.replies) - 1)]
        self.given += 1
        return _failing(reply) if isinstance(reply, Fault) else Completion(reply)


def _failing(fault: Fault) -> Completion:
    if fault is Fault.OUTAGE:
        raise ConnectionError("connection refused")
    if fault is Fault.TIMEOUT:
        raise ProviderError(
            "The model did not answer within 30 seconds.", hint="Try again later.", retryable=True
        )
    return {
        Fault.REFUSAL: Completion("I cannot help with that.", "refusal"),
        Fault.BROKEN_JSON: Completion('{"q1": {"items": [{"value": ]}}'),
        Fault.TRUNCATION: Completion('{"q1": {"items": [{"value": {"answer_type": "amo', "length"),
        Fault.WRONG_FORM: Completion('{"answer": "EUR 4,500.00"}'),
        Fault.SILENCE: Completion(""),
    }[fault]
