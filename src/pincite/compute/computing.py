"""Run a computation: have its operands found and proved, compute, and answer with all that proves it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pincite.answer.answers import Answer, Outcome
from pincite.compute.arithmetic import evaluate
from pincite.compute.assemble import Found, answered, carried_over, one_by_one, refused
from pincite.compute.compare import choose, compare
from pincite.compute.operands import known_constant, known_operand
from pincite.compute.rates import RateTable
from pincite.compute.results import Computed, Known, Refused, said
from pincite.records.computation import Computation, Constant, OperandQuestion

AskOperand = Callable[[OperandQuestion], Answer]

_SETTLED: frozenset[Outcome] = frozenset({"answered", "conflict", "failed"})


def run(computation: Computation, asked: str, ask: AskOperand, rates: RateTable | None) -> Answer:
    """The computed answer; whatever keeps an operand from being proved keeps the whole from it."""
    if computation.stated:
        stated = ask(computation.stated)
        if stated.outcome in _SETTLED:
            return stated.model_copy(update={"question": asked})
    if computation.kind == "each":
        return one_by_one(asked, [(each.name, ask(each)) for each in computation.operands])
    parts: list[Answer] = []
    for operand in computation.operands:
        parts.append(ask(operand))
        if parts[-1].outcome != "answered":
            return carried_over(asked, operand, parts[-1], parts)
    return _of_values(computation, asked, parts, rates)


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
    computed = for_all_values(computation, values, rates)
    if isinstance(computed, Refused):
        return refused(asked, computed, found, parts)
    return answered(asked, computed, found, parts)


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
        case "expression" if computation.expression:
            operands = dict(zip(computation.operands, values, strict=True))
            return evaluate(computation.expression, operands, computation.wishes, rates)
    return Refused(f"Pincite cannot compute {computation.kind!r} from single values.")
