"""Keep what was observed in files, so that nothing is asked twice, even after a kill in the middle.

Each run writes a file of its own, one line for each observation as soon as there is one. So two runs at once
do not disturb each other, and a line that was cut off is the only thing that can be lost.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from platformdirs import user_cache_path
from pydantic import ValidationError

from evals.score.observation import Observation
from pincite.errors import StoreError


def default_folder() -> Path:
    return user_cache_path("pincite") / "eval"


def kept(folder: Path, keys: Collection[str]) -> dict[str, Observation]:
    """By key what earlier runs have observed; what a kill has cut off is passed over."""
    wanted = set(keys)
    found: dict[str, Observation] = {}
    try:
        for path in sorted(folder.glob("*.jsonl")):
            for line in path.read_text("utf-8", errors="replace").splitlines():
                observation = _read(line)
                # A failure may have been an outage, so it is tried again.
                if observation and observation.key in wanted and observation.outcome != "failed":
                    found[observation.key] = observation
    except OSError as error:
        raise _unusable(folder, error) from error
    return found


@contextmanager
def keeping(folder: Path) -> Iterator[TextIO]:
    """A file of this run's own to write observations to."""
    path = folder / f"{os.getpid()}-{os.urandom(4).hex()}.jsonl"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", buffering=1) as file:
            yield file
        if not path.stat().st_size:
            path.unlink()
    except OSError as error:
        raise _unusable(folder, error) from error


def _read(line: str) -> Observation | None:
    try:
        return Observation.model_validate_json(line)
    except ValidationError:
        return None


def _unusable(folder: Path, error: OSError) -> StoreError:
    return StoreError(
        f"Answers cannot be stored in {folder}: {error.strerror}.",
        hint="Name another folder: --cache DIR",
    )
