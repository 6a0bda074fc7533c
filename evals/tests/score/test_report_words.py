"""What a report says in plain words is what its numbers say."""

from __future__ import annotations

import pytest

from evals.report.figures import figure, figure_range, percent, percent_range
from evals.report.words import headline, operating_point_sentence, worst_sentence
from evals.score.evaluation import OperatingPoint
from evals.tests.score.shown_evaluations import make_evaluation, make_stratum

COUNTED = {"right": 288, "wrong": 36, "missed": 396, "recognised": 468, "not_absent": 12}


def test_headline_counts_all_questions_once_and_gives_the_interval():
    evaluation = make_evaluation(
        n=1200,
        came_to=COUNTED,
        scores={"right": 0.4, "not_found_on_absent": 0.975, "invented": 0.0},
        intervals={"right": (0.36, 0.44), "not_found_on_absent": (0.96, 0.985)},
    )

    assert headline(evaluation) == (
        "Of 1,200 questions, 288 were answered rightly and 48 wrongly"
        " (12 of them although the document has no answer);"
        " 396 were left open although the document has the answer;"
        " 468 rightly got no answer: the document has none."
        " Of the 720 that the documents answer, 40 % (36–44 %) were answered rightly. No item was invented."
    )


def test_interval_of_other_questions_is_not_given_for_a_count():
    evaluation = make_evaluation(
        n=4, came_to={"right": 2, "untold": 2}, scores={"right": 1.0}, intervals={"right": (0.9, 1.0)}
    )

    assert headline(evaluation) == (
        "Of 4 questions, 2 were answered rightly and 0 wrongly; 2 were answered, and the set cannot judge"
        " them. Of the 4 that the documents answer, 50 % were answered rightly."
    )


@pytest.mark.parametrize(
    ("came_to", "said"),
    [
        ({"right": 1}, "Of 1 question, 1 was answered rightly and 0 wrongly."),
        (
            {"missed": 1},
            "Of 1 question, 0 were answered rightly and 0 wrongly;"
            " 1 was left open although the document has the answer.",
        ),
        (
            {"recognised": 1},
            "Of 1 question, 0 were answered rightly and 0 wrongly;"
            " 1 rightly got no answer: the document has none.",
        ),
        (
            {"not_absent": 1, "wrong": 1},
            "Of 2 questions, 0 were answered rightly and 2 wrongly"
            " (1 of them although the document has no answer).",
        ),
        (
            {"recognised": 2, "not_recognised": 2},
            "Of 4 questions, 0 were answered rightly and 0 wrongly;"
            " 4 rightly got no answer: the document has none.",
        ),
        (
            {"right": 3, "wrong": 1},
            "Of 4 questions, 3 were answered rightly and 1 wrongly.",
        ),
    ],
)
def test_few_questions_and_one_kind_of_them_are_said_as_such(came_to: dict[str, int], said: str):
    assert headline(make_evaluation(n=sum(came_to.values()), came_to=came_to)) == said


@pytest.mark.parametrize(
    ("invented", "said"),
    [(0, "No item was invented."), (1, "1 item was invented."), (1_200, "1,200 items were invented.")],
)
def test_invented_items_are_counted(invented: int, said: str):
    assert headline(make_evaluation(n=2, scores={"invented": float(invented)})).endswith(said)


def test_invented_items_that_were_not_counted_are_not_called_none():
    assert "invented" not in headline(make_evaluation(n=2, scores={"right": 0.5}))


def test_plain_outcomes_do_not_tell_how_many_questions_have_an_answer():
    evaluation = make_evaluation(
        n=100,
        came_to={"answered": 40, "not_found": 58, "failed": 2},
        scores={"right": 0.41, "not_found_on_absent": 0.97, "risk": 0.09},
        intervals={"risk": (0.05, 0.13)},
    )

    assert headline(evaluation) == (
        "100 questions were asked. Of those without an answer in their document, 97 % came out as not found."
        " Of those with an answer, 41 % were answered rightly."
        " Of the answers given, 9 % (5–13 %) are wrong."
    )


def test_failures_alone_are_not_taken_for_questions_with_an_answer():
    assert headline(make_evaluation(n=3, came_to={"failed": 3})) == "3 questions were asked."


def test_run_that_only_retrieved_says_what_was_found():
    evaluation = make_evaluation(n=50, scores={"recall_at_1": 0.5, "recall_at_10": 0.84})

    assert headline(evaluation).endswith("84 % have it among the first 10 passages proposed.")


def test_run_of_a_verifier_speaks_of_claims():
    evaluation = make_evaluation(n=1, scores={"verifier_auroc": 0.81})

    assert headline(evaluation).startswith("1 claim was judged.")


def test_nothing_asked_is_said_and_nothing_else():
    assert headline(make_evaluation()) == "No question was asked."


def test_operating_point_says_what_it_promises_and_what_was_seen():
    point = OperatingPoint(target=0.01, confidence=0.83, coverage=0.71, risk=0.004)

    assert operating_point_sentence(make_evaluation(n=9, operating_point=point)) == (
        "At most 1 % wrong → answers 71 % of the questions."
        " Answering from a confidence of 0.83 on, 0.4 % of the answers are wrong."
    )
    assert operating_point_sentence(make_evaluation(n=9)) == ""


def test_weakest_stratum_is_named_with_what_is_known_of_it():
    worst = make_stratum("lease", "deposit", "back", n=1, right=0.0)

    said = worst_sentence(make_evaluation(n=1, strata=(worst,), worst=worst))

    assert said == "Weakest: lease · deposit · last third (1 question): 0 % right."


def test_weakest_set_of_claims_speaks_of_claims():
    worst = make_stratum("statements", "news", "none", n=40, verifier_auroc=0.61)

    said = worst_sentence(make_evaluation(n=40, strata=(worst,), worst=worst))

    assert said == "Weakest: statements · news · no place known (40 claims): 0.610 support ranked first."


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (0.0, "0 %"), (0.0004, "under 0.1 %"), (0.0005, "0.1 %"), (0.042, "4.2 %"), (0.0996, "10 %"),
        (0.41, "41 %"), (0.9, "90 %"), (0.9996, "over 99.9 %"), (0.999, "99.9 %"), (1.0, "100 %"),
    ],
)  # fmt: skip
def test_only_none_is_zero_percent_and_only_all_is_a_hundred(share: float, said: str):
    assert percent(share) == said


def test_figures_are_written_as_their_kind():
    assert figure(None, "share") == "–"
    assert figure(0.9131, "index") == "0.913"
    assert figure(1234.4, "milliseconds") == "1,234 ms"
    assert figure(3.0, "count") == "3"
    assert figure_range(31, 37, "milliseconds") == "31–37 ms"
    assert percent_range(0.0, 0.35) == "0–35 %"


@pytest.mark.parametrize(
    ("score", "said"),
    [
        (
            "oracle_believed",
            "40 questions were asked, each with its right answer proposed: 75 % were believed.",
        ),
        (
            "liar_believed",
            "40 questions were asked, each with a wrong answer proposed: 75 % were believed.",
        ),
    ],
)
def test_headline_of_a_proposer_of_known_honesty_says_how_much_was_believed(score, said):
    evaluation = make_evaluation(
        n=40, came_to={"right": 30, "missed": 10}, scores={score: 0.75}, intervals={}
    )

    assert headline(evaluation) == said
