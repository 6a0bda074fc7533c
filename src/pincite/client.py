"""Use a library through its server, with the same verbs and the same answers as in Python.

Needs the standard library and pydantic only: neither the `server` extra nor any package for HTTP.
"""

from __future__ import annotations

import http.client
import json
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, TypeVar
from urllib.parse import quote, urlencode, urlsplit

from pydantic import BaseModel

from pincite import errors
from pincite.answer.answers import Answer, Failure
from pincite.answer.document_tables import Comparison, Decision, Table
from pincite.answer.reviews import Review, ReviewKind
from pincite.errors import InputError, PinciteError, ProviderError
from pincite.records.levels import Strictness
from pincite.rest.document_forms import (
    AddedDocument,
    AddedDocuments,
    CollectionForm,
    CollectionList,
    DocumentDetail,
    DocumentList,
    DocumentSummary,
    Forgotten,
    Hit,
    Outline,
    PageWords,
    SearchHits,
)
from pincite.rest.run_forms import (
    JobDetail,
    JobForm,
    JobList,
    MadeTableForm,
    RejectionForm,
    RejectionList,
    Retried,
    RunDetail,
    RunInList,
    RunList,
    SubmittedJob,
    TableList,
    TurnForm,
)

M = TypeVar("M", bound=BaseModel)
P = TypeVar("P", DocumentList, JobList, TableList)
_PIECE_BYTES = 1 << 16
_PROBLEM = "urn:pincite:problem:"


