"""The verbs `jobs submit`, `list`, `show`, `pause`, `resume`, `retry`, `cancel`, `results` and `work`."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, MaxRisk, Model, Named, Strictness, VerbCommand, named
from pincite.cli.reporting import reported
from pincite.cli.screen import notice, print_json, print_line, print_object, printable_name, say
from pincite.errors import BATCH_EXIT_CODE, StoreError

if TYPE_CHECKING:
    from pincite.extract.bulk import JobLimits, Submitted
    from pincite.records.job import Job
    from pincite.service import Library

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
_SECONDS_BETWEEN_LOOKS = 0.5
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
      pincite jobs submit --fields "liability cap" --model anthropic/NAME --most-cost 20

    \b
    Exit codes:
      0 submitted; with --wait: all is done · 8 with --wait: some documents failed, or the job was paused
      2 unusable fields or documents · 3 settings · 5 library · 130 interrupted
    """
    with reported(as_json, interrupted=_WHEN_INTERRUPTED, write=print_line):
        from pincite.extract.fields import listed

        place = replace(named(context), model=model, max_risk=max_risk)
        asked = [field for each in fields or () for field in listed(each)]
        limits = replace(_limits(most_minutes, most_cost, most_tokens), tries=tries)
        has_files = any(Path(each).exists() for each in documents or ())
        opened = place.open(strictness) if has_files else place.open_existing(strictness)
        with opened as library:
            submitted = library.jobs.submit(documents, asked, limits, again=again, follow=follow_links)
            _tell_submitted(submitted)
            job = submitted.job
            if start and not wait and job.state == "running":
                _start(library, workers)
            if wait and job.state == "running":
                raise typer.Exit(_worked(place, library, job, workers, as_json))
            _tell(place, job, as_json)


@group.command("list", cls=VerbCommand)
def list_jobs(context: typer.Context, as_json: AsJson = False) -> None:
    """List all jobs, the newest first.

    \b
    Example:
      pincite jobs list
    """
    with reported(as_json):
        from pincite.cli.job_view import job_object, show_jobs

        with named(context).open_existing() as library:
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
                found = _followed(library, found, as_json)
            _show_whole(library, found, as_json, follow)
        raise typer.Exit(_exit_code(found) if follow else 0)


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
        _tell(place, found, as_json)


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
            _go_on(place, library, library.jobs.resume(job, limits), workers, wait, as_json)


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
            _go_on(place, library, found, workers, wait, as_json)


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
        _tell(place, found, as_json)


@group.command(cls=VerbCommand)
def results(
    context: typer.Context,
    job: Id,
    to: Annotated[
        Path | None,
        typer.Option("--output", metavar="FILE", help="Write them: FILE.jsonl, .csv, .xlsx or .html."),
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
        from pincite.cli.result_files import check_output, write_output

        place = named(context)
        if to:
            check_output(to)
        with place.open_existing() as library:
            found, table = library.jobs.show(job), library.jobs.results(job)
        if to:
            write_output(to, table)
            notice(f"Written: {printable_name(str(to))}")
        if as_json:
            print_json(table.to_json())
        elif not to:
            from pincite.cli.table_grid import show_grid

            show_grid(table, place.command("review", table.table), is_written=True)
        waiting = found.tally.pending + found.tally.running
        if waiting:
            notice(f"{waiting:,} of {found.tally.total:,} documents are not in it yet.")
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
        from pincite.cli.job_start import alone, ended_as_by_keyboard

        place = named(context)
        with place.open_existing() as library, ended_as_by_keyboard():
            if job:
                raise typer.Exit(_worked(place, library, library.jobs.show(job), workers, as_json))
            if behind:
                folder = library.settings.library
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


def _tell_submitted(submitted: Submitted) -> None:
    job = submitted.job
    for each in submitted.skipped:
        notice(f"Left out: {each}")
    if not submitted.is_new:
        notice(
            f"The same job is there already, and {job.state}. "
            "To submit it once more, add --again; what is known is not asked again."
        )


def _go_on(place: Named, library: Library, job: Job, workers: int | None, wait: bool, as_json: bool) -> None:
    if wait and job.state == "running":
        raise typer.Exit(_worked(place, library, job, workers, as_json))
    if job.state == "running":
        _start(library, workers)
    _tell(place, job, as_json)


def _start(library: Library, workers: int | None) -> None:
    from pincite.cli.job_start import start_behind

    start_behind(library.settings.library, workers)


def _worked(place: Named, library: Library, job: Job, workers: int | None, as_json: bool) -> int:
    """Work on a job here, showing how it goes; the exit code."""
    from pincite.cli.job_view import followed

    try:
        with followed(library.jobs, job.id, as_json=as_json) as look:
            library.jobs.work(job.id, workers=workers, told=look)
    except (KeyboardInterrupt, StoreError):
        notice(f"The job is paused. Continue with: {place.command('jobs', 'resume', job.id)}")
        raise
    ended = library.jobs.show(job.id)
    _show_whole(library, ended, as_json, followed=True)
    return _exit_code(ended)


def _followed(library: Library, job: Job, as_json: bool) -> Job:
    from pincite.cli.job_view import followed

    with followed(library.jobs, job.id, as_json=as_json) as look:
        while (seen := look()).state == "running":
            time.sleep(_SECONDS_BETWEEN_LOOKS)
    return seen


def _show_whole(library: Library, job: Job, as_json: bool, followed: bool) -> None:
    """The job, and what came to nothing; of one that was followed, the last line of JSON is there already."""
    from pincite.cli.job_view import item_object, job_object, show_job

    if not as_json:
        show_job(job, library.jobs.items(job.id, "failed", "set_aside"))
    elif not followed:
        attempts = library.jobs.attempts(job.id)
        items = [item_object(each, attempts) for each in library.jobs.items(job.id)]
        print_object({**job_object(job), "items": items})


def _tell(place: Named, job: Job, as_json: bool) -> None:
    """How a job stands, and what to do next."""
    from pincite.cli.job_view import job_object

    if as_json:
        print_line(job_object(job))
        return
    next_verb = {"running": ("show", "--follow"), "paused": ("resume",)}.get(job.state, ("results",))
    done = f"{job.tally.done:,} of {job.tally.total:,} documents are done."
    paused = f" {job.reason}" if job.reason else ""
    say(f"Job {job.id} is {job.state}: {done}{paused}\nNext: {place.command('jobs', *next_verb, job.id)}")


def _exit_code(job: Job) -> int:
    is_whole = job.state == "done" and not job.tally.failed + job.tally.set_aside
    return 0 if is_whole else BATCH_EXIT_CODE
