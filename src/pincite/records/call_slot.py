"""One of the calls that a provider may get at once, and who has it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CallSlot:
    """That a holder has one of the calls of a key, and how often it has said so."""

    key: str
    number: int
    holder: str
    beat: int
