"""Choose and order the rows of a table by code, and name every document of which that cannot be told."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.answer.document_tables import Row, Selection, Table, TableField, Untold
from pincite.compute.compare import on_one_scale
from pincite.compute.rates import RateTable
from pincite.compute.results import Known, Refused
from pincite.extract.conditions import Condition, condition_of, field_named, known_of
from pincite.language.value_words import shortened
from pincite.values.types import Boolean, Text

_LONGEST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Selecting:
    """Conditions that rows must meet, all of them, and the field that they are ordered by."""

    where: tuple[str, ...]
    conditions: tuple[Condition, ...]
    sort: str
    by: TableField | None
    descending: bool

    @classmethod
    def of(cls, where: str | Sequence[str], sort: str, fields: Sequence[TableField]) -> Selecting:
        """As they are written, or an InputError."""
        written = (where,) if isinstance(where, str) else tuple(where)
        conditions = tuple(condition_of(each, fields) for each in written)
        by = field_named(sort.removeprefix("-"), fields) if sort else None
        return cls(written, conditions, sort, by, sort.startswith("-"))

    def select(self, table: Table, rates: RateTable | None) -> Table:
        """The table with the rows that are chosen, in order; the same where nothing is asked for."""
        if not self.conditions and self.by is None:
            return table
        matching: list[Row] = []
        others: list[str] = []
        untold: list[Untold] = []
        for row in table.rows:
            held = self._holds(row, rates)
            if held is True:
                matching.append(row)
            elif held is False:
                others.append(row.document)
            else:
                untold.append(Untold(document=row.document, reason=held.reason))
        if self.by is not None:
            matching, unplaced = self._ordered(matching, self.by, rates)
            untold += unplaced
        failed = table.count("failed") - sum(
            cell.standing == "failed" for row in matching for cell in row.cells.values()
        )
        said = Selection(
            where=list(self.where), sort=self.sort, not_matching=others, untold=untold, failed=failed
        )
        return table.model_copy(update={"rows": matching, "selection": said})

    def _holds(self, row: Row, rates: RateTable | None) -> bool | Refused:
        """False where one condition is not met, whatever is open; else why it is open."""
        held = [each.holds(row.cells[each.field.name], rates) for each in self.conditions]
        if False in held:
            return False
        opened = [
            f"{each.field.name}: {why.reason}"
            for each, why in zip(self.conditions, held, strict=True)
            if isinstance(why, Refused)
        ]
        return Refused("; ".join(opened)) if opened else True

    def _ordered(
        self, rows: Sequence[Row], by: TableField, rates: RateTable | None
    ) -> tuple[list[Row], list[Untold]]:
        """The rows whose values have a place in one order; of the others why they have none."""
        known: list[_Placed] = []
        unplaced: list[Untold] = []
        values = [(row, _value(row, by)) for row in rows]
        measure = _commonest([value for _, value in values if isinstance(value, Known)])
        for row, value in values:
            refused = value if isinstance(value, Refused) else _refused(value, measure, rates)
            if refused:
                unplaced.append(Untold(document=row.document, reason=f"{by.name}: {refused.reason}"))
            elif isinstance(value, Known):
                known.append(_Placed(value, row))

        def sign(left: _Placed, right: _Placed) -> int:
            pair = on_one_scale(left.value, "<", right.value, rates)
            return 0 if isinstance(pair, Refused) else {"<": -1, ">": 1}.get(pair.sign, 0)

        placed: list[_Placed] = []
        for each in sorted(known, key=functools.cmp_to_key(sign), reverse=self.descending):
            # Two lengths of time may each be comparable with a third, and not with each other.
            if refused := _refused(each.value, [other.value for other in placed[-1:]], rates):
                unplaced.append(Untold(document=each.row.document, reason=f"{by.name}: {refused.reason}"))
            else:
                placed.append(each)
        return [each.row for each in placed], unplaced


@dataclass(frozen=True, slots=True)
class _Placed:
    value: Known
    row: Row


def _commonest(values: Sequence[Known]) -> list[Known]:
    """One value of the kind and currency that most of them have: what the others are measured by."""
    kinds = [(type(each.value), getattr(each.value, "currency", None)) for each in values]
    most = Counter(kinds).most_common(1)
    return [values[kinds.index(most[0][0])]] if most else []


def _refused(value: Known, others: Sequence[Known], rates: RateTable | None) -> Refused | None:
    """Why the value cannot be ordered with the others; None where it can."""
    for other in others:
        pair = on_one_scale(value, "<", other, rates)
        if isinstance(pair, Refused):
            return pair
        if not pair.sign:
            return Refused(f"it is open which is more: {pair.told('or')}")
    return None


def _value(row: Row, by: TableField) -> Known | Refused:
    known = known_of(by, row.cells[by.name])
    if isinstance(known, Known) and (known.doubt or known.bound or isinstance(known.value, Boolean | Text)):
        return Refused(f"“{shortened(known.wording, _LONGEST_SHOWN)}” has no place in an order.")
    return known
