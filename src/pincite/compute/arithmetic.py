"""Add values up and take one from another, each with its formula."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal, localcontext

from pydantic import BaseModel

from pincite.compute.lengths import Length, refuse_calendar
from pincite.compute.rates import RateTable, convert
from pincite.compute.results import Computed, Known, Refused, doubt_about, exactness_of
from pincite.compute.units import named_period, refuse_units
from pincite.compute.wording import said, told
from pincite.values.types import Amount, Duration, Number, Percentage

# Sums must not depend on their order, so no digit may be rounded away on the way.
DIGITS = 60


def add(values: Sequence[Known], rates: RateTable | None) -> Computed | Refused:
    """The sum of all values, amounts in the currency of the first one."""
    ready = in_one_unit(values, rates)
    if isinstance(ready, Refused):
        return ready
    alike, steps, used = ready
    total = _sum(alike, [1] * len(alike))
    if total is None:
        return Refused(f"{said(values[0].value)} cannot be added up.")
    named = all(known.name for known in alike)
    formula = f"{' + '.join(told(known, named) for known in alike)} = {said(total)}"
    return Computed(total, "; ".join([*steps, formula]), used, _counted_once(values))


def subtract(left: Known, right: Known, rates: RateTable | None) -> Computed | Refused:
    """The left value less the right one; below zero where the right one is the larger."""
    ready = in_one_unit([left, right], rates)
    if isinstance(ready, Refused):
        return ready
    alike, steps, used = ready
    rest = _sum(alike, [1, -1])
    if rest is None:
        return Refused(f"{said(right.value)} cannot be subtracted from {said(left.value)}.")
    named = all(known.name for known in alike)
    formula = f"{' − '.join(told(known, named) for known in alike)} = {said(rest)}"
    return Computed(rest, "; ".join([*steps, formula]), used, _counted_once([left, right]))


def in_one_unit(
    values: Sequence[Known], rates: RateTable | None
) -> tuple[list[Known], list[str], tuple[str, ...]] | Refused:
    """The values in one currency, with the conversions that took, or why they cannot be put together."""
    if refused := refuse_together(values):
        return refused
    first, alike = values[0], [values[0]]
    steps: list[str] = []
    used: list[str] = []
    for other in values[1:]:
        if isinstance(other.value, Amount) and isinstance(first.value, Amount):
            if first.value.currency is None:
                return Refused(f"The document does not say in which currency {said(first.value)} is.")
            converted = convert(other.value, first.value.currency, rates)
            if isinstance(converted, Refused):
                return converted
            steps += [converted.step] if converted.step else []
            used += converted.rates
            other = replace(other, value=converted.amount)
        alike.append(other)
    return alike, steps, tuple(dict.fromkeys(used))


def refuse_together(values: Sequence[Known]) -> Refused | None:
    """Why values cannot be put together, whatever their currencies; None when they can."""
    first = values[0]
    if refused := doubt_about(*values) or exactness_of(*values):
        return refused
    for other in values[1:]:
        if type(other.value) is not type(first.value):
            return Refused(f"{said(first.value)} and {said(other.value)} are not of the same kind.")
        if refused := refuse_units(first, other) or refuse_calendar(first) or refuse_calendar(other):
            return refused
    return None


def _sum(values: Sequence[Known], signs: Sequence[int]) -> BaseModel | None:
    """The signed sum, of the kind and in the unit of the first value; None for kinds that have no sum."""
    first = values[0].value
    if isinstance(first, Duration):
        lengths = [Length.of(v.value) for v in values if isinstance(v.value, Duration)]
        return _sum_of_lengths(lengths, signs)
    if not isinstance(first, Amount | Number | Percentage):
        return None
    with localcontext(prec=DIGITS):
        numbers = [v.value.value for v in values if isinstance(v.value, Amount | Number | Percentage)]
        total = sum((sign * number for sign, number in zip(signs, numbers, strict=True)), Decimal(0))
    return first.model_copy(update={"value": total})


def _sum_of_lengths(lengths: Sequence[Length], signs: Sequence[int]) -> Duration | None:
    """Months and days beside each other: neither can be said in the other, and so neither can make up
    for the other."""
    if any(length.months % 1 or length.days is None for length in lengths):
        return None
    signed = list(zip(signs, lengths, strict=True))
    months = sum(sign * int(length.months) for sign, length in signed)
    days = sum(sign * (length.days or 0) for sign, length in signed)
    if months * days < 0:
        return None
    written = (f"{abs(months)}M" if months else "") + (f"{abs(days)}D" if days or not months else "")
    return Duration(iso8601=f"{'-' if months + days < 0 else ''}P{written}")


def _counted_once(values: Sequence[Known]) -> tuple[str, ...]:
    """What the reader of a sum of a setup fee and a monthly fee should know."""
    periods = {named_period(known) for known in values}
    if len(periods) < 2:
        return ()
    return tuple(f"The {known.name} is counted once." for known in values if named_period(known))
