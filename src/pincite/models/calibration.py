"""What was measured of the local models: their files, what a score means, and which score is needed."""

from __future__ import annotations

import math
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from pincite.errors import ConfigError

_Chance = Annotated[float, Field(ge=0, le=1)]
DEFAULT = "default"
MEND = "Check the folder that `weights` names, or work without models: pincite --no-local-models VERB"


class _Record(BaseModel):
    # What else the file tells, such as reliability curves, is for its readers and changes no score.
    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


class Curve(_Record):
    """How a raw score becomes a chance, and from which chance on it counts."""

    slope: Annotated[float, Field(gt=0)]
    intercept: float
    needed: dict[str, _Chance] = {}
    """By strictness; only of whether a text supports a statement."""

    def chance(self, raw: float) -> float:
        """From 0 to 1; a higher raw score never gives a lower chance."""
        at = self.slope * raw + self.intercept
        # One form for each side, because exp overflows on the other.
        return 1 / (1 + math.exp(-at)) if at >= 0 else math.exp(at) / (1 + math.exp(at))


class Calibration(_Record):
    """The file `calibration.json` beside the weights; it belongs to these very files and no others."""

    version: Literal[1]
    made_on: str
    files: dict[str, str]
    """SHA-256 by name."""
    answerable: dict[str, Curve]
    # Nothing asks these two, but the version by which a fitted decision knows its reader tells them.
    supported: dict[str, Curve]
    contradicted: dict[str, Curve]

    def curve(self, kind: str = DEFAULT) -> Curve:
        """The curve of one kind of answer, or else that of all."""
        found = self.answerable.get(kind) or self.answerable.get(DEFAULT)
        if found is None:
            raise ConfigError("The local models were not measured for 'answerable'.", hint=MEND)
        return found
