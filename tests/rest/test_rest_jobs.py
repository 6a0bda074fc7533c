"""Jobs over HTTP: submitted, followed, steered, and never led to files of the server."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rest.servers import AGREEMENT, Here

FIELDS = {"fields": ["monthly fee"]}


def test_job_is_done_beside_the_requests_and_gives_its_results(here: Here):
    here.add()
    submitted = here.client.post("/v1/jobs", json=FIELDS)
    job = submitted.json()["job"]["job"]

    followed = here.client.get(f"/v1/jobs/{job}/events").text
    table = here.client.get(f"/v1/jobs/{job}/results").json()

    assert submitted.status_code == 202
    assert followed.count("event: progress") >= 2
    assert '"state":"done"' in followed
    assert table["rows"][0]["cells"]["monthly fee"]["state"] == "answered"
    detail = here.client.get(f"/v1/jobs/{job}").json()
    assert detail["items"][0]["state"] == "done"


def test_job_is_listed_with_what_it_asks(here: Here):
    here.add()
    here.client.post("/v1/jobs", json={"fields": ["monthly fee", "term: How long is the term?"]})
    (job,) = here.client.get("/v1/jobs").json()["jobs"]
    assert job["fields"] == ["monthly fee", "term"]


def test_job_over_many_documents_is_one_table_of_those_made_before(here: Here):
    names = ["a.txt", "b.txt", "c.txt"]
    for name in names:
        here.add(name)
    part = here.client.post("/v1/tables", json={**FIELDS, "documents": names[:2]}).json()["table"]
    job = here.client.post("/v1/jobs", json=FIELDS).json()["job"]["job"]
    here.client.get(f"/v1/jobs/{job}/events")
    made = here.client.get(f"/v1/jobs/{job}/results").json()["table"]

    listed = here.client.get("/v1/tables").json()["tables"]
    assert [(each["table"], each["documents"]) for each in listed] == [(made, names)]
    assert here.client.get(f"/v1/tables/{part}").status_code == 200  # not listed beside it, and still there


def test_results_of_a_job_have_what_was_decided_since(here: Here):
    here.add()
    job = here.client.post("/v1/jobs", json=FIELDS).json()["job"]["job"]
    here.client.get(f"/v1/jobs/{job}/events")
    table = here.client.get(f"/v1/jobs/{job}/results").json()["table"]

    decided = {"document": "agreement.txt", "field": "monthly fee", "kind": "not_stated", "by": "Ann"}
    here.client.post(f"/v1/tables/{table}/decisions", json=decided).raise_for_status()

    cell = here.client.get(f"/v1/jobs/{job}/results").json()["rows"][0]["cells"]["monthly fee"]
    assert (cell["decision"]["kind"], cell["decision"]["by"]) == ("not_stated", "Ann")


def test_same_job_twice_is_one(here: Here):
    here.add()
    first = here.client.post("/v1/jobs", json=FIELDS).json()

    second = here.client.post("/v1/jobs", json=FIELDS).json()

    assert (first["is_new"], second["is_new"]) == (True, False)
    assert here.client.get("/v1/jobs").json()["total"] == 1


def test_job_is_paused_resumed_and_cancelled(here: Here):
    here.desk.crew.close()  # nobody works on it
    here.add()
    job = here.client.post("/v1/jobs", json=FIELDS).json()["job"]["job"]

    states = [
        here.client.post(f"/v1/jobs/{job}/{verb}").json()["state"] for verb in ("pause", "resume", "cancel")
    ]

    assert states == ["paused", "running", "cancelled"]
    assert here.client.post(f"/v1/jobs/{job}/resume").status_code == 422


@pytest.mark.parametrize(
    "named", ["/etc/passwd", "outside.txt", "../outside.txt", "/", "~", "file:///etc/passwd"]
)
def test_job_never_takes_a_file_of_the_server(here: Here, monkeypatch: pytest.MonkeyPatch, named: str):
    folder: Path = here.library.settings.library.parent
    (folder / "outside.txt").write_text(AGREEMENT, "utf-8")
    monkeypatch.chdir(folder)
    here.add()

    refused = here.client.post("/v1/jobs", json={**FIELDS, "documents": [named]})

    assert refused.status_code == 422
    assert here.client.get("/v1/documents").json()["total"] == 1


def test_file_nearby_never_takes_the_place_of_a_document_of_that_name(
    here: Here, monkeypatch: pytest.MonkeyPatch
):
    """A document and a file in the server's folder may have the same name."""
    folder: Path = here.library.settings.library.parent
    (folder / "agreement.txt").write_text("A secret of the server: the monthly fee is EUR 1.", "utf-8")
    monkeypatch.chdir(folder)
    here.add()
    here.desk.crew.close()  # nobody works on it
    for documents in (None, ["agreement.txt"], ["agree*"]):
        asked = {**FIELDS, "documents": documents} if documents else FIELDS
        job = here.client.post("/v1/jobs", json={**asked, "again": True}).json()["job"]["job"]
        (item,) = here.library.jobs.items(job)
        assert (item.name, item.path) == ("agreement.txt", "")


def test_jobs_of_another_collection_are_not_there(here: Here):
    here.desk.crew.close()  # nobody works on it
    here.add(collection="other")
    job = here.client.post("/v1/jobs?collection=other", json=FIELDS).json()["job"]["job"]

    assert here.client.get(f"/v1/jobs/{job}").status_code == 404
    assert here.client.get(f"/v1/jobs/{job}?collection=other").status_code == 200
    assert here.client.get("/v1/jobs").json()["total"] == 0
