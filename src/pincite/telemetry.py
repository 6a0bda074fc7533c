"""Spans for OpenTelemetry, where its environment variables ask for them; nothing is loaded where they do not.

A span says which part of the work took how long, and by which run. No attribute holds text of a document, a
question or an answer: so exceptions are told by their class, and the command line is not told at all.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span as OpenSpan
    from opentelemetry.trace import Tracer

EXTRA = "telemetry"
_ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
_TIMEOUTS = ("OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "OTEL_EXPORTER_OTLP_TIMEOUT")
_SECONDS_TO_SEND = 3.0
LOGGER = "opentelemetry"
_NEEDED = ("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.http")
Told = str | int | float | bool
_STANDARD = {
    "method": "http.request.method",
    "status": "http.response.status_code",
    "model": "gen_ai.request.model",
    "input_tokens": "gen_ai.usage.input_tokens",
    "output_tokens": "gen_ai.usage.output_tokens",
}
# What every span inside has, too: so each can be looked up by itself.
_HANDED_DOWN = ("run", "job")
_ABOVE: ContextVar[Mapping[str, Told] | None] = ContextVar("above", default=None)


class Span(Protocol):
    """A piece of work while it is being done."""

    def note(self, **attributes: Told) -> None:
        """Add what is known of it now, under its standard name, or else with `pincite.` before it."""

    def fail(self, kind: str) -> None:
        """It came to nothing, by an error of this class."""


def is_asked_for(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the standard variables name a place for traces, and none says that there shall be none."""
    if environment.get("OTEL_SDK_DISABLED", "").strip().lower() == "true":
        return False
    exporter = environment.get("OTEL_TRACES_EXPORTER", "otlp").strip().lower()
    return exporter == "otlp" and any(environment.get(each) for each in _ENDPOINTS)


def is_installed() -> bool:
    """Whether the extra is there."""
    try:
        return all(find_spec(each) is not None for each in _NEEDED)
    except ModuleNotFoundError:
        return False


@contextmanager
def span(name: str, parent: str = "", **attributes: Told) -> Iterator[Span]:
    """Tell of what is done inside; `parent` is the header `traceparent` of whoever asked for it."""
    tracer = _tracer()
    if tracer is None:
        yield _OFF
        return
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    outer = TraceContextTextMapPropagator().extract({"traceparent": parent}) if parent else None
    # An exception may quote a document: its class is told, and nothing that it says.
    opening = tracer.start_as_current_span(name, outer, record_exception=False, set_status_on_exception=False)
    with opening as opened:
        told, known = _On(opened), {**(_ABOVE.get() or {}), **attributes}
        told.note(**known)
        token = _ABOVE.set({each: known[each] for each in _HANDED_DOWN if each in known})
        try:
            yield told
        except BaseException as error:
            told.fail(type(error).__name__)
            raise
        finally:
            _ABOVE.reset(token)


def trace_ids() -> dict[str, str]:
    """Trace and span of what is being done, for a line of a log; empty where there is none."""
    if _tracer() is None:
        return {}
    from opentelemetry.trace import format_span_id, format_trace_id, get_current_span

    known = get_current_span().get_span_context()
    if not known.is_valid:
        return {}
    return {"trace_id": format_trace_id(known.trace_id), "span_id": format_span_id(known.span_id)}


def flush(seconds: float) -> None:
    """Send what waits, for a process that is about to end without ado."""
    provider = _provider()
    if provider is not None:
        provider.force_flush(int(seconds * 1_000))


class _Off:
    def note(self, **attributes: Told) -> None:
        return

    def fail(self, kind: str) -> None:
        return


_OFF = _Off()


class _On:
    def __init__(self, opened: OpenSpan) -> None:
        self._opened = opened

    def note(self, **attributes: Told) -> None:
        for name, value in attributes.items():
            self._opened.set_attribute(_STANDARD.get(name, f"pincite.{name}"), value)

    def fail(self, kind: str) -> None:
        from opentelemetry.trace import Status, StatusCode

        self._opened.set_attribute("error.type", kind)
        self._opened.set_status(Status(StatusCode.ERROR, kind))


@functools.cache
def _tracer() -> Tracer | None:
    provider = _provider()
    return provider.get_tracer("pincite") if provider is not None else None


@functools.cache
def _provider() -> TracerProvider | None:
    """Of our own, so that nothing else in the process is traced by it; it ends with the process."""
    if not is_asked_for() or not is_installed():
        return None
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import OTELResourceDetector, Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    _hush()
    # Only what the variables say: another detector would tell the command line, which may hold a question.
    about = Resource({"service.name": "pincite"}).merge(OTELResourceDetector().detect())
    provider = TracerProvider(resource=about)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(timeout=_patience())))
    return provider


def _patience() -> float | None:
    """None for what the variables say; else a short time, which a command waits at its end."""
    said = any(os.environ.get(each) for each in _TIMEOUTS)
    return None if said else _SECONDS_TO_SEND


def _hush() -> None:
    """That nobody takes the spans is no concern of a command; the server gives the logger a handler."""
    import logging

    log = logging.getLogger(LOGGER)
    log.addHandler(logging.NullHandler())
    log.propagate = False
