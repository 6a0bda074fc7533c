"""The verbs `runs list`, `show`, `review`, `verify` and `erase`: what was asked."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.logged_in import login
from pincite.cli.options import AsJson, VerbCommand, named
from pincite.cli.reporting import reported
from pincite.cli.screen import notice, print_json, print_object, say
from pincite.errors import DISPROVED_EXIT_CODE, INTERRUPTED_EXIT_CODE, InputError

if TYPE_CHECKING:
    from pincite.records.library import RunLine


class AskedForOption(StrEnum):
    """The same names as in the records, which are not imported here because help must be quick."""

    question = "question"
    cell = "cell"


group = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

Run = Annotated[
    str, typer.Argument(metavar="[RUN]", help="The start of a run's id; the last run if left out.")
]


@group.callback()
def runs() -> None:
    """See what was asked, and check that no record was changed.

    \b
    Examples:
      pincite runs list --outcome answered
      pincite runs show 3f2a91
      pincite runs verify
    """


@group.command("list", cls=VerbCommand)
def list_runs(
    context: typer.Context,
    outcome: Annotated[
        str, typer.Option(metavar="NAME", help="Only with this outcome: answered, not_found, failed …")
    ] = "",
    document: Annotated[
        str, typer.Option(metavar="NAME", help="Only runs that read this document, by its whole name.")
    ] = "",
    since: Annotated[
        str, typer.Option(metavar="DATE", help="Only from this day on (UTC), like 2026-11-17.")
    ] = "",
    asked_for: Annotated[
        AskedForOption | None,
        typer.Option(help="Only what somebody asked, or only cells of tables; both if not set."),
    ] = None,
    limit: Annotated[int, typer.Option(min=1, help="How many to show, the newest first.")] = 20,
    after: Annotated[
        str, typer.Option(metavar="RUN", help="Only what was asked before this run, by its whole id.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """List what was asked, the newest first. Erased runs are not listed: `pincite runs verify` counts them.

    \b
    Examples:
      pincite runs list
      pincite runs list --asked-for question --document lease.pdf --since 2026-11-01 --json
    """
    with reported(as_json):
        from pincite.cli.run_view import show_list

        with named(context).open_existing() as library:
            found = library.runs.list(
                outcome=outcome,
                document=document,
                since=since,
                limit=limit,
                asked_for=asked_for.value if asked_for else None,
                after=after,
            )
        if as_json:
            print_object({"runs": [_row(each) for each in found]})
        elif found:
            show_list(found)
        else:
            narrowed = outcome or document or since or asked_for or after
            say("No run matches." if narrowed else "Nothing has been asked yet.")


def _row(line: RunLine) -> dict[str, object]:
    told = {"run": line.id, "asked_at": line.asked_at, "question": line.question, "outcome": line.outcome}
    return {**told, "documents": list(line.documents), "asked_for": line.asked_for}


@group.command(cls=VerbCommand)
def show(context: typer.Context, run: Run = "", as_json: AsJson = False) -> None:
    """Show all that was recorded of a run: versions, searches, claims with verdicts, calls to models.

    With --json you get everything, also every prompt and every reply as it came.

    \b
    Examples:
      pincite runs show
      pincite runs show 3f2a91 --json
    """
    with reported(as_json):
        from pincite.cli.run_view import show_run

        with named(context).open_existing() as library:
            found = library.runs.show(run)
            reviews = library.runs.reviews(found.record.id)
        if as_json:
            print_json(found.to_json(reviews))
        else:
            show_run(found, reviews)


@group.command(cls=VerbCommand)
def review(
    context: typer.Context,
    run: Annotated[str, typer.Argument(metavar="RUN", help="The start of a run's id.")],
    part: Annotated[
        str, typer.Argument(metavar="PART", help="An item or a lead of its answer: item-1, lead-2.")
    ],
    accept: Annotated[bool, typer.Option("--accept", help="It answers the question.")] = False,
    reject: Annotated[bool, typer.Option("--reject", help="It does not answer the question.")] = False,
    withdraw: Annotated[
        bool, typer.Option("--withdraw", help="What was decided about it before no longer holds.")
    ] = False,
    by: Annotated[
        str, typer.Option(metavar="NAME", help="Who decides; otherwise the name you are logged in by.")
    ] = "",
    note: Annotated[str, typer.Option(metavar="WORDS", help="What to know about the decision.")] = "",
    as_json: AsJson = False,
) -> None:
    """Accept or reject one item or lead of an answer, as a person who has looked at it.

    The decision is kept with your name and the time, and entered in the chain of what was recorded
    (`pincite runs verify`). Nothing is deleted: the last decision counts. It is a judgement and no proof:
    the answer and what code proved of it stay as they are. Reports and `pincite runs show` show it.

    \b
    Examples:
      pincite runs review 3f2a91 item-1 --accept --by "Anna Weber"
      pincite runs review 3f2a91 lead-2 --reject --note "that is the old fee"

    \b
    Exit codes:
      0 kept · 2 no such run or part · 5 the document it is about was forgotten
    """
    with reported(as_json):
        from pincite.answer.reviews import REVIEW_KINDS

        chosen = {"accepted": accept, "rejected": reject, "withdrawn": withdraw}
        kinds = [kind for kind in REVIEW_KINDS if chosen[kind]]
        if len(kinds) != 1:
            raise InputError("A review says one thing.", hint="Write one of: --accept, --reject, --withdraw.")
        with named(context).open_existing() as library:
            kept = library.runs.review(run, part, kinds[0], by=by or login(), note=note)
        if as_json:
            print_json(kept.model_dump_json())
        else:
            say(f"Kept: {kept.part} {kept.kind} by {kept.by}. That is a judgement and no proof.")


@group.command(cls=VerbCommand)
def verify(
    context: typer.Context,
    head: Annotated[
        str, typer.Option(metavar="HASH", help="A hash that this command printed before, kept elsewhere.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Check that nothing that was recorded has been changed, reordered or removed since.

    Each entry of the chain names the one before it by its hash. Erased entries are counted. Someone who
    can write to the library could make a whole new chain: keep the printed hash elsewhere, and compare it
    with --head.

    \b
    Examples:
      pincite runs verify
      pincite runs verify --head 5b1e…

    \b
    Exit codes:
      0 intact · 6 broken, or the hash of --head is not in the chain · 5 library
    """
    with reported(as_json):
        from pincite.cli.run_view import chain_object, show_chain

        with named(context).open_existing() as library:
            found = library.runs.verify(head)
        if as_json:
            print_object(chain_object(found))
        else:
            show_chain(found)
        if not found.intact:
            raise typer.Exit(DISPROVED_EXIT_CODE)


