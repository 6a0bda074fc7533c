"""Read the cells of a table as facts: what names row and column, the figure, its scale, sign and currency.

A figure in full is what is printed, times the scale that stands over it. Where that scale cannot be told, the
fact has both readings and no value. A dash is no number.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from pincite.language.vocabulary import stems, telling
from pincite.patterns import pattern
from pincite.records.document import Cell, Document, Table
from pincite.records.recent import Same
from pincite.records.span import Span
from pincite.structure.table_layout import LaidOutRow, Layout, layout_of
from pincite.structure.table_scales import Stated, TableScale, currency_in, nearest, scale_of_table, stated_in
from pincite.values.gaps import one_line
from pincite.values.printed_figure import Printed, is_nil
from pincite.values.registered import find

CellKind = Literal["amount", "number", "percentage", "nil", "text"]

_KEPT_DOCUMENTS = 8
# A table of more cells is a file of records: its rows are found by their words, and read one by one.
MOST_CELLS = 10_000
# Of what is paid for one, and of shares of a whole, no head in millions speaks.
_PER_ONE = pattern(
    r"\bper\s+(?:\w+\s+){0,3}?(?:share|unit|ADS|ADR|ounce|oz|tonne|ton|barrel|bbl|hour|day|month|year|person|head"
    r"|employee|customer|user|store|room|seat|kg|lb|mile|km|MWh|kWh|m²|sq)"
    r"|\bEPS\b|\bDPS\b|/share\b|\bje Aktie\b",
    re.IGNORECASE,
)
_LEADERS = pattern(r"[\s.·…_]{4,}\Z")
_PER_SHARE = pattern(r"\bper[- ]share\b", re.IGNORECASE)
_PERCENT = pattern(r"(?<![0-9.])(?<![0-9]\s)%|\bper\s?cent(?:age)?s?\b|\bpercentages?\b", re.IGNORECASE)
# What may be counted in ones under a head that speaks of money.
_COUNTED = pattern(
    r"\b(?:number|no\.|shares|units|options|warrants|employees|headcount|FTEs?|stores|customers|subscribers"
    r"|days|(?:years|months|hours)(?! ended)|times|ratio|rate|yield|multiple|tonnes|volume|volatility|term"
    r"|life)\b"
    r"|#",
    re.IGNORECASE,
)
_OTHER_UNIT = pattern(
    r"[(\[,]\s*(?:in\s+)?(?:years?|days?|months?|hours?|x|times|%|bps|basis points)\s*[)\]]?\s*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class CellFact:
    """A cell, what names it, and what it says."""

    table: Table
    cell: Cell
    row: LaidOutRow
    column_path: tuple[Cell, ...]
    kind: CellKind
    printed: Printed | None = None
    """The figure as printed; None for words and for dashes."""
    scale: Stated | None = None
    """By what the printed figure is multiplied; None for what is printed in full."""
    currency: str | None = None
    currency_at: Span | None = None
    """Where the currency is named, if not in the cell."""
    doubt: str = ""
    """Why the figure in full cannot be told; empty where it can."""
    factors: tuple[int, ...] = ()
    """By what it may be multiplied, where that is the doubt."""

    @property
    def doubt_in_full(self) -> str:
        """The doubt with the figures that are possible."""
        readings = " or ".join(f"{self.in_full(factor):,}" for factor in self.factors)
        return f"{self.doubt}, so the figure is {readings}" if readings else self.doubt

    @property
    def row_path(self) -> tuple[Cell, ...]:
        """What names the row; the cell itself is no name of its own."""
        return tuple(cell for cell in self.row.path if cell.span != self.cell.span)

    @property
    def value(self) -> Decimal | None:
        """The figure in full; None for what is no figure, or cannot be told."""
        if self.printed is None or self.doubt:
            return None
        return self.in_full(self.scale.factor if self.scale else 1)

    def in_full(self, factor: int) -> Decimal:
        assert self.printed is not None
        if factor == 1:  # the decimals that are printed say how exact it is
            return self.printed.value
        return Decimal(format((self.printed.value * factor).normalize(), "f"))

    @property
    def figure_span(self) -> Span:
        """Where the figure stands, without the mark of a note behind it; all of a cell of words."""
        if self.printed is None:
            return self.cell.span
        start = self.cell.span.start
        return Span(start + self.printed.start, start + self.printed.end)


def facts_of(document: Document, table: Table) -> tuple[CellFact, ...]:
    """All cells of the body that do not name rows, row by row; none of a table with very many."""
    if len(table.cells) > MOST_CELLS or not document.blocks_of(table.span):
        return ()
    known = _kept(Same(document))
    if table.number not in known:
        known[table.number] = _facts(document, table)
    return known[table.number]


def fact_at(document: Document, span: Span) -> CellFact | None:
    """The fact whose cell holds all of a place; None where there is none."""
    table, cell = document.table_of(span), document.cell_of(span)
    if table is None or cell is None:
        return None
    return next((fact for fact in facts_of(document, table) if fact.cell.span == cell.span), None)


def path_words(document: Document, cells: tuple[Cell, ...]) -> str:
    """What some cells say, one after the other, in one line, without dots that lead on to the figures."""
    return " ".join(_LEADERS.sub("", one_line(cell.span.of(document.text))) for cell in cells)


@functools.lru_cache(maxsize=_KEPT_DOCUMENTS)
def _kept(read: Same[Document]) -> dict[int, tuple[CellFact, ...]]:
    """Of a document the facts of the tables that were asked for; only few documents are kept."""
    return {}


def _facts(document: Document, table: Table) -> tuple[CellFact, ...]:
    layout = layout_of(document, table)
    reading = _TableReading(
        document=document,
        layout=layout,
        whole=scale_of_table(document, layout),
        printed=_printed_currencies(layout),
        heads_agree=_one_scale_in_heads(document, layout),
    )
    return tuple(
        reading.fact(row, column, cell) for row in layout.rows for column, cell in sorted(row.cells.items())
    )


@dataclass(frozen=True, slots=True)
class _Doubt:
    """Why the scale of a figure cannot be told, and by what it may be multiplied."""

    reason: str
    factors: tuple[int, int]


@dataclass(frozen=True, slots=True)
class _TableReading:
    """A table with what is said of all its figures, to read its cells one by one."""

    document: Document
    layout: Layout
    whole: TableScale
    printed: Mapping[int, tuple[str, Span]]
    """By column the currency that its figures print."""
    heads_agree: bool
    """Whether the heads of all columns state one scale: then they speak for the whole table."""

    def fact(self, row: LaidOutRow, column: int, cell: Cell) -> CellFact:
        heads = self.layout.column_path(row, column)
        printed = self.layout.figures.get(cell.span.start)
        if printed is None:
            kind: CellKind = "nil" if is_nil(cell.span.of(self.document.text)) else "text"
            return CellFact(self.layout.table, cell, row, heads, kind)
        own = self._own_names(row, heads)
        if printed.percent or _PERCENT.search(own):
            return CellFact(self.layout.table, cell, row, heads, "percentage", printed, doubt=printed.doubt)
        scale, doubt = (None, None) if printed.scaled else self._scale(row, heads, own)
        if cell.divided not in (1, scale.factor if scale else 1) and not printed.scaled:
            divided = f"the workbook divides this number by {cell.divided:,}, and no words say so"
            doubt = doubt or _Doubt(divided, (scale.factor if scale else 1, cell.divided))
        code, at = self._currency(printed, scale, row, heads, own, column)
        if code and scale is None and not printed.scaled and not _PER_ONE.search(own):
            doubt = doubt or self._far()
        return CellFact(
            table=self.layout.table,
            cell=cell,
            row=row,
            column_path=heads,
            kind="amount" if code else "number",
            printed=printed,
            scale=scale,
            currency=code,
            currency_at=at,
            doubt=printed.doubt or (doubt.reason if doubt else ""),
            factors=doubt.factors if doubt and not printed.doubt else (),
        )

    def _scale(
        self, row: LaidOutRow, heads: tuple[Cell, ...], own: str
    ) -> tuple[Stated | None, _Doubt | None]:
        """By what a figure is multiplied, and why that cannot be told, if so."""
        document, stated = self.document, self.whole.stated
        if said := nearest(document, row.path[len(row.path) - row.own :]):
            return said, None
        if _PER_ONE.search(own) or _OTHER_UNIT.search(own):
            return None, None
        if said := nearest(document, row.path):
            return said, None
        if said := nearest(document, [head for head in heads if head not in self.layout.common_heads]):
            return said, self._clash(said)
        named = path_words(document, (*row.path, *heads))
        if stated is None or not self._is_of(stated, named):
            return None, None
        if self.whole.other is not None:
            return stated, self._two_scales(stated, self.whole.other)
        counted = _COUNTED.search(own)
        excepted = stems(_PER_SHARE.sub("", stated.note.excepted))
        if counted and not set(stems(counted[0])).isdisjoint(excepted):
            return None, None
        if counted and stated.note.currency and not stated.note.of and not stated.names:
            reason = f"{self._said(stated)} may not hold for this row or column"
            return stated, _Doubt(reason, (1, stated.factor))
        return stated, None

    def _far(self) -> _Doubt | None:
        """Why money that nothing near multiplies is doubtful: figures further up are, and it may be, too."""
        far = self.whole.far
        if far is None:
            return None
        reason = f"{self._said(far)} further up may hold for this table as well"
        return _Doubt(reason, (1, far.factor))

    def _is_of(self, stated: Stated, named: str) -> bool:
        """Whether what is said of a table's figures is said of one that is named so."""
        if _PER_ONE.search(named) or _OTHER_UNIT.search(named):
            return False
        if stated.note.of:
            return stated.note.of in named.lower()
        return not stated.names or not stated.names.isdisjoint(telling(stems(named)))

    def _clash(self, said: Stated) -> _Doubt | None:
        """Why the scale in a head is doubtful: all heads say it, and the title says another."""
        stated = self.whole.stated
        if stated is None or stated.names or stated.note.excepted or not self.heads_agree:
            return None
        return self._two_scales(said, stated) if stated.factor != said.factor else None

    def _own_names(self, row: LaidOutRow, heads: tuple[Cell, ...]) -> str:
        """The row's own name and the innermost head: what is over them, and a note of a scale, say more."""
        heads = tuple(head for head in heads if not stated_in(self.document, head.span))
        return path_words(self.document, (*row.path[len(row.path) - row.own :], *heads[-1:]))

    def _two_scales(self, one: Stated, other: Stated) -> _Doubt:
        reason = f"two places give different scales: {self._said(one)} and {self._said(other)}"
        return _Doubt(reason, (one.factor, other.factor))

    def _said(self, stated: Stated) -> str:
        return f"“{one_line(stated.span.of(self.document.text))}”"

    def _currency(
        self,
        printed: Printed,
        scale: Stated | None,
        row: LaidOutRow,
        heads: tuple[Cell, ...],
        own: str,
        column: int,
    ) -> tuple[str | None, Span | None]:
        """The currency of a figure with the place that names it, if that is not the figure itself."""
        if printed.currency:
            return printed.currency, None
        if scale and scale.note.currency:
            return scale.note.currency, scale.span
        # "Loans over $500" counts loans, and names no currency of them.
        names = [cell for cell in row.path if not find("amount", cell.span.of(self.document.text))]
        if said := currency_in(self.document, (*names, *heads)):
            return said
        # A column of money that counts shares in one of its rows prints no currency there.
        if _COUNTED.search(own) and not _PER_ONE.search(own):
            return None, None
        return self.printed.get(column) or (self.whole.currency, self.whole.currency_at)


def _one_scale_in_heads(document: Document, layout: Layout) -> bool:
    if not layout.rows:
        return False
    row = max(layout.rows, key=lambda each: len(each.cells))
    heads = (layout.column_path(row, column) for column in row.cells)
    factors = {said.factor if (said := nearest(document, each)) else 0 for each in heads}
    return len(factors) == 1 and 0 not in factors


def _printed_currencies(layout: Layout) -> Mapping[int, tuple[str, Span]]:
    """By column the currency that its figures print, where all that print one print the same."""
    found: dict[int, dict[str, Span]] = {}
    for row in layout.rows:
        for column, cell in row.cells.items():
            printed = layout.figures.get(cell.span.start)
            if printed and printed.currency:
                found.setdefault(column, {}).setdefault(printed.currency, cell.span)
    return {column: next(iter(codes.items())) for column, codes in found.items() if len(codes) == 1}
