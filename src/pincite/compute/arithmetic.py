"""Work out an expression of figures: changes, growth, averages, ratios, shares and the user's own formulas.

All operands must be of one kind and in one unit, as in a sum. What comes out is of that kind, or a plain
number or percentage where the unit cancels out; anything else, such as dollars times dollars, has no meaning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal, localcontext

from pydantic import BaseModel

from pincite.compute.compare import named_period, refuse_units
from pincite.compute.rates import DIGITS, RateTable, convert
from pincite.compute.results import Computed, Known, Refused, doubt_about, exactness_of, said, told
from pincite.records.computation import Expression, OperandQuestion, Operation, Term, Wishes
from pincite.values.in_words import grouped
from pincite.values.types import Amount, Number, Percentage

_DECIMALS = 2
_SCALES = {"thousand": 3, "million": 6, "billion": 9}
_APART = ("−", "difference")
_POINTS = "The result is in percentage points."
_OF_RATES = "Both figures are percentages: this is their relative change, not their percentage points."


@dataclass(frozen=True, slots=True)
class _Figure:
    """A number on the way, in which power of the operands' unit it is, and how it was written."""

    number: Decimal
    power: int
    written: str
    single: bool = True
    """Whether it can stand in a formula without brackets."""

    @property
    def bracketed(self) -> str:
        return self.written if self.single else f"({self.written})"


def evaluate(
    expression: Expression, operands: Mapping[OperandQuestion, Known], wishes: Wishes, rates: RateTable | None
) -> Computed | Refused:
    """The result with its formula, or why these figures do not give one."""
    ready = _prepared(list(operands.values()), rates)
    if isinstance(ready, Refused):
        return ready
    alike, steps, used = ready
    first = alike[0].value
    if not isinstance(first, Amount | Number | Percentage):
        return Refused(f"{said(first)} is not a figure that can be computed with.")
    known = dict(zip(operands, alike, strict=True))
    with localcontext(prec=DIGITS):
        figure = _figure(expression, known)
        if isinstance(figure, Refused):
            return figure
        result = _result(figure, first, wishes, _divides(expression))
    if isinstance(result, Refused):
        return result
    value, end = result
    notes = _notes(expression.operation, first, alike)
    return Computed(value, "; ".join([*steps, f"{figure.written} {end}"]), used, notes)


def _notes(operation: Operation, first: BaseModel, values: Sequence[Known]) -> tuple[str, ...]:
    """What the reader of a result should know: how often a monthly fee counts in a sum with a setup fee."""
    if operation == "+":
        periods = {named_period(known) for known in values}
        named = (known.name for known in values if named_period(known))
        return tuple(f"The {name} is counted once." for name in named) if len(periods) > 1 else ()
    if not isinstance(first, Percentage):
        return ()
    return (_POINTS,) if operation in _APART else (_OF_RATES,) if operation == "growth" else ()


def _prepared(
    values: list[Known], rates: RateTable | None
) -> tuple[list[Known], list[str], tuple[str, ...]] | Refused:
    """The values in one unit. Figures of a table often name no currency: then all of them are in the same."""
    if any(isinstance(known.value, Amount) and known.value.currency for known in values):
        return _in_one_unit(values, rates)
    return _refuse_together(values) or (values, [], ())


def _in_one_unit(
    values: Sequence[Known], rates: RateTable | None
) -> tuple[list[Known], list[str], tuple[str, ...]] | Refused:
    """The values in one currency, with the conversions that took, or why they cannot be put together."""
    if refused := _refuse_together(values):
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


def _refuse_together(values: Sequence[Known]) -> Refused | None:
    """Why values cannot be put together, whatever their currencies; None when they can."""
    first = values[0]
    if refused := doubt_about(*values) or exactness_of(*values):
        return refused
    for other in values[1:]:
        if type(other.value) is not type(first.value):
            return Refused(f"{said(first.value)} and {said(other.value)} are not of the same kind.")
        if refused := refuse_units(first, other):
            return refused
    return None


def _figure(term: Term, operands: Mapping[OperandQuestion, Known]) -> _Figure | Refused:
    if isinstance(term, Decimal):
        return _Figure(term, 0, grouped(term))
    if isinstance(term, OperandQuestion):
        known = operands[term]
        number = getattr(known.value, "value", None)
        if not isinstance(number, Decimal):
            return Refused(f"{said(known.value)} is not a figure that can be computed with.")
        return _Figure(number, 1, told(known, named=True))
    parts: list[_Figure] = []
    for part in term.parts:
        figure = _figure(part, operands)
        if isinstance(figure, Refused):
            return figure
        parts.append(figure)
    return _combined(term, parts)


