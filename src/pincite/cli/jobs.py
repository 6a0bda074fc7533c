"""The verbs `jobs submit`, `list`, `show`, `pause`, `resume`, `retry`, `cancel`, `results` and `work`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.job_run import (
    exit_code_of,
    followed_to_its_end,
    go_on,
    show_whole,
    tell,
    worked_here,
)
from pincite.cli.options import AsJson, MaxRisk, Model, Strictness, VerbCommand, named
from pincite.cli.reporting import reported
from pincite.cli.screen import notice, print_json, print_line, print_object, printable_name, say
from pincite.cli.tabulate import FromSchema, asked_fields
from pincite.errors import BATCH_EXIT_CODE

if TYPE_CHECKING:
    from pincite.extract.bulk import JobLimits, Submitted

group = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

Id = Annotated[str, typer.Argument(metavar="JOB", help="The id of the job, or the beginning of it.")]
Minutes = Annotated[
    float | None, typer.Option("--most-minutes", metavar="N", help="Pause after so many minutes of work.")
]
Tokens = Annotated[
    int | None, typer.Option("--most-tokens", metavar="N", help="Pause when models have used so many tokens.")
]
Cost = Annotated[
    str | None,
    typer.Option("--most-cost", metavar="N", help="Pause when models have cost so much, by your own prices."),
]
Workers = Annotated[
    int | None,
    typer.Option(min=1, metavar="N", help="How many processes work at once (default: one a core, up to 4)."),
]
Wait = Annotated[bool, typer.Option("--wait", help="Work here, show the progress, and return at the end.")]
_WHEN_INTERRUPTED = "Interrupted. What is done is kept."


@group.callback()
def jobs() -> None:
    """Ask fields of many documents in a job that survives any interruption.

    \b
    Examples:
      pincite jobs submit contracts/ --fields "parties, end date, governing law"
      pincite jobs show --follow 3f2a
      pincite jobs results 3f2a --output ends.xlsx
    """


@group.command(cls=VerbCommand)
def submit(
    context: typer.Context,
    documents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[DOCUMENT]",
            help="Files or folders, which are added first, or names in the library; without any, all of it.",
        ),
    ] = None,
    fields: Annotated[
        list[str] | None,
        typer.Option(
            "--fields",
            metavar="LIST",
            help="Fields with commas between them: a name, a question, or name: question. May be repeated.",
        ),
    ] = None,
    schema: FromSchema = None,
    add: Annotated[
        bool, typer.Option("--add", help="Only add the files and make them searchable; ask nothing.")
    ] = False,
    most_minutes: Minutes = None,
    most_cost: Cost = None,
    most_tokens: Tokens = None,
    tries: Annotated[
        int,
        typer.Option(min=1, metavar="N", help="Set a document aside when it has crashed its worker N times."),
    ] = 3,
    workers: Workers = None,
    wait: Wait = False,
    start: Annotated[
        bool, typer.Option("--start/--no-start", help="Begin at once, or wait for `pincite jobs work`.")
    ] = True,
    again: Annotated[
        bool, typer.Option("--again", help="Submit it even though the same job is there already.")
    ] = False,
    follow_links: Annotated[
        bool, typer.Option("--follow-links", help="Follow links that lead out of a folder.")
    ] = False,
    upload: Annotated[
        bool | None,
        typer.Option(
            "--upload/--no-upload",
            help="Keep the files in the library until they are added, for workers that cannot see them "
            "(default with PostgreSQL), or have workers read them where they are.",
        ),
    ] = None,
    strictness: Strictness = None,
    max_risk: MaxRisk = None,
    model: Model = None,
    as_json: AsJson = False,
) -> None:
    """Have each document added, if it is a file, and asked all fields, by processes behind this command.

    The job is in the library: you can close the terminal, switch off the machine or kill any process. Nothing
    that was answered is lost or asked again. A document that cannot be read, or crashes its worker, is set
    aside with the reason, and the rest goes on. The same job submitted twice is one job.

    \b
    Examples:
      pincite jobs submit contracts/ --fields "parties, end date, governing law"
      pincite jobs submit contracts/ --fields "end date" --wait
      pincite jobs submit contracts/ --schema commercial-contracts
      pincite jobs submit --fields "liability cap" --model anthropic/NAME --most-cost 20
      pincite jobs submit archive/ --add

    \b
    Exit codes:
      0 submitted; with --wait: all is done · 8 with --wait: some documents failed, or the job was paused
      2 unusable fields or documents · 3 settings · 5 library · 130 interrupted
    """
    with reported(as_json, interrupted=_WHEN_INTERRUPTED, write=print_line):
        place = replace(named(context), model=model, max_risk=max_risk)
        limits = replace(_limits(most_minutes, most_cost, most_tokens), tries=tries)
        has_files = any(Path(each).exists() for each in documents or ())
        opened = place.open(strictness) if has_files else place.open_existing(strictness)
        with opened as library:
            if add:
                _refuse_fields(fields, schema)
                submitted = library.jobs.add(
                    documents or (), limits, again=again, follow=follow_links, upload=upload
                )
            else:
                asked = asked_fields(library, fields or (), schema)
                submitted = library.jobs.submit(
                    documents, asked, limits, again=again, follow=follow_links, upload=upload
                )
            _tell_submitted(submitted)
            if start or wait:
                go_on(place, library, submitted.job, workers, wait, as_json)
            else:
                tell(place, submitted.job, as_json, begun=False)


@group.command("list", cls=VerbCommand)
def list_jobs(
    context: typer.Context,
    batches: Annotated[
        bool,
        typer.Option("--batches", help="List the batches that tables sent to a provider, with their cost."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List all jobs, the newest first.

    With --batches, nothing is asked of the provider: `pincite table … --batch` does that.

    \b
    Examples:
      pincite jobs list
      pincite jobs list --batches
    """
    with reported(as_json):
        from pincite.cli.batch_table import list_batches
        from pincite.cli.job_run import job_object, show_jobs

        with named(context).open_existing() as library:
            if batches:
                list_batches(library, as_json)
                return
            found = library.jobs.list()
        if as_json:
            print_object({"jobs": [job_object(each) for each in found]})
        elif found:
            show_jobs(found)
        else:
            notice('There are no jobs. Write: pincite jobs submit FOLDER --fields "parties, end date"')


