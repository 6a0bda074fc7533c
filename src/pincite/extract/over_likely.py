"""Say what the likeliest passages of open documents give: no answer, but what to look at first."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from pincite.answer.document_tables import Table, TableField
from pincite.compute.rates import RateTable
from pincite.compute.results import Known
from pincite.extract.cell_values import likely_of
from pincite.extract.conditions import Condition
from pincite.language.value_words import in_words

_MOST_NAMED = 200


@dataclass(frozen=True, slots=True)
class Likely:
    """What the likeliest passage of an open document gives, and whether that would match."""

    known: Known
    matches: bool


def likely_values(
    field: TableField,
    conditions: Sequence[Condition],
    table: Table,
    is_open: Container[str],
    rates: RateTable | None,
) -> dict[str, Likely]:
    """By the name of each open document whose likeliest passage gives one value."""
    found: dict[str, Likely] = {}
    for row in table.rows:
        known = likely_of(field, row.cells[field.name]) if row.document in is_open else None
        if known:
            matches = all(each.would_hold(known, rates) for each in conditions)
            found[row.document] = Likely(known, matches and bool(conditions))
    return found


def told_of(likely: Mapping[str, Likely], *, compared: bool) -> list[str]:
    """In sentences: those that would match apart from the others, where there is something to match."""
    told = {name: f"{name} ({in_words(each.known.value)})" for name, each in likely.items()}
    matching = [told[name] for name, each in likely.items() if each.matches]
    others = [said for name, said in told.items() if not likely[name].matches]
    if not compared:
        return [f"The likeliest passages there say: {listed(others)}."] if others else []
    first = [f"To look at first: the likeliest passages of {listed(matching)} would match."]
    rest = [f"The likeliest passages of {listed(others)} would not match."]
    return [*(first if matching else []), *(rest if others else [])]


def listed(names: Sequence[str]) -> str:
    """The names, or the first of very many and how many more there are."""
    more = f" and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else ""
    return f"{', '.join(names[:_MOST_NAMED])}{more}"
