"""Evaluations over HTTP: what was kept, in figures and in words, and what the levels rest on."""

from __future__ import annotations

from pincite.measure.saved import save
from tests.evaluate.shown_evaluations import make_evaluation, make_example, make_stratum
from tests.rest.servers import Here

MEASURED = make_evaluation(
    n=40,
    settings={"fingerprint": "f1", "mode": "ask", "strictness": "balanced"},
    scores={"right": 0.5, "wrong": 0.05, "p50_ms": 120.0},
    intervals={"right": (0.4, 0.6)},
    strata=(make_stratum(right=0.2), make_stratum(field="term", right=0.8)),
    came_to={"right": 20, "withheld": 18, "wrong": 2},
    calibration=({"confidence": 0.9, "accuracy": 0.85, "n": 20},),
    risk_coverage=tuple({"confidence": 0.9, "coverage": at / 500, "risk": 0.05} for at in range(1, 501)),
    examples=(make_example(),),
)


def test_evaluation_that_was_kept_is_listed_and_shown_with_words_for_its_scores(here: Here):
    save(MEASURED, here.library.settings.library)

    (listed,) = here.client.get("/v1/evaluations").json()["evaluations"]
    shown = here.client.get(f"/v1/evaluations/{listed['evaluation']}").json()

    assert (listed["set"], listed["questions"], listed["strictness"]) == ("leases", 40, "balanced")
    right = next(each for each in shown["scores"] if each["name"] == "right")
    assert (right["said"], right["interval_said"], right["better"]) == ("50 %", "40–60 %", "up")
    assert [each["label"] for each in shown["came_to"]] == [
        "answered rightly",
        "leads only",
        "answered wrongly",
    ]
    assert len(shown["risk_coverage"]) == 200
    assert shown["risk_coverage"][-1]["coverage"] == 1.0
    assert shown["examples"][0]["expected"] == ["a rent of EUR 950"]


def test_what_is_no_evaluation_is_not_listed_and_an_unknown_one_is_not_found(here: Here):
    folder = save(MEASURED, here.library.settings.library).parent
    (folder / "broken.json").write_text("{")
    (folder.parent / "secret.json").write_text("{}")

    assert len(here.client.get("/v1/evaluations").json()["evaluations"]) == 1
    for name in ("broken", "..%2Fsecret", "nothing"):
        assert here.client.get(f"/v1/evaluations/{name}").status_code == 404


def test_key_for_some_collections_sees_no_evaluation(here: Here):
    save(MEASURED, here.library.settings.library)

    assert here.client.get("/v1/evaluations", headers=here.with_key("admin", "leases")).status_code == 403
    assert here.client.get("/v1/evaluations", headers=here.with_key("read")).status_code == 200


def test_levels_say_what_their_bars_rest_on(here: Here):
    (measured, *_) = here.client.get("/v1/levels").json()["measured"]

    assert measured["of"] == "sentences"
    by_level = {each["strictness"]: each for each in measured["levels"]}
    assert by_level["lenient"]["chance"] <= by_level["balanced"]["chance"] <= by_level["strict"]["chance"]
