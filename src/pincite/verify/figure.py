"""Show what a figure of a table rests on: its cell, what names its row and column, its scale and currency."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from pincite.answer.answers import Derivation, Operand
from pincite.answer.claims import Claim, Role
from pincite.prove.place import recover
from pincite.records.evidence import Proof
from pincite.records.question import Question
from pincite.records.span import Span
from pincite.structure.cell_facts import CellFact, fact_at, path_words
from pincite.values.types import Number
from pincite.verify.again import scaling
from pincite.verify.derive import derive


def fact_of(question: Question, claim: Claim, proof: Proof) -> CellFact | None:
    """The cell that a claim's value stands in; None where it stands in no cell."""
    derived = derive(question, claim, proof)
    if derived is None or proof.document.cell_of(derived.span) is None:
        return None
    return fact_at(proof.document, derived.span)


def names_of(proof: Proof, fact: CellFact) -> list[tuple[Proof, Role]]:
    """The places that name a cell's row and column, state its scale and name its currency, and for what."""
    roles: dict[Span, Role] = {cell.span: "head" for cell in (*fact.row_path, *fact.column_path)}
    if fact.scale:
        roles.setdefault(fact.scale.span, "scale")
    if fact.currency_at:
        roles.setdefault(fact.currency_at, "currency")
    held = [span for span in roles if _is_held(span, list(roles))]
    return [(replace(proof, span=span, grade="exact"), roles[span]) for span in roles if span not in held]


def called(proof: Proof, fact: CellFact) -> list[str]:
    """What the row and the column of a cell are called, each in one line."""
    names = (path_words(proof.document, cells) for cells in (fact.row_path, fact.column_path))
    return [name for name in names if name]


def in_full(proof: Proof, fact: CellFact) -> Derivation | None:
    """How a figure in full comes of what is printed; None where it is printed in full."""
    if fact.scale is None or fact.printed is None or fact.value is None:
        return None
    printed = replace(proof, span=fact.figure_span)
    scale = replace(proof, span=fact.scale.span, grade="exact")
    figure = Number(value=fact.printed.value, unit=None)
    factor = Number(value=Decimal(fact.scale.factor), unit=None)
    return Derivation(
        formula=scaling(Number(value=fact.value, unit=None), figure, factor),
        operands=[
            Operand(name="printed figure", value=figure, evidence=recover(printed)),
            Operand(name="scale", value=factor, evidence=recover(scale)),
        ],
        rates=[],
    )


def _is_held(span: Span, spans: Sequence[Span]) -> bool:
    """Whether another place holds all of this one."""
    return any(other != span and other.covers(span) for other in spans)
