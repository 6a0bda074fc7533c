"""Keep evaluations beside what was observed for them, to compare later ones with."""

from __future__ import annotations

import glob
from pathlib import Path

from pydantic import ValidationError

from evals.score.evaluation import Evaluation
from pincite.errors import InputError, StoreError

_FOLDER = "evaluations"
_NOT_ONE = "Name a file that `python -m evals --json` wrote."


def save(evaluation: Evaluation, folder: Path) -> Path:
    """Write it under the name of its set, fold and settings; the same run again takes its place."""
    fingerprint = evaluation.settings.get("fingerprint", "")
    path = folder / _FOLDER / f"{_start(evaluation)}-{fingerprint}.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(evaluation.to_json(), "utf-8")
    except OSError as error:
        raise StoreError(
            f"The evaluation cannot be saved in {path.parent}: {error.strerror}.",
            hint="Name another folder: --cache DIR",
        ) from error
    return path


def saved(run: str, evaluation: Evaluation, folder: Path) -> Evaluation:
    """An earlier evaluation: a file, or the start of the fingerprint of one of the same set and fold."""
    path = Path(run)
    if not path.is_file():
        found = list((folder / _FOLDER).glob(f"{_start(evaluation)}-{glob.escape(run)}*.json"))
        if not found or not run:
            raise InputError(
                f"There is no evaluation {run!r} of {evaluation.set}.",
                hint="Name a file that --json wrote, or the fingerprint that an earlier run printed.",
            )
        if len(found) > 1:
            raise InputError(f"Several evaluations start with {run!r}.", hint="Write more of it.")
        path = found[0]
    return _read(path)


def _read(path: Path) -> Evaluation:
    try:
        return Evaluation.model_validate_json(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, ValidationError) as error:
        raise InputError(f"{path} is not an evaluation.", hint=_NOT_ONE) from error


def _start(evaluation: Evaluation) -> str:
    """What the names of runs have in common that can be compared."""
    parts = [evaluation.set, evaluation.fold, str(evaluation.settings.get("mode", ""))]
    fewer = {"first": evaluation.limit, "sample": evaluation.sample}
    return "-".join([*parts, *(f"{how}{count}" for how, count in fewer.items() if count)])
