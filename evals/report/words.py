"""Say in a sentence or two what an evaluation comes to, and no more than its numbers say."""

from __future__ import annotations

from collections.abc import Iterator

from evals.report.figures import percent, percent_range
from evals.report.strata import columns_of, name_of
from evals.score.evaluation import Evaluation
from evals.score.tally import Tally, tally
from pincite.language.how_many import how_many

_DEPTHS = (10, 5, 50, 1)


def headline(evaluation: Evaluation) -> str:
    """The result in plain words, with the intervals of what they rest on."""
    if not evaluation.n:
        return "No question was asked."
    return " ".join(_sentences(evaluation))


def operating_point_sentence(evaluation: Evaluation) -> str:
    """From which confidence on to answer, and what that brings; empty when there is no such point."""
    point = evaluation.operating_point
    if point is None:
        return ""
    sure = f"Answering from a confidence of {point.confidence:.2f} on"
    return (
        f"At most {percent(point.target)} wrong → answers {percent(point.coverage)} of the questions. "
        f"{sure}, {percent(point.risk)} of the answers are wrong."
    )


def worst_sentence(evaluation: Evaluation) -> str:
    """Which corner is the weakest, and how weak; empty when no corner is large enough to tell."""
    worst = evaluation.worst
    if worst is None:
        return ""
    said = ", ".join(f"{column.written(worst)} {column.heading}" for column in columns_of([worst]))
    noun = "claim" if "verifier_auroc" in worst.scores else "question"
    return f"Weakest: {name_of(worst)} ({how_many(worst.n, noun)}){': ' if said else ''}{said}."


def _sentences(evaluation: Evaluation) -> Iterator[str]:
    counted = tally(evaluation.came_to)
    if said := _about_proposed(evaluation):
        yield said
    elif counted is None:
        yield from _by_scores(evaluation)
    else:
        yield _about_all(evaluation.n, counted)
        yield from _about_present(evaluation, counted)
    if (invented := evaluation.scores.get("invented")) is not None:
        yield _about_invented(round(invented))


def _about_proposed(evaluation: Evaluation) -> str:
    """What became of the claims of a proposer of known honesty; empty where there was none."""
    if "oracle_believed" in evaluation.scores:
        share = _share(evaluation, "oracle_believed")
        return f"{_asked(evaluation)}, each with its right answer proposed: {share} were believed."
    if "liar_believed" in evaluation.scores:
        share = _share(evaluation, "liar_believed")
        return f"{_asked(evaluation)}, each with a wrong answer proposed: {share} were believed."
    return ""


def _about_all(asked: int, counted: Tally) -> str:
    """What came of all questions: every count is of the same questions."""
    wrong = counted.wrong + counted.answered_absent
    said = f"Of {how_many(asked, 'question')}, {counted.right:,} {_were(counted.right)} answered rightly"
    said += f" and {wrong:,} wrongly"
    if counted.answered_absent:
        said += f" ({counted.answered_absent:,} of them although the document has no answer)"
    rest = []
    if counted.unanswered:
        left = f"{counted.unanswered:,} {_were(counted.unanswered)} left open"
        rest.append(f"{left} although the document has the answer")
    if quiet := counted.absent - counted.answered_absent:
        rest.append(f"{quiet:,} rightly got no answer: the document has none")
    if counted.untold:
        rest.append(f"{counted.untold:,} {_were(counted.untold)} answered, and the set cannot judge them")
    return "; ".join([said, *rest]) + "."


def _about_present(evaluation: Evaluation, counted: Tally) -> Iterator[str]:
    """The share of the questions that can be answered at all, where there are others, too."""
    if counted.present > 1 and (counted.absent or evaluation.intervals.get("right")):
        right = _part(evaluation, "right", counted.right, counted.present)
        yield f"Of the {counted.present:,} that the documents answer, {right} were answered rightly."


def _asked(evaluation: Evaluation) -> str:
    return f"{how_many(evaluation.n, 'question')} {_were(evaluation.n)} asked"


def _were(number: int) -> str:
    return "was" if number == 1 else "were"


def _by_scores(evaluation: Evaluation) -> Iterator[str]:
    """What the scores alone tell, each with the questions that it is about."""
    scores = evaluation.scores
    if "verifier_auroc" in scores:
        yield f"{how_many(evaluation.n, 'claim')} {_were(evaluation.n)} judged."
        pairs = _share(evaluation, "verifier_auroc")
        yield f"In {pairs} of all pairs, the supported claim scores higher than the unsupported one."
        return
    yield f"{_asked(evaluation)}."
    if "not_found_on_absent" in scores:
        silent = _share(evaluation, "not_found_on_absent")
        yield f"Of those without an answer in their document, {silent} came out as not found."
    if "right" in scores:
        yield f"Of those with an answer, {_share(evaluation, 'right')} were answered rightly."
    if "risk" in scores:
        yield f"Of the answers given, {_share(evaluation, 'risk')} are wrong."
    depth = next((depth for depth in _DEPTHS if f"recall_at_{depth}" in scores), None)
    if depth is not None:
        found = _share(evaluation, f"recall_at_{depth}")
        yield f"Of those with a known place, {found} have it among the first {_passages(depth)} proposed."


def _passages(depth: int) -> str:
    return "passage" if depth == 1 else f"{depth} passages"


def _about_invented(number: int) -> str:
    if not number:
        return "No item was invented."
    return f"{how_many(number, 'item')} {'was' if number == 1 else 'were'} invented."


def _share(evaluation: Evaluation, name: str) -> str:
    return percent(evaluation.scores[name]) + _between(evaluation, name)


def _part(evaluation: Evaluation, name: str, some: int, of: int) -> str:
    """A counted share, with the interval of its score if that is a share of the same questions."""
    if not of:
        return percent(0)
    same = abs(evaluation.scores.get(name, -1.0) - some / of) < 1e-9
    return percent(some / of) + (_between(evaluation, name) if same else "")


def _between(evaluation: Evaluation, name: str) -> str:
    interval = evaluation.intervals.get(name)
    return f" ({percent_range(*interval)})" if interval else ""
