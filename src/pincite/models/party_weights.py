"""What was fitted to tell the parties of a contract; it needs no model."""

from __future__ import annotations

import functools
from pathlib import Path

from pydantic import ValidationError

from pincite.errors import ConfigError
from pincite.models.weight_files import MEND
from pincite.relevance.party_chance import PartyJudging

PARTIES = "parties.json"


@functools.cache
def party_judging(folder: Path) -> PartyJudging | None:
    """The chance and its bars from a folder of weights; None where it has none."""
    path = folder / PARTIES
    if not path.is_file():
        return None
    try:
        return PartyJudging.model_validate_json(path.read_bytes())
    except (ValidationError, OSError) as error:
        raise ConfigError(f"{path} cannot be used: {error}.", hint=MEND) from error
