"""Show the questions of an evaluation that were not answered rightly: what was expected, and what came."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from evals.report.examples import value_in_words
from evals.report.score_names import ERRORS
from evals.score.evaluation import Evaluation, Example
from evals.score.observation import Observation
from evals.score.tally import tally
from pincite.cli.screen import one_line, print_text

_MOST, _LONGEST = 10, 160


def show_failures(evaluation: Evaluation) -> None:
    """The gravest first, and not all: the report of --html has more, with pictures of the pages."""
    # A question that the document does not answer, and that got no answer, has not failed.
    failed = [each for each in _gravest_first(evaluation.examples) if not _rightly_quiet(each)]
    if not failed:
        return
    print_text(Text(_heading(evaluation, min(len(failed), _MOST)), "bold"), above=1)
    for example in failed[:_MOST]:
        row = example.row
        title = ERRORS[example.kind][0]
        asked = Text.assemble((f"{title}: ", "yellow"), one_line(row.question), (f" · {row.document}", "dim"))
        print_text(asked, above=1, indent=2, hanging=2)
        print_text(Text(f"expected: {_expected(example)}"), indent=4, hanging=10)
        print_text(Text(f"came:     {_came(example.observation)}"), indent=4, hanging=10)


def _gravest_first(examples: Sequence[Example]) -> Iterator[Example]:
    for kind in ERRORS:
        yield from (each for each in examples if each.kind == kind)


def _rightly_quiet(example: Example) -> bool:
    return example.row.absent and example.kind == "withheld"


def _heading(evaluation: Evaluation, shown: int) -> str:
    counted = tally(evaluation.came_to)
    if counted is None:
        return "Not answered rightly, for example:"
    count = counted.wrong + counted.answered_absent + counted.unanswered
    some = "" if shown >= count else f" ({shown:,} shown)"
    return f"Not answered rightly: {count:,} of {evaluation.n:,} questions{some}"


def _expected(example: Example) -> str:
    answers = example.row.answers
    if not answers:
        return "no answer: the document has none"
    first = answers[0]
    said = first.text or value_in_words(first.value) or first.quote
    page = f" (page {first.page})" if first.page else ""
    more = f", and {len(answers) - 1:,} more" if len(answers) > 1 else ""
    return _short(said) + page + more


def _came(observation: Observation) -> str:
    if observation.outcome == "failed":
        return f"an error: {_short(observation.error)}"
    if observation.items:
        first = observation.items[0]
        page = next((f" (page {place.page})" for place in first.places if place.page), "")
        more = f", and {len(observation.items) - 1:,} more" if len(observation.items) > 1 else ""
        return f"{_short(first.original)}{page}{more}"
    said = {"not_found": "not found", "needs_clarification": "a question back"}.get(observation.outcome)
    if said or not observation.leads:
        return said or "no answer: nothing was sure enough"
    lead = observation.leads[0]
    page = f" (page {lead.page})" if lead.page else ""
    return f"no answer; the first lead: {_short(lead.snippet)}{page}"


def _short(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= _LONGEST else line[:_LONGEST].rsplit(" ", 1)[0] + " …"
