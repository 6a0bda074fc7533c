"""Tell whether two questions would be answered alike: the settings, the code, the models and the parsers.

What was answered is kept under this. Without the code in it, answers of an earlier version of the rules would
be taken for those of today.
"""

from __future__ import annotations

import functools
import hashlib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pincite
from pincite.models.weight_files import CALIBRATION
from pincite.settings import Settings

# They put questions and show results, and have no part in an answer.
_NO_PART = frozenset(
    {
        "cli",
        "picture",
        "quality",
        "extract",
        "audit",
        "rest",
        "client.py",
        "access.py",
        "addresses.py",
        "mcp",
    }
)
_PARSERS = (
    *("pypdfium2", "nupunkt", "PyStemmer", "numpy", "rapidocr", "markdown-it-py"),
    *("onnxruntime", "tokenizers"),
)
_PLACES = frozenset(
    {
        *("library", "sources", "collection", "isolated", "threads", "checkpoint_days", "batches"),
        *("model_calls_at_once", "retention_days", "runs_megabytes", "server", "least_free_megabytes"),
    }
)


def answering(settings: Settings, also: frozenset[str] = frozenset()) -> str:
    """The same for settings and code that give the same answers, wherever the library lies.

    `also` names files of rooms that have no part in an answer, where a caller depends on them, too.
    """
    said = settings.model_dump_json(exclude=set(_PLACES))
    return hashlib.sha256(f"{said}\n{_files(settings)}\n{_code(also)}".encode()).hexdigest()[:16]


def _files(settings: Settings) -> str:
    """What the files say that the settings name: a dictionary may change under the same name."""
    named = [*settings.concepts, *(each for each in (settings.rates, settings.decision) if each)]
    named += [settings.weights / CALIBRATION] if settings.weights else []  # it has their hashes
    found = [path.expanduser() for path in named]
    return " ".join(hashlib.sha256(path.read_bytes()).hexdigest() for path in found if path.is_file())


@functools.cache
def _code(also: frozenset[str]) -> str:
    digest = hashlib.sha256()
    folder = Path(pincite.__file__).parent
    for path in sorted(folder.rglob("*")):
        part = path.relative_to(folder)
        takes_part = part.parts[0] not in _NO_PART or part.as_posix() in also
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
