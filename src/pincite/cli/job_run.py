"""Start, follow and show jobs on the command line; workers behind it outlive the command."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pincite.cli.screen import (
    messages,
    new_table,
    notice,
    output,
    print_line,
    print_object,
    printable,
    printable_name,
    say,
)
from pincite.errors import BATCH_EXIT_CODE, StoreError

if TYPE_CHECKING:
    from rich.table import Table

    from pincite.cli.options import Named
    from pincite.extract.bulk import Jobs
    from pincite.records.job import Attempt, Job, JobItem
    from pincite.service import Library
    from pincite.stores.place import Place

_SECONDS_BETWEEN_LOOKS = 0.5
LOG = "jobs.log"
_LONGEST_LOG = 1 << 20
_STYLES = {"running": "cyan", "paused": "yellow", "cancelled": "dim", "done": "green"}
_SECONDS_UNSEEN = 30
_MOST_LISTED = 20
_MOST_AT_WORK = 8


def go_on(place: Named, library: Library, job: Job, workers: int | None, wait: bool, as_json: bool) -> None:
    """Have a job worked on that is running: here, with the exit code at its end, or behind the command."""

    if wait and job.state == "running":
        raise typer.Exit(worked_here(place, library, job, workers, as_json))
    if job.state == "running":
        start_behind(library.settings.library, workers)
    tell(place, job, as_json)


def worked_here(place: Named, library: Library, job: Job, workers: int | None, as_json: bool) -> int:
    """Work on a job here, showing how it goes; the exit code."""

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

    with followed(library.jobs, job.id, as_json=as_json) as look:
        while (seen := look()).state == "running":
            time.sleep(_SECONDS_BETWEEN_LOOKS)
    return seen


def show_whole(library: Library, job: Job, as_json: bool, followed: bool) -> None:
    """The job, and what came to nothing; of one that was followed, the last line of JSON is there already."""

    if not as_json:
        show_job(job, library.jobs.items(job.id, "failed", "set_aside"))
    elif not followed:
        attempts = library.jobs.attempts(job.id)
        items = [item_object(each, attempts) for each in library.jobs.items(job.id)]
        print_object({**job_object(job), "items": items})


def tell(place: Named, job: Job, as_json: bool, *, begun: bool = True) -> None:
    """How a job stands, and what to do next; `begun` is whether anybody works on it from now on."""

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


def start_behind(library: Place, workers: int | None) -> Path:
    """Start a crew for all jobs of a library, unless one is at it; where it writes what goes wrong."""
    from pincite.stores.place import folder_of, secret_of

    log = folder_of(library) / LOG
    count = ["--workers", str(workers)] if workers else []
    command = [sys.executable, "-m", "pincite", "jobs", "work"]
    mode = "ab" if log.exists() and log.stat().st_size < _LONGEST_LOG else "wb"
    with open(log, mode) as written:
        subprocess.Popen(
            [*command, "--behind", *count],
            stdin=subprocess.DEVNULL,
            stdout=written,
            stderr=written,
            # Not among its arguments, which anybody on this machine may read.
            env=os.environ | {"PINCITE_LIBRARY": secret_of(library)},
            start_new_session=True,
        )
    return log


@contextmanager
def ended_as_by_keyboard() -> Iterator[None]:
    """Have the signal by which a service manager ends a process do what Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def job_object(job: Job) -> dict[str, object]:
    """A job as `--json` prints it."""
    tally, spent, budget = job.tally, job.spent, job.budget
    return {
        "job": job.id,
        "collection": job.collection,
        "state": job.state,
        "reason": job.reason,
        "submitted_at": job.submitted_at,
        "worked_at": job.worked_at or None,
        "documents": {
            **{"total": tally.total, "pending": tally.pending, "running": tally.running},
            **{"done": tally.done, "failed": tally.failed, "set_aside": tally.set_aside},
        },
        "spent": {
            **{"seconds": round(spent.seconds, 1), "calls": spent.calls, "tokens": spent.tokens},
            "cost": None if spent.cost is None else f"{spent.cost:f}",
        },
        "limits": {
            **{"seconds": budget.seconds, "tokens": budget.tokens},
            "cost": None if budget.cost is None else f"{budget.cost:f}",
        },
    }


def item_object(item: JobItem, attempts: Sequence[Attempt]) -> dict[str, object]:
    """A document of a job as `--json` prints it, with every attempt at it."""
    tried = [
        {
            **{"attempt": each.number, "started_at": each.started_at, "ended": each.ended or "running"},
            **{"reason": each.reason, "seconds": round(each.seconds, 3)},
        }
        for each in attempts
        if each.item == item.number
    ]
    known = {"document": item.name, "path": item.path or None, "state": item.state, "reason": item.reason}
    return {**known, "attempts": tried}


def show_jobs(jobs: Sequence[Job]) -> None:
    """A line for each job, the newest first."""
    from rich.text import Text

    table = new_table()
    for head in ("job", "state", "documents", "failed", "set aside", "submitted", "note"):
        table.add_column(head, overflow="fold", no_wrap=head != "note")
    for job in jobs:
        tally = job.tally
        table.add_row(
            Text(job.id, "bold"),
            Text(job.state, _STYLES[job.state]),
            f"{tally.done:,} of {tally.total:,}",
            *(f"{count:,}" if count else "" for count in (tally.failed, tally.set_aside)),
            job.submitted_at.replace("T", " ")[:16],
            Text(printable(note_on(job))),
        )
    output().print(table)


