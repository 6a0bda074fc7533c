"""Tell on standard error how far long work has got: a bar on a terminal, elsewhere a line now and then."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pincite.cli.screen import messages, notice, printable_name

if TYPE_CHECKING:
    from pincite.jobs.pending import Progress

_SECONDS_PER_LINE = 10.0
# What is kept already is there at once: then there is nothing to tell.
_SECONDS_TO_FIRST = 1.0
_SECONDS_OF_SILENCE = 2.0
_DOING = {"passages": "Making vectors of", "pictures": "Reading pictures of", "cells": "Asking"}


@contextmanager
def shown() -> Iterator[Callable[[Progress], None]]:
    """What to tell how far the work has got: a bar on a terminal, elsewhere a line now and then."""
    if not messages().is_terminal:
        yield _Lines().say
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    text = TextColumn("{task.description}", markup=False)
    columns = (text, BarColumn(20), MofNCompleteColumn(), TextColumn("{task.fields[left]}", markup=False))
    with Bar(*columns, console=messages(), transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("looking", total=None, left="")

        def move(progress: Progress) -> None:
            name = printable_name(progress.name)[:40]
            bar.update(
                task,
                description=name,
                completed=progress.made,
                total=progress.total,
                left=_left(progress),
            )

        yield move


@contextmanager
def counted() -> Iterator[Callable[[str, int, int], None]]:
    """What to tell how many rows are done, and of how many."""
    if not messages().is_terminal:
        last = time.monotonic()

        def say(doing: str, done: int, all: int) -> None:
            nonlocal last
            if time.monotonic() - last >= _SECONDS_PER_LINE:
                last = time.monotonic()
                notice(f"{doing.capitalize()}: {done:,} of {all:,} rows")

        yield say
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}", markup=False), BarColumn(20), MofNCompleteColumn())
    with Bar(*columns, console=messages(), transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("looking", total=None)
        yield lambda doing, done, all: bar.update(task, description=doing, completed=done, total=all)


def lines() -> Callable[[Progress], None]:
    """The same by a line now and then, also on a terminal: for work that asks something in between."""
    return _Lines().say


@dataclass(slots=True)
class _Lines:
    _last: float = field(default_factory=lambda: time.monotonic() - _SECONDS_PER_LINE + _SECONDS_TO_FIRST)

    def say(self, progress: Progress) -> None:
        now = time.monotonic()
        if now - self._last < _SECONDS_PER_LINE:
            return
        self._last = now
        left = _left(progress)
        made = f"{progress.made:,} of {progress.total:,} {progress.of}" + (f", {left}" if left else "")
        notice(f"{_DOING[progress.of]} {printable_name(progress.name)}: {made}")


def _left(progress: Progress) -> str:
    seconds = progress.seconds_left
    if seconds is None:
        return ""
    return f"{seconds:,.0f} s left" if seconds < 120 else f"{seconds / 60:,.0f} min left"


@contextmanager
def documents_read(clock: Callable[[], float] = time.monotonic) -> Iterator[Callable[[int, int], None]]:
    """What to tell how many documents were read, and of how many.

    Nothing is shown for a short question, for one document, or before the first is read.
    """
    with ExitStack() as ends:
        yield _Waiting(clock, ends, clock() + _SECONDS_OF_SILENCE).tell


@dataclass(slots=True)
class _Waiting:
    """A line that changes on a terminal; elsewhere another line now and then."""

    clock: Callable[[], float]
    ends: ExitStack
    next_at: float
    _changed: Callable[[str], None] | None = field(default=None)

    def tell(self, read: int, documents: int) -> None:
        now = self.clock()
        if now < self.next_at or not read or documents == 1:
            return
        line = f"Read {read:,} of {documents:,} documents…"
        if not messages().is_terminal:
            self.next_at = now + _SECONDS_PER_LINE
            notice(line)
            return
        if self._changed is None:
            self._changed = self.ends.enter_context(messages().status(line)).update
        self._changed(line)
