"""A server that is killed: nothing is half stored, jobs go on after a restart, and it ends in good order."""

from __future__ import annotations

import io
import json
import random
import signal
import socket
import threading
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import pincite
from pincite.client import Client
from tests.rest.servers import AGREEMENT, Server


def test_server_that_is_killed_during_an_upload_leaves_nothing_half_stored(folder: Path):
    server = Server(folder)
    with server:
        place = urlsplit(server.url)
        with socket.create_connection((str(place.hostname), place.port or 80)) as sending:
            sending.sendall(
                b"POST /v1/documents HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n"
                b"Content-Type: multipart/form-data; boundary=b\r\n\r\n"
                b'--b\r\nContent-Disposition: form-data; name="file"; filename="half.txt"\r\n\r\n'
                + b"The fee. "
                * 40_000
            )
            time.sleep(1.0)  # so that it has begun to arrive
            server.kill()
    held = sorted(path.name for path in (folder / "library").rglob("*"))

    with Server(folder) as again:
        assert list(again.client.documents()) == []
        (folder / "whole.txt").write_text(AGREEMENT, "utf-8")
        assert again.client.add(folder / "whole.txt")[0].status == "added"
    assert not any("half" in name or "upload" in name for name in held)


@pytest.mark.long
def test_server_killed_at_any_instant_holds_each_document_whole_or_not_at_all(folder: Path):
    chance, answered, took = random.Random(24), set(), 0.0
    for number in range(10):
        name, text = f"{number}.txt", AGREEMENT + f"Paper {number} says nothing more. " * 1_000
        server = Server(folder)
        with server:
            sending = threading.Thread(target=_sent, args=(server.client, name, text, answered))
            began = time.monotonic()
            sending.start()
            if took:
                time.sleep(chance.uniform(0.0, 1.3 * took))
            else:  # the first one is left alone, to see how long it takes on this machine
                sending.join()
                took = time.monotonic() - began
            server.kill()
            sending.join()
        with pincite.open(folder / "library") as library:
            held = {each.identity.name for each in library.documents()}
            assert answered <= held <= {f"{each}.txt" for each in range(number + 1)}
            if name in held:
                assert library.read(name).document.text == text
                assert any(hit.identity.name == name for hit in library.search(f"paper {number}", 100))
    assert 1 <= len(answered) < 10, "some were cut off, and some were not"


def _sent(client: Client, name: str, text: str, answered: set[str]) -> None:
    with suppress(pincite.PinciteError):
        client.add(io.BytesIO(text.encode()), name=name)
        answered.add(name)


@pytest.mark.long
def test_upload_that_was_answered_is_there_after_the_server_is_killed(folder: Path):
    (folder / "whole.txt").write_text(AGREEMENT, "utf-8")
    with Server(folder) as server:
        server.client.add(folder / "whole.txt")
        server.kill()

    with pincite.open(folder / "library") as library:
        assert [each.identity.name for each in library.documents()] == ["whole.txt"]
        assert library.ask("What is the monthly fee?").outcome == "answered"


def test_job_goes_on_after_its_server_was_killed(folder: Path):
    documents = 6
    with pincite.open(folder / "library") as library:
        for number in range(documents):
            library.add_bytes(AGREEMENT.replace("4,500", f"{number},500").encode(), f"{number:02}.txt")
        # What a killed worker had is free when its lease has run out, and nobody wants to wait for that here.
        limits = pincite.JobLimits(lease_seconds=2.0)
        job = library.jobs.submit(None, ["monthly fee", "notice period"], limits).job.id
    server = Server(folder)
    with server:
        _wait_for(lambda: server.client.job(job).documents.done > 0)
        before = server.client.job(job).documents
        server.kill()
    assert before.done < documents, "it was killed in the middle"

    with Server(folder) as again:
        *_, last = again.client.follow(job)
        results = again.client.results(job)

    assert (last.state, last.documents.done) == ("done", documents)
    assert [row.document for row in results.rows] == [f"{number:02}.txt" for number in range(documents)]
    for number, row in enumerate(results.rows):
        assert f"{number},500" in row.cells["monthly fee"].items[0].original


@pytest.mark.long
def test_server_ends_in_good_order_and_the_job_waits_for_the_next_start(folder: Path):
    with pincite.open(folder / "library") as library:
        for number in range(30):
            library.add_bytes(AGREEMENT.encode() + str(number).encode(), f"{number}.txt")
    with Server(folder) as server:
        job = server.client.submit(["monthly fee"]).job.job
        _wait_for(lambda: server.client.job(job).documents.running > 0)
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(40)

    assert server.process.returncode == 0
    assert not any("Traceback" in line for line in server.lines), server.lines
    with pincite.open(folder / "library") as library:
        found = library.jobs.show(job)
        assert found.state == "running"
        assert found.tally.running == 0
        assert found.tally.pending > 0


@pytest.mark.long
def test_public_address_without_a_key_is_refused_with_exit_3_and_the_way_out(folder: Path):
    server = Server(folder, ("--host", "0.0.0.0"))
    with pytest.raises(AssertionError):
        server.start()
    assert server.process.wait(20) == 3
    assert "pincite keys new" in "".join(server.lines)


def test_public_address_with_a_key_is_served_to_those_who_have_it_and_logged(folder: Path):
    with pincite.open(folder / "library") as library:
        key = library.keys.new("Anna", "write").text
    with Server(folder, ("--host", "0.0.0.0")) as server:
        url = f"http://127.0.0.1:{urlsplit(server.url).port}"
        with pytest.raises(pincite.PinciteError, match="needs a key"):
            list(Client(url).documents())
        assert list(Client(url, key).documents()) == []
    told = [json.loads(line) for line in server.lines if line.startswith("{")]

    assert [(each["path"], each["status"], each.get("key_name")) for each in told] == [
        ("/v1/documents", 401, None),
        ("/v1/documents", 200, "Anna"),
    ]
    assert server.process.returncode == 0


def _wait_for(happens, seconds: float = 40.0) -> None:
    give_up = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < give_up
        time.sleep(0.05)
