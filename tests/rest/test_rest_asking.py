"""Questions over HTTP: the answer as everywhere, its status, and what became of it."""

from __future__ import annotations

import json

from pincite.answer.answers import Answer
from tests.rest.servers import Here

FEE = {"question": "What is the monthly fee?"}


def test_answer_is_the_same_as_in_python(here: Here):
    here.add()

    over_http = here.client.post("/v1/ask", json=FEE)
    in_python = here.library.ask(FEE["question"])

    told = json.loads(over_http.text)
    same = json.loads(in_python.to_json())
    for answer in (told, same):
        del answer["run"], answer["seconds"]
    assert told == same
    assert Answer.model_validate_json(over_http.text).outcome == "answered"


def test_failed_answer_has_the_status_of_its_error_and_the_answer_as_body(here: Here):
    here.add()

    failed = here.client.post("/v1/ask", json={**FEE, "documents": ["missing.pdf"]})

    assert failed.status_code == 422
    answer = Answer.model_validate_json(failed.text)
    assert (answer.outcome, answer.error and answer.error.error_class) == ("failed", "InputError")


def test_time_that_is_up_is_a_failed_answer(here: Here):
    here.add()

    late = here.client.post("/v1/ask", json={**FEE, "timeout_seconds": 1e-6})

    assert late.status_code == 504
    assert late.json()["error"]["class"] == "Stopped"


def test_other_outcomes_are_no_error(here: Here):
    here.add()

    asked = here.client.post("/v1/ask", json={"question": "Who is the arbitrator of the parties?"})

    assert asked.status_code == 200
    assert asked.json()["outcome"] not in ("answered", "failed")


def test_strictness_and_type_are_those_of_the_request(here: Here):
    here.add()

    asked = {**FEE, "strictness": "lenient", "answer_type": "amount", "documents": ["agreement.txt"]}
    answer = here.client.post("/v1/ask", json=asked).json()

    assert (answer["strictness"], answer["answer_type"]) == ("lenient", "amount")


def test_slip_in_a_request_is_told_with_its_place_and_without_its_value(here: Here):
    refused = here.client.post("/v1/ask", json={"question": "x", "strictnes": "secret-value"})

    assert refused.status_code == 422
    assert refused.json()["slips"][0]["where"] == "body.strictnes"
    assert "secret-value" not in refused.text


def test_run_says_why_and_rejections_are_listed(here: Here):
    here.add()
    answer = here.client.post("/v1/ask", json=FEE).json()

    why = here.client.get(f"/v1/runs/{answer['run'][:12]}").json()

    assert why["question"] == FEE["question"]
    assert why["answer"]["outcome"] == "answered"
    assert why["candidates"]
    assert here.client.get("/v1/runs").json()["runs"][0]["run"] == answer["run"]
    assert "rejections" in here.client.get("/v1/rejections").json()


def test_conversation_goes_on_with_the_turns_that_the_caller_sends_back(here: Here):
    here.add()
    first = here.client.post("/v1/turns", json={"said": FEE["question"]}).json()
    earlier = [{"question": first["question"], "outcome": first["answer"]["outcome"], "told": first["told"]}]

    second = here.client.post("/v1/turns", json={"said": "And the notice period?", "earlier": earlier}).json()

    assert first["told"] == [first["answer"]["items"][0]["original"]]
    assert second["said"] == "And the notice period?"
    assert second["answer"]["question"] == second["question"]


def test_table_is_made_had_again_decided_about_and_saved(here: Here):
    here.add()
    made = here.client.post("/v1/tables", json={"fields": ["monthly fee", "notice period"]})
    id = made.json()["table"]

    decided = here.client.post(
        f"/v1/tables/{id}/decisions",
        json={"document": "agreement.txt", "field": "notice period", "kind": "typed", "by": "Anna",
              "value": "sixty (60) days' written notice", "lines": [7, 7]},
    )  # fmt: skip
    again = here.client.get(f"/v1/tables/{id}").json()

    assert made.status_code == 200
    assert decided.status_code == 200, decided.text
    assert again["rows"][0]["cells"]["notice period"]["decision"]["by"] == "Anna"
    assert here.client.get(f"/v1/tables/{id}/file").text.startswith("document,monthly fee")
    assert here.client.get(f"/v1/tables/{id}/file", params={"format": "xlsx"}).content[:2] == b"PK"


def test_decision_that_the_document_does_not_say_is_refused(here: Here):
    here.add()
    id = here.client.post("/v1/tables", json={"fields": ["monthly fee"]}).json()["table"]

    refused = here.client.post(
        f"/v1/tables/{id}/decisions",
        json={
            "document": "agreement.txt",
            "field": "monthly fee",
            "kind": "typed",
            "value": "EUR 9",
            "lines": [3, 3],
        },
    )

    assert refused.status_code == 422
    assert "does not say" in refused.json()["detail"]


def test_two_documents_are_compared(here: Here):
    here.add("a.txt")
    here.add("b.txt")

    compared = here.client.post(
        "/v1/comparisons", json={"first": "a.txt", "second": "b.txt", "fields": ["monthly fee"]}
    )

    assert compared.json()["fields"][0]["verdict"] == "same"


def test_table_that_is_too_large_to_wait_for_points_to_a_job(folder):
    from tests.rest.servers import served

    with served(folder, table_cells=1) as here:
        here.add()
        refused = here.client.post("/v1/tables", json={"fields": ["monthly fee", "notice period"]})

    assert refused.status_code == 422
    assert "/v1/jobs" in refused.json()["hint"]
