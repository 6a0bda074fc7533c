"""What an attacker may try, each as a test: none of it harms the library, the server or other callers."""

from __future__ import annotations

import io
import json
import shutil
import socket
import threading
import time
import zipfile
from collections import namedtuple
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from pincite.client import Client
from pincite.errors import InputError, PinciteError, StoreError
from pincite.rest.run_forms import job_form
from tests.ingest.printed import lines, pdf
from tests.rest.bombs import pdf_bomb
from tests.rest.servers import AGREEMENT, Here, Server, served

Usage = namedtuple("Usage", "total used free")
FEE = {"question": "What is the monthly fee?"}


def files_outside(here: Here) -> set[str]:
    """What lies in the folder of the library and beside it, without the library's own files."""
    top = here.library.settings.library.parent
    known = {"library.db", "library.db-wal", "library.db-shm"}
    return {
        path.relative_to(top).as_posix()
        for path in top.rglob("*")
        if path.is_file() and path.name not in known and "/words/" not in path.as_posix()
    }


@pytest.mark.parametrize(
    "name",
    ["../../../evil.txt", "/etc/cron.d/evil.txt", "..\\..\\evil.txt", "C:\\evil.txt", "....//evil.txt",
     "evil.txt\x00.pdf", "%2e%2e%2fevil.txt", "~/evil.txt"],
)  # fmt: skip
def test_name_of_an_uploaded_file_leads_nowhere(here: Here, name: str):
    before = files_outside(here)

    added = here.client.post("/v1/documents", files={"file": (name, AGREEMENT.encode())})

    assert added.status_code in (201, 400, 422), added.text
    if added.status_code == 201:
        called = added.json()["added"][0]["name"]
        assert "/" not in called
        assert "\\" not in called
    assert files_outside(here) == before


@pytest.mark.parametrize(
    "path",
    ["/v1/document?name=..%2f..%2f..%2fetc%2fpasswd", "/v1/document/file?name=../../../../etc/passwd",
     "/v1/document/file?name=..%5c..%5cwindows", "/v1/document/file?name=%00",
     "/v1/document/outline?name=%ff%fe", "/v1/document/file?name=library.db", "/v1/document/../library.db",
     "/v1/document/file?name=/etc/passwd", "/v1/runs/%2e%2e", "/v1/tables/..%2f.."],
)  # fmt: skip
def test_path_of_a_request_leads_to_no_file(here: Here, path: str):
    here.add()

    found = here.client.get(path)

    assert found.status_code in (400, 404, 422), found.text
    assert b"root:" not in found.content


def test_archive_bomb_is_refused_and_nothing_is_stored(here: Here):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("[Content_Types].xml", "word/document.xml"):
            archive.writestr(name, b"0" * 25_000_000)

    refused = here.client.post("/v1/documents", files={"file": ("bomb.docx", packed.getvalue())})

    assert refused.status_code == 422
    assert "limits.archive_ratio" in refused.json()["hint"]
    assert here.client.get("/v1/documents").json()["total"] == 0


