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
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span as OpenSpan

EXTRA = "telemetry"
LOGGER = "opentelemetry"
_TO = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
_TIMEOUTS = ("OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "OTEL_EXPORTER_OTLP_TIMEOUT")
_SECONDS_TO_SEND = 3.0  # which a command waits at its end, where the variables say nothing
Told = str | int | float | bool
_STANDARD = {"method": "http.request.method", "status": "http.response.status_code"}
_STANDARD |= {"model": "gen_ai.request.model", "input_tokens": "gen_ai.usage.input_tokens"}
_STANDARD |= {"output_tokens": "gen_ai.usage.output_tokens"}
# What every span inside has, too: so each can be looked up by itself.
_HANDED_DOWN = ("run", "job")
_ABOVE: ContextVar[Mapping[str, Told] | None] = ContextVar("above", default=None)


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of work while it is being done; without `opened`, nobody is told of it."""

    opened: OpenSpan | None

    def note(self, **attributes: Told) -> None:
        """Add what is known of it now, under its standard name, or else with `pincite.` before it."""
        if self.opened:
            said = {_STANDARD.get(name, f"pincite.{name}"): value for name, value in attributes.items()}
            self.opened.set_attributes(said)

    def fail(self, kind: str) -> None:
        """It came to nothing, by an error of this class."""
        if self.opened:
            from opentelemetry.trace import Status, StatusCode

            self.opened.set_attribute("error.type", kind)
            self.opened.set_status(Status(StatusCode.ERROR, kind))


def is_asked_for(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the standard variables name a place for traces, and none says that there shall be none."""
    said = {name: value.strip().lower() for name, value in environment.items() if name.startswith("OTEL_")}
    is_off = said.get("OTEL_SDK_DISABLED") == "true" or said.get("OTEL_TRACES_EXPORTER", "otlp") != "otlp"
    return not is_off and any(environment.get(each) for each in _TO)


def is_installed() -> bool:
    """Whether the extra is there."""
    try:
        return bool(find_spec("opentelemetry.sdk") and find_spec("opentelemetry.exporter.otlp.proto.http"))
    except ModuleNotFoundError:
        return False


@contextmanager
def span(name: str, parent: str = "", **attributes: Told) -> Iterator[Span]:
    """Tell of what is done inside; `parent` is the header `traceparent` of whoever asked for it."""
    if (provider := _provider()) is None:
        yield Span(None)
        return
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    tracer = provider.get_tracer("pincite")
    outer = TraceContextTextMapPropagator().extract({"traceparent": parent}) if parent else None
    # An exception may quote a document: its class is told, and nothing that it says.
    opening = tracer.start_as_current_span(name, outer, record_exception=False, set_status_on_exception=False)
    with opening as opened:
        told, known = Span(opened), {**(_ABOVE.get() or {}), **attributes}
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
    if _provider() is None:
        return {}
    from opentelemetry.trace import format_span_id, format_trace_id, get_current_span

    known = get_current_span().get_span_context()
    ids = {"trace_id": format_trace_id(known.trace_id), "span_id": format_span_id(known.span_id)}
    return ids if known.is_valid else {}


def flush(seconds: float) -> None:
    """Send what waits, for a process that is about to end without ado."""
    if provider := _provider():
        provider.force_flush(int(seconds * 1_000))


@functools.cache
def _provider() -> TracerProvider | None:
    """Of our own, so that nothing else in the process is traced by it; it ends with the process."""
    if not is_asked_for() or not is_installed():
        return None
    import logging

    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import OTELResourceDetector, Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    # That nobody takes the spans is no concern of a command; the server gives the logger a handler.
    log = logging.getLogger(LOGGER)
    log.addHandler(logging.NullHandler())
    log.propagate = False
    # Only what the variables say: another detector would tell the command line, which may hold a question.
    about = Resource({"service.name": "pincite"}).merge(OTELResourceDetector().detect())
    provider = TracerProvider(resource=about)
    patience = None if any(os.environ.get(each) for each in _TIMEOUTS) else _SECONDS_TO_SEND
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(timeout=patience)))
    return provider
