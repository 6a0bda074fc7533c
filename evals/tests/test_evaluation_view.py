"""How an evaluation is shown to a person at the terminal."""

from __future__ import annotations

import pytest

from evals.evaluation_view import show_evaluation
from evals.report.strata import described
from evals.score.evaluation import Evaluation, OperatingPoint
from evals.tests.score.shown_evaluations import make_evaluation, make_example, make_stratum
from pincite.quality.scoring import Difference


def full_evaluation() -> Evaluation:
    strata = tuple(make_stratum(field=f"a field of some length {n}", n=n, right=n / 20) for n in range(3, 12))
    return make_evaluation(
        n=100,
        came_to={"right": 41, "wrong": 4, "missed": 55},
        scores={"right": 0.41, "invented": 0.0, "p95_ms": 118.0, "answered": 0.45},
        intervals={"right": (0.35, 0.47)},
        strata=strata,
        worst=strata[2],
        operating_point=OperatingPoint(target=0.01, confidence=0.9, coverage=0.21, risk=0.008),
    )


def shown(capsys: pytest.CaptureFixture[str], *args: object) -> list[str]:
    show_evaluation(*args)
    return [line.rstrip() for line in capsys.readouterr().out.splitlines()]


def test_headline_and_operating_point_come_first(capsys: pytest.CaptureFixture[str]):
    said = " ".join(shown(capsys, full_evaluation())[:7])

    assert said.startswith("Of 100 questions, 41 were answered rightly and 4 wrongly; 55 were left open")
    assert "Of the 100 that the documents answer, 41 % (35–47 %) were answered rightly." in said
    assert "At most 1 % wrong: answers 21 % of the questions." in said


def test_scores_are_shown_with_interval_and_direction(capsys: pytest.CaptureFixture[str]):
    lines = [line.split() for line in shown(capsys, full_evaluation())]

    assert ["Right", "41", "%", "35–47", "%", "answerable", "ones", "higher"] in lines
    assert ["Invented", "items", "0", "lower"] in lines
    assert ["Answered", "45", "%", "all", "questions"] in lines
    assert ["95th", "percentile", "of", "time", "118", "ms", "lower"] in lines


def test_five_weakest_strata_are_shown_from_the_worst_on(capsys: pytest.CaptureFixture[str]):
    lines = [line for line in shown(capsys, full_evaluation()) if "a field" in line]

    assert len(lines) == 5
    assert lines[0].split()[-4:] == ["third", "5", "25", "%"]


def test_questions_that_failed_are_shown_with_what_was_expected_and_what_came(
    capsys: pytest.CaptureFixture[str],
):
    evaluation = make_evaluation(
        n=5,
        came_to={"right": 2, "wrong": 1, "missed": 2},
        examples=tuple(map(make_example, ("missed", "wrong"))),
    )

    lines = shown(capsys, evaluation)

    assert lines[-9:] == [
        "Not answered rightly: 3 of 5 questions (2 shown)",
        "",
        "  Wrong: What is the rent? · lease.pdf",
        "    expected: EUR 950 (page 3)",
        "    came:     EUR 900 (page 2)",
        "",
        "  Not found, wrongly: What is the rent? · lease.pdf",
        "    expected: EUR 950 (page 3)",
        "    came:     not found",
    ]


def test_leads_where_the_document_has_no_answer_are_no_failure(capsys: pytest.CaptureFixture[str]):
    quiet = make_example("withheld", absent=True, answers=())

    lines = shown(capsys, make_evaluation(n=1, came_to={"not_recognised": 1}, examples=(quiet,)))

    assert "Not answered rightly" not in " ".join(lines)


def test_change_is_called_better_or_worse_only_when_it_is_more_than_chance(
    capsys: pytest.CaptureFixture[str],
):
    changes = [
        Difference("right", 0.41, 0.45, True), Difference("wrong", 0.04, 0.06, True),
        Difference("span_f1", 0.5, 0.51, False), Difference("page_accuracy", None, 0.3),
        Difference("answered", 0.3, 0.4, True), Difference("invented", 1.0, 0.0),
    ]  # fmt: skip
    lines = [line.split() for line in shown(capsys, make_evaluation(n=1), (), changes)]

    assert ["Right", "41", "%", "45", "%", "+4", "better"] in lines
    assert ["Wrong", "4", "%", "6", "%", "+2", "worse"] in lines
    assert ["Words", "cited", "50", "%", "51", "%", "+1", "may", "be", "chance"] in lines
    assert ["Page", "right", "–", "30", "%"] in lines
    assert ["Answered", "30", "%", "40", "%", "+10", "changed"] in lines
    assert ["Invented", "items", "1", "0", "-1"] in lines


@pytest.mark.parametrize(
    ("misses", "said"),
    [(["right is 0.4."], "1 score misses the gate:"), (["a", "b"], "2 scores miss the gate:")],
)
def test_misses_of_the_gate_come_last(capsys: pytest.CaptureFixture[str], misses: list[str], said: str):
    lines = shown(capsys, full_evaluation(), misses)

    assert lines[-1 - len(misses) :] == [said, *(f"  ✗ {miss}" for miss in misses)]


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (("lease", "deposit", "back"), "type: lease · field: deposit · place: last third"),
        (("all", "all", "none"), "place: unknown"),
        (("all", "all", "all"), "all"),
    ],
)
def test_corner_is_told_with_what_each_part_of_it_is(parts: tuple[str, str, str], said: str):
    doc_type, field, position = parts
    stratum = make_stratum(doc_type, field, n=9, right=0.0).model_copy(update={"position": position})

    assert described(stratum) == said


def test_empty_evaluation_is_one_line(capsys: pytest.CaptureFixture[str]):
    assert shown(capsys, make_evaluation()) == ["No question was asked."]


def test_everything_fits_eighty_columns_and_nothing_steers_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COLUMNS", "80")
    evaluation = full_evaluation()
    hostile = make_stratum("lease\x1b[2J", "rent", n=9, right=0.0)

    lines = shown(
        capsys, evaluation.model_copy(update={"strata": (*evaluation.strata[:3], hostile)}), ["\x1b[2J"]
    )

    assert all(len(line) <= 80 for line in lines)
    assert "\x1b" not in "".join(lines)
