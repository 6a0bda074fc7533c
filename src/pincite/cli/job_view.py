"""Show jobs: a line for each, one with all that is known of it, and one while it goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pincite.cli.screen import messages, new_table, notice, output, print_line, printable, printable_name

if TYPE_CHECKING:
    from rich.table import Table

    from pincite.extract.bulk import Jobs
    from pincite.records.job import Attempt, Job, JobItem

_STYLES = {"running": "cyan", "paused": "yellow", "cancelled": "dim", "done": "green"}
_SECONDS_UNSEEN = 30
_MOST_LISTED = 20
_MOST_AT_WORK = 8


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
        output().print(Text.assemble(*named, f"  {printable(item.reason)}"), soft_wrap=True)
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
