"""The answer of a question that could not be worked on, and the errors that make it fail.

It is `failed` with the error, whatever happened: an outage is never taken for silence of the documents.
"""

from __future__ import annotations

from pincite.answer.answers import Answer, Coverage, Failure, Strictness
from pincite.answer.claims import Signals
from pincite.answer.own_signals import together
from pincite.errors import PinciteError, Stopped
from pincite.records.bounds import Over
from pincite.records.run import Run

WHERE = "`pincite why` shows where it happened."


def failed(question: str, strictness: Strictness, error: PinciteError, run: Run) -> Answer:
    """The answer of a run that could not take place, for whoever meets the error before `ask` does."""
    return Answer(
        outcome="failed",
        # A broken character cannot be written as JSON, and the answer must be.
        question=question.encode("utf-8", "replace").decode(),
        strictness=strictness,
        method="none",
        items=[],
        conflict=None,
        signals=Signals.nothing().with_own(together(())),
        clarification=None,
        caveats=[],
        coverage=Coverage.nothing(),
        error=Failure.of(error),
        run=run.id,
        seconds=0.0,
    )


def stopped(over: Over) -> PinciteError:
    """A question that ended early: worth asking again, with more time."""
    return Stopped(
        f"The question was stopped before it was answered: {over}.",
        hint=over.hint,
        retryable=True,
    )


def unforeseen(error: Exception) -> PinciteError:
    """A fault of a plug-in or of ours, as an error that can be shown."""
    said = " ".join(str(error).split()) or "no reason given"
    return PinciteError(
        f"Pincite could not work on the question: {type(error).__name__}: {said}.",
        hint=f"This is a bug in Pincite or in a plug-in. {WHERE}",
    )
