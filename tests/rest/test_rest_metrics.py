"""Figures for watching over the server count what was done, and tell nothing of what was said."""

from __future__ import annotations

import re

from pincite.rest.metrics import what_of
from tests.rest.servers import Here


def figures(here: Here, **headers: str) -> dict[str, float]:
    sent = here.client.get("/v1/metrics", headers=headers)
    assert sent.status_code == 200
    assert sent.headers["content-type"].startswith("text/plain")
    found = re.findall(r"^(pincite_\w+(?:\{[^}]*\})?) (\S+)$", sent.text, re.MULTILINE)
    return {name: float(value) for name, value in found}


def test_requests_and_outcomes_are_counted(here: Here):
    here.add("secret-name.txt")
    here.client.post("/v1/ask", json={"question": "What is the monthly fee of Rumpelstiltskin?"})
    here.client.get("/v1/document?name=secret-name.txt")
    here.client.get("/v1/document?name=nothing.txt")
    told = figures(here)

    assert told["pincite_documents"] == 1
    assert told['pincite_requests_total{method="POST",status="200",what="ask"}'] == 1
    assert told['pincite_requests_total{method="GET",status="404",what="document"}'] == 1
    assert sum(value for name, value in told.items() if name.startswith("pincite_answers_total")) == 1
    assert told['pincite_job_documents{state="pending"}'] == 0


def test_no_word_of_a_caller_is_among_the_figures(here: Here):
    here.add("secret-name.txt")
    here.client.post("/v1/ask", json={"question": "Who is Rumpelstiltskin?"})
    here.client.get("/v1/document?name=secret-name.txt")
    here.client.get("/v1/secret-path/x")
    text = here.client.get("/v1/metrics").text
    assert not re.search("secret|Rumpel", text)


def test_figures_take_a_key_where_the_server_needs_one(here: Here):
    header = here.with_key("read")
    assert here.client.get("/v1/metrics").status_code == 401
    assert figures(here, **header)["pincite_documents"] == 0


def test_key_for_one_collection_is_told_nothing_of_what_is_done_in_others(here: Here):
    here.add("a.txt")
    here.add("b.txt", collection="theirs")
    here.client.post("/v1/ask", json={"question": "What is the monthly fee?"})
    told = figures(here, **here.with_key("read", "theirs"))

    assert told["pincite_documents"] == 1
    assert not [name for name in told if name.startswith(("pincite_answers", "pincite_request"))]


def test_every_route_is_counted_under_its_own_name(here: Here):
    paths = [path for path in here.client.get("/openapi.json").json()["paths"] if path.startswith("/v1/")]
    assert {what_of(path) for path in paths} == {path.split("/")[2] for path in paths}
