"""Who may come in, to what, and how often; what the log says of it."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from pincite.rest.audit import LOG, AsJson
from pincite.rest.door import Rates
from tests.rest.servers import Here, served

FEE = {"question": "What is the monthly fee?"}


def test_without_any_key_callers_of_this_machine_get_in(here: Here):
    assert here.client.get("/v1/documents").status_code == 200


def test_from_the_first_key_on_everybody_needs_one(here: Here):
    header = here.with_key("read")

    refused = here.client.get("/v1/documents")

    assert refused.status_code == 401
    assert refused.headers["www-authenticate"].startswith("Bearer")
    assert here.client.get("/v1/documents", headers=header).status_code == 200
    assert here.client.get("/v1/health").status_code == 200


def test_key_is_kept_as_a_hash_only(here: Here):
    made = here.library.keys.new("Anna")

    stored = b"".join(
        path.read_bytes() for path in here.library.settings.library.glob("library.db*") if path.is_file()
    )

    secret = made.text.rpartition("_")[2]
    assert secret.encode() not in stored
    assert made.key.id.encode() in stored
    assert secret not in repr(made)


@pytest.mark.parametrize(
    "change", [lambda text: text[:-1] + ("0" if text[-1] != "0" else "1"), lambda text: text.upper(),
               lambda text: "x" + text, lambda text: text.rpartition("_")[0], lambda text: "",
               lambda text: "é"],
)  # fmt: skip
def test_key_that_is_not_quite_right_opens_nothing(here: Here, change):
    made = here.library.keys.new("Anna")

    assert here.library.keys.recognised(change(made.text)) is None
    assert here.library.keys.recognised(made.text) == made.key


def test_revoked_key_opens_nothing_from_that_moment(here: Here):
    header = here.with_key("admin")
    here.library.keys.revoke(here.library.keys.list()[0].id)

    assert here.client.get("/v1/documents", headers=header).status_code == 401
    assert here.client.get("/v1/documents").status_code == 401


@pytest.mark.parametrize(
    ("right", "expected"), [("read", (200, 403, 403)), ("write", (200, 201, 403)), ("admin", (200, 201, 200))]
)
def test_right_says_what_a_key_may_do(here: Here, right: str, expected: tuple[int, ...]):
    here.add()
    header = here.with_key(right)
    client = here.client

    statuses = (
        client.post("/v1/ask", json=FEE, headers=header).status_code,
        client.post(
            "/v1/documents", files={"file": ("b.txt", b"The fee is EUR 7.")}, headers=header
        ).status_code,
        client.delete("/v1/document?name=agreement.txt", headers=header).status_code,
    )

    assert statuses == expected


def test_key_opens_its_collections_only(here: Here):
    here.add(collection="mine")
    here.add("secret.txt", collection="theirs")
    header = here.with_key("admin", "mine")

    def listed(query: str) -> object:
        return here.client.get(f"/v1/documents{query}", headers=header)

    assert [each["name"] for each in listed("").json()["documents"]] == ["agreement.txt"]
    assert listed("?collection=theirs").status_code == 403
    assert listed("?collection=default").status_code == 403


def test_ids_of_another_collection_are_of_no_use(here: Here):
    here.desk.crew.close()  # nobody works on the job
    here.add(collection="theirs")
    run = here.client.post("/v1/ask?collection=theirs", json=FEE).json()["run"]
    table = here.client.post("/v1/tables?collection=theirs", json={"fields": ["monthly fee"]}).json()["table"]
    job = here.client.post("/v1/jobs?collection=theirs", json={"fields": ["monthly fee"]}).json()["job"][
        "job"
    ]
    header = here.with_key("admin", "mine")

    for path in (
        f"/v1/runs/{run}", f"/v1/tables/{table}", f"/v1/jobs/{job}", f"/v1/jobs/{job}/results",
        f"/v1/jobs/{job}/events", "/v1/document?name=agreement.txt", "/v1/document/file?name=agreement.txt",
    ):  # fmt: skip
        assert here.client.get(path, headers=header).status_code == 404, path
        assert (
            here.client.get(
                f"{path}{'&' if '?' in path else '?'}collection=theirs", headers=header
            ).status_code
            == 403
        ), path
    for verb in ("pause", "resume", "retry", "cancel"):
        assert here.client.post(f"/v1/jobs/{job}/{verb}", headers=header).status_code == 404


@pytest.mark.parametrize(
    "query", ["key=x", "api_key=x", "token=x", "access_token=x", f"q=pincite_{'0' * 10}_{'1' * 64}"]
)
def test_key_in_an_address_is_refused_with_the_advice_to_revoke_it(refusing: Here, query: str):
    refused = refusing.client.get(f"/v1/documents?{query}")

    assert refused.status_code == 400
    assert "revoke" in refused.json()["hint"].lower()


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "localhost.evil"])
def test_name_that_was_made_to_lead_here_is_refused(refusing: Here, host: str):
    assert refusing.client.get("/v1/documents", headers={"Host": host}).status_code == 421


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"},
     {"Origin": "http://127.0.0.1:9999"}],
)  # fmt: skip
def test_page_of_another_site_cannot_send_requests(refusing: Here, headers: dict[str, str]):
    posted = refusing.client.post(
        "/v1/documents", files={"file": ("a.txt", b"The fee is EUR 7.")}, headers=headers
    )

    assert posted.status_code == 403
    assert refusing.client.get("/v1/documents").json()["total"] == 0


def test_own_page_may_send_requests(refusing: Here):
    headers = {"Origin": "http://127.0.0.1", "Sec-Fetch-Site": "same-origin"}

    assert refusing.client.get("/v1/documents", headers=headers).status_code == 200


FOLLOWED = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}


@pytest.mark.parametrize("path", ["/", "/web/style.css"])
def test_link_of_another_site_opens_the_page_and_no_frame_does(refusing: Here, path: str):
    opened = refusing.client.get(path, headers=FOLLOWED)

    assert opened.status_code == 200
    assert opened.headers["x-frame-options"] == "DENY"
    assert "frame-ancestors 'none'" in opened.headers["content-security-policy"]
    assert refusing.client.get(path, headers=FOLLOWED | {"Sec-Fetch-Mode": "cors"}).status_code == 403


@pytest.mark.parametrize("path", ["/v1/documents", "/v1/health", "/openapi.json", "//v1/documents"])
def test_link_of_another_site_opens_nothing_else(refusing: Here, path: str):
    assert refusing.client.get(path, headers=FOLLOWED).status_code == 403
    assert refusing.client.post("/", headers=FOLLOWED).status_code == 403


def test_json_that_does_not_say_so_is_not_read(refusing: Here):
    """A form of another site can send any text, but not with this type."""
    posted = refusing.client.post("/v1/ask", content=json.dumps(FEE), headers={"Content-Type": "text/plain"})

    assert posted.status_code == 422


@pytest.mark.parametrize("path", ["/v1/health", "/v1/documents", "/nothing", "/v1/document?name=missing"])
def test_every_reply_has_strict_headers_and_no_cookie(refusing: Here, path: str):
    headers = refusing.client.get(path).headers

    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["cache-control"] in ("no-store", "private, no-cache")
    assert len(headers["x-request-id"]) == 32
    assert "set-cookie" not in headers
    assert "access-control-allow-origin" not in headers


def test_caller_who_sends_too_much_is_told_when_to_come_back(folder: Path):
    with served(folder, requests_per_minute=3) as here:
        statuses = [here.client.get("/v1/documents").status_code for _ in range(4)]
        late = here.client.get("/v1/documents")

    assert statuses == [200, 200, 200, 429]
    assert 1 <= int(late.headers["retry-after"]) <= 60
    assert late.json()["retryable"] is True


def test_one_key_does_not_use_up_the_share_of_another(folder: Path):
    with served(folder, requests_per_minute=2) as here:
        first, second = here.with_key("read"), here.with_key("read")
        for _ in range(3):
            here.client.get("/v1/documents", headers=first)

        assert here.client.get("/v1/documents", headers=first).status_code == 429
        assert here.client.get("/v1/documents", headers=second).status_code == 200


def test_address_with_many_wrong_keys_has_to_wait_and_good_keys_still_get_in(folder: Path):
    with served(folder, refusals_per_minute=2) as here:
        header = here.with_key("read")
        wrong = {"Authorization": "Bearer pincite_0000000000_wrong"}
        statuses = [here.client.get("/v1/documents", headers=wrong).status_code for _ in range(3)]

        assert statuses == [401, 401, 429]
        assert here.client.get("/v1/documents", headers=header).status_code == 200


def test_share_fills_again_with_time():
    clock = [0.0]
    rates = Rates(60, now=lambda: clock[0])
    assert all(rates.take("a") == 0 for _ in range(60))
    assert 0 < rates.take("a") <= 1

    clock[0] += 2.0

    assert [rates.take("a") > 0 for _ in range(3)] == [False, False, True]


def test_log_says_who_did_what_and_never_what_was_asked(here: Here, caplog: pytest.LogCaptureFixture):
    here.add()
    header = here.with_key("read")
    LOG.propagate = True
    with caplog.at_level(logging.INFO, logger=LOG.name):
        answer = here.client.post("/v1/ask", json=FEE, headers=header).json()
        here.client.get("/v1/search", params={"words": "confidential"}, headers=header)
        here.client.get("/v1/document", params={"name": "agreement.txt"}, headers=header)

    told = [json.loads(AsJson().format(each)) for each in caplog.records if each.name == LOG.name]
    asked = told[0]
    assert asked["key_name"] == "test"
    assert (asked["run"], asked["outcome"]) == (answer["run"], "answered")
    assert (asked["method"], asked["path"], asked["status"]) == ("POST", "/v1/ask", 200)
    assert told[-1]["document"] == "agreement.txt"
    written = caplog.text
    assert not any(
        word in written for word in ("monthly", "confidential", "4,500", header["Authorization"][7:])
    )


def test_bug_of_ours_is_a_problem_without_what_it_says_and_the_log_has_its_place(
    here: Here, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    def breaks(*given: object) -> None:
        raise RuntimeError("words of a document")

    monkeypatch.setattr(here.library.store.__class__, "listing", breaks)
    LOG.propagate = True
    with caplog.at_level(logging.INFO, logger=LOG.name):
        broken = here.client.get("/v1/documents")

    assert broken.status_code == 500
    assert broken.headers["content-type"] == "application/problem+json"
    assert "words of a document" not in broken.text + caplog.text
    assert "RuntimeError in test_rest_access.py" in caplog.text
