"""Who judged that the items of a run answer, and with which weights: recorded, and never proved."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pincite.answer.answers import Answer
from pincite.audit.certificate import JudgedItem, Judgements, Model
from pincite.errors import ConfigError
from pincite.models.decision import DECISION
from pincite.models.weight_files import EMBEDDER, READER, are_installed, calibration, folder_of, version_of

# As the run has them among its decisions.
_READER, _EMBEDDER = "reader: ", "embedder: "


@dataclass(frozen=True, slots=True)
class InstalledWeights:
    """The weights that the settings name now; whether a run had the same, its versions tell."""

    folder: str = ""
    """Of the local models; empty for those of the package."""
    decision: Path | None = None
    """What a user had fitted for a reader of his own."""

    def model(self, said: str | None, file: str) -> Model | None:
        """A model by what a run says of it, with its SHA-256 if it is the one that is installed."""
        if said is None:
            return None
        known = None
        if are_installed(self.folder):
            folder = folder_of(self.folder)
            # "local/embedder-ed2ebe1a6d47/384": who it is, which version, and how long its vectors are.
            if said.split("/")[1:2] == [version_of(folder, file)]:
                known = calibration(folder).files.get(file)
        return Model(name=said, sha256=known)

    def decided_by(self, reader: Model | None) -> Model | None:
        """What made the chances, where it is still the one that goes with the reader of the run."""
        path = self.decision or folder_of(self.folder) / DECISION
        try:
            sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
        except OSError:
            return None
        known = reader is None or reader.sha256 is not None or self.decision is not None
        return Model(name=DECISION, sha256=sha256 if known else None)


def judgements_of(answer: Answer, decisions: Sequence[str], weights: InstalledWeights) -> Judgements:
    """All that is recorded of who judged."""
    warrants = [(item.id, item.warrant) for item in answer.items]
    items = [
        JudgedItem(item=id, by=warrant.answers.by, chance=warrant.answers.chance, bar=warrant.answers.bar)
        for id, warrant in warrants
        if warrant
    ]
    voices = [voice for each in items for voice in each.by if voice.kind in ("model", "judge")]
    try:
        reader = weights.model(_said(decisions, _READER), READER)
        embedder = weights.model(_said(decisions, _EMBEDDER), EMBEDDER)
    except ConfigError:  # broken weights of today say nothing of the run
        reader, embedder = (_unknown(_said(decisions, said)) for said in (_READER, _EMBEDDER))
    return Judgements(
        items=items,
        chance_held=answer.coverage.chance_held,
        reader=reader,
        embedder=embedder,
        decision=weights.decided_by(reader),
        language_models=list(dict.fromkeys(voice.name for voice in voices)),
    )


def _said(decisions: Sequence[str], lead: str) -> str | None:
    return next((each.removeprefix(lead) for each in decisions if each.startswith(lead)), None)


def _unknown(name: str | None) -> Model | None:
    return None if name is None else Model(name=name, sha256=None)
