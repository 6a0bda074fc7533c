"""The verb `rejections`: what checks have stopped, question by question."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, named
from pincite.cli.reporting import reported
from pincite.cli.screen import print_object, print_text, printable, say
from pincite.cli.why import candidate_object, show_candidate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.records.candidate import Rejection


def rejections(
    context: typer.Context,
    check: Annotated[
        str, typer.Option(metavar="NAME", help="Only what this check stopped, for example value.")
    ] = "",
    limit: Annotated[int, typer.Option(min=1, help="How many to show, the newest first.")] = 20,
    as_json: AsJson = False,
) -> None:
    """List proposed answers that a check refused. Most point to a gap in search or in the dictionary.

    \b
    Examples:
      pincite rejections
      pincite rejections --check value --json
    """
    with reported(as_json):
        with named(context).open_existing() as library:
            found = library.rejections(check=check, limit=limit)
        if as_json:
            print_object({"rejections": [_object(each) for each in found]})
        elif found:
            _show(found)
        else:
            say("Nothing has been refused." if not check else f"The check {check!r} has refused nothing.")


def _object(rejection: Rejection) -> dict[str, object]:
    return {
        "run": rejection.run,
        "asked_at": rejection.asked_at,
        "question": rejection.question,
        "outcome": rejection.outcome,
        **candidate_object(rejection.candidate),
    }


def _show(found: Sequence[Rejection]) -> None:
    from rich.text import Text

    for number, (run, of_run) in enumerate(groupby(found, key=lambda each: each.run)):
        refused = list(of_run)
        print_text(Text(printable(refused[0].question), "bold"), above=1 if number else 0)
        print_text(Text(f"{refused[0].outcome} · {refused[0].asked_at} · run {run[:12]}", "dim"))
        for each in refused:
            show_candidate(each.candidate)
