"""Tell whether two runs would observe alike: what answers, and the code that takes down what is observed.

What was observed is kept under this. Without the code in it, a change of the rules would be measured by the
answers of the rules before.
"""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

from evals.modes.mode import PROPOSED, Mode
from pincite.ask.same_answers import answering
from pincite.settings import Settings

_EVALS = Path(__file__).parents[1]
_OBSERVING = ("run/observe", "score/observation", "run/proving")
_PROPOSING = (
    *(f"modes/{name}" for name in ("oracle", "liar", "mixed", "choosers", "proposing")),
    *(f"score/{name}" for name in ("values", "places", "written")),
)


def fingerprint(settings: Settings, mode: Mode = "ask") -> str:
    """The same for settings and code that give the same answers, wherever the library lies."""
    own = _code(_OBSERVING + _PROPOSING if mode in PROPOSED else _OBSERVING)
    return hashlib.sha256(f"{answering(settings)} {own}".encode()).hexdigest()[:16]


@functools.cache
def _code(names: tuple[str, ...]) -> str:
    digest = hashlib.sha256()
    for name in names:
        digest.update(name.encode() + b"\0" + (_EVALS / f"{name}.py").read_bytes())
    return digest.hexdigest()
