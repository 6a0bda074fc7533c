"""Spans for OpenTelemetry, as a real collector gets them from a real server."""

from __future__ import annotations

import json
import re
import time
import urllib.error
import urllib.request

import pytest

from tests.collectors import Collector, collecting
from tests.rest.servers import AGREEMENT, Server

QUESTION = "What is the monthly fee?"
REMOTE = "4bf92f3577b34da6a3ce929d0e0e4736"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Collector, list[dict[str, str]], str]:
    """What a server told of a question and a job, its lines, and the run of the question.

    Every line is JSON, also where a parser of bodies has something to say.
    """
    folder = tmp_path_factory.mktemp("traced")
    with collecting() as collector:
        with Server(folder, environment=collector.environment() | {"PINCITE_LOG": "json"}) as server:
            (folder / "agreement.txt").write_text(AGREEMENT)
            server.client.add(folder / "agreement.txt")
            asked = urllib.request.Request(
                f"{server.url}/v1/ask",
                json.dumps({"question": QUESTION}).encode(),
                {"Content-Type": "application/json", "traceparent": f"00-{REMOTE}-00f067aa0ba902b7-01"},
            )
            run = json.load(urllib.request.urlopen(asked))["run"]
            malformed = urllib.request.Request(
                f"{server.url}/v1/documents",
                b"this is no multipart",
                {"Content-Type": "multipart/form-data; boundary=b"},
            )
            with pytest.raises(urllib.error.HTTPError):
                urllib.request.urlopen(malformed)
            job = server.client.submit(["notice period"]).job
            for _ in server.client.follow(job.job):
                pass
        # The server has ended, and so has sent all that it had.
        until = time.monotonic() + 10
        while not collector.named("job document") and time.monotonic() < until:
            time.sleep(0.05)
        lines = [json.loads(line) for line in server.lines]
        return collector, lines, run


def test_question_is_a_span_below_its_request_with_its_stages_below_it(told):
    collector, _, run = told
    (request,) = collector.named("POST ask")
    ask = next(each for each in collector.named("ask") if each.attributes["pincite.run"] == run)
    within = {each.name for each in collector.spans if each.attributes.get("pincite.run") == run}

    assert request.trace == ask.trace == REMOTE
    assert ask.parent == request.id
    assert {"question", "retrieve", "generate", "verify", "decide"} <= within
    assert all(each.trace == REMOTE for each in collector.spans if each.attributes.get("pincite.run") == run)
    assert request.attributes["pincite.run"] == run
    assert request.attributes["http.response.status_code"] == "200"
    assert ask.attributes["pincite.outcome"] == "answered"
    assert {each.service for each in collector.spans} == {"pincite"}


def test_document_of_a_job_is_a_span_with_what_is_asked_of_it_below(told):
    collector, _, _ = told
    (document,) = collector.named("job document")
    below = [each for each in collector.named("ask") if each.trace == document.trace]

    assert document.attributes["pincite.ended"] == "done"
    assert [each.parent for each in below] == [document.id]
    assert {each.attributes["pincite.job"] for each in below} == {document.attributes["pincite.job"]}


def test_no_span_holds_words_of_a_question_or_a_document(told):
    collector, _, _ = told
    # Without the ids of runs and jobs: chance writes "fee" in one of some hundred of them.
    everything = re.sub(rb"[0-9a-f]{16,}", b"", b"".join(collector.bodies))
    for words in (QUESTION, "monthly", "fee", "4,500", "notice", "agreement.txt"):
        assert words.encode() not in everything
    assert not any(each.events for each in collector.spans)


def test_lines_of_the_log_have_the_trace(told):
    _, lines, run = told
    (access,) = [line for line in lines if line.get("run") == run and "method" in line]
    (asked,) = [line for line in lines if line.get("event") == "asked" and line["run"] == run]
    (worked,) = [line for line in lines if line.get("event") == "job document"]
    assert access["trace_id"] == asked["trace_id"] == REMOTE
    assert access["span_id"] != asked["span_id"]
    assert len(worked["trace_id"]) == 32
