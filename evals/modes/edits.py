"""Change a text in places, and tell where everything else stands afterwards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Characters `start` up to `end` give way to `new`; where both are equal, `new` is put in between."""

    start: int
    end: int
    new: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"an edit needs 0 <= start <= end, got {self.start}..{self.end}")

    @property
    def growth(self) -> int:
        return len(self.new) - (self.end - self.start)


@dataclass(frozen=True, slots=True)
class Edited:
    """A text after edits, which are in order and apart."""

    text: str
    edits: tuple[Edit, ...]

    def place(self, start: int, end: int) -> tuple[int, int] | None:
        """Where a place of the text before stands now, with what was changed inside of it.

        None when an edit cuts into the place, or when nothing is left of it.
        """
        before = inside = 0
        for edit in self.edits:
            if edit.end <= start:
                before += edit.growth
            elif edit.start < end:
                if edit.start < start or end < edit.end:
                    return None
                inside += edit.growth
        now = (start + before, end + before + inside)
        return now if now[0] < now[1] else None


def edited(text: str, edits: Iterable[Edit]) -> Edited:
    """The text with every edit made. Two that overlap would undo each other, and are refused."""
    ordered = tuple(sorted(set(edits)))
    if ordered and ordered[-1].end > len(text):
        raise ValueError(f"an edit ends at {ordered[-1].end}, and the text at {len(text)}")
    if any(one.end > other.start or one.start == other.start for one, other in pairwise(ordered)):
        raise ValueError("two edits overlap")
    pieces, at = [], 0
    for edit in ordered:
        pieces += [text[at : edit.start], edit.new]
        at = edit.end
    return Edited("".join([*pieces, text[at:]]), ordered)
