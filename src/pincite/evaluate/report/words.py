"""Say in a sentence or two what an evaluation comes to, and no more than its numbers say."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.evaluate.evaluation import Evaluation
from pincite.evaluate.report.figures import count, percent, percent_range
from pincite.evaluate.report.strata import columns_of, name_of
from pincite.evaluate.tally import Tally, tally

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
        f"At most {percent(point.target)} wrong → answers {percent(point.coverage)}. "
        f"{sure}, {percent(point.risk)} of the answers are wrong."
    )


def worst_sentence(evaluation: Evaluation) -> str:
    """Which corner is the weakest, and how weak; empty when no corner is large enough to tell."""
    worst = evaluation.worst
    if worst is None:
        return ""
    said = ", ".join(f"{column.written(worst)} {column.heading}" for column in columns_of([worst]))
    noun = "claim" if "verifier_auroc" in worst.scores else "question"
    return f"Weakest: {name_of(worst)} ({count(worst.n, noun)}){': ' if said else ''}{said}."


def _sentences(evaluation: Evaluation) -> Iterator[str]:
    counted = tally(evaluation.came_to)
    if said := _about_proposed(evaluation):
        yield said
    elif counted is None:
        yield from _by_scores(evaluation)
    else:
        yield _about_absent(evaluation, counted)
        if counted.present:
            yield _about_present(evaluation, counted)
    if (invented := evaluation.scores.get("invented")) is not None:
        yield _about_invented(round(invented))


def _about_proposed(evaluation: Evaluation) -> str:
    """What became of the claims of a proposer of known honesty; empty where there was none."""
    asked = count(evaluation.n, "question")
    if "oracle_believed" in evaluation.scores:
        share = _share(evaluation, "oracle_believed")
        return f"Of {asked} those with an answer got it proposed: {share} of them were believed."
    if "liar_believed" in evaluation.scores:
        share = _share(evaluation, "liar_believed")
        return f"To {asked} a wrong answer was proposed: {share} of them were believed."
    return ""


def _about_absent(evaluation: Evaluation, counted: Tally) -> str:
    asked = count(evaluation.n, "question")
    share = _part(evaluation, "not_found_on_absent", counted.recognised, counted.absent)
    if not counted.absent:
        if evaluation.n == 1:
            return "The only question has an answer in the document."
        return f"Of {asked} all have an answer in the document."
    if counted.absent == 1:
        met = "was" if counted.recognised else "was not"
        return f"Of {asked} 1 has no answer in its document: it {met} recognised as such."
    if not counted.present:
        return f"Of {asked} none has an answer in its document: {share} were recognised as such."
    silent = f"{counted.absent:,} have no answer in their document"
    return f"Of {asked} {silent}: {share} of those were recognised as such."


def _about_present(evaluation: Evaluation, counted: Tally) -> str:
    if counted.present == 1:
        return _about_one(counted)
    whom = f"Of the {counted.present:,} others" if counted.absent else "Of these"
    right = _part(evaluation, "right", counted.right, counted.present)
    said = f"{whom} {right} were answered rightly, {percent(counted.wrong / counted.present)} wrongly"
    if counted.untold:
        said += f", and {percent(counted.untold / counted.present)} in a way that the set cannot judge"
    return f"{said}; the rest was left unanswered." if counted.unanswered else f"{said}."


def _about_one(counted: Tally) -> str:
    whom = "The other" if counted.absent else "It"
    if counted.untold:
        return f"{whom} was answered; the set cannot judge how."
    given = (
        "answered rightly" if counted.right else "answered wrongly" if counted.wrong else "left unanswered"
    )
    return f"{whom} was {given}."


def _by_scores(evaluation: Evaluation) -> Iterator[str]:
    """What the scores alone tell, each with the questions that it is about."""
    scores, were = evaluation.scores, "was" if evaluation.n == 1 else "were"
    if "verifier_auroc" in scores:
        yield f"{count(evaluation.n, 'claim')} {were} judged."
        pairs = _share(evaluation, "verifier_auroc")
        yield f"Of a supported and an unsupported one, the supported scores higher in {pairs} of all pairs."
        return
    yield f"{count(evaluation.n, 'question')} {were} asked."
    if "not_found_on_absent" in scores:
        silent = _share(evaluation, "not_found_on_absent")
        yield f"Of those without an answer in their document {silent} were recognised as such."
    if "right" in scores:
        yield f"Of those with an answer {_share(evaluation, 'right')} were answered rightly."
    if "risk" in scores:
        yield f"Of the answers that were given {_share(evaluation, 'risk')} are wrong."
    depth = next((depth for depth in _DEPTHS if f"recall_at_{depth}" in scores), None)
    if depth is not None:
        found = _share(evaluation, f"recall_at_{depth}")
        yield f"Of those with a known place {found} have it among the first {_passages(depth)} proposed."


def _passages(depth: int) -> str:
    return "passage" if depth == 1 else f"{depth} passages"


def _about_invented(number: int) -> str:
    if not number:
        return "No item was invented."
    return f"{count(number, 'item')} {'was' if number == 1 else 'were'} invented."


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
