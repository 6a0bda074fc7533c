"""What each level of strictness rests on: answers that were counted at its bar, and how many were wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from pincite.records.levels import Strictness
from pincite.relevance.chance import Bar, Judging, Variant

Answered = Literal["sentences", "cells", "fields"]
"""What the answers are: sentences of a text, cells of a table, or fields of a contract."""
# The first that was fitted is the one that judges: with vectors, then without, then without a reader.
_VARIANTS: dict[Answered, tuple[Variant, ...]] = {
    "sentences": ("full", "no_vectors", "no_reader"),
    "cells": ("cells", "cells_no_vectors", "cells_no_reader"),
    "fields": ("fields", "fields_no_vectors"),
}


@dataclass(frozen=True, slots=True)
class MeasuredBar:
    """A chance from which on answers are given, and what was counted there."""

    chance: float
    answers: int
    wrong: int
    upper: float
    """The upper end of the 95 % interval of the share that is wrong."""


@dataclass(frozen=True, slots=True)
class MeasuredLevels:
    """The bars of all levels for one kind of answer, and those of other shares that may be wrong."""

    of: Answered
    levels: Mapping[Strictness, MeasuredBar]
    risks: tuple[MeasuredBar, ...]
    """From the fewest answers on."""


def measured_levels(variants: Mapping[Variant, Judging]) -> list[MeasuredLevels]:
    """One for each kind of answer that was measured with what judges here."""
    found = []
    for of, names in _VARIANTS.items():
        judging = next((variants[name] for name in names if name in variants), None)
        if judging is None:
            continue
        levels = {level: _bar(judging.bars[level]) for level in get_args(Strictness) if level in judging.bars}
        risks = {each.chance: _bar(each) for each in judging.risks}
        found.append(MeasuredLevels(of, levels, tuple(sorted(risks.values(), key=lambda each: each.answers))))
    return found


def _bar(bar: Bar) -> MeasuredBar:
    return MeasuredBar(bar.chance, bar.answers, bar.wrong, bar.upper)
