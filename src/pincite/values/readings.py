"""A typed value and the place in a text where it stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel

from pincite.records.span import Span

V = TypeVar("V", bound=BaseModel, covariant=True)


@dataclass(frozen=True, slots=True)
class Reading(Generic[V]):
    """Characters `start` up to `end` of a text say `value`.

    `ambiguous` says what else the words may mean, or what limits them; it is empty when they are
    clear. `within` is the wider wording a value borrows from: the 9 of "9 to 11 hours" has its
    unit from there. It is None when the words say the value by themselves.
    """

    value: V
    start: int
    end: int
    ambiguous: str = ""
    within: Span | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise ValueError(f"a reading needs 0 <= start < end, got {self.start}..{self.end}")

    def within_text(self, start: int) -> Span:
        """Where the value is in the document, if the text starts at `start` there."""
        return Span(start + self.start, start + self.end)

    def original(self, text: str) -> str:
        """The value's own words."""
        return text[self.start : self.end]

    def proof(self, text: str) -> str:
        """The shortest wording from which the value can be read again."""
        return self.within.of(text) if self.within else self.original(text)


def in_order(readings: Iterable[Reading[V]]) -> list[Reading[V]]:
    """The readings by place; of two that overlap, the one that starts first or is longer."""
    kept: list[Reading[V]] = []
    for reading in sorted(readings, key=lambda each: (each.start, -each.end)):
        if not kept or reading.start >= kept[-1].end:
            kept.append(reading)
    return kept