def show_job(job: Job, others: Sequence[JobItem]) -> None:
    """How a job stands, and which documents came to nothing, with the reason."""
    from rich.text import Text

    output().print(_standing(job))
    for item in others[:_MOST_LISTED]:
        style = "red" if item.state == "failed" else "yellow"
        named = (f"{item.state.replace('_', ' ')}  ", style), (printable_name(item.name), "bold")
        say(*named, f"  {printable(item.reason)}")
    if len(others) > _MOST_LISTED:
        output().print(Text(f"… and {len(others) - _MOST_LISTED:,} more: add --json for all.", "dim"))


def note_on(job: Job) -> str:
    """Why it is paused, or that nobody works on it."""
    if job.reason:
        return job.reason
    return f"Nobody works on it. Run: pincite jobs resume {job.id}" if _is_left_alone(job) else ""


@contextmanager
def followed(jobs: Jobs, id: str, *, as_json: bool) -> Iterator[Callable[[], Job]]:
    """What to call now and then: it shows how the job stands, as far as that has changed."""

    def look() -> Job:
        return jobs.show(id)

    if as_json:
        yield _Changes(look, lambda job: print_line(job_object(job))).look_again
        return
    if not messages().is_terminal:
        yield _Changes(look, lambda job: notice(_sentence(job)), seconds=10.0).look_again
        return
    from rich.live import Live

    with Live(console=messages(), transient=True, auto_refresh=False, redirect_stdout=False) as live:

        def show(job: Job) -> None:
            live.update(_standing(job, [item.name for item in jobs.items(id, "running")]), refresh=True)

        yield _Changes(look, show).look_again


@dataclass(slots=True)
class _Changes:
    """Tells how a job stands when that has changed, and not more often than every so many seconds."""

    look: Callable[[], Job]
    tell: Callable[[Job], None]
    seconds: float = 1.0
    _last: Job | None = None
    _told_at: float = float("-inf")

    def look_again(self) -> Job:
        import time

        job, now = self.look(), time.monotonic()
        ended = job.state != "running" and (self._last is None or self._last.state != job.state)
        if job != self._last and (ended or now - self._told_at >= self.seconds):
            self.tell(job)
            self._last, self._told_at = job, now
        return job


def _standing(job: Job, at_work: Sequence[str] = ()) -> Table:
    from rich.progress_bar import ProgressBar
    from rich.text import Text

    tally = job.tally
    table = new_table()
    table.show_header = False
    table.add_column(style="dim")
    table.add_column(overflow="fold")
    table.add_row("job", Text(job.id, "bold"))
    table.add_row("state", Text.assemble((job.state, _STYLES[job.state]), f"  {printable(note_on(job))}"))
    if output().is_terminal:
        table.add_row("progress", ProgressBar(tally.total or 1, tally.ended, width=40))
    table.add_row("documents", f"{tally.done:,} done of {tally.total:,}{_others(job)}")
    if at_work:
        table.add_row("now", Text("\n".join(printable_name(name) for name in at_work[:_MOST_AT_WORK])))
    spent, budget = job.spent, job.budget
    limit = None if budget.seconds is None else _minutes(budget.seconds)
    table.add_row("time", _of(_minutes(spent.seconds), limit) + _left(job))
    if spent.calls or budget.tokens is not None:
        table.add_row(
            "tokens", _of(f"{spent.tokens:,}", None if budget.tokens is None else f"{budget.tokens:,}")
        )
    if spent.cost is not None or budget.cost is not None:
        table.add_row(
            "cost", _of(f"{spent.cost or 0:f}", None if budget.cost is None else f"{budget.cost:f}")
        )
    return table


def _left(job: Job) -> str:
    """How long it will take by the speed so far; empty where nobody can tell."""
    tally, spent = job.tally, job.spent.seconds
    waiting = tally.total - tally.ended
    if job.state != "running" or not (tally.ended and spent and waiting):
        return ""
    return f", about {_minutes(spent / tally.ended * waiting)} left"


def _others(job: Job) -> str:
    tally = job.tally
    counted = {
        "being worked on": tally.running,
        "waiting": tally.pending,
        "failed": tally.failed,
        "set aside": tally.set_aside,
    }
    return "".join(f" · {count:,} {said}" for said, count in counted.items() if count)


def _of(spent: str, limit: str | None) -> str:
    return spent if limit is None else f"{spent} of {limit}"


def _minutes(seconds: float) -> str:
    return f"{seconds:,.0f} s" if seconds < 120 else f"{seconds / 60:,.1f} min"


def _sentence(job: Job) -> str:
    said = (
        f"Job {job.id}: {job.state}, {job.tally.done:,} of {job.tally.total:,} documents done{_others(job)}"
    )
    note = note_on(job)
    return f"{said}. {note}" if note else f"{said}."


def _is_left_alone(job: Job) -> bool:
    """Whether documents wait and no worker was seen lately; only told to people, so any clock will do."""
    if job.state != "running" or not job.tally.pending + job.tally.running:
        return False
    seen = datetime.fromisoformat(job.worked_at or job.submitted_at)
    return abs((datetime.now(UTC) - seen).total_seconds()) > _SECONDS_UNSEEN
