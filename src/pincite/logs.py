"""Lines of JSON on standard error for programs that collect logs, where `PINCITE_LOG=json` asks for them.

A line says what happened and by which run; no line holds text of a document, a question or an answer.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from types import MappingProxyType

from pincite.telemetry import trace_ids

VARIABLE = "PINCITE_LOG"
Detail = str | int | float | None
_NOTHING: Mapping[str, Detail] = MappingProxyType({})
_ABOUT: ContextVar[Mapping[str, Detail]] = ContextVar("about", default=_NOTHING)


def as_json(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether lines of JSON are asked for."""
    return environment.get(VARIABLE, "").strip().lower() == "json"


@contextmanager
def about(**details: Detail) -> Iterator[None]:
    """All lines that are written inside say this, too, such as which job they belong to."""
    token = _ABOUT.set({**_ABOUT.get(), **details})
    try:
        yield
    finally:
        _ABOUT.reset(token)


def log(event: str, level: str = "info", **details: Detail) -> None:
    """Write one line; nothing where lines of JSON are not asked for."""
    if not as_json():
        return
    when = datetime.now(UTC).isoformat(timespec="milliseconds")
    line = {"time": when, "level": level, "event": event, "process": os.getpid()}
    line |= {**_ABOUT.get(), **details, **trace_ids()}
    # One write: lines of several processes that share standard error do not mix.
    sys.stderr.write(json.dumps(line, ensure_ascii=True) + "\n")
    sys.stderr.flush()
