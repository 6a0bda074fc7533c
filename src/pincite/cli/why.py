"""The verb `why`: every candidate of a run, and the check that stopped it; or all that checks refused."""

from __future__ import annotations

import json
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, named
from pincite.cli.reporting import reported
from pincite.cli.screen import one_line, print_object, print_text, printable, printable_name, say
from pincite.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.text import Text

    from pincite.records.candidate import Candidate, Rejection
    from pincite.records.library import RunRecord

_QUOTED = 200


def why(
    context: typer.Context,
    run: Annotated[str, typer.Argument(help="The start of a run's id; the last run if left out.")] = "",
    most: Annotated[int, typer.Option(min=1, help="How many candidates to show.")] = 20,
    rejected: Annotated[
        bool, typer.Option("--rejected", help="List what checks refused in all runs, the newest first.")
    ] = False,
    check: Annotated[
        str, typer.Option(metavar="NAME", help="With --rejected: only what this check refused, like value.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Show why a question got its answer.

    Lists every passage considered, and which check stopped it. With --rejected it lists the proposed
    answers that checks refused, of all questions: most point to a gap in search or in the dictionary.

    \b
    Examples:
      pincite why
      pincite why 3f2a91
      pincite why --rejected --check value
    """
    with reported(as_json):
        if check and not rejected:
            raise InputError("--check belongs to --rejected.", hint="pincite why --rejected --check NAME")
        if rejected and run:
            raise InputError("--rejected lists all runs.", hint="Leave out the run, or leave out --rejected.")
        if rejected:
            with named(context).open_existing() as library:
                found = library.rejections(check=check, limit=most)
            _tell_rejections(found, check, as_json)
            return
        with named(context).open_existing() as library:
            record = library.why(run or None)
        if as_json:
            print_object(_object(record))
        else:
            _show(record, most)


def _object(record: RunRecord) -> dict[str, object]:
    trace = json.loads(record.trace)
    return {
        "run": record.id,
        "asked_at": record.asked_at,
        "question": record.question,
        "outcome": record.outcome,
        "decisions": trace["decisions"],
        "candidates": [_candidate_object(each) for each in record.candidates],
    }


def _candidate_object(candidate: Candidate) -> dict[str, object]:
    """A candidate as JSON, in the names that the record has."""
    return {
        "name": candidate.name,
        "version": candidate.version,
        "lines": list(candidate.lines),
        "page": candidate.page,
        "section": candidate.section or None,
        "quote": candidate.quote,
        "answer_type": candidate.answer_type,
        "value": json.loads(candidate.value),
        "score": round(candidate.score, 4),
        "stopped_by": candidate.stopped_by or None,
        "reason": candidate.reason,
        "kept": candidate.kept,
    }


def _show(record: RunRecord, most: int) -> None:

    print_text((printable(record.question), "bold"))
    print_text((f"{record.outcome} · {record.asked_at} · run {record.id[:12]}", "dim"))
    for decision in json.loads(record.trace)["decisions"]:
        print_text(f"- {printable(decision)}", hanging=2)
    if not record.candidates:
        reason = "it failed before" if record.outcome == "failed" else "none has a value of this kind"
        print_text(f"No passage was considered: {reason}.", above=1)
    for candidate in record.candidates[:most]:
        _show_candidate(candidate)
    if (more := len(record.candidates) - most) > 0:
        print_text((f"{more:,} more: use --most {len(record.candidates)} or --json.", "dim"), above=1)


def _show_candidate(candidate: Candidate) -> None:
    """Where it stands, what it says, and what became of it."""

    quote = one_line(candidate.quote)
    shown = quote if len(quote) <= _QUOTED else quote[:_QUOTED].rsplit(" ", 1)[0] + " …"
    print_text(shown, indent=2, above=1)
    print_text((_place(candidate), "cyan"), indent=2)
    print_text(_fate(candidate), indent=2, hanging=2)


def _tell_rejections(found: Sequence[Rejection], check: str, as_json: bool) -> None:
    if as_json:
        print_object({"rejections": [_rejection_object(each) for each in found]})
    elif found:
        _show_rejections(found)
    else:
        say("Nothing has been refused." if not check else f"The check {check!r} has refused nothing.")


def _rejection_object(rejection: Rejection) -> dict[str, object]:
    return {
        "run": rejection.run,
        "asked_at": rejection.asked_at,
        "question": rejection.question,
        "outcome": rejection.outcome,
        **_candidate_object(rejection.candidate),
    }


def _show_rejections(found: Sequence[Rejection]) -> None:

    for number, (run, of_run) in enumerate(groupby(found, key=lambda each: each.run)):
        refused = list(of_run)
        print_text((printable(refused[0].question), "bold"), above=1 if number else 0)
        print_text((f"{refused[0].outcome} · {refused[0].asked_at} · run {run[:12]}", "dim"))
        for each in refused:
            _show_candidate(each.candidate)


def _place(candidate: Candidate) -> str:
    first, last = candidate.lines
    page = f", page {candidate.page}" if candidate.page else ""
    lines = f"line {first}" if first == last else f"lines {first}–{last}"
    section = f" · {one_line(candidate.section)}" if candidate.section else ""
    return f"{printable_name(candidate.name)}{page}, {lines}{section}"


def _fate(candidate: Candidate) -> Text:
    from rich.text import Text

    if candidate.stopped_by:
        return Text.assemble(("✗ ", "red"), f"{candidate.stopped_by}: {printable(candidate.reason)}")
    if candidate.kept:
        return Text.assemble(("✓ ", "green"), "kept: every check passed")
    return Text.assemble(("· ", "dim"), "every check passed; another passage was chosen")
