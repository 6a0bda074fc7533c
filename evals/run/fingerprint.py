"""Tell whether two runs would observe alike: what answers, and the code that takes down what is observed.

What was observed is kept under this. Without the code in it, a change of the rules would be measured by the
answers of the rules before.
"""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

import pincite.quality
from evals.modes.mode import PROPOSED, Mode
from pincite.ask.same_answers import answering
from pincite.settings import Settings

_EVALS, _MARKING = Path(__file__).parents[1], Path(pincite.quality.__file__).parent
_OBSERVING = (
    *(_EVALS / "run" / "observe.py", _EVALS / "score" / "observation.py", _EVALS / "independent.py"),
    _MARKING / "observing.py",
)
_PROPOSING = (
    *(
        _EVALS / "modes" / f"{name}.py"
        for name in ("oracle", "liar", "forger", "mixed", "pointing", "proving")
    ),
    _MARKING / "likeness.py",
)


def fingerprint(settings: Settings, mode: Mode = "ask") -> str:
    """The same for settings and code that give the same answers, wherever the library lies."""
    own = _code(_OBSERVING + _PROPOSING if mode in PROPOSED else _OBSERVING)
    return hashlib.sha256(f"{answering(settings)} {own}".encode()).hexdigest()[:16]


@functools.cache
def _code(files: tuple[Path, ...]) -> str:
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
