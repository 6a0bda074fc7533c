"""Show an evaluation to a person: the result, the scores, what is weak, what failed and what changed."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from evals.failure_view import show_failures
from evals.report.figures import figure, figure_range
from evals.report.score_names import in_order, score_name
from evals.report.strata import columns_of, described, worst_strata
from evals.report.words import headline, operating_point_sentence
from evals.score.evaluation import Evaluation
from pincite.cli.screen import new_table, one_line, output, print_text
from pincite.quality.scoring import Difference

_WORST = 5
_BETTER = {"up": "higher", "down": "lower", "neither": ""}


def show_evaluation(
    evaluation: Evaluation, misses: Sequence[str] = (), comparison: Sequence[Difference] = ()
) -> None:
    """Print the result; what was not measured is left out."""
    print_text(Text(headline(evaluation), "bold"))
    # An arrow is not known to every terminal.
    if point := operating_point_sentence(evaluation).replace(" →", ":"):
        print_text(Text(point), above=1)
    if evaluation.scores:
        _show_scores(evaluation)
    if evaluation.strata:
        _show_worst(evaluation)
    show_failures(evaluation)
    if comparison:
        _show_comparison(comparison)
    if misses:
        _show_misses(misses)


def _show_scores(evaluation: Evaluation) -> None:
    table = new_table()
    table.add_column("Score", overflow="fold")
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("95 % interval", justify="right", no_wrap=True)
    table.add_column("share of")
    table.add_column("better")
    for name in in_order(evaluation.scores):
        score, interval = score_name(name), evaluation.intervals.get(name)
        between = figure_range(*interval, score.form) if interval else ""
        value = Text(figure(evaluation.scores[name], score.form), "bold")
        better = Text(_BETTER[score.better], "dim")
        table.add_row(Text(one_line(score.label)), value, Text(between), Text(score.share_of), better)
    output().print()
    output().print(table)


def _show_worst(evaluation: Evaluation) -> None:
    worst = worst_strata(evaluation, _WORST)
    columns = columns_of(worst)
    table = new_table()
    table.add_column("Weakest", overflow="fold")
    for heading in ("n", *(column.short for column in columns)):
        table.add_column(heading, justify="right", no_wrap=True)
    for stratum in worst:
        figures = (column.written(stratum) for column in columns)
        table.add_row(Text(one_line(described(stratum))), f"{stratum.n:,}", *figures)
    output().print()
    output().print(table)


def _show_comparison(comparison: Sequence[Difference]) -> None:
    table = new_table()
    table.add_column("Compared")
    for name in ("before", "after", "change"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("")
    known = {row.score: row for row in comparison}
    for name in in_order(known):
        score, row = score_name(name), known[name]
        before, after = figure(row.before, score.form), figure(row.after, score.form)
        table.add_row(Text(one_line(score.label)), before, after, _change(row), _judged(row))
    output().print()
    output().print(table)


def _change(row: Difference) -> str:
    if row.difference is None:
        return ""
    form = score_name(row.score).form
    sign = "+" if row.difference > 0 else "-" if row.difference < 0 else ""
    return sign + figure(abs(row.difference), form).removesuffix(" %")


def _judged(row: Difference) -> Text:
    """Whether the change is one for the better, and more than chance."""
    if not row.difference or row.clear is None:
        return Text("")
    if not row.clear:
        return Text("may be chance", "dim")
    better = score_name(row.score).better
    if better == "neither":
        return Text("changed")
    gained = (row.difference > 0) == (better == "up")
    return Text("better", "green") if gained else Text("worse", "bold red")


def _show_misses(misses: Sequence[str]) -> None:
    noun = "1 score misses" if len(misses) == 1 else f"{len(misses):,} scores miss"
    print_text(Text(f"{noun} the gate:", "bold red"), above=1)
    for miss in misses:
        print_text(Text.assemble(("✗ ", "red"), one_line(miss)), indent=2, hanging=2)
