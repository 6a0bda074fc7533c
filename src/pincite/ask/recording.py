"""Record a run with its answer, so that `why` and `runs` can show later how it came about."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime

from pincite.answer.answers import Answer
from pincite.ask.failures import WHERE
from pincite.ask.made_by import made_by
from pincite.ask.report import with_caveats
from pincite.ask.trace_parts import parts_of
from pincite.ask.unsaid import Unsaid
from pincite.errors import StoreError
from pincite.protocols import Store
from pincite.records.library import ReadBy, RunRecord
from pincite.records.run import Run
from pincite.settings import Settings

_PAUSES_SECONDS, _LONG_SECONDS = (0.1, 0.5), 2.0


def recorded(store: Store, settings: Settings, answer: Answer, read: Iterable[ReadBy], run: Run) -> Answer:
    """The answer, whose run is kept now; or with a caveat that says why it is not."""
    read = tuple(read)
    unsaid = Unsaid.of(os.environ, settings.model_dump(exclude_defaults=True))
    record = RunRecord(
        id=run.id,
        collection=settings.collection,
        asked_at=datetime.now(UTC).isoformat(timespec="seconds"),
        question=answer.question,
        outcome=answer.outcome,
        answer=_published(answer, unsaid).to_json(),
        trace=_trace(run, unsaid),
        documents=tuple(each.identity for each in read),
        candidates=tuple(run.candidates),
        parts=parts_of(run, made_by(settings, read), unsaid),
    )
    try:
        _keep(store, record)
    except StoreError as error:
        return with_caveats(unrecorded(answer), [f"This run was not recorded: {error.message}"])
    return answer


def _keep(store: Store, record: RunRecord) -> None:
    """Keep a run, also where the connection to the library is cut meanwhile: twice is as once."""
    for pause_seconds in _PAUSES_SECONDS:
        began = time.monotonic()
        try:
            return store.record(record)
        except StoreError as error:
            # What is refused only after a while was waited for already.
            if not error.retryable or time.monotonic() - began > _LONG_SECONDS:
                raise
        time.sleep(pause_seconds)
    return store.record(record)


def unrecorded(answer: Answer) -> Answer:
    """The answer without the id by which `why` would look for its run."""
    error = answer.error
    if error:
        error = error.model_copy(update={"hint": error.hint.removesuffix(WHERE).rstrip()})
    return answer.model_copy(update={"run": "", "error": error})


def _published(answer: Answer, unsaid: Unsaid) -> Answer:
    """The answer to keep: what we say of files in it names them without their folders."""
    error = answer.error
    if error:
        said = {"message": unsaid.without(error.message), "hint": unsaid.without(error.hint)}
        error = error.model_copy(update=said)
    caveats = [unsaid.without(each) for each in answer.caveats]
    return answer.model_copy(update={"caveats": caveats, "error": error})


def _trace(run: Run, unsaid: Unsaid) -> str:
    steps = [asdict(step) for step in run.steps]
    decisions = [unsaid.without(each) for each in run.decisions]
    return json.dumps({"steps": steps, "decisions": decisions, "likeliest": run.likeliest})
