"""The gate: what an evaluation is held to, and what a mistake in the file comes to."""

from __future__ import annotations

import pytest

from pincite.errors import ConfigError
from pincite.quality.scoring import Evaluation, Miss, evaluated, misses, read_gate
from tests.quality.hand_made import System, asked, empty, gold_set, perfect


def run_of(system: System) -> Evaluation:
    gold = gold_set()
    return evaluated(gold.name, list(zip(gold.rows, asked(system, gold), strict=True)), {}, 0.0)


GOOD, SILENT = run_of(perfect), run_of(empty)


@pytest.fixture
def gate(tmp_path):
    def read(text: str):
        path = tmp_path / "eval.yaml"
        path.write_text(text, "utf-8")
        return read_gate(path)

    return read


def test_gate_that_is_reached_has_no_misses(gate):
    bars = gate('set: hand-made\nscores: {right: ">= 0.8", wrong: "<= 0.02", invented: "== 0"}')
    assert misses(bars, GOOD) == []


def test_missed_bar_tells_what_was_wanted_and_what_came(gate):
    bars = gate('scores: {right: ">= 0.8", wrong: "<=0.02"}')
    assert misses(bars, SILENT) == [Miss("", "right", ">= 0.8", 0.0)]


def test_score_that_was_not_measured_is_a_miss(gate):
    assert misses(gate('scores: {risk: "< 0.5"}'), SILENT) == [Miss("", "risk", "< 0.5", None)]


def test_stratum_pools_what_it_does_not_name(gate):
    bars = gate('strata:\n- {doc_type: lease, field: "*", scores: {right: ">= 0.5"}}')
    assert misses(bars, GOOD) == []
    assert misses(bars, SILENT) == [Miss("lease / all / all", "right", ">= 0.5", 0.0)]


def test_stratum_that_does_not_exist_is_a_miss(gate):
    bars = gate('strata:\n- {doc_type: invoice, scores: {right: ">= 0.5"}}')
    assert misses(bars, GOOD) == [Miss("invoice / * / *", "right", ">= 0.5", None)]


def test_each_holds_the_bar_to_every_value_with_enough_rows(gate):
    bars = gate('strata:\n- {doc_type: each, rows: 15, scores: {answered: ">= 0.5"}}')
    assert misses(bars, SILENT) == [Miss("deed / all / all", "answered", ">= 0.5", 0.0)]


def test_gate_of_another_set_is_refused(gate):
    with pytest.raises(ConfigError, match=r"'smoke'.*'hand-made'"):
        misses(gate("set: smoke"), GOOD)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("scores: {right: '>= 0.8'", "not YAML"),
        ("scores: {rihgt: '>= 0.8'}", "'rihgt'"),
        ("scores: {right: '=> 0.8'}", "'=> 0.8'"),
        ("scores: {right: 0.8}", "scores.right"),
        ("bars: {right: '> 0.8'}", "bars"),
        ("strata: [{field: fee, scores: {p95_ms: '< 9'}}]", "'p95_ms'"),
        ("- right", "the file"),
    ],
)
def test_mistake_in_the_file_is_named_with_a_hint(gate, text, message):
    with pytest.raises(ConfigError, match=message) as caught:
        gate(text)
    assert caught.value.hint


def test_file_that_is_not_there_is_an_error_in_the_configuration(tmp_path):
    with pytest.raises(ConfigError, match=r"eval\.yaml cannot be read"):
        read_gate(tmp_path / "eval.yaml")
