"""Tell whether two runs would answer alike: the settings, the code that answers, and the parsers it uses.

What was observed is kept under this. Without the code in it, a change of the rules would be measured by the
answers of the rules before; the code that takes down what is observed is part of it for the same reason.
"""

from __future__ import annotations

import functools
import hashlib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pincite
from pincite.evaluate.mode import PROPOSED, Mode
from pincite.models.weight_files import CALIBRATION
from pincite.settings import Settings

# They put questions and show results, and have no part in an answer.
_NO_PART = frozenset({"evaluate", "measure", "cli", "picture"})
_OBSERVING = frozenset({"evaluate/observe.py", "evaluate/observation.py", "evaluate/proving.py"})
_WHO_PROPOSES = "oracle liar mixed choosers proposing values places written".split()
_PROPOSING = frozenset(f"evaluate/{name}.py" for name in _WHO_PROPOSES)
_PARSERS = (
    *("pypdfium2", "nupunkt", "PyStemmer", "numpy", "rapidocr", "markdown-it-py"),
    *("onnxruntime", "tokenizers"),
)
_PLACES = frozenset({"library", "collection", "isolated", "threads"})


def fingerprint(settings: Settings, mode: Mode = "ask") -> str:
    """The same for settings and code that give the same answers, wherever the library lies."""
    said = settings.model_dump_json(exclude=set(_PLACES))
    return hashlib.sha256(f"{said}\n{_files(settings)}\n{_code(mode in PROPOSED)}".encode()).hexdigest()[:16]


def _files(settings: Settings) -> str:
    """What the files say that the settings name: a dictionary may change under the same name."""
    named = [*settings.concepts, *([settings.rates] if settings.rates else [])]
    named += [settings.weights.expanduser() / CALIBRATION] if settings.weights else []  # it has their hashes
    return " ".join(hashlib.sha256(path.read_bytes()).hexdigest() for path in named if path.is_file())


@functools.cache
def _code(proposed: bool) -> str:
    with_gold = _OBSERVING | _PROPOSING if proposed else _OBSERVING
    digest = hashlib.sha256()
    folder = Path(pincite.__file__).parent
    for path in sorted(folder.rglob("*")):
        part = path.relative_to(folder)
        takes_part = part.parts[0] not in _NO_PART or part.as_posix() in with_gold
        if path.is_file() and "__pycache__" not in part.parts and takes_part:
            digest.update(part.as_posix().encode() + b"\0" + path.read_bytes())
    for package in _PARSERS:
        digest.update(f"{package} {_version(package)}".encode())
    return digest.hexdigest()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"
