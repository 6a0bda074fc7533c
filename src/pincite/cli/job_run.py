"""Work on a job or follow it from the command line, and tell how it stands then."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import typer

from pincite.cli.screen import notice, print_line, print_object, say
from pincite.errors import BATCH_EXIT_CODE, StoreError

if TYPE_CHECKING:
    from pincite.cli.options import Named
    from pincite.records.job import Job
    from pincite.service import Library

_SECONDS_BETWEEN_LOOKS = 0.5


def go_on(place: Named, library: Library, job: Job, workers: int | None, wait: bool, as_json: bool) -> None:
    """Have a job worked on that is running: here, with the exit code at its end, or behind the command."""
    from pincite.cli.job_start import start_behind

    if wait and job.state == "running":
        raise typer.Exit(worked_here(place, library, job, workers, as_json))
    if job.state == "running":
        start_behind(library.settings.library, workers)
    tell(place, job, as_json)


def worked_here(place: Named, library: Library, job: Job, workers: int | None, as_json: bool) -> int:
    """Work on a job here, showing how it goes; the exit code."""
    from pincite.cli.job_view import followed

    try:
        with followed(library.jobs, job.id, as_json=as_json) as look:
            library.jobs.work(job.id, workers=workers, told=look)
    except (KeyboardInterrupt, StoreError):
        notice(f"The job is paused. Continue with: {place.command('jobs', 'resume', job.id)}")
        raise
    ended = library.jobs.show(job.id)
    show_whole(library, ended, as_json, followed=True)
    return exit_code_of(ended)


def followed_to_its_end(library: Library, job: Job, as_json: bool) -> Job:
    """The job when nobody is to do any more of it, shown until then."""
    from pincite.cli.job_view import followed

    with followed(library.jobs, job.id, as_json=as_json) as look:
        while (seen := look()).state == "running":
            time.sleep(_SECONDS_BETWEEN_LOOKS)
    return seen


def show_whole(library: Library, job: Job, as_json: bool, followed: bool) -> None:
    """The job, and what came to nothing; of one that was followed, the last line of JSON is there already."""
    from pincite.cli.job_view import item_object, job_object, show_job

    if not as_json:
        show_job(job, library.jobs.items(job.id, "failed", "set_aside"))
    elif not followed:
        attempts = library.jobs.attempts(job.id)
        items = [item_object(each, attempts) for each in library.jobs.items(job.id)]
        print_object({**job_object(job), "items": items})


def tell(place: Named, job: Job, as_json: bool, *, begun: bool = True) -> None:
    """How a job stands, and what to do next; `begun` is whether anybody works on it from now on."""
    from pincite.cli.job_view import job_object

    if as_json:
        print_line(job_object(job))
        return
    if job.state == "running" and not begun:
        resume = place.command("jobs", "resume", job.id)
        say(f"Job {job.id} is kept and waits for `pincite worker`.\nTo work on it here: {resume}")
        return
    next_verb = {"running": ("show", "--follow"), "paused": ("resume",)}.get(job.state, ("results",))
    done = f"{job.tally.done:,} of {job.tally.total:,} documents are done."
    paused = f" {job.reason}" if job.reason else ""
    say(f"Job {job.id} is {job.state}: {done}{paused}\nNext: {place.command('jobs', *next_verb, job.id)}")


def exit_code_of(job: Job) -> int:
    """0 where every document is done, else that of a batch of which a part failed."""
    is_whole = job.state == "done" and not job.tally.failed + job.tally.set_aside
    return 0 if is_whole else BATCH_EXIT_CODE
