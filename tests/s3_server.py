"""A small server that speaks the part of S3 that Pincite uses, for tests over real HTTP.

It keeps objects in memory and knows PUT, GET, HEAD, DELETE and the list of keys, in pages of a few.
Signatures are not checked, but whose they are: `rights` says what each access key may do. `broken` is a
status that every request gets in place of an answer. `moto` would do more, and bring boto3 and Flask into
every test installation.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

KEY_ID, SECRET = "tester-key-id", "tester-secret-key"
READ_ONLY_KEY_ID = "reader-key-id"
_PAGE = 3


@dataclass
class S3Server:
    """What a server holds, and what was asked of it."""

    address: str = ""
    buckets: dict[str, dict[str, bytes]] = field(default_factory=dict)
    rights: dict[str, str] = field(
        default_factory=lambda: {KEY_ID: "PUT GET HEAD DELETE POST", READ_ONLY_KEY_ID: "GET HEAD"}
    )
    broken: int = 0
    asked: list[str] = field(default_factory=list)
    """Methods and keys, in the order in which they came."""

    def environment(self, key_id: str = KEY_ID) -> dict[str, str]:
        """The variables that lead a client to this server."""
        return {
            "AWS_ENDPOINT_URL": self.address,
            "AWS_ALLOW_HTTP": "true",
            "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": key_id,
            "AWS_SECRET_ACCESS_KEY": SECRET,
        }


@contextmanager
def serving(*buckets: str) -> Iterator[S3Server]:
    """A server with some empty buckets, on a free port of this machine."""
    held = S3Server(buckets={name: {} for name in buckets})

    class Handler(_Handler):
        server_state = held

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        held.address = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield held
        finally:
            server.shutdown()
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_state: S3Server

    def do_PUT(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"] or 0))
        if self._refused():
            return
        objects, key = self._place()
        signed = self.headers.get("x-amz-content-sha256", "")
        if len(signed) == 64 and signed != hashlib.sha256(body).hexdigest():
            self._fail(400, "XAmzContentSHA256Mismatch")
        elif self.headers.get("If-None-Match") == "*" and key in objects:
            self._fail(412, "PreconditionFailed")
        else:
            objects[key] = body
            self._answer(200, b"")

    def do_GET(self) -> None:
        if self._refused():
            return
        objects, key = self._place()
        if not key:
            self._list(objects)
        elif key in objects:
            self._answer(200, objects[key])
        else:
            self._fail(404, "NoSuchKey")

    do_HEAD = do_GET

    def do_DELETE(self) -> None:
        if not self._refused():
            objects, key = self._place()
            objects.pop(key, None)
            self._answer(204, b"")

    def log_message(self, format: str, *args: object) -> None:
        pass

    def _refused(self) -> bool:
        state = self.server_state
        state.asked.append(f"{self.command} {unquote(urlsplit(self.path).path)}")
        found = re.search(r"Credential=([^/]+)/", self.headers.get("Authorization", ""))
        bucket = urlsplit(self.path).path.lstrip("/").partition("/")[0]
        if state.broken:
            self._fail(state.broken, "SlowDown")
        elif found is None or found[1] not in state.rights:
            self._fail(403, "InvalidAccessKeyId")
        elif self.command not in state.rights[found[1]].split():
            self._fail(403, "AccessDenied")
        elif bucket not in state.buckets:
            self._fail(404, "NoSuchBucket")
        else:
            return False
        return True

    def _place(self) -> tuple[dict[str, bytes], str]:
        bucket, _, key = unquote(urlsplit(self.path).path).lstrip("/").partition("/")
        return self.server_state.buckets[bucket], key

    def _list(self, objects: dict[str, bytes]) -> None:
        asked = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
        prefix, after = asked.get("prefix", ""), asked.get("continuation-token", "")
        keys = sorted(key for key in objects if key.startswith(prefix) and key > after)
        page, more = keys[:_PAGE], len(keys) > _PAGE
        entries = "".join(
            f"<Contents><Key>{escape(key)}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified>"
            f'<ETag>"{hashlib.md5(objects[key]).hexdigest()}"</ETag><Size>{len(objects[key])}</Size></Contents>'
            for key in page
        )
        token = f"<NextContinuationToken>{escape(page[-1])}</NextContinuationToken>" if more else ""
        cut = f"<IsTruncated>{str(more).lower()}</IsTruncated>{token}"
        self._answer_xml(200, f"<ListBucketResult>{cut}{entries}</ListBucketResult>")

    def _fail(self, status: int, code: str) -> None:
        self._answer_xml(status, f"<Error><Code>{code}</Code><Message>{code}</Message></Error>")

    def _answer_xml(self, status: int, body: str) -> None:
        self._answer(status, f'<?xml version="1.0" encoding="UTF-8"?>{body}'.encode(), "application/xml")

    def _answer(self, status: int, body: bytes, kind: str = "application/octet-stream") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("ETag", f'"{hashlib.md5(body).hexdigest()}"')
        self.send_header("Last-Modified", "Thu, 01 Jan 2026 00:00:00 GMT")
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD" and status != 204:
            self.wfile.write(body)
