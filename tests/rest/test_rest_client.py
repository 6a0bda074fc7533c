"""The client against a real server: every verb, and errors as the library itself raises them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import pincite
from pincite.client import Client
from pincite.errors import InputError, ProviderError
from tests.ingest.printed import lines, pdf
from tests.rest.servers import AGREEMENT, Server


def test_client_has_the_whole_story(folder: Path):
    name = "leases/Übersicht 1.txt"
    with Server(folder) as server:
        client = server.client
        assert client.add(io.BytesIO(AGREEMENT.encode()), name=name)[0].status == "added"
        assert client.add(io.BytesIO(AGREEMENT.encode()), name=name)[0].status == "unchanged"
        client.add(io.BytesIO(pdf(lines("The fee is EUR 5."))), name="fee.pdf")

        answer = client.ask("What is the monthly fee?", documents=[name])
        assert answer.outcome == "answered"
        assert answer.items[0].evidence[0].name == name
        assert client.why(answer.run).question == "What is the monthly fee?"
        assert client.runs()[0].run == answer.run
        assert client.review(answer.run, "item-1", "rejected", by="Anna").by == "Anna"
        assert [each.kind for each in client.why(answer.run).reviews] == ["rejected"]
        assert [each.name for each in client.collections()] == ["default"]
        assert client.rejections(limit=5) is not None

        assert [each.name for each in client.documents()] == ["fee.pdf", name]
        assert client.document(name).format == "text"
        assert len(client.outline(name).sections) == 2
        assert client.content(name) == AGREEMENT.encode()
        assert client.search("notice")[0].name == name
        assert client.page_image("fee.pdf", 1, highlight=[(0, 3)])[:4] == b"\x89PNG"
        assert client.page_words("fee.pdf", 1).words[0].text == "The"

        turn = client.turn("What is the monthly fee?", documents=[name])
        assert client.turn("And the notice period?", earlier=[turn]).said == "And the notice period?"

        table = client.table(["monthly fee"], documents=[name])
        assert [each.table for each in client.tables()] == [table.table]
        assert client.runs(asked_for="cell")[0].documents == [name]
        client.decide(table.table, name, "monthly fee", "accepted", by="Anna")
        decided = client.made_table(table.table).rows[0].cells["monthly fee"].decision
        assert decided is not None
        assert decided.by == "Anna"
        assert client.compare(name, "fee.pdf", ["fee"]).first == name

        job = client.submit(["monthly fee"], documents=[name]).job.job
        *_, last = client.follow(job)
        assert last.state == "done"
        assert [each.job for each in client.jobs()] == [job]
        assert client.job(job).items[0].state == "done"
        assert client.results(job).rows[0].document == name
        assert client.retry(job).documents == 0

        assert client.forget(name, purge=True) == 1
        assert answer.run not in [each.run for each in client.runs()]
        _check_errors(client, name, folder)


def _check_errors(client: Client, missing: str, folder: Path) -> None:
    """What goes wrong is raised as the error that the library itself raises."""
    with pytest.raises(InputError, match="no document named"):
        client.document(missing)
    failed = client.ask("What is the fee?", documents=[missing])
    with pytest.raises(InputError):
        failed.require()
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    with pytest.raises(InputError, match=r"broken\.pdf"):
        client.add(folder / "broken.pdf")


def test_server_that_is_not_there_is_told():
    with pytest.raises(ProviderError, match="does not answer") as caught:
        Client("http://127.0.0.1:9", timeout_seconds=2).health()

    assert caught.value.retryable
    assert "pincite serve" in caught.value.hint


def test_key_is_not_shown():
    assert "secret" not in repr(Client(key="pincite_1_secret"))
    assert pincite.__version__
