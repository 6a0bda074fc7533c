"""Say what made an answer: versions of the package, the parsers and the models, and the settings.

No key and no path goes into it. A file that the settings name is known by its name and its SHA-256.
"""

from __future__ import annotations

import functools
import hashlib
import json
import platform
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pincite
from pincite.ask.unsaid import HIDDEN, is_secret
from pincite.local_models import LOCAL, Chosen, chosen
from pincite.models.decision import DECISION
from pincite.models.weight_files import EMBEDDER, READER, calibration, folder_of
from pincite.records.library import ReadBy
from pincite.settings import Settings, StageChoice

# None of them changes an answer.
_PLACES = frozenset(
    {
        *("library", "collection", "isolated", "threads", "checkpoint_days", "batches"),
        *("retention_days", "runs_megabytes"),
    }
)
_WHOLE_PATH = re.compile(r"(?:/|~|[A-Za-z]:[\\/])")


def made_by(settings: Settings, read: Iterable[ReadBy]) -> dict[str, Any]:
    """What an answer under these settings, from these documents, was made by."""
    said = settings_told(settings)
    return {
        "pincite": pincite.__version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "parsers": [
            {
                **{"document": each.identity.name, "version": each.identity.version},
                **{"format": each.format, "parser": each.parser, "parser_version": each.parser_version},
            }
            for each in read
        ],
        "models": models_told(settings),
        "settings": said,
        "settings_sha256": settings_fingerprint(said),
    }


def settings_told(settings: Settings) -> dict[str, Any]:
    """All that was set otherwise than by default, without keys and paths."""
    set_so = settings.model_dump(mode="python", exclude=set(_PLACES), exclude_defaults=True)
    told: dict[str, Any] = {key: _told(value) for key, value in sorted(set_so.items())}
    return told


def settings_fingerprint(told: dict[str, Any]) -> str:
    """The same for the same settings, wherever the files lie that they name."""
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def models_told(settings: Settings) -> dict[str, Any]:
    """The models that take part: ours by the SHA-256 of their weights, others by their names."""
    models = chosen(settings)
    told: dict[str, Any] = {
        "reader": _local(models.reader, READER) if models.reader else None,
        "embedder": _local(models.embedder, EMBEDDER) if models.embedder else None,
        "reading_model": _reading_model(models.reading_model),
        "decision": _decision(settings, models),
        "verifiers": [each.name for each in models.verifiers],
        "reranker": models.reranker.name if models.reranker else None,
    }
    if settings.language_model:
        model = settings.language_model
        told["language_model"] = {"name": model.name, "model": str(model.options.get("model", ""))}
    return told


def _local(choice: StageChoice, file: str) -> dict[str, str]:
    """A local model with the hash that its folder vouches for; it is compared when the model is loaded."""
    if choice.name != LOCAL:
        return {"name": choice.name}
    files = calibration(folder_of(str(choice.options.get("weights", "")))).files
    return {"name": choice.name, "file": file, "sha256": files.get(file, "")}


def _reading_model(choice: StageChoice | None) -> str | None:
    """The reading model by the hash of its weights and the forms it is asked in."""
    if choice is None:
        return None
    from pincite.read.reading_model import ReadingModel

    return ReadingModel(**choice.options).version


def _decision(settings: Settings, models: Chosen) -> dict[str, str] | None:
    """The weights by which a chance is computed; None where there are none."""
    own = models.reader.options.get("weights", "") if models.reader else settings.weights or ""
    file = settings.decision.expanduser() if settings.decision else folder_of(str(own)) / DECISION
    return {"file": file.name, "sha256": _sha256(file)} if file.is_file() else None


def _sha256(file: Path) -> str:
    stat = file.stat()
    return _sha256_of(file, stat.st_size, stat.st_mtime_ns)


@functools.lru_cache(maxsize=8)
def _sha256_of(file: Path, size: int, modified: int) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _told(value: object) -> Any:
    """The value without paths and secrets, wherever in it they are."""
    if isinstance(value, Path):
        return _file(value)
    if isinstance(value, dict):
        return {key: HIDDEN if is_secret(str(key)) else _told(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_told(each) for each in value]
    if isinstance(value, str):
        return _file(Path(value)) if _WHOLE_PATH.match(value) else value
    return value if value is None or isinstance(value, bool | int | float) else str(value)


def _file(path: Path) -> dict[str, str]:
    path = path.expanduser()
    return {"file": path.name, "sha256": _sha256(path)} if path.is_file() else {"file": path.name}
