"""Two runs compared question by question, and which gate the later one fails."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from evals.gates import Gate, Gates, Run, findings, read_gates
from evals.score.evaluation import RowFigures
from evals.score.gold_set import sampled
from evals.score.rows import RunFigures, change, read_runs
from evals.score.scores import NAMES
from pincite.quality.questions import GoldRow, GoldSet, Source

ROOT = Path(__file__).resolve().parents[3]


def run(
    rights: list[float | None], *, name: str = "lay", score: str = "right", **scores: float
) -> RunFigures:
    rows = {
        f"row {at}": RowFigures(document=f"{at // 2}.txt", scores={} if right is None else {score: right})
        for at, right in enumerate(rights)
    }
    told = [right for right in rights if right is not None]
    found = {score: sum(told) / len(told)} | scores if told else scores
    given = {"split": "dev", "fold": "all", "sample": None, "machine": "x", "fingerprint": "y"}
    return RunFigures(set=name, mode="ask", n=len(rights), scores=found, rows=rows, **given)


def held(gate: Gate, before: RunFigures, after: RunFigures) -> list[bool]:
    gates = Gates(runs={"lay": Run(set="lay")}, gates=(gate,))
    return [each.passed for each in findings(gates, {"lay": before}, {"lay": after})]


def test_change_is_told_over_the_rows_that_both_runs_have():
    before, after = run([1, 1, 0, 0]), run([1, 1, 1, 0, 0, 0])
    found = change("right", [(before, after)])

    assert found is not None
    assert (found.before, found.after, found.rows) == (0.5, 0.75, 4)
    assert found.low <= found.difference <= found.high


def test_runs_without_a_common_row_or_score_cannot_be_compared():
    assert change("risk", [(run([1]), run([1]))]) is None
    assert change("right", []) is None


def test_score_that_stays_has_an_interval_of_nothing():
    found = change("right", [(run([1, 0, 1, 0]), run([1, 0, 1, 0]))])

    assert found is not None
    assert (found.low, found.high) == (0.0, 0.0)


@pytest.mark.parametrize(("after", "passed"), [([1, 1, 1, 1], True), ([1, 1, 1, 0], False)])
def test_pooled_change_may_be_no_worse_than_its_limit(after, passed):
    assert held(Gate(score="right", runs=("lay",), pooled=-0.01), run([1, 1, 1, 1]), run(after)) == [passed]


def test_limit_above_nought_bounds_what_may_rise():
    gate = Gate(score="risk", runs=("lay",), single=0.01)

    assert held(gate, run([0, 1], score="risk"), run([0, 0], score="risk")) == [True]
    assert held(gate, run([0, 0], score="risk"), run([0, 1], score="risk")) == [False]


def test_single_set_fails_only_where_its_whole_interval_lies_beyond_the_limit():
    gate = Gate(score="right", runs=("lay",), each=-0.02)
    one_lost, all_lost = [1.0] * 39 + [0.0], [0.0] * 40

    assert held(gate, run([1.0] * 40), run(one_lost)) == [True]
    assert held(gate, run([1.0] * 40), run(all_lost)) == [False]


def test_bar_holds_for_the_later_run_and_what_was_not_measured_misses_it():
    gate = Gate(score="invented", runs=("lay",), bar="== 0")

    assert held(gate, run([1], invented=6), run([1], invented=0)) == [True]
    assert held(gate, run([1], invented=0), run([1], invented=1)) == [False]
    assert held(gate, run([1], invented=0), run([1])) == [False]
    assert held(gate.model_copy(update={"unless_missing": True}), run([1]), run([1])) == []


def test_gates_that_are_committed_name_runs_and_scores_that_there_are():
    gates = read_gates()

    for gate in (*gates.gates, *gates.reported):
        assert gate.score in NAMES | {"counterfactual_stale"}, gate
        assert any(Path(name).match(each) for name in gates.runs for each in gate.runs), gate


def test_baseline_is_read_and_held_beside_itself_fails_no_gate_about_changes():
    runs = read_runs(ROOT / "evals" / "baselines" / "start" / "x86_64")
    gates = read_gates()
    changing = tuple(gate.model_copy(update={"bar": None}) for gate in gates.gates if gate.pooled is not None)
    kept = {name: run for name, run in gates.runs.items() if name in runs}
    found = list(findings(gates.model_copy(update={"gates": changing, "runs": kept}), runs, runs))

    assert found
    assert all(each.passed for each in found)


def test_runs_survive_being_written_and_read(tmp_path):
    before = run([1, 0.5, None])
    (tmp_path / "lay.json").write_text(before.to_json())

    assert read_runs(tmp_path) == {"lay": before}


def test_command_says_which_gate_fails_and_exits_with_7(tmp_path):
    for name, right in (("before", [1.0, 1.0]), ("after", [0.0, 0.0])):
        (tmp_path / name).mkdir()
        (tmp_path / name / "lay.json").write_text(run(right, invented=0, failed=0).to_json())
    command = [sys.executable, "-m", "evals.gates", "compare", "before", "after", "--only", "lay"]
    told = subprocess.run(
        [*command[:4], str(tmp_path / "before"), str(tmp_path / "after"), *command[6:]],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert told.returncode == 7, told.stderr
    assert "FAIL right of lay: 1 → 0" in told.stdout


def rows(count: int) -> GoldSet:
    made = tuple(
        GoldRow(id=f"row {at}", document=f"{at}.txt", question="What?", absent=True) for at in range(count)
    )
    sources = tuple(Source(f"{at}", f"{at}.txt", text="x") for at in range(count))
    return GoldSet("mine", "dev", sources, made)


def test_sample_is_the_same_in_every_run_and_the_smaller_is_part_of_the_larger():
    small, large = ({row.id for row in sampled(rows(100), count).rows} for count in (10, 40))

    assert (len(small), len(large)) == (10, 40)
    assert small < large
    assert {row.id for row in sampled(rows(100), 10).rows} == small


def test_sample_of_more_rows_than_there_are_is_all_of_them():
    assert len(sampled(rows(5), 10).rows) == len(sampled(rows(5), None).rows) == 5


def test_rows_file_holds_no_word_of_a_document():
    told = json.loads(run([1, 0]).to_json())

    assert told["rows"]["row 0"] == {"document": "0.txt", "scores": {"right": 1}}
