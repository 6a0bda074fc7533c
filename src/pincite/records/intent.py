"""What limits a question or a sentence: when, how much, under which condition, whether it denies.

A question and a sentence are read into the same record, so that one comparator can tell where they differ.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Bound = Literal["", "least", "most"]
Period = Literal["", "day", "week", "month", "quarter", "year"]
Modality = Literal["", "must", "may"]
Force = Literal["", "past", "proposed"]
"""Whether it is said of what holds now, of what held before, or of what is only planned or supposed."""


@dataclass(frozen=True, slots=True)
class Intent:
    """The limits that a text states; what it does not state is empty."""

    years: frozenset[str] = frozenset()
    figures: frozenset[str] = frozenset()
    bound: Bound = ""
    period: Period = ""
    conditions: tuple[frozenset[str], ...] = ()
    """The stems of each condition that is named."""
    conditional: bool = False
    denies: bool = False
    modality: Modality = ""
    force: Force = ""
    takes_back: bool = False
    """Whether it corrects, withdraws or replaces what is said beside it."""
