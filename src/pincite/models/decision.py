"""Find the weights of the decision, and prove that they were fitted with the reader beside them."""

from __future__ import annotations

import functools
from pathlib import Path

from pydantic import ValidationError

from pincite.contract.judgement.chance import Judging, Variant, Weights
from pincite.errors import ConfigError
from pincite.models.calibration import MEND
from pincite.models.files import EMBEDDER, READER, calibration, folder_of

DECISION = "decision.json"


def judging(weights: str, *, vectors: bool) -> Judging | None:
    """How candidates are judged with the reader of a folder; None where nothing was fitted for it."""
    found = _weights(folder_of(weights))
    variant: Variant = "full" if vectors else "no_vectors"
    return found.variants.get(variant) if found else None


@functools.cache
def _weights(folder: Path) -> Weights | None:
    path = folder / DECISION
    if not path.is_file():
        return None
    try:
        found = Weights.model_validate_json(path.read_bytes())
    except ValidationError as error:
        problem = error.errors()[0]
        place = ".".join(map(str, problem["loc"]))
        raise ConfigError(f"{path} cannot be used: {place}: {problem['msg']}.", hint=MEND) from error
    measured = calibration(folder).files
    for name in (READER, EMBEDDER):
        if found.files.get(name) != measured.get(name):
            raise ConfigError(f"{path} was fitted with another {name} than the one beside it.", hint=MEND)
    return found