def _combined(term: Expression, parts: Sequence[_Figure]) -> _Figure | Refused:
    match term.operation:
        case "×" | "÷":
            return _product(term.operation, parts)
        case "yearly growth":
            *ends, years = parts
            return _of_one_power(ends) or _yearly_growth(ends[0], ends[1], years.number)
        case "growth":
            return _of_one_power(parts) or _growth(parts[0], parts[1])
    if refused := _of_one_power(parts):
        return refused
    if term.operation == "difference":
        parts = sorted(parts, key=lambda part: part.number, reverse=True)
    sign = -1 if term.operation in _APART else 1
    total = parts[0].number + sign * sum((part.number for part in parts[1:]), Decimal(0))
    joined = f" {'−' if sign < 0 else '+'} ".join(part.bracketed for part in parts)
    if term.operation == "average":
        return _Figure(total / len(parts), parts[0].power, f"({joined}) ÷ {len(parts)}", single=False)
    return _Figure(total, parts[0].power, joined, single=len(parts) == 1)


def _product(operation: str, parts: Sequence[_Figure]) -> _Figure | Refused:
    number, power = parts[0].number, parts[0].power
    for part in parts[1:]:
        if operation == "÷" and part.number == 0:
            return Refused(f"Nothing can be divided by zero: {part.written} is 0.")
        number = number / part.number if operation == "÷" else number * part.number
        power += -part.power if operation == "÷" else part.power
    return _Figure(number, power, f" {operation} ".join(part.bracketed for part in parts), single=False)


def _growth(new: _Figure, old: _Figure) -> _Figure | Refused:
    if refused := _refuse_base(old):
        return refused
    written = f"({new.bracketed} − {old.bracketed}) ÷ {old.bracketed}"
    return _Figure((new.number - old.number) / old.number, 0, written, single=False)


def _yearly_growth(new: _Figure, old: _Figure, years: Decimal) -> _Figure | Refused:
    if refused := _refuse_base(old):
        return refused
    if new.number < 0:
        return Refused(f"Growth to a negative figure has no yearly rate: {new.written} is negative.")
    rate = (new.number / old.number) ** (1 / years) - 1
    return _Figure(rate, 0, f"({new.bracketed} ÷ {old.bracketed})^(1/{years}) − 1", single=False)


def _refuse_base(old: _Figure) -> Refused | None:
    if old.number > 0:
        return None
    base = "zero" if old.number == 0 else "a negative base"
    return Refused(f"Growth from {base} has no meaning: {old.written}.")


def _of_one_power(parts: Sequence[_Figure]) -> Refused | None:
    if len({part.power for part in parts}) == 1:
        return None
    return Refused(f"{parts[0].written} and {parts[-1].written} are not in the same unit.")


def _divides(term: Term) -> bool:
    """Whether the result may have no end, so that it is rounded where the question does not say how."""
    if not isinstance(term, Expression):
        return False
    return term.operation not in ("+", "×", *_APART) or any(_divides(part) for part in term.parts)


def _result(
    figure: _Figure, kind: Amount | Number | Percentage, wishes: Wishes, divides: bool
) -> tuple[BaseModel, str] | Refused:
    """The value of the right kind, and how the formula ends."""
    if figure.power not in (0, 1):
        return Refused(f"{figure.written} has no unit that Pincite knows.")
    as_share = figure.power == 0 and wishes.percent
    exact = figure.number * 100 if as_share else figure.number
    decimals = wishes.decimals
    # "In millions, to one decimal place" says how the millions are written.
    if wishes.scale and isinstance(kind, Amount | Number) and figure.power == 1:
        decimals = None
    rounded = _rounded(exact, decimals, divides)
    value: BaseModel = kind.model_copy(update={"value": rounded})
    if figure.power == 0:
        value = Percentage(value=rounded) if as_share else Number(value=rounded, unit=None)
    end = _ending(exact, rounded, said(value))
    return value, end + _scaled(value, wishes)


def _rounded(exact: Decimal, decimals: int | None, divides: bool) -> Decimal:
    if decimals is None and not divides:
        return exact
    wanted = _DECIMALS if decimals is None else decimals
    rounded = exact.quantize(Decimal(1).scaleb(-wanted), ROUND_HALF_UP)
    return _plain(exact) if decimals is None and rounded == exact else rounded


def _plain(number: Decimal) -> Decimal:
    """Without zeros at the end."""
    return number.quantize(Decimal(1)) if number == number.to_integral_value() else number.normalize()


def _ending(exact: Decimal, rounded: Decimal, written: str) -> str:
    if exact == rounded:
        return f"= {written}"
    places = max(0, -int(rounded.as_tuple().exponent))
    return f"≈ {written} (rounded to {places} decimal{'' if places == 1 else 's'})"


def _scaled(value: BaseModel, wishes: Wishes) -> str:
    """The result once more as the question wants it: in millions."""
    if not wishes.scale or not isinstance(value, Amount):
        return ""
    exact = value.value.scaleb(-_SCALES[wishes.scale])
    decimals = _DECIMALS if wishes.decimals is None else wishes.decimals
    rounded = _rounded(exact, wishes.decimals, divides=True)
    sign = "=" if rounded == exact else "≈"
    note = "" if rounded == exact else f" (rounded to {decimals} decimals)"
    return f" {sign} {value.currency or ''} {grouped(rounded)} {wishes.scale}{note}".replace("  ", " ")
