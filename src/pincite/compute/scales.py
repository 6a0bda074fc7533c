"""Put two values on one scale, converting currencies by stated rates, so that they can be compared."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal, localcontext

from pincite.compute.lengths import calendar_kind
from pincite.compute.ranges import Range, days_of, difference_of, less, range_of
from pincite.compute.rates import DIGITS, Conversion, RateTable, convert
from pincite.compute.results import Known, Refused, doubt_about
from pincite.compute.units import refuse_units
from pincite.compute.wording import said, told
from pincite.records.computation import Relation
from pincite.values.types import Amount, DateValue, Duration

MIRRORED: dict[Relation, Relation] = {">": "<", "<": ">", ">=": "<=", "<=": ">=", "=": "="}
_TELLING_DIGITS = 12
_ZERO = Range(Decimal(0), Decimal(0))


@dataclass(frozen=True, slots=True)
class Pair:
    """Two values on one scale. `shown` is the left one as it is compared, after `steps`."""

    left: Range
    right: Range
    shown: Known
    against: Known
    steps: tuple[str, ...] = ()
    rates: tuple[str, ...] = ()

    @property
    def sign(self) -> str:
        """How the values relate for certain; empty when that is open."""
        if less(self.left, self.right):
            return "<"
        if less(self.right, self.left):
            return ">"
        return "=" if self.left.exact and self.left == self.right else ""

    def told(self, sign: str) -> str:
        """The comparison as a formula, with the names of both where both have one."""
        named = bool(self.shown.name and self.against.name)
        return "; ".join([*self.steps, f"{told(self.shown, named)} {sign} {told(self.against, named)}"])


def on_one_scale(left: Known, relation: Relation, right: Known, rates: RateTable | None) -> Pair | Refused:
    """Both values as ranges that can be compared, or why they cannot."""
    if refused := doubt_about(left, right) or _refuse_kinds(left, right) or refuse_units(left, right):
        return refused
    if isinstance(left.value, Duration):
        ours: Range | None = difference_of(left, right)
        theirs: Range | None = _ZERO
    else:
        ours, theirs = range_of(_edge(left, MIRRORED[relation])), range_of(_edge(right, relation))
    if ours is None or theirs is None:
        return Refused(f"{said(left.value)} and {said(right.value)} cannot be compared.")
    if isinstance(left.value, Amount) and isinstance(right.value, Amount):
        return _in_one_currency(Pair(ours, theirs, left, right), left.value, right.value, rates)
    return Pair(ours, theirs, left, right)


def _in_one_currency(pair: Pair, ours: Amount, theirs: Amount, rates: RateTable | None) -> Pair | Refused:
    for amount in (ours, theirs):
        if amount.currency is None:
            return Refused(f"The document does not say in which currency {said(amount)} is.")
    converted = convert(ours, str(theirs.currency), rates)
    if isinstance(converted, Refused):
        return converted
    low, high = (None if limit is None else converted.exact for limit in (pair.left.low, pair.left.high))
    shown = replace(pair.shown, value=_telling(converted, theirs))
    steps = (converted.step,) if converted.step else ()
    return replace(pair, left=Range(low, high), shown=shown, steps=steps, rates=converted.rates)


def _telling(converted: Conversion, theirs: Amount) -> Amount:
    """The amount as it is paid, with more digits where only those show that it is not the other one."""
    if converted.amount.value != theirs.value or converted.exact == theirs.value:
        return converted.amount
    with localcontext(prec=DIGITS):
        digits = converted.exact.quantize(Decimal(1).scaleb(-_TELLING_DIGITS)).normalize()
    return converted.amount.model_copy(update={"value": digits})


def _refuse_kinds(left: Known, right: Known) -> Refused | None:
    if type(left.value) is not type(right.value):
        return Refused(
            f"{said(left.value)} and {said(right.value)} are not of the same kind and cannot be compared."
        )
    kinds = calendar_kind(left), calendar_kind(right)
    if kinds[0] != kinds[1]:
        return Refused(
            f"“{left.wording}” and “{right.wording}” count different days, and Pincite has no calendar of "
            f"{kinds[0] or kinds[1]} days."
        )
    return None


def _edge(known: Known, relation: Relation) -> Known:
    """Before 2024 is before its first day, after 2024 after its last: the question means the whole year."""
    if known.name or not isinstance(known.value, DateValue) or relation == "=":
        return known
    first, last = days_of(known.value)
    edge = first if relation in ("<", ">=") else last
    return replace(known, value=DateValue(iso=edge.isoformat(), precision="day"))
