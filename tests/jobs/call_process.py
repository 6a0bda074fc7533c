"""Calls a provider that does not exist, whenever it is its turn: `call_process.py LIBRARY LOG SECONDS`.

The log gets a line for the beginning and one for the end of each call.
"""

from __future__ import annotations

import sys
import time

from pincite.jobs.call_limits import CallTurns

CALLS, MOST, LEASE_SECONDS = 6, 2, 1.5


def main(library: str, log: str, seconds: float) -> None:
    from tests.places import opened

    with opened(library) as store, open(log, "a") as lines:
        turns = CallTurns(store.call_slots(), "provider key", MOST, LEASE_SECONDS)
        for _ in range(CALLS):
            with turns.one():
                lines.write("begin\n")
                lines.flush()
                time.sleep(seconds)
                lines.write("end\n")
                lines.flush()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]))