@group.command(cls=VerbCommand)
def show(
    context: typer.Context,
    job: Id,
    follow: Annotated[bool, typer.Option("--follow", help="Show the progress until the job ends.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show how a job stands, and which documents failed or were set aside, with the reason.

    With --json and --follow, a line of JSON for each change.

    \b
    Examples:
      pincite jobs show 3f2a
      pincite jobs show 3f2a --follow

    \b
    Exit codes:
      0 as asked · 8 with --follow: some documents failed, or the job was paused · 2 no such job
    """
    with reported(as_json, interrupted="Interrupted. The job goes on.", write=print_line):
        with named(context).open_existing() as library:
            found = library.jobs.show(job)
            if follow:
                found = followed_to_its_end(library, found, as_json)
            show_whole(library, found, as_json, follow)
        raise typer.Exit(exit_code_of(found) if follow else 0)


@group.command(cls=VerbCommand)
def pause(context: typer.Context, job: Id, as_json: AsJson = False) -> None:
    """Have no more documents begun. Documents that are being worked on are finished first.

    \b
    Example:
      pincite jobs pause 3f2a
    """
    with reported(as_json):
        place = named(context)
        with place.open_existing() as library:
            found = library.jobs.pause(job)
        tell(place, found, as_json)


@group.command(cls=VerbCommand)
def resume(
    context: typer.Context,
    job: Id,
    most_minutes: Minutes = None,
    most_cost: Cost = None,
    most_tokens: Tokens = None,
    workers: Workers = None,
    wait: Wait = False,
    as_json: AsJson = False,
) -> None:
    """Have a job go on that was paused, interrupted or killed. A job that reached a limit needs a higher one.

    \b
    Examples:
      pincite jobs resume 3f2a
      pincite jobs resume 3f2a --most-minutes 120 --wait
    """
    with reported(as_json, interrupted=_WHEN_INTERRUPTED, write=print_line):
        place = named(context)
        with place.open_existing() as library:
            limits = _limits(most_minutes, most_cost, most_tokens)
            go_on(place, library, library.jobs.resume(job, limits), workers, wait, as_json)


@group.command(cls=VerbCommand)
def retry(
    context: typer.Context, job: Id, workers: Workers = None, wait: Wait = False, as_json: AsJson = False
) -> None:
    """Try the documents again that failed or were set aside; shows why each did. Cells that are known stay.

    \b
    Example:
      pincite jobs retry 3f2a --wait
    """
    with reported(as_json, interrupted=_WHEN_INTERRUPTED, write=print_line):
        place = named(context)
        with place.open_existing() as library:
            failed = library.jobs.items(job, "failed", "set_aside")
            found, _ = library.jobs.retry(job)
            for each in failed:
                notice(f"Trying again {printable_name(each.name)}: {each.reason}")
            if not failed:
                notice("No document failed or was set aside.")
            go_on(place, library, found, workers, wait, as_json)


@group.command(cls=VerbCommand)
def cancel(context: typer.Context, job: Id, as_json: AsJson = False) -> None:
    """End a job for good. What is done is kept, and `pincite jobs results` still gives it.

    \b
    Example:
      pincite jobs cancel 3f2a
    """
    with reported(as_json):
        place = named(context)
        with place.open_existing() as library:
            found = library.jobs.cancel(job)
        tell(place, found, as_json)


@group.command(cls=VerbCommand)
def results(
    context: typer.Context,
    job: Id,
    to: Annotated[
        list[Path] | None,
        typer.Option(
            *("--output", "-o"),
            metavar="FILE",
            help="Write them: FILE.jsonl, .csv, .xlsx, .html or .parquet. May be repeated.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Give the results so far, at any time: a row for each document that is done, failed or set aside.

    \b
    Examples:
      pincite jobs results 3f2a
      pincite jobs results 3f2a --output ends.xlsx

    \b
    Exit codes:
      0 no cell failed · 8 some cells failed: they say why · 2 no such job
    """
    with reported(as_json):
        from pincite.cli.table_files import Outputs

        place, outputs = named(context), Outputs(to or ())
        outputs.check(())
        with place.open_existing() as library:
            found, table = library.jobs.show(job), library.jobs.results(job)
        outputs.write(table)
        for path in outputs.paths:
            notice(f"Written: {printable_name(str(path))}")
        if as_json:
            print_json(table.to_json())
        elif not table.fields:
            for row in table.rows:
                say(printable_name(row.document))
        elif not to:
            from pincite.cli.table_grid import show_grid

            show_grid(table, place.command("review", table.table), is_written=True)
        waiting = found.tally.pending + found.tally.running
        if waiting:
            is_cancelled = found.state == "cancelled"
            said = "were not asked: the job was cancelled" if is_cancelled else "are not in it yet"
            notice(f"{waiting:,} of {found.tally.total:,} documents {said}.")
        if not table.fields and (missing := found.tally.failed + found.tally.set_aside):
            shown = place.command("jobs", "show", found.id)
            notice(f"{missing:,} of {found.tally.total:,} files were not added. To see why: {shown}")
            raise typer.Exit(BATCH_EXIT_CODE)
        raise typer.Exit(table.exit_code)


@group.command(cls=VerbCommand)
def work(
    context: typer.Context,
    job: Annotated[
        str, typer.Argument(metavar="[JOB]", help="Only this job; without it, all jobs of the library.")
    ] = "",
    workers: Workers = None,
    behind: Annotated[bool, typer.Option("--behind", hidden=True)] = False,
    as_json: AsJson = False,
) -> None:
    """Do what waits, here and now. `submit`, `resume` and `retry` start this by themselves.

    Use it for jobs that were submitted with --no-start, for more processes, or from a service manager. Any
    number may run at once: no document is done twice.

    \b
    Example:
      pincite jobs work --workers 8
    """
    with reported(as_json, interrupted="Interrupted. What is done is kept. Run it again to continue."):
        from pincite.cli.job_run import ended_as_by_keyboard
        from pincite.jobs.crew import alone
        from pincite.stores.place import folder_of

        place = named(context)
        with place.open_existing() as library, ended_as_by_keyboard():
            if job:
                raise typer.Exit(worked_here(place, library, library.jobs.show(job), workers, as_json))
            if behind:
                folder = folder_of(library.settings.library)
                alone(folder, lambda: library.jobs.work(workers=workers), library.jobs.waits)
                return
            library.jobs.work(workers=workers)
        if not as_json:
            say("Nothing is left to do.")


def _limits(minutes: float | None, cost: str | None, tokens: int | None) -> JobLimits:
    from decimal import Decimal, InvalidOperation

    from pincite.errors import InputError
    from pincite.extract.bulk import JobLimits

    try:
        most = None if cost is None else Decimal(cost)
    except InvalidOperation as error:
        raise InputError(f"--most-cost {cost!r} is not a number.", hint="Write: --most-cost 20") from error
    return JobLimits(minutes, tokens, most)


def _refuse_fields(fields: list[str] | None, schema: str | None) -> None:
    from pincite.errors import InputError

    if fields or schema:
        raise InputError(
            "--add only adds files, so there is nothing to ask.",
            hint="Leave out --add: a job that asks fields adds its files, too.",
        )


def _tell_submitted(submitted: Submitted) -> None:
    job = submitted.job
    for each in submitted.skipped:
        notice(f"Left out: {each}")
    if not submitted.is_new:
        notice(
            f"The same job is there already, and {job.state}. "
            "To submit it once more, add --again; what is known is not asked again."
        )
