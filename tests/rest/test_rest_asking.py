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

    assert (answer["strictness"], answer["items"][0]["type"]) == ("lenient", "amount")


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
    assert "job" in refused.json()["hint"]


def test_item_is_reviewed_under_the_name_of_person_and_key_and_the_run_shows_it(here: Here):
    here.add()
    key = here.with_key("write")
    run = here.client.post("/v1/ask", json=FEE, headers=key).json()["run"]

    decided = {"part": "item-1", "kind": "accepted", "by": "Anna", "note": "as offered"}
    kept = here.client.post(f"/v1/runs/{run[:10]}/reviews", json=decided, headers=key)

    assert (kept.status_code, kept.json()["by"]) == (200, "Anna via test")
    shown = here.client.get(f"/v1/runs/{run}", headers=key).json()
    assert [each["kind"] for each in shown["reviews"]] == ["accepted"]
    assert shown["answer"]["items"]


def test_review_takes_the_right_to_write_and_a_part_that_is_there(here: Here):
    here.add()
    writing, reading = here.with_key("write"), here.with_key("read")
    run = here.client.post("/v1/ask", json=FEE, headers=writing).json()["run"]
    asked = {"part": "item-9", "kind": "rejected"}

    assert here.client.post(f"/v1/runs/{run}/reviews", json=asked, headers=reading).status_code == 403
    assert here.client.post(f"/v1/runs/{run}/reviews", json=asked, headers=writing).status_code == 422
    assert here.client.post("/v1/runs/0000/reviews", json=asked, headers=writing).status_code == 404


def test_tables_come_page_by_page(here: Here):
    here.add()
    for field in ("notice period", "deposit", "monthly fee"):
        here.client.post("/v1/tables", json={"fields": [field]})

    first = here.client.get("/v1/tables?limit=2").json()
    rest = here.client.get(f"/v1/tables?limit=2&after={first['next']}").json()

    listed = [each["fields"] for each in (*first["tables"], *rest["tables"])]
    assert listed == [["deposit"], ["monthly fee"], ["notice period"]]
    assert (first["total"], rest["next"]) == (3, None)


def test_history_is_narrowed_and_comes_page_by_page(here: Here):
    here.add()
    here.add("second.txt", "1. Term\n\nThe term ends on 1 May 2027.\n")
    asked = ["What is the monthly fee?", "What is the annual deductible?", "When does the term end?"]
    for question in asked:
        here.client.post("/v1/ask", json={"question": question, "documents": ["agreement.txt"]})
    here.client.post("/v1/tables", json={"fields": ["monthly fee"], "documents": ["second.txt"]})

    def runs(query: str) -> list[str]:
        return [each["question"] for each in here.client.get(f"/v1/runs?{query}").json()["runs"]]

    assert runs("asked_for=question") == asked[::-1]
    assert len(runs("")) == 4
    assert set(runs("asked_for=cell")).isdisjoint(asked[1:])
    assert runs("asked_for=question&document=second.txt") == []
    assert runs("outcome=answered&asked_for=question&document=agreement.txt")[-1] == asked[0]
    page = here.client.get("/v1/runs?asked_for=question&limit=2").json()
    assert [each["question"] for each in page["runs"]] == asked[:0:-1]
    rest = here.client.get(f"/v1/runs?asked_for=question&limit=2&after={page['next']}").json()
    assert ([each["question"] for each in rest["runs"]], rest["next"]) == ([asked[0]], None)


def test_table_tells_its_progress_while_it_is_made_and_is_listed_afterwards(here: Here):
    here.add()
    asked = {"fields": ["monthly fee", "notice period"]}
    with here.client.stream(
        "POST", "/v1/tables", json=asked, headers={"Accept": "text/event-stream"}
    ) as told:
        events = [part for part in "".join(told.iter_text()).split("\n\n") if part.startswith("event")]

    name, *lines = events[-1].split("\n")
    table = json.loads("\n".join(line.removeprefix("data: ") for line in lines))
    assert name == "event: table"
    (listed,) = here.client.get("/v1/tables").json()["tables"]
    assert listed == {
        "table": table["table"],
        "fields": ["monthly fee", "notice period"],
        "documents": ["agreement.txt"],
    }


def test_table_that_cannot_be_made_ends_its_events_with_the_problem(here: Here):
    asked = {"fields": ["monthly fee"], "documents": ["missing.txt"]}
    with here.client.stream(
        "POST", "/v1/tables", json=asked, headers={"Accept": "text/event-stream"}
    ) as told:
        last = [part for part in "".join(told.iter_text()).split("\n\n") if part][-1]

    assert last.startswith("event: problem")
    assert json.loads(last.split("data: ")[1])["status"] == 422


def test_hint_over_http_names_no_command(here: Here):
    empty = here.client.post("/v1/tables", json={"fields": ["fee"]}).json()
    assert empty["hint"] == "Add a document first."
    here.add()
    for path in ("/v1/document?name=nowhere.txt", "/v1/runs/0000", "/v1/tables/0000", "/v1/jobs/0000"):
        hint = here.client.get(path).json()["hint"]
        assert "pincite " not in hint
        assert "--" not in hint
