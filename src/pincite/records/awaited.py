"""A reply of a language model that is still to come: what needs it stops there and goes on later."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


class Awaited(BaseException):
    """No `Exception`: a stage must not take it for a fault that it can do without, as with Ctrl-C."""


@dataclass(slots=True)
class Gathering:
    """Replies that do not depend on each other: all of them are asked for before anyone waits for one.

    Without it each of them would take a whole round of batches.
    """

    awaited: Awaited | None = None

    @contextmanager
    def one(self) -> Iterator[None]:
        """Go on to the next one where this one is still to come.

        A failure of one is no verdict on all while another is still to come: that is waited for first.
        """
        try:
            yield
        except Awaited as awaited:
            self.awaited = awaited
        except Exception:
            self.finish()
            raise

    def finish(self) -> None:
        """Nothing where all are there, else `Awaited`."""
        if self.awaited is not None:
            raise self.awaited
