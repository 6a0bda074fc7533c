"""What was fitted to name the items of a list, and to tell the parties of a contract.

The file belongs to one reader: it reads what the layers of that reader say of each word.
"""

from __future__ import annotations

import base64
import functools
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, ValidationError

from pincite.errors import ConfigError
from pincite.models.weight_files import MEND, READER, TOKENIZER, calibration
from pincite.relevance.item_chance import ItemJudging

ITEMS = "items.json"
Floats = NDArray[np.float32]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Numbers(_Record):
    """Numbers of 16 bits in a table, written as base 64."""

    shape: tuple[int, ...]
    written: str

    @classmethod
    def of(cls, numbers: Floats) -> Numbers:
        half = numbers.astype("<f2")
        return cls(shape=half.shape, written=base64.b64encode(half.tobytes()).decode())

    def read(self) -> Floats:
        held = np.frombuffer(base64.b64decode(self.written), "<f2").astype(np.float32)
        return held.reshape(self.shape)


class WordModel(_Record):
    """One inner layer, and the logit that a word is part of an item."""

    first: Numbers
    first_bias: Numbers
    second: Numbers
    bias: float


class ItemWeights(_Record):
    """The file `items.json`."""

    version: Literal[1]
    made_on: str
    files: dict[str, str]
    """SHA-256 of the reader and the tokenizer that it was fitted with."""
    layers: tuple[str, ...]
    """What of the reader it reads, by the names that its file has for it."""
    words: WordModel
    judging: ItemJudging


@functools.cache
def item_weights(folder: Path) -> ItemWeights | None:
    """What was fitted for the reader in a folder; None where nothing was."""
    path = folder / ITEMS
    if not path.is_file():
        return None
    try:
        found = ItemWeights.model_validate_json(path.read_bytes())
    except (ValidationError, OSError) as error:
        raise ConfigError(f"{path} cannot be used: {error}.", hint=MEND) from error
    measured = calibration(folder).files
    for name in (READER, TOKENIZER):
        if found.files.get(name) != measured.get(name):
            raise ConfigError(f"{path} was fitted with another {name} than the one next to it.", hint=MEND)
    return found


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
