"""Record a run with its answer, so that `why` can show later how it came about."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, datetime

from pincite.answer.answers import Answer
from pincite.ask.failures import WHERE
from pincite.ask.report import with_caveats
from pincite.errors import StoreError
from pincite.protocols import Store
from pincite.records.library import Identity, RunRecord
from pincite.records.run import Run


def recorded(store: Store, collection: str, answer: Answer, read: tuple[Identity, ...], run: Run) -> Answer:
    """The answer, whose run is kept now; or with a caveat that says why it is not."""
    record = RunRecord(
        id=run.id,
        collection=collection,
        asked_at=datetime.now(UTC).isoformat(timespec="seconds"),
        question=answer.question,
        outcome=answer.outcome,
        answer=answer.to_json(),
        trace=_trace(run),
        documents=read,
        candidates=tuple(run.candidates),
    )
    try:
        store.record(record)
    except StoreError as error:
        return with_caveats(unrecorded(answer), [f"This run was not recorded: {error.message}"])
    return answer


def unrecorded(answer: Answer) -> Answer:
    """The answer without the id by which `why` would look for its run."""
    error = answer.error
    if error:
        error = error.model_copy(update={"hint": error.hint.removesuffix(WHERE).rstrip()})
    return answer.model_copy(update={"run": "", "error": error})


def _trace(run: Run) -> str:
    steps = [asdict(step) for step in run.steps]
    return json.dumps({"steps": steps, "decisions": run.decisions, "likeliest": run.likeliest})
