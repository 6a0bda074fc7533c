"""Find the weights of the decision, and prove that they were fitted with the reader that is asked."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from pincite.errors import ConfigError
from pincite.models.weight_files import EMBEDDER, MEND, READER, calibration, folder_of
from pincite.protocols import PassageReader
from pincite.relevance.judging import Judging, Variant, Weights

if TYPE_CHECKING:
    from pincite.models.reader import LocalReader

DECISION = "decision.json"
_LOCAL = "local"
_WITH_VECTORS = frozenset({"full", "cells", "fields"})
_REFIT = "Fit it again: pincite quality QUESTIONS --fit FILE."


def fitted_for(file: Path | None, reader: PassageReader | None, embedder: str) -> Mapping[Variant, Judging]:
    """How candidates are judged with a reader and an embedder; what was fitted with others is left out.

    `file` is what a user had fitted for a reader of his own. Without it a reader that is not ours only ranks.
    """
    if file is not None:
        return _users_own(file, reader, embedder)
    local = _local(reader)
    found = _weights(folder_of(local.weights if local else ""))
    if found is None:
        return {}
    if local is None:
        return {name: each for name, each in found.variants.items() if name.endswith("no_reader")}
    foreign = embedder not in ("", _LOCAL)
    return {name: each for name, each in found.variants.items() if not (foreign and name in _WITH_VECTORS)}


def measured_fields(file: Path | None, reader: PassageReader | None) -> Mapping[str, float]:
    """By its question each field of contracts with a chance of its own, and how many contracts state it."""
    local = _local(reader) if file is None else None
    found = _weights(folder_of(local.weights)) if local else None
    return found.fields if found else {}


def _local(reader: PassageReader | None) -> LocalReader | None:
    """The reader where it is ours. Where nobody reads, what a model needs is not loaded to tell that."""
    if reader is None:
        return None
    from pincite.models.reader import LocalReader

    return reader if isinstance(reader, LocalReader) else None


def _users_own(file: Path, reader: PassageReader | None, embedder: str) -> Mapping[Variant, Judging]:
    found = _read(file, _REFIT)
    own = f"{reader.name}/{reader.version}" if reader else "none"
    if found.files.get("reader") != own:
        raise ConfigError(
            f"{file} was fitted with the reader {found.files.get('reader')}, and not with {own}.", hint=_REFIT
        )
    if found.files.get("embedder", "") == embedder:
        return found.variants
    return {name: each for name, each in found.variants.items() if name not in _WITH_VECTORS}


@functools.cache
def _weights(folder: Path) -> Weights | None:
    path = folder / DECISION
    if not path.is_file():
        return None
    found = _read(path, MEND)
    measured = calibration(folder).files
    for name in (READER, EMBEDDER):
        if found.files.get(name) != measured.get(name):
            raise ConfigError(f"{path} was fitted with another {name} than the one next to it.", hint=MEND)
    return found


def _read(path: Path, mend: str) -> Weights:
    try:
        return Weights.model_validate_json(path.read_bytes())
    except ValidationError as error:
        problem = error.errors()[0]
        place = ".".join(map(str, problem["loc"]))
        raise ConfigError(f"{path} cannot be used: {place}: {problem['msg']}.", hint=mend) from error
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}.", hint=mend) from error
