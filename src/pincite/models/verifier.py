"""Say with a local model how well a text supports a statement, or contradicts it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pincite.models.condense import condense
from pincite.models.network import threads_for
from pincite.models.pairs import CONTRADICTED, SUPPORTED, Pair, Raw, pair_model
from pincite.models.weight_files import READER, calibration, folder_of, version_of


@dataclass(frozen=True, slots=True)
class LocalVerifier:
    """The verifier that comes with the package, or one in the folder `weights` made by the same training."""

    weights: str = ""
    threads: int = 0
    """How many windows of a long text are read at a time; 0 for one on each core."""
    name: ClassVar[str] = "local"

    @property
    def version(self) -> str:
        return version_of(folder_of(self.weights), READER)

    def supports(self, statement: str, evidence: str) -> float:
        raw = self._raw(statement, evidence)
        curve = calibration(folder_of(self.weights)).curve("supported")
        return curve.chance(raw.scores[SUPPORTED]) if raw else 0.0

    def contradicts(self, statement: str, evidence: str) -> float:
        """From 0 to 1, the chance that the text says the opposite; the same pair is read once for both."""
        raw = self._raw(statement, evidence)
        curve = calibration(folder_of(self.weights)).curve("contradicted")
        return curve.chance(raw.scores[CONTRADICTED]) if raw else 0.0

    def needed(self, strictness: str) -> float:
        """From which score on a statement counts as supported, as measured when the model was made."""
        return calibration(folder_of(self.weights)).needed("supported", strictness)

    def needed_to_contradict(self, strictness: str) -> float:
        """From which score on a statement counts as contradicted."""
        return calibration(folder_of(self.weights)).needed("contradicted", strictness)

    def _raw(self, statement: str, evidence: str) -> Raw | None:
        """None where there is no text: it supports nothing and contradicts nothing."""
        if not evidence.strip():
            return None
        pair = Pair(statement, "", condense(statement, evidence))
        (raw,) = pair_model(folder_of(self.weights)).read([pair], threads_for(self.threads))
        return raw
