"""Gather the papers of one contract as the user said it: an agreement, and by their days what changed it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pincite.decide.conflicts.kinship import days_in_opening, main_of
from pincite.records.document import Document

_NOWHERE = 1_000_000


@dataclass(frozen=True, slots=True)
class Family:
    """One contract: the names of its papers."""

    main: str
    changing: tuple[str, ...] = ()
    """What may change its terms, the oldest first: amendments, letters, notices."""

    @property
    def members(self) -> tuple[str, ...]:
        return (self.main, *self.changing)


def families_of(
    names: Sequence[str], part_of: Mapping[str, str], load: Callable[[str], Document]
) -> list[Family]:
    """Every document in one family, in the order of the first of each; most are alone, and are not loaded."""
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(main_of(name, part_of), []).append(name)
    return [_family(main, group, load) for main, group in groups.items()]


def _family(main: str, names: Sequence[str], load: Callable[[str], Document]) -> Family:
    """The papers in order. Where the main one is not among them, the oldest stands for it."""
    if len(names) == 1:
        return Family(names[0])
    days = {name: days_in_opening(load(name)) for name in names}
    if main not in days:
        first = min((day for each in days.values() for day in each), default="")
        main = min(names, key=lambda name: (not days[name], _own_day(name, days, first), name))
    start = min(days.pop(main), default="")
    changing = sorted(days, key=lambda name: (_own_day(name, days, start), name))
    return Family(main, tuple(changing))


def _own_day(name: str, days: Mapping[str, Sequence[str]], start: str) -> str:
    """The day of a paper: after that of the main one, and given by no other paper further up."""
    later = [day for day in dict.fromkeys(days[name]) if day > start]
    own = [
        day for day in later if all(_height(days[name], day) <= _height(each, day) for each in days.values())
    ]
    return next(iter(own or later), "")


def _height(days: Sequence[str], day: str) -> int:
    return days.index(day) if day in days else _NOWHERE
