"""A reader that takes as long as anybody needs to press Ctrl-C, and says when it has begun."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.answer.view_and_form import AskedQuestion, Reading, View


@dataclass(frozen=True, slots=True)
class Slow:
    """Finds nothing, after a minute."""

    name: str = "slow"
    version: str = "1"
    most_chars: int = 24_000

    def read(self, asked: Sequence[AskedQuestion], view: View) -> list[Reading]:
        print("begun", file=sys.stderr, flush=True)
        time.sleep(60)
        return [Reading() for _ in asked]