@group.command(cls=VerbCommand)
def erase(
    context: typer.Context,
    before: Annotated[
        str, typer.Option("--before", metavar="DATE", help="Erase what is older than this day (UTC).")
    ],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
    as_json: AsJson = False,
) -> None:
    """Erase what was asked, answered and decided before a day. This cannot be undone.

    Prompts, replies, quotes and answers are deleted. The chain keeps their hashes and says that they were
    erased, so it can still be verified. The setting retention_days does this by itself.

    \b
    Example:
      pincite runs erase --before 2026-01-01
    """
    with reported(as_json):
        with named(context).open_existing() as library:
            if not yes and not _confirmed(before):
                notice("Nothing was erased.")
                raise typer.Exit(INTERRUPTED_EXIT_CODE)
            count = library.runs.erase(before)
        if as_json:
            print_object({"erased": count})
        else:
            say(
                f"Erased {count:,} run{'' if count == 1 else 's'} and decisions."
                if count
                else "Nothing is that old."
            )


def _confirmed(before: str) -> bool:
    from pincite.audit.recorded_runs import at_utc
    from pincite.cli.screen import printable

    at_utc(before)
    if not sys.stdin.isatty():
        raise InputError(
            "Erasing needs your confirmation, and there is no terminal to ask on.",
            hint="Pass --yes if you are sure.",
        )
    try:
        return typer.confirm(f"Permanently erase all that was asked before {printable(before)}?", err=True)
    except typer.Abort:  # Ctrl-C or the end of the input instead of an answer
        return False