@pytest.fixture(scope="module")
def strict_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server that waits for nobody, and reads documents in processes of their own."""
    folder = tmp_path_factory.mktemp("strict")
    limits = "limits: {memory_megabytes: 400, seconds: 20}\n"
    served_by = "server: {idle_seconds: 1, upload_seconds: 3, connections: 40}\n"
    (folder / "config.yaml").write_text(limits + served_by, "utf-8")
    environment = {"PINCITE_CONFIG": str(folder / "config.yaml"), "PINCITE_ISOLATED": "true"}
    with Server(folder, environment=environment) as server:
        yield server


def test_more_connections_than_allowed_are_refused_and_the_server_recovers(strict_server: Server):
    with ExitStack() as many:
        opened = [many.enter_context(_connected(strict_server)) for _ in range(45)]
        opened[-1].settimeout(15)
        opened[-1].sendall(b"GET /v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert b"503" in opened[-1].recv(4096)
    until = time.monotonic() + 15
    while True:
        try:
            assert strict_server.client.health()["status"] == "ok"
            break
        except PinciteError:
            assert time.monotonic() < until
            time.sleep(0.2)


def test_socket_of_another_kind_is_not_opened(strict_server: Server):
    with _connected(strict_server) as socket_:
        socket_.settimeout(15)
        socket_.sendall(
            b"GET /v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        assert b"101" not in socket_.recv(4096).partition(b"\r\n")[0]


def test_caller_follows_only_so_many_jobs_at_a_time(folder: Path):
    with served(folder, followers=1) as here:
        here.add()
        job = here.client.post("/v1/jobs", json={"fields": ["monthly fee"]}).json()["job"]["job"]
        with here.desk.following("address testclient"):
            refused = here.client.get(f"/v1/jobs/{job}/events")
        followed = here.client.get(f"/v1/jobs/{job}/events")
        again = here.client.get(f"/v1/jobs/{job}/events")

    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
    assert (followed.status_code, again.status_code) == (200, 200)


def test_key_is_recognised_while_every_other_thread_is_busy(here: Here):
    """Whoever asks for much keeps nobody from being told that a key is wrong, or right."""
    key, goes_on = here.with_key("read"), threading.Event()
    for pool, count in ((here.desk._lookers, 4), (here.desk._threads, here.desk.limits.threads)):
        for _ in range(count):
            pool.submit(goes_on.wait, 30)
    began = time.monotonic()
    refused = here.client.get("/v1/documents", headers={"Authorization": "Bearer wrong"})
    known = here.client.get("/v1/health", headers=key)
    took = time.monotonic() - began
    goes_on.set()
    assert (refused.status_code, known.status_code) == (401, 200)
    assert took < 15


def test_metrics_keep_no_word_that_a_stranger_made_up(here: Here):
    for number in range(5):
        here.client.request(f"MADEUP{number}", "/v1/documents")

    assert "MADEUP" not in here.client.get("/v1/metrics").text


def test_faults_of_the_machine_tell_no_folder_of_it(here: Here, monkeypatch: pytest.MonkeyPatch):
    def broken(store, identity):
        raise StoreError("/srv/secret/place/library.db is damaged.", hint="See /srv/secret/place/notes.")

    here.add()
    monkeypatch.setattr(type(here.library.store), "load", broken)
    here.library._held.clear()
    asked = here.client.post("/v1/ask", json=FEE)
    table = here.client.post("/v1/tables", json={"fields": ["monthly fee"]})
    looked = here.client.get("/v1/document?name=agreement.txt")
    turn = here.client.post("/v1/turns", json={"said": FEE["question"]})

    for each in (asked, table, looked, turn):
        assert "library.db" in each.text, each.text
        assert "secret" not in each.text


def test_reason_why_a_job_is_paused_tells_no_folder(here: Here):
    here.add()
    job = here.client.post("/v1/jobs", json={"fields": ["monthly fee"]}).json()["job"]["job"]
    here.client.get(f"/v1/jobs/{job}/events")
    shown = job_form(replace(here.library.jobs.show(job), reason="The disk of /srv/secret/library is full."))
    assert shown.reason == "The disk of …/library is full."


def test_pdf_bomb_is_refused_and_the_server_goes_on(strict_server: Server):
    """A small file that unpacks to gigabytes meets the limit of the process that reads it."""
    bomb = strict_server.folder / "bomb.pdf"
    bomb.write_bytes(pdf_bomb())

    with pytest.raises(InputError, match="needs more than 400 MB"):
        strict_server.client.add(bomb)

    assert bomb.stat().st_size < 1_000_000
    assert list(strict_server.client.documents()) == []
    assert strict_server.client.health()["status"] == "ok"


@pytest.mark.parametrize("tells_length", [True, False])
def test_huge_upload_is_refused_while_it_arrives(folder: Path, tells_length: bool):
    with served(folder, upload_megabytes=1) as here:
        body = (
            b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n',
            b"x" * 3_000_000,
        )

        def pieces():
            yield body[0]
            yield from (body[1][at : at + 100_000] for at in range(0, len(body[1]), 100_000))

        refused = here.client.post(
            "/v1/documents",
            content=b"".join(body) if tells_length else pieces(),
            headers={"Content-Type": "multipart/form-data; boundary=b"},
        )

        assert refused.status_code == 413
        assert here.client.get("/v1/documents").json()["total"] == 0
        assert here.desk._uploads == 0


def test_slow_upload_is_cut_off_and_others_are_served_meanwhile(strict_server: Server):
    with _connected(strict_server) as slow:
        slow.sendall(
            b"POST /v1/documents HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n"
            b"Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n"
        )
        assert strict_server.client.health()["status"] == "ok"
        slow.settimeout(30)
        head = slow.recv(4096)

    assert b" 408 " in head.splitlines()[0]
    assert list(strict_server.client.documents()) == []


def test_drip_by_drip_ends_when_the_whole_time_is_up(strict_server: Server):
    with _connected(strict_server) as slow:
        slow.settimeout(0.3)
        slow.sendall(
            b"POST /v1/ask HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n"
            b"Content-Type: application/json\r\n\r\n"
        )
        head, began = b"", time.monotonic()
        while not head and time.monotonic() - began < 30:
            slow.sendall(b" ")
            try:
                head = slow.recv(4096)
            except TimeoutError:
                continue

    assert b" 408 " in head.splitlines()[0]


def _connected(server: Server) -> socket.socket:
    place = urlsplit(server.url)
    return socket.create_connection((str(place.hostname), place.port or 80))


SCRIPT = "<script>alert(1)</script>"


def test_script_in_a_name_and_in_a_text_stays_text_in_json(here: Here):
    text = f"The monthly fee is EUR 5 {SCRIPT} <img src=x onerror=alert(1)>."
    here.add(f"{SCRIPT}.txt", text)

    replies = [
        here.client.get("/v1/documents"),
        here.client.get("/v1/search", params={"words": "monthly fee"}),
        here.client.post("/v1/ask", json=FEE),
        here.client.get("/v1/document?name=%3Cscript%3E"),
        here.client.get(f"/{SCRIPT}"),
        here.client.post("/v1/ask", json={"question": SCRIPT, "documents": [SCRIPT + "x"]}),
    ]

    for each in replies:
        assert each.headers["content-type"].split(";")[0] in ("application/json", "application/problem+json")
        assert each.headers["x-content-type-options"] == "nosniff"
        json.loads(each.text)


@pytest.mark.parametrize(
    "body",
    [{**FEE, "model": "http://169.254.169.254/"}, {**FEE, "language_model": "http://127.0.0.1:1"},
     {**FEE, "settings": {"embedder": "http://x"}}, {**FEE, "url": "file:///etc/passwd"}],
)  # fmt: skip
def test_request_cannot_make_the_server_fetch_anything(here: Here, body: dict[str, object]):
    here.add()

    assert here.client.post("/v1/ask", json=body).status_code == 422


@pytest.mark.parametrize(
    "named", ["http://127.0.0.1:{}/a.pdf", "ftp://127.0.0.1:{}/a", "\\\\127.0.0.1\\share"]
)
def test_address_in_place_of_a_name_is_not_fetched(here: Here, named: str):
    here.add()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(0.2)
        address = named.format(listening.getsockname()[1])
        for path, body in (
            ("/v1/ask", {**FEE, "documents": [address]}),
            ("/v1/tables", {"fields": ["fee"], "documents": [address]}),
            ("/v1/tables", {"starter": address}),
            ("/v1/jobs", {"fields": ["fee"], "documents": [address]}),
            ("/v1/comparisons", {"first": address, "second": "agreement.txt", "fields": ["fee"]}),
        ):
            assert here.client.post(path, json=body).status_code == 422, path
        with pytest.raises(TimeoutError):
            listening.accept()


def test_schema_is_never_read_from_a_file_of_the_server(here: Here):
    here.add()
    (here.library.settings.library.parent / "schema.yaml").write_text("fields: {fee: {}}", "utf-8")

    for given in ("schema.yaml", str(here.library.settings.library.parent / "schema.yaml"), "../schema.yaml"):
        assert here.client.post("/v1/tables", json={"starter": given}).status_code == 422


@pytest.mark.parametrize(
    "content",
    [b"x" * 2_000_000, b'{"question": "' + b"x" * 1_500_000 + b'"}', b"[" * 900_000, b'{"a":' * 150_000,
     b'{"question": "' + b"x" * 9_000 + b'"}', b'{"question": "\\ud800"}', b'{"question": "a\\u0000b"}',
     b"\xff\xfe", b"", b"null", b'{"question": NaN}', b'{"question": 1e999}'],
    ids=range(12),
)  # fmt: skip
def test_oversized_and_odd_json_is_refused(refusing: Here, content: bytes):
    refused = refusing.client.post("/v1/ask", content=content, headers={"Content-Type": "application/json"})

    assert refused.status_code in (400, 413, 422)
    if refused.status_code == 413:
        assert "server.json_kilobytes" in refused.json()["hint"]
    assert refused.headers["content-type"] == "application/problem+json"


PART = b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nThe fee is EUR 5.\r\n'


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", PART + b"--b--\r\n"),
        ("multipart/form-data; boundary=", PART + b"--b--\r\n"),
        ("multipart/form-data; boundary=other", PART + b"--b--\r\n"),
        ("multipart/form-data; boundary=b", PART),
        ("multipart/form-data; boundary=b", b""),
        ("multipart/form-data; boundary=b", b"--b--\r\n"),
        ("multipart/form-data; boundary=b", PART + PART + b"--b--\r\n"),
        ("multipart/form-data; boundary=b", PART.replace(b'name="file"', b'name="other"') + b"--b--\r\n"),
        (
            "multipart/form-data; boundary=b",
            PART.replace(b"Content-Disposition: form-data; ", b"") + b"--b--\r\n",
        ),
        ("multipart/form-data; boundary=b", b"--b\r\n" + b"X: y\r\n" * 5_000 + b"\r\n\r\n--b--\r\n"),
        ("multipart/form-data; boundary=b", b"--b\r\n" + b"X" * 100_000 + b": y\r\n\r\n--b--\r\n"),
        ("multipart/form-data; boundary=" + "b" * 5_000, b"x"),
        ("multipart/mixed; boundary=b", PART + b"--b--\r\n"),
        ("application/json", b"{}"),
        ("application/x-www-form-urlencoded", b"file=x"),
        (
            "multipart/form-data; boundary=b",
            PART
            + b'--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n'
            + b"x" * 9_000
            + b"\r\n--b--\r\n",
        ),
    ],
    ids=range(16),
)
def test_malformed_multipart_is_refused_and_leaves_nothing(refusing: Here, kind: str, body: bytes):
    refused = refusing.client.post("/v1/documents", content=body, headers={"Content-Type": kind})

    assert refused.status_code in (400, 415, 422), refused.text
    assert refused.headers["content-type"] == "application/problem+json"
    assert refusing.client.get("/v1/documents").json()["total"] == 0


def test_document_that_is_deleted_while_it_is_asked_harms_nobody(here: Here):
    """Whoever asks gets an answer, or is told that it is gone: no fault of the server, nor half a text."""
    statuses: list[int] = []
    ends = threading.Event()

    def ask() -> None:
        while not ends.is_set():
            asked = here.client.post("/v1/ask", json={**FEE, "documents": ["agreement.txt"]})
            statuses.append(asked.status_code)
            for item in asked.json()["items"]:
                assert "4,500" in item["original"]

    here.add()
    threads = [threading.Thread(target=ask) for _ in range(3)]
    for each in threads:
        each.start()
    for _ in range(6):
        time.sleep(0.15)
        assert here.client.delete("/v1/document?name=agreement.txt").status_code in (200, 404)
        here.add()
    ends.set()
    for each in threads:
        each.join()

    assert statuses
    assert set(statuses) <= {200, 410, 422}


def test_file_that_breaks_drawing_harms_no_other_page(here: Here):
    here.client.post("/v1/documents", files={"file": ("a.pdf", pdf(lines("The fee is EUR 5.")))})
    drawing = here.desk.drawing
    assert here.client.get("/v1/document/pages/1.png?name=a.pdf").status_code == 200
    assert drawing._process is not None

    drawing._process.kill()
    drawing._process.wait()

    assert here.client.get("/v1/document/pages/1.png?name=a.pdf&dpi=72").status_code == 200


def test_report_and_certificate_are_written_outside_of_the_server(here: Here):
    here.client.post("/v1/documents", files={"file": ("a.pdf", pdf(lines("The fee is EUR 5 per month.")))})
    run = here.client.post("/v1/ask", json={"question": "How much is the fee?"}).json()["run"]

    report = here.client.get(f"/v1/runs/{run}/report")
    certificate = here.client.get(f"/v1/runs/{run}/certificate")

    assert "EUR 5" in report.text
    assert certificate.json()["schema"] == "pincite.certificate/2"
    assert {each.headers["Content-Disposition"].partition(";")[0] for each in (report, certificate)} == {
        "attachment"
    }
    broken = here.desk.writing._process
    assert broken is not None
    broken.kill()
    broken.wait()
    assert here.client.get(f"/v1/runs/{run}/report").status_code == 200
    missing = here.client.get("/v1/runs/0123456789/report")
    assert missing.status_code == 404


def test_more_than_can_wait_are_told_to_come_back(folder: Path):
    with served(folder, threads=1, most_waiting=1) as here:
        blocks, statuses = threading.Event(), []
        here.desk._threads.submit(blocks.wait)
        here.desk._taken = 2

        here.add()
        statuses.append(here.client.post("/v1/ask", json=FEE).status_code)
        statuses.append(here.client.get("/v1/documents").status_code)
        blocks.set()
        here.desk._taken = 0
        statuses.append(here.client.post("/v1/ask", json=FEE).status_code)

    assert statuses == [503, 200, 200]


def test_more_uploads_than_may_arrive_at_once_are_told_to_come_back(folder: Path):
    with served(folder, uploads=1) as here:
        with here.desk.uploading():
            refused = here.client.post("/v1/documents", files={"file": ("a.txt", b"The fee is EUR 5.")})
        taken = here.client.post("/v1/documents", files={"file": ("a.txt", b"The fee is EUR 5.")})

    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
    assert taken.status_code == 201


def test_nothing_is_taken_where_the_disk_is_nearly_full(here: Here, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**9, 0, 150_000_000))

    refused = here.client.post("/v1/documents", files={"file": ("a.txt", b"The fee is EUR 5.")})

    assert refused.status_code == 503
    assert "least_free_megabytes" in refused.text
    assert str(here.library.settings.library) not in refused.text


def test_client_says_what_the_server_refused(folder: Path):
    with pytest.raises(InputError, match="not the address"):
        Client("ftp://x").health()
