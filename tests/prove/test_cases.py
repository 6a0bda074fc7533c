"""The prover against cases of somebody who had not seen it."""

from __future__ import annotations

import pytest

from pincite.answer.answers import Derivation, Evidence, Item, Operand
from pincite.answer.checks import Check, Judgement
from pincite.ingest.markdown import MarkdownParser
from pincite.ingest.text import TextParser
from pincite.prove.adjoining import with_expression
from pincite.prove.against import Ground
from pincite.prove.item import prove_item
from pincite.prove.place import recover
from pincite.prove.whole_lists import prove_list
from pincite.records.document import Document
from pincite.records.evidence import Proof
from pincite.records.library import Identity
from pincite.records.span import Span
from pincite.values.registered import value_types
from tests.prove import written_cases
from tests.prove.written_cases import Case, Cite, cases

IDENTITY = Identity("default", "case", "0" * 64, "1" * 16)


def _document(case: Case) -> Document:
    parser = MarkdownParser() if case.format == "md" else TextParser()
    return parser.read(case.text.encode(), f"case.{case.format}")


def _evidence(document: Document, cite: Cite) -> Evidence:
    found = recover(Proof(IDENTITY, document, Span(cite.start, cite.end), "exact"))
    return found.model_copy(update={"role": cite.role})


def _value(kind: str, value: object) -> object:
    return value_types()[kind].model.model_validate(value)


def _item(document: Document, case: Case, number: int) -> Item:
    written = case.items[number]
    derivation = None
    if case.computation:
        operands = [
            Operand(
                name=name,
                value=_value(operand.type, operand.value),
                evidence=_evidence(
                    document,
                    operand.cites[1 if len(operand.cites) > 1 and operand.cites[1].role == "words" else 0],
                ),
            )
            for name, operand in case.computation.operands.items()
        ]
        derivation = Derivation(formula=case.computation.formula, operands=operands, rates=[])
    return Item(
        id=f"item-{number + 1}",
        type=written.type,
        value=_value(written.type, written.value),
        original=written.original,
        limits=list(written.limits),
        evidence=[_evidence(document, cite) for cite in written.cites],
        proof=[],
        judgement=Judgement(),
        derivation=derivation,
    )


def _checked(case: Case) -> tuple[list[Item], list[Check]]:
    document = _document(case)
    grounds = {(IDENTITY.name, IDENTITY.version): Ground.of(document)}
    items = [_item(document, case, number) for number in range(len(case.items))]
    items = [with_expression(item, grounds) for item in items]
    checks = [check for item in items for check in prove_item(item, grounds)]
    if case.whole:
        listed = prove_list(items, grounds)
        checks += [listed] if listed else []
    return items, checks


def _wrong(case: Case) -> str:
    items, checks = _checked(case)
    told = [(check.check, check.state, check.reason) for check in checks if check.state != "proved"]
    worst: dict[str, str] = {}
    for check in checks:
        order = ("proved", "open", "contradicted")
        worst[check.check] = max(worst.get(check.check, "proved"), check.state, key=order.index)
    contradicted = [check for check in checks if check.state == "contradicted"]
    if case.refused or any(states == ("contradicted",) for states in case.expect.values()):
        return "" if contradicted else f"{case.id}: nothing is contradicted; {told}"
    for name, states in case.expect.items():
        if name in ("list",) and not case.whole:
            continue
        if worst.get(name, "proved") not in states:
            return f"{case.id}: {name} is {worst.get(name)}, not {states}; {told}"
    if case.stands and contradicted:
        return f"{case.id}: {told}"
    if case.expression:
        said = items[0].original
        if case.expression not in said:
            return f"{case.id}: the expression is “{said}”, without “{case.expression}”"
    return ""


@pytest.mark.parametrize("file", written_cases.FILES)
def test_written_cases(file: str) -> None:
    wrong = [problem for case in cases(file) if (problem := _wrong(case))]

    assert not wrong, "\n".join(wrong)
