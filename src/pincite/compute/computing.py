"""Run a computation: have its operands found and proved, compute, and answer with all that proves it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from pincite.answer.answers import Answer, Outcome
from pincite.compute.arithmetic import add, subtract
from pincite.compute.assemble import Found, answered, carried_over, computed_item, one_by_one, refused
from pincite.compute.compare import choose, compare
from pincite.compute.dates import between, shift
from pincite.compute.expressions import evaluate
from pincite.compute.listing import Prove
from pincite.compute.lists import of_list
from pincite.compute.operands import known_constant, known_operand
from pincite.compute.rates import RateTable, convert
from pincite.compute.results import Computed, Known, Refused, doubt_about, exactness_of
from pincite.compute.stated import states_number, states_sum
from pincite.compute.wording import said
from pincite.records.computation import Computation, Constant, OperandQuestion
from pincite.records.question import AnswerShape
from pincite.values.types import Amount, Boolean, DateValue

AskOperand = Callable[[str, tuple[str, ...], AnswerShape], Answer]
"""An ordinary question, the kinds of value that will do (none: what its wording says) and how many."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """How a computation has its operands found, and the value of each item of a list proved."""

    ask: AskOperand
    prove: Prove


_GOES_ON: frozenset[Outcome] = frozenset({"not_found", "unverified"})
_SETTLED: frozenset[Outcome] = frozenset({"answered", "conflict", "failed"})


def run(computation: Computation, asked: str, inquiry: Inquiry, rates: RateTable | None) -> Answer:
    """The computed answer; whatever keeps an operand from being proved keeps the whole from it."""
    if computation.stated:
        stated = _ask(computation.stated, inquiry.ask)
        if _settles(computation, stated):
            return stated.model_copy(update={"question": asked})
    if computation.kind == "each":
        return one_by_one(asked, [(each.name, _ask(each, inquiry.ask)) for each in computation.operands])
    parts: list[Answer] = []
    for operand in computation.operands:
        parts.append(_ask(operand, inquiry.ask))
        if parts[-1].outcome != "answered":
            return carried_over(asked, operand, parts[-1], parts)
    if computation.operands[0].lists:
        return of_list(computation, asked, parts[0], inquiry.prove, rates)
    return _of_values(computation, asked, parts, rates)


def _ask(operand: OperandQuestion, ask: AskOperand) -> Answer:
    return ask(operand.question, operand.kinds, "list" if operand.lists else "single")


def _settles(computation: Computation, stated: Answer) -> bool:
    """Whether the documents state the result themselves, or leave it open in a way to be settled first."""
    if computation.kind == "shift":
        return stated.outcome not in _GOES_ON
    if computation.kind == "expression":
        return stated.outcome in _SETTLED
    if stated.outcome != "answered":
        return stated.outcome == "failed"
    if computation.kind == "add":
        return all(states_sum(computation.noun, item) for item in stated.items)
    return all(states_number(computation.noun, item) for item in stated.items)


def _of_values(
    computation: Computation, asked: str, parts: Sequence[Answer], rates: RateTable | None
) -> Answer:
    answers = iter(parts)
    values: list[Known] = []
    found: list[Found] = []
    for given in computation.inputs:
        if isinstance(given, Constant):
            known = known_constant(given)
        else:
            answer = next(answers)
            known = known_operand(given, answer)
            if isinstance(known, Known):
                found.append(Found(known, answer.items[0]))
        if isinstance(known, Refused):
            return refused(asked, known, found, parts)
        values.append(known)
    if computation.kind == "convert" and _is_in(values[0], computation.currency):
        return parts[0].model_copy(update={"question": asked})
    computed = for_all_values(computation, values, rates)
    if isinstance(computed, Refused):
        return refused(asked, computed, found, parts)
    return answered(asked, computed, found, parts, [computed_item(computed, found)])


def for_all_values(
    computation: Computation, values: Sequence[Known], rates: RateTable | None
) -> Computed | Refused:
    """The result, where it is the same for all values that a text gives for one thing."""
    computed = result_of(computation, values, rates)
    for at, known in enumerate(values):
        for other in known.others:
            changed = [*values[:at], replace(known, value=other), *values[at + 1 :]]
            result = result_of(computation, changed, rates)
            if isinstance(computed, Computed) and (
                isinstance(result, Refused) or result.value != computed.value
            ):
                every = ", ".join(said(each) for each in (known.value, *known.others))
                return Refused(f"The cited text gives several values for {known.called}: {every}.")
    return computed


def result_of(
    computation: Computation, values: Sequence[Known], rates: RateTable | None
) -> Computed | Refused:
    """The result of these values, one for each input of the computation."""
    match computation.kind:
        case "compare" if computation.relation:
            return compare(values[0], computation.relation, values[1], rates)
        case "choose":
            return choose(values, computation.descending, rates)
        case "add":
            return add(values, rates)
        case "subtract":
            return _excess(values[0], values[1], rates)
        case "difference":
            return _difference(computation, values[0], values[1], rates)
        case "shift":
            shifted = shift(values[0], values[1], computation.backwards)
            return _end_of_term(shifted) if computation.stated else shifted
        case "convert":
            return _converted(values[0], computation.currency, rates)
        case "expression" if computation.expression:
            operands = dict(zip(computation.operands, values, strict=True))
            return evaluate(computation.expression, operands, computation.wishes, rates)
    return Refused(f"Pincite cannot compute {computation.kind!r} from single values.")


def _excess(left: Known, right: Known, rates: RateTable | None) -> Computed | Refused:
    """By how much the left is more; a difference below zero says in words that it is less."""
    result = subtract(left, right, rates)
    less = compare(left, "<", right, rates)
    if isinstance(result, Computed) and isinstance(less, Computed) and less.value == Boolean(value=True):
        note = f"{left.called[:1].upper()}{left.called[1:]} is less than {right.called}, not more."
        return Computed(result.value, result.formula, result.rates, (*result.notes, note))
    return result


def _difference(
    computation: Computation, left: Known, right: Known, rates: RateTable | None
) -> Computed | Refused:
    """How far apart two values are, whichever is the larger."""
    if isinstance(left.value, DateValue) and isinstance(right.value, DateValue):
        return between(left, right, computation.unit)
    less = compare(left, "<", right, rates)
    if isinstance(less, Refused):
        return less
    return subtract(right, left, rates) if less.value == Boolean(value=True) else subtract(left, right, rates)


def _end_of_term(shifted: Computed | Refused) -> Computed | Refused:
    """The end with the day before it: whether the first day of a term counts differs by contract and law."""
    if isinstance(shifted, Refused) or not isinstance(shifted.value, DateValue):
        return shifted
    before = date.fromisoformat(shifted.value.iso) - timedelta(days=1)
    last = said(DateValue(iso=before.isoformat(), precision="day"))
    return replace(shifted, notes=(*shifted.notes, f"If the first day counts, the last day is {last}."))


def _converted(known: Known, currency: str, rates: RateTable | None) -> Computed | Refused:
    if refusal := doubt_about(known) or exactness_of(known):
        return refusal
    if not isinstance(known.value, Amount):
        return Refused(f"{said(known.value)} is not an amount of money.")
    conversion = convert(known.value, currency, rates)
    if isinstance(conversion, Refused):
        return conversion
    return Computed(conversion.amount, conversion.step, conversion.rates)


def _is_in(known: Known, currency: str) -> bool:
    return isinstance(known.value, Amount) and known.value.currency == currency
