"""Have the workers of a library put the questions of a gold set, on whichever machines they are."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pincite.errors import StoreError
from pincite.extract.bulk import Jobs
from pincite.jobs.pool import Reply

_SECONDS_BETWEEN_LOOKS = 0.5


@dataclass(frozen=True, slots=True)
class ByWorkers:
    """Does units as `jobs.pool.work_off` does, by a job, which is deleted at the end: it quotes the set."""

    jobs: Jobs

    def work_off(self, units: Sequence[str]) -> Iterator[Reply]:
        """Every reply to every unit, as they come; without a line, that no more will come of the unit."""
        if not units:
            return
        job = self.jobs.measure(units).job
        ended: set[int] = set()
        while True:
            # Asked first: what ends after this is seen in the next round.
            seen = self.jobs.show(job.id)
            for number, lines in self.jobs.measured(job.id).items():
                if number not in ended:
                    ended.add(number)
                    yield from (Reply(number, line) for line in (*lines, None))
            if seen.state != "running":
                break
            time.sleep(_SECONDS_BETWEEN_LOOKS)
        if seen.state != "done":
            raise StoreError(
                f"The job {job.id} that measures is {seen.state}. {seen.reason}".strip(),
                hint=f"Run: pincite jobs resume {job.id}, and then this again; what is done is kept.",
            )
        self.jobs.drop(job.id)
