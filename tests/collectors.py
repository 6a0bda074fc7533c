"""A collector of OpenTelemetry: takes spans over HTTP, as the protocol has it, and decodes them."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)


@dataclass(frozen=True, slots=True)
class Told:
    """One span as it came over the wire."""

    name: str
    trace: str
    id: str
    parent: str
    attributes: dict[str, str]
    failed: bool
    service: str
    events: int


@dataclass(slots=True)
class Collector:
    """What arrived so far."""

    url: str = ""
    spans: list[Told] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)

    def environment(self) -> dict[str, str]:
        """What has a process send its spans here, at once."""
        return {"OTEL_EXPORTER_OTLP_ENDPOINT": self.url, "OTEL_BSP_SCHEDULE_DELAY": "100"}

    def named(self, name: str) -> list[Told]:
        return [each for each in self.spans if each.name == name]

    def take(self, body: bytes) -> None:
        self.bodies.append(body)
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            about = {each.key: each.value.string_value for each in resource.resource.attributes}
            for scope in resource.scope_spans:
                for span in scope.spans:
                    said = {each.key: _text(each.value) for each in span.attributes}
                    self.spans.append(
                        Told(
                            span.name,
                            span.trace_id.hex(),
                            span.span_id.hex(),
                            span.parent_span_id.hex(),
                            said,
                            span.status.code == 2,
                            about.get("service.name", ""),
                            len(span.events),
                        )
                    )


@contextmanager
def collecting() -> Iterator[Collector]:
    """A collector on a free port of this machine."""
    collector = Collector()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            zipped = self.headers.get("Content-Encoding") == "gzip"
            assert self.path == "/v1/traces"
            collector.take(gzip.decompress(body) if zipped else body)
            reply = ExportTraceServiceResponse().SerializeToString()
            self.send_response(200)
            self.send_header("Content-Type", "application/x-protobuf")
            self.send_header("Content-Length", str(len(reply)))
            self.end_headers()
            self.wfile.write(reply)

        def log_message(self, *said: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    collector.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield collector
    finally:
        server.shutdown()
        server.server_close()


def _text(value: object) -> str:
    kind = value.WhichOneof("value")  # type: ignore[attr-defined]  # a message of protobuf
    return str(getattr(value, kind))
