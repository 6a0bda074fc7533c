"""Floors of shipped quality: what misses one, and that none can be lowered."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.floors import FILE, Floor, counts, earlier, lowered, missed, read
from evals.score.evaluation import RowFigures
from evals.score.rows import RunFigures

FLOOR = Floor(
    questions=Path("examples/gold.jsonl"), sample=4, hash="h", least={"right": 2}, most={"wrong": 1}
)


def run(rights: int, wrongs: int, **scores: float) -> RunFigures:
    told = [{"right": float(at < rights), "wrong": float(rights <= at < rights + wrongs)} for at in range(4)]
    rows = {f"row {at}": RowFigures(document="a.txt", scores=each) for at, each in enumerate(told)}
    given = {"split": "own", "fold": "all", "sample": 4, "machine": "x", "fingerprint": "y"}
    return RunFigures(set="gold", mode="ask", n=4, scores=scores, rows=rows, **given)


@pytest.mark.parametrize(
    ("came_to", "said"),
    [
        (run(2, 1), []),
        (run(1, 0), ["examples/gold.jsonl: right 1, at least 2"]),
        (run(2, 2), ["examples/gold.jsonl: wrong 2, at most 1"]),
        (run(4, 0, invented=1), ["examples/gold.jsonl: invented 1, must be 0"]),
    ],
)
def test_run_misses_what_it_does_not_come_up_to(came_to: RunFigures, said: list[str]):
    assert list(missed(FLOOR, came_to)) == said


def test_floor_rises_with_what_is_measured_and_never_falls():
    same = FLOOR.model_copy(update={"hash": FLOOR.hash_now()})

    assert same.raised(counts(run(4, 0))).least == {"right": 2}
    assert same.raised({"right": 9, "wrong": 0}).least == {"right": 7}
    assert same.raised({"right": 0, "wrong": 3}) == same
    assert FLOOR.raised({"right": 0, "wrong": 3}).most == {"wrong": 5}, "other questions begin anew"


@pytest.mark.parametrize(
    "weaker",
    [
        FLOOR.model_copy(update={"least": {"right": 1}}),
        FLOOR.model_copy(update={"least": {}}),
        FLOOR.model_copy(update={"most": {"wrong": 2}}),
        FLOOR.model_copy(update={"most": {}}),
        FLOOR.model_copy(update={"sample": 3, "hash": "other"}),
    ],
)
def test_floor_that_asks_for_less_is_noticed(weaker: Floor):
    assert not list(lowered([FLOOR], [FLOOR]))
    assert list(lowered([weaker], [FLOOR]))
    assert list(lowered([], [FLOOR]))


def test_floors_are_of_the_questions_that_are_committed():
    floors = read(FILE.read_text("utf-8"))

    assert sum(floor.sample for floor in floors) >= 60
    assert all(floor.hash == floor.hash_now() for floor in floors)
    assert not [fault for before in earlier() for fault in lowered(floors, before)]
