"""Tell whether two runs would observe alike: what answers, and the code that takes down what is observed.

What was observed is kept under this. Without the code in it, a change of the rules would be measured by the
answers of the rules before.
"""

from __future__ import annotations

from pincite.ask.same_answers import answering
from pincite.evaluate.mode import PROPOSED, Mode
from pincite.settings import Settings

_OBSERVING = frozenset({"evaluate/observe.py", "evaluate/observation.py", "evaluate/proving.py"})
_WHO_PROPOSES = "oracle liar mixed choosers proposing values places written".split()
_PROPOSING = frozenset(f"evaluate/{name}.py" for name in _WHO_PROPOSES)


def fingerprint(settings: Settings, mode: Mode = "ask") -> str:
    """The same for settings and code that give the same answers, wherever the library lies."""
    return answering(settings, _OBSERVING | _PROPOSING if mode in PROPOSED else _OBSERVING)