@dataclass(frozen=True, slots=True)
class Client:
    """The server at `url`. A problem is raised as the error that the library itself would raise.

    Any number of threads may use one: each request has a connection of its own.
    """

    url: str = "http://127.0.0.1:8000"
    key: str | None = field(default=None, repr=False)
    collection: str | None = None
    timeout_seconds: float = 180.0

    def health(self) -> Mapping[str, Any]:
        """That the server lives, and its version."""
        said: dict[str, Any] = json.loads(self._sent("GET", "/v1/health").content)
        return said

    def add(
        self,
        file: str | Path | BinaryIO,
        *,
        name: str | None = None,
        password: str | None = None,
    ) -> list[AddedDocument]:
        """Send a file to be added; the same file again changes nothing."""
        fields = {key: value for key, value in (("name", name), ("password", password)) if value is not None}
        if isinstance(file, str | Path):
            with open(file, "rb") as opened:
                return self._upload(opened, Path(file).name, fields)
        return self._upload(file, name or Path(getattr(file, "name", "")).name, fields)

    def collections(self) -> list[CollectionForm]:
        """The collections that this caller may use and that hold documents."""
        return self._get(CollectionList, "/v1/collections").collections

    def documents(self) -> Iterator[DocumentSummary]:
        """All documents in order of name, fetched page by page."""
        for page in self._pages(DocumentList, "/v1/documents"):
            yield from page.documents

    def document(self, name: str) -> DocumentDetail:
        """What a document is and how it was read."""
        return self._get(DocumentDetail, "/v1/document", name=name)

    def outline(self, name: str) -> Outline:
        """The sections of a document."""
        return self._get(Outline, "/v1/document/outline", name=name)

    def content(self, name: str) -> bytes:
        """The bytes of its file."""
        return self._sent("GET", "/v1/document/file", query={"name": name}).content

    def forget(self, name: str, *, purge: bool = False) -> int:
        """Delete all versions of a document for good, and with `purge` all that was asked about it."""
        query = {"name": name, "purge": "true" if purge else None}
        sent = self._sent("DELETE", "/v1/document", query=query)
        return Forgotten.model_validate_json(sent.content).versions

    def search(self, words: str, limit: int = 20) -> list[Hit]:
        """The passages of the collection that best match some words, best first."""
        return self._get(SearchHits, "/v1/search", words=words, limit=limit).hits

    def page_image(
        self, name: str, page: int, *, highlight: Sequence[tuple[int, int]] = (), dpi: int = 110
    ) -> bytes:
        """A PNG of a page; `highlight` are ranges of the text."""
        spans = [f"{start}-{end}" for start, end in highlight]
        query = {"name": name, "highlight": spans, "dpi": dpi}
        return self._sent("GET", f"/v1/document/pages/{page}.png", query=query).content

    def page_words(self, name: str, page: int) -> PageWords:
        """Where each word of a page stands."""
        return self._get(PageWords, f"/v1/document/pages/{page}/words", name=name)

    def ask(
        self,
        question: str,
        *,
        documents: Sequence[str] | None = None,
        strictness: Strictness | None = None,
        answer_type: str | None = None,
        timeout_seconds: float | None = None,
    ) -> Answer:
        """The answer to a question; as in Python an error is the outcome `failed`, which `require` raises."""
        asked: dict[str, object] = {"question": question, "documents": documents, "strictness": strictness}
        asked |= {"answer_type": answer_type, "timeout_seconds": timeout_seconds}
        sent = self._sent("POST", "/v1/ask", body=_given(asked), is_answer=True)
        return Answer.model_validate_json(sent.content)

    def turn(
        self, said: str, *, earlier: Sequence[TurnForm] = (), documents: Sequence[str] | None = None
    ) -> TurnForm:
        """Go on with a conversation; `earlier` are the turns before."""
        before = [
            {"question": each.question, "outcome": each.answer.outcome, "told": each.told}
            for each in earlier[-20:]
        ]
        body = _given({"said": said, "earlier": before, "documents": documents})
        sent = self._sent("POST", "/v1/turns", body=body, is_answer=True)
        return TurnForm.model_validate_json(sent.content)

    def table(
        self,
        fields: Sequence[str] | None = None,
        *,
        starter: str | None = None,
        documents: Sequence[str] | None = None,
        where: Sequence[str] = (),
        sort: str = "",
        families: bool = False,
        strictness: Strictness | None = None,
    ) -> Table:
        """What each document says of each field."""
        asked: dict[str, object] = {"fields": fields, "starter": starter, "documents": documents}
        asked |= {"where": list(where), "sort": sort, "families": families, "strictness": strictness}
        return self._post(Table, "/v1/tables", asked)

    def tables(self) -> list[MadeTableForm]:
        """The tables that were made before, fetched page by page."""
        return [each for page in self._pages(TableList, "/v1/tables") for each in page.tables]

    def made_table(self, id: str) -> Table:
        """A table that was made before, with all that was decided since."""
        return self._get(Table, f"/v1/tables/{_segment(id)}")

    def decide(self, table: str, document: str, column: str, kind: str, **given: object) -> Decision:
        """Decide about a cell: `number` for picked, `value` and `lines` for typed, `by` for who decides."""
        asked = {"document": document, "field": column, "kind": kind, **given}
        return self._post(Decision, f"/v1/tables/{_segment(table)}/decisions", asked)

    def compare(self, first: str, second: str, fields: Sequence[str]) -> Comparison:
        """Two documents field by field."""
        asked = {"first": first, "second": second, "fields": list(fields)}
        return self._post(Comparison, "/v1/comparisons", asked)

    def submit(
        self,
        fields: Sequence[str] | None = None,
        *,
        starter: str | None = None,
        documents: Sequence[str] | None = None,
        limits: Mapping[str, object] | None = None,
        again: bool = False,
    ) -> SubmittedJob:
        """Submit a job over documents of the library."""
        asked = {"fields": fields, "starter": starter, "documents": documents, "limits": limits}
        return self._post(SubmittedJob, "/v1/jobs", {**asked, "again": again})

    def jobs(self) -> Iterator[JobForm]:
        """All jobs, the newest first, fetched page by page."""
        for page in self._pages(JobList, "/v1/jobs"):
            yield from page.jobs

    def job(self, id: str) -> JobDetail:
        """A job with all of its documents."""
        return self._get(JobDetail, f"/v1/jobs/{_segment(id)}")

    def follow(self, id: str) -> Iterator[JobForm]:
        """The job whenever it changes, until nobody is to do any more of it."""
        connection, response = self._asked("GET", f"/v1/jobs/{_segment(id)}/events", {}, {}, None)
        if response.status != 200:
            _read(connection, response)
        try:
            for line in response:
                if line.startswith(b"data: "):
                    yield JobForm.model_validate_json(line[len(b"data: ") :])
        finally:
            connection.close()

    def pause(self, id: str) -> JobForm:
        return self._post(JobForm, f"/v1/jobs/{_segment(id)}/pause")

    def resume(self, id: str, limits: Mapping[str, object] | None = None) -> JobForm:
        return self._post(JobForm, f"/v1/jobs/{_segment(id)}/resume", dict(limits or {}))

    def retry(self, id: str) -> Retried:
        return self._post(Retried, f"/v1/jobs/{_segment(id)}/retry")

    def cancel(self, id: str) -> JobForm:
        return self._post(JobForm, f"/v1/jobs/{_segment(id)}/cancel")

    def results(self, id: str) -> Table:
        """A row for each document that is done, failed or was set aside so far."""
        return self._get(Table, f"/v1/jobs/{_segment(id)}/results")

    def runs(self, limit: int = 50, **narrowed: str) -> list[RunInList]:
        """What was asked, the newest first; `asked_for`, `outcome`, `document` and `after` narrow it."""
        return self._get(RunList, "/v1/runs", limit=limit, **narrowed).runs

    def why(self, run: str) -> RunDetail:
        """Why a question got its answer."""
        return self._get(RunDetail, f"/v1/runs/{_segment(run)}")

    def review(self, run: str, part: str, kind: ReviewKind, *, by: str = "", note: str = "") -> Review:
        """Accept or reject one item ("item-1") or lead ("lead-1"); `why` has all that was decided."""
        asked = {"part": part, "kind": kind, "by": by, "note": note}
        return self._post(Review, f"/v1/runs/{_segment(run)}/reviews", asked)

    def rejections(self, *, check: str | None = None, limit: int = 50) -> list[RejectionForm]:
        """What checks refused, the newest run first."""
        return self._get(RejectionList, "/v1/rejections", check=check, limit=limit).rejections

    def _get(self, form: type[M], path: str, **query: object) -> M:
        return form.model_validate_json(self._sent("GET", path, query=query).content)

    def _pages(self, form: type[P], path: str) -> Iterator[P]:
        after: str | None = ""
        while after is not None:
            page = self._get(form, path, after=after)
            yield page
            after = page.next

    def _post(self, form: type[M], path: str, body: Mapping[str, object] | None = None) -> M:
        sent = self._sent("POST", path, body=None if body is None else _given(body))
        return form.model_validate_json(sent.content)

    def _upload(self, file: BinaryIO, name: str, fields: Mapping[str, str]) -> list[AddedDocument]:
        boundary = uuid.uuid4().hex
        head = "".join(
            f'--{boundary}\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n{value}\r\n'
            for field, value in fields.items()
        )
        called = name.replace("\\", "\\\\").replace('"', '\\"').replace("\r", " ").replace("\n", " ")
        head += (
            f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{called}"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n"
        )

        def pieces() -> Iterator[bytes]:
            yield head.encode()
            while piece := file.read(_PIECE_BYTES):
                yield piece
            yield f"\r\n--{boundary}--\r\n".encode()

        kind = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
        connection, response = self._asked("POST", "/v1/documents", {}, kind, pieces())
        return AddedDocuments.model_validate_json(_read(connection, response).content).added

    def _sent(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, object] | None = None,
        body: Mapping[str, object] | None = None,
        is_answer: bool = False,
    ) -> _Reply:
        content = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"} if content else {}
        return _read(*self._asked(method, path, query or {}, headers, content), is_answer=is_answer)

    def _asked(
        self,
        method: str,
        path: str,
        query: Mapping[str, object],
        headers: Mapping[str, str],
        body: bytes | Iterator[bytes] | None,
    ) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        place = urlsplit(self.url)
        if place.scheme not in ("http", "https") or not place.hostname:
            raise InputError(f"{self.url!r} is not the address of a server.", hint="Write: http://HOST:PORT")
        kind = http.client.HTTPSConnection if place.scheme == "https" else http.client.HTTPConnection
        connection = kind(place.hostname, place.port, timeout=self.timeout_seconds)
        named = {"collection": self.collection, **query}
        written = urlencode(
            {key: value for key, value in named.items() if value not in (None, "")}, doseq=True
        )
        target = f"{place.path.rstrip('/')}{path}" + (f"?{written}" if written else "")
        sent = dict(headers) | ({"Authorization": f"Bearer {self.key}"} if self.key else {})
        try:
            # A server that refuses an upload may reply and close before it has read all of it.
            with suppress(BrokenPipeError, ConnectionResetError):
                connection.request(method, target, body, sent)
            return connection, connection.getresponse()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise ProviderError(
                f"The server at {self.url} does not answer: {error}.",
                hint="Is it running? pincite serve",
                retryable=True,
            ) from error


@dataclass(frozen=True, slots=True)
class _Reply:
    status: int
    content: bytes = field(repr=False)


def _read(
    connection: http.client.HTTPConnection, response: http.client.HTTPResponse, *, is_answer: bool = False
) -> _Reply:
    """The whole reply, or the problem that it is raised as an error."""
    try:
        content = response.read()
    finally:
        connection.close()
    kind = response.headers.get_content_type()
    if kind == "application/problem+json":
        raise _error(json.loads(content))
    if response.status >= 400 and not is_answer:
        raise ProviderError(f"The server answered {response.status}.", retryable=response.status >= 500)
    return _Reply(response.status, content)


def _error(problem: Mapping[str, Any]) -> PinciteError:
    """The error of ours that a problem names; of a refusal of the server itself an InputError."""
    name = str(problem.get("type", "")).removeprefix(_PROBLEM)
    known = name if hasattr(errors, name) else "PinciteError" if problem["status"] >= 500 else "InputError"
    said = {"message": problem["detail"], "hint": problem.get("hint", "")}
    return Failure(error_class=known, **said, retryable=bool(problem.get("retryable"))).as_error()


def _given(body: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in body.items() if value is not None}


def _segment(name: str) -> str:
    return quote(name, safe="")
