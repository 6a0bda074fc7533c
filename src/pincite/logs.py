"""Lines of JSON on standard error for programs that collect logs, where `PINCITE_LOG=json` asks for them.

A line says what happened and by which run; no line holds text of a document, a question or an answer.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from datetime import UTC, datetime

from pincite.telemetry import trace_ids

VARIABLE = "PINCITE_LOG"


def as_json(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether lines of JSON are asked for."""
    return environment.get(VARIABLE, "").strip().lower() == "json"


def log(event: str, level: str = "info", **details: str | int | float | None) -> None:
    """Write one line; nothing where lines of JSON are not asked for."""
    if not as_json():
        return
    when = datetime.now(UTC).isoformat(timespec="milliseconds")
    line = {"time": when, "level": level, "event": event, "process": os.getpid(), **details} | trace_ids()
    # One write: lines of several processes that share standard error do not mix.
    sys.stderr.write(json.dumps(line, ensure_ascii=True) + "\n")
    sys.stderr.flush()
