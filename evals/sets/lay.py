"""Read the lay set: questions that lay people put to real documents, in the gold form.

Nothing is fitted on it, so it has no folds: all of its rows are asked.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from evals.sets.files import folder_of, split_file
from pincite.quality.questions import GoldSet, read_own


def read(data: Path, split: str) -> GoldSet:
    folder = folder_of(data, "lay", ("lay",))
    return replace(read_own(split_file(folder, "lay", split), folder, split), name="lay")
