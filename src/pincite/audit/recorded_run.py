"""A run as it is read back: the record, the parts beside it, its entry in the chain; all of it as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from pincite.answer.answers import Answer
from pincite.answer.reviews import Review
from pincite.records.chain import ChainEntry
from pincite.records.library import RunRecord

RUN_SCHEMA = "pincite.run/1"


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A run with all that was recorded of it."""

    record: RunRecord
    parts: dict[str, Any] = field(repr=False)
    """By name, see `ask/trace_parts.py`."""
    entry: ChainEntry | None

    def part(self, name: str, otherwise: Any) -> Any:
        return self.parts.get(name, otherwise)

    @property
    def answer(self) -> Answer | None:
        """As it was given; None where this version cannot read it."""
        try:
            return Answer.model_validate_json(self.record.answer)
        except ValidationError:
            return None

    def to_json(self, reviews: Sequence[Review] = ()) -> str:
        """Everything, as `pincite.run/1`, with what people decided about the answer."""
        record, trace = self.record, json.loads(self.record.trace)
        told = {
            **{"schema": RUN_SCHEMA, "run": record.id, "collection": record.collection},
            **{"asked_at": record.asked_at, "question": record.question, "outcome": record.outcome},
            "documents": [
                {"name": each.name, "version": each.version, "source_sha256": each.source}
                for each in record.documents
            ],
            "answer": json.loads(record.answer),
            **trace,
            **self.parts,
            "reviews": [each.model_dump(mode="json") for each in reviews],
            "chain": _told(self.entry),
        }
        return json.dumps(told, ensure_ascii=False, indent=2)


def _told(entry: ChainEntry | None) -> dict[str, Any] | None:
    if entry is None:
        return None
    return {
        **{"number": entry.number, "recorded_at": entry.recorded_at, "payload": entry.payload},
        **{"previous": entry.previous, "hash": entry.hash},
    }
