"""A request with an Idempotency-Key is done once, whatever happens between."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from pincite.records.api_keys import KeptReply, OnceKey
from tests.rest.servers import Here, served

FEE = {"question": "What is the monthly fee?"}
KEY = {"Idempotency-Key": "one"}


def test_same_request_again_gets_the_same_reply_and_does_nothing(here: Here):
    here.add()

    first = here.client.post("/v1/ask", json=FEE, headers=KEY)
    second = here.client.post("/v1/ask", json=FEE, headers=KEY)

    assert first.content == second.content
    assert second.headers["idempotency-replayed"] == "true"
    assert "idempotency-replayed" not in first.headers
    assert len(here.client.get("/v1/runs").json()["runs"]) == 1


def test_same_key_with_another_request_is_refused(here: Here):
    here.add()
    here.client.post("/v1/ask", json=FEE, headers=KEY)

    other = here.client.post("/v1/ask", json={"question": "What is the notice period?"}, headers=KEY)
    elsewhere = here.client.post("/v1/tables", json={"fields": ["monthly fee"]}, headers=KEY)

    assert (other.status_code, elsewhere.status_code) == (422, 422)
    assert other.json()["type"].endswith("IdempotencyKeyReused")


def test_upload_is_the_same_by_its_content_and_not_by_how_it_was_sent(here: Here):
    def send(content: bytes):
        return here.client.post("/v1/documents", files={"file": ("a.txt", content)}, headers=KEY)

    first, again, other = send(b"The fee is EUR 5."), send(b"The fee is EUR 5."), send(b"The fee is EUR 6.")

    assert first.content == again.content
    assert (first.status_code, again.status_code, other.status_code) == (201, 201, 422)


def test_key_of_one_caller_says_nothing_about_that_of_another(here: Here):
    here.add()
    one, other = here.with_key("read"), here.with_key("read")
    first = here.client.post("/v1/ask", json=FEE, headers=one | KEY)

    second = here.client.post("/v1/ask", json=FEE, headers=other | KEY)

    assert "idempotency-replayed" not in second.headers
    assert first.json()["run"] != second.json()["run"]


def test_failed_request_may_be_done_again(here: Here):
    here.add()
    late = here.client.post("/v1/ask", json={**FEE, "timeout_seconds": 1e-6}, headers=KEY)

    again = here.client.post("/v1/ask", json={**FEE, "timeout_seconds": 1e-6}, headers=KEY)

    assert (late.status_code, again.status_code) == (504, 504)
    assert "idempotency-replayed" not in again.headers


def test_reply_that_quotes_a_document_goes_with_it(here: Here):
    here.add()
    here.client.post("/v1/ask", json=FEE, headers=KEY)

    here.client.delete("/v1/documents/agreement.txt")

    kept = here.library.store.access()
    begun = kept.begin(OnceKey("", "default", "one"), "new", "me", time.time(), time.time() + 9)
    assert (begun.worker, begun.reply) == ("me", None)


def test_request_that_is_being_done_is_not_begun_again(here: Here):
    kept, until = here.library.store.access(), time.time() + 60
    once = OnceKey("", "default", "one")
    here.add()
    answered = here.client.post("/v1/ask", json=FEE, headers=KEY)
    sha = kept.begin(once, "", "x", time.time(), until).request_sha256
    here.library.store.database.connection.execute("DELETE FROM request_once")
    kept.begin(once, sha, f"{here.desk.instance.id}-other", time.time(), until)

    meanwhile = here.client.post("/v1/ask", json=FEE, headers=KEY)

    assert answered.status_code == 200
    assert meanwhile.status_code == 409
    assert meanwhile.headers["retry-after"] == "1"


def test_request_that_a_killed_server_left_is_done_again(here: Here):
    kept, until = here.library.store.access(), time.time() + 60
    here.add()
    here.client.post("/v1/ask", json=FEE, headers=KEY)
    once = OnceKey("", "default", "one")
    sha = kept.begin(once, "", "x", time.time(), until).request_sha256
    here.library.store.database.connection.execute("DELETE FROM request_once")
    kept.begin(once, sha, "0123456789abcdef-dead", time.time(), until)

    again = here.client.post("/v1/ask", json=FEE, headers=KEY)

    assert again.status_code == 200
    assert "idempotency-replayed" not in again.headers


def test_reply_is_kept_until_it_expires(here: Here):
    kept, once = here.library.store.access(), OnceKey("", "default", "old")
    kept.begin(once, "a", "w", 100.0, 200.0)
    kept.finish(once, "w", KeptReply(200, "application/json", b"{}"), 200.0)

    assert kept.begin(once, "a", "v", 199.0, 300.0).reply == KeptReply(200, "application/json", b"{}")
    assert kept.begin(once, "a", "v", 201.0, 300.0).worker == "v"


def test_of_many_at_once_one_is_done(folder: Path):
    with served(folder) as here:
        here.add()
        replies: list[object] = []

        def send() -> None:
            replies.append(here.client.post("/v1/ask", json=FEE, headers=KEY))

        threads = [threading.Thread(target=send) for _ in range(6)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        runs = here.client.get("/v1/runs").json()["runs"]

    assert len(runs) == 1
    assert {each.status_code for each in replies} <= {200, 409}
