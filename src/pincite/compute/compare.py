"""Compare values, and tell which of several is the most; refuse where the documents leave it open.

A value is held as the range of what it can be: a point when it is exact, wider when it is left open. Per
month and per year are never mixed, and currencies are converted by stated rates only.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal, localcontext
from typing import assert_never

from pydantic import BaseModel

from pincite.compute.dates import Length, calendar_kind, least_and_most
from pincite.compute.rates import DIGITS, Conversion, RateTable, convert
from pincite.compute.results import Computed, Known, Refused, doubt_about, said, told
from pincite.records.computation import Relation
from pincite.values.types import Amount, Boolean, DateValue, Duration, Number, Percentage, Text

_PERIOD = re.compile(r"\bper (?:\w+ )?(?:hour|day|week|fortnight|month|quarter|year|night)\b")
_PERIOD_NAMES = {
    "hourly": "per hour", "daily": "per day", "weekly": "per week", "monthly": "per month",
    "quarterly": "per quarter", "annual": "per year", "yearly": "per year",
}  # fmt: skip
_NAMED = re.compile(rf"\b(?:{'|'.join(_PERIOD_NAMES)})\b", re.IGNORECASE)


def named_period(known: Known) -> str | None:
    """ "per month" for a monthly fee; None when the name says nothing of a period."""
    found = _NAMED.search(known.name)
    return _PERIOD_NAMES[found[0].lower()] if found else None


def refuse_units(left: Known, right: Known) -> Refused | None:
    """A refusal where the units differ; None where the values can be held against each other."""
    ours, theirs = _unit(left), _unit(right)
    periods = named_period(left), named_period(right)
    if ours is None and theirs is None:
        return _different(left, right, *periods) if all(periods) else None
    effective = ours or periods[0], theirs or periods[1]
    if _same(ours, theirs) or _same(*effective):
        return None
    for of_document, of_question in ((left, right), (right, left)):
        if not of_question.name and _unit(of_question) is None:
            return _refuse_period(of_document, of_question)
    return _different(left, right, *effective)


def _refuse_period(of_document: Known, of_question: Known) -> Refused | None:
    """A bare value of the question stands for the unit of the document, but never for a period.

    "Is the deductible above USD 1,000?" means per claim where the document does; but a fee per month may
    be above or below what is meant per year.
    """
    unit = _unit(of_document) or ""
    if not _PERIOD.search(unit) or named_period(of_document) == unit:
        return None
    return Refused(
        f"The document gives {said(of_document.value)}, and the question does not say for which "
        f"period “{of_question.wording}” is.",
        "Add it, for example: per month.",
    )


def _different(left: Known, right: Known, ours: str | None, theirs: str | None) -> Refused | None:
    if _same(ours, theirs):
        return None
    units = " and ".join(unit or "no unit" for unit in (ours, theirs))
    return Refused(f"{said(left.value)} and {said(right.value)} are not in the same unit: {units}.")


def _unit(known: Known) -> str | None:
    return known.value.unit if isinstance(known.value, Amount | Number) else None


def _same(ours: str | None, theirs: str | None) -> bool:
    return ours is not None and theirs is not None and _plain(ours) == _plain(theirs)


def _plain(unit: str) -> list[str]:
    """Case and plural do not count in words; in "mM" and "mm" the case is all that tells them apart."""
    return [word.lower().removesuffix("s") if len(word) > 3 else word for word in unit.split()]


@dataclass(frozen=True, slots=True)
class Range:
    """From `low` to `high`, both included; None where nothing limits that side."""

    low: Decimal | None
    high: Decimal | None

    @property
    def exact(self) -> bool:
        return self.low is not None and self.low == self.high


def range_of(known: Known) -> Range | None:
    """What the value can be, on the scale of its kind; None for a kind without a scale."""
    if known.bound == "about":
        return Range(None, None)
    limits = _limits(known.value)
    if limits is None:
        return None
    low, high = limits
    if known.bound == "at most":
        return Range(None, high)
    return Range(low, None) if known.bound == "at least" else Range(low, high)


def difference_of(left: Known, right: Known) -> Range | None:
    """How much longer one length of time is than another, in seconds; None where that cannot be told.

    Told from the difference, because two years and 24 months are the same however long they are.
    """
    if not isinstance(left.value, Duration) or not isinstance(right.value, Duration):
        return None
    limits = least_and_most(Length.of(left.value) - Length.of(right.value))
    if limits is None:
        return None
    roughly = "about" in (left.bound, right.bound)
    open_below = roughly or left.bound == "at most" or right.bound == "at least"
    open_above = roughly or left.bound == "at least" or right.bound == "at most"
    return Range(None if open_below else limits[0], None if open_above else limits[1])


def days_of(value: DateValue) -> tuple[date, date]:
    """The first and the last day that a date can mean: all of March for "March 2024"."""
    year, *rest = (int(part) for part in value.iso.split("-"))
    if value.precision == "day":
        return date(year, rest[0], rest[1]), date(year, rest[0], rest[1])
    last_month = rest[0] if rest else 12
    first = date(year, rest[0] if rest else 1, 1)
    return first, date(year, last_month, calendar.monthrange(year, last_month)[1])


def holds(left: Range, relation: Relation, right: Range) -> bool | None:
    """Whether the relation holds for all that the values can be; None when it may or may not."""
    match relation:
        case ">":
            return less(right, left)
        case "<":
            return less(left, right)
        case ">=":
            return _opposite(less(left, right))
        case "<=":
            return _opposite(less(right, left))
        case "=":
            if left.exact and right.exact:
                return left == right
            apart = less(left, right) or less(right, left)
            return False if apart else None
    assert_never(relation)


def less(left: Range, right: Range) -> bool | None:
    """Whether the left is the smaller for all that both can be; None when it may or may not."""
    if left.high is not None and right.low is not None and left.high < right.low:
        return True
    if left.low is not None and right.high is not None and left.low >= right.high:
        return False
    return None


def _opposite(said: bool | None) -> bool | None:
    return None if said is None else not said


def _limits(value: BaseModel) -> tuple[Decimal, Decimal] | None:
    match value:
        case Amount() | Number() | Percentage():
            return value.value, value.value
        case DateValue():
            first, last = days_of(value)
            return Decimal(first.toordinal()), Decimal(last.toordinal())
    return None


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


SAME = "neither: they are the same"
_SHOWN: dict[Relation, str] = {">": ">", "<": "<", ">=": "≥", "<=": "≤", "=": "="}
_DENIED: dict[Relation, str] = {">": "≤", "<": "≥", ">=": "<", "<=": ">", "=": "≠"}


def compare(left: Known, relation: Relation, right: Known, rates: RateTable | None) -> Computed | Refused:
    """Yes or no, with the comparison that says so."""
    pair = on_one_scale(left, relation, right, rates)
    if isinstance(pair, Refused):
        return pair
    held = holds(pair.left, relation, pair.right)
    if held is None:
        return _open(pair)
    sign = pair.sign or (_SHOWN if held else _DENIED)[relation]
    return Computed(Boolean(value=held), pair.told(sign), pair.rates)


def choose(values: Sequence[Known], descending: bool, rates: RateTable | None) -> Computed | Refused:
    """The name of the value that is the most (or the least) of all; SAME when two share that place."""
    best = values[0]
    for other in values[1:]:
        pair = on_one_scale(best, ">", other, rates)
        if isinstance(pair, Pair) and pair.sign == ("<" if descending else ">"):
            best = other
    # The formula begins with the one that is chosen, and holds it against every other.
    told: list[Pair] = []
    for other in (each for each in values if each is not best):
        pair = on_one_scale(best, ">", other, rates)
        if isinstance(pair, Refused):
            return pair
        if pair.sign not in ("=", ">" if descending else "<"):
            return _open(pair)
        told.append(pair)
    name = SAME if any(pair.sign == "=" for pair in told) else best.name
    used = dict.fromkeys(rate for pair in told for rate in pair.rates)
    return Computed(Text(text=name), "; ".join(pair.told(pair.sign) for pair in told), tuple(used))


def _open(pair: Pair) -> Refused:
    return Refused(f"The documents do not settle which is larger: {pair.told('or')}.")
