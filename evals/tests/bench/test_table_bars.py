"""The bars of tables are counted over the right cells."""

from __future__ import annotations

import math

from evals.bench.table_bars import Marked, columns, drawn, fields_of
from evals.score.marking import Mark, mark
from evals.score.observation import Observation, ObservedItem, Place
from pincite.quality.questions import GoldAnswer, GoldRow, GoldSet, Source, Strata


def marked(*, present: bool, state: str, right: bool = False, led: bool = False) -> Marked:
    answers = (GoldAnswer(text="yes indeed", quote="yes indeed", spans=((0, 10),)),) if present else ()
    row = GoldRow(id="r", document="a.txt", question="?", absent=not present, answers=answers)
    place = (
        Place(start=0, end=10, snippet="yes indeed") if right or led else Place(start=50, end=60, snippet="x")
    )
    said = "yes indeed" if right else "no"
    item = ObservedItem(
        answer_type="text", value={"text": said}, original=said, confidence=0.9, proved=True, places=(place,)
    )
    outcome = {"answered": "answered", "to_review": "unverified", "not_stated": "not_found"}[state]
    items = (item,) if state == "answered" else ()
    made: Mark = mark(
        row, Observation(key="", row="r", outcome=outcome, items=items, leads=(place,) if led else ())
    )
    return Marked("fee", state, made)


def shares(*cells: Marked) -> dict[str, float]:
    return {
        name: sum(said) / len(said)
        for name, column in columns(cells).items()
        if (said := [value for value in column if not math.isnan(value)])
    }


def test_right_and_risk_count_only_what_is_answered():
    found = shares(
        marked(present=True, state="answered", right=True),
        marked(present=True, state="answered"),
        marked(present=True, state="to_review", led=True),
        marked(present=False, state="not_stated"),
    )
    assert (found["right"], found["risk"]) == (1 / 3, 1 / 2)
    assert found["led"] == 2 / 3


def test_absent_cells_are_answered_to_review_or_not_stated():
    found = shares(
        marked(present=False, state="answered"),
        marked(present=False, state="to_review"),
        marked(present=False, state="not_stated"),
        marked(present=False, state="not_stated"),
    )
    assert (found["absent answered"], found["absent to review"]) == (0.25, 0.25)


def test_the_same_seed_draws_the_same_documents():
    sources = tuple(Source(key=str(n), name=f"{n}.txt", text="x") for n in range(20))
    rows = tuple(
        GoldRow(
            id=str(n), document=f"{n}.txt", question="?", absent=True, strata=Strata(field="Audit Rights")
        )
        for n in range(20)
    )
    gold = GoldSet("cuad-plain", "dev", sources, rows)
    assert [s.name for s in drawn(gold, 5, 7).sources] == [s.name for s in drawn(gold, 5, 7).sources]
    assert len(drawn(gold, 5, 7).rows) == 5
    assert drawn(gold, None, 7) is gold
    assert fields_of(gold) == {"Audit Rights": "audit rights"}
