"""What was fitted to tell whether the parties that a contract introduces are its parties."""

from __future__ import annotations

import functools
from pathlib import Path

from pydantic import ValidationError

from pincite.errors import ConfigError
from pincite.models.calibration import MEND
from pincite.relevance.item_chance import ItemJudging

PARTIES = "parties.json"


@functools.cache
def party_judging(folder: Path) -> ItemJudging | None:
    """The chance and its bars from a folder of weights; None where it has none."""
    path = folder / PARTIES
    if not path.is_file():
        return None
    try:
        return ItemJudging.model_validate_json(path.read_bytes())
    except (ValidationError, OSError) as error:
        raise ConfigError(f"{path} cannot be used: {error}.", hint=MEND) from error
