"""Show what a figure of a table rests on: its cell, what names its row and column, its scale and currency."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from pincite.answer.answers import Derivation, Operand
from pincite.answer.claims import Role
from pincite.language.timing import dated_years, times_of
from pincite.prove.place import recover
from pincite.records.document import Document
from pincite.records.evidence import Proof
from pincite.records.question import Question
from pincite.records.span import Span
from pincite.structure.cell_facts import CellFact, path_words
from pincite.structure.fiscal_years import Stated, fiscal_year
from pincite.values.types import Number


def names_of(fact: CellFact) -> Iterator[tuple[Span, Role]]:
    """The places that name a cell's row and column, state its scale and name its currency, and for what."""
    roles: dict[Span, Role] = {cell.span: "head" for cell in (*fact.row_path, *fact.column_path)}
    if fact.scale:
        roles.setdefault(fact.scale.span, "scale")
    if fact.currency_at:
        roles.setdefault(fact.currency_at, "currency")
    for span, role in roles.items():
        if not any(other != span and other.covers(span) for other in roles):
            yield span, role


def called(document: Document, fact: CellFact) -> list[str]:
    """What the row and the column of a cell are called, each in one line."""
    names = (path_words(document, cells) for cells in (fact.row_path, fact.column_path))
    return [name for name in names if name]


def in_full(proof: Proof, fact: CellFact) -> Derivation | None:
    """How a figure in full comes of what is printed; None where it is printed in full."""
    if fact.scale is None or fact.printed is None or fact.value is None:
        return None
    figure, factor = fact.printed.value, Decimal(fact.scale.factor)
    printed = replace(proof, span=fact.figure_span)
    scale = replace(proof, span=fact.scale.span, grade="exact")
    return Derivation(
        formula=f"{figure:,f} × {factor:,f} = {fact.value:,f}",
        operands=[
            Operand(name="printed figure", value=Number(value=figure, unit=None), evidence=recover(printed)),
            Operand(name="scale", value=Number(value=factor, unit=None), evidence=recover(scale)),
        ],
        rates=[],
    )


def fiscal_year_of(question: Question, document: Document, fact: CellFact) -> Stated | None:
    """The fiscal year of a cell that is called by another number than the day in its head or in its name."""
    asked = question.generation.plain
    if not times_of(asked).years or dated_years(asked):
        return None
    named = (path_words(document, cells) for cells in (fact.column_path, fact.row_path))
    found = (fiscal_year(document, words) for words in named)
    return next((year for year in found if year and year.differs), None)
