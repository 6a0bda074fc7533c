"""Put the questions of a gold set through the service, in several processes, and none of them twice."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.modes.mode import Mode, Second
from evals.run.fingerprint import fingerprint
from evals.run.kept import keeping, kept
from evals.run.observe import unread
from evals.run.pool import work_off
from evals.run.units import Unit, keys, units
from evals.score.observation import Observation
from pincite.quality.questions import GoldSet
from pincite.settings import Settings

Progress = Callable[[int, int], None]
_COMMAND = (sys.executable, "-m", "evals.run.asking_worker")
_ENDED = "The process that asked this question stopped without an answer."


@dataclass(frozen=True, slots=True)
class Asking:
    """How the questions of a set are put."""

    settings: Settings
    folder: Path
    mode: Mode = "ask"
    second: Second = "nobody"
    """Who must agree with a reader of known honesty."""
    workers: int = os.cpu_count() or 1
    afresh: bool = False
    """Whether what earlier runs have observed is left out of account."""


def observe(
    gold: GoldSet, asking: Asking, progress: Progress = lambda done, total: None
) -> list[Observation]:
    """One observation for each row, in the order of the rows.

    What an earlier run observed with the same settings, code and document is taken from it.
    """
    by_row = keys(gold, asking.mode, fingerprint(asking.settings, asking.mode), asking.second)
    folder = asking.folder / gold.name
    known = {} if asking.afresh else kept(folder, by_row.values())
    # Two rows may ask the same of the same document.
    open_rows = list({by_row[row.id]: row for row in gold.rows if by_row[row.id] not in known}.values())
    total = len(known) + len(open_rows)
    progress(len(known), total)
    plan = list(units(gold, open_rows, by_row, asking.mode, _with_threads(asking), asking.second))
    with keeping(folder) as file:
        for observation in _observed(plan, asking):
            print(observation.model_dump_json(), file=file)
            known[observation.key] = observation
            progress(len(known), total)
    return [known[by_row[row.id]].model_copy(update={"row": row.id}) for row in gold.rows]


def _with_threads(asking: Asking) -> Settings:
    """The settings, with what each process may take of the machine when all of them work."""
    share = max(1, (os.cpu_count() or 1) // max(1, asking.workers))
    return asking.settings.model_copy(update={"threads": asking.settings.threads or share})


def _observed(plan: Sequence[Unit], asking: Asking) -> Iterator[Observation]:
    waiting = [{row.key: row for row in unit.rows} for unit in plan]
    for reply in work_off(_COMMAND, [unit.model_dump_json() for unit in plan], asking.workers):
        if reply.line is not None:
            observation = Observation.model_validate_json(reply.line)
            del waiting[reply.unit][observation.key]
            yield observation
            continue
        for row in waiting[reply.unit].values():
            yield unread(row.key, row.gold.id, _ENDED)
