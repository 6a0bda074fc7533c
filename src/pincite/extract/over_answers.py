"""Answer a question over a field of each document from a table: which match, how many, which has the most.

Code compares the values that are proved in each document. A document of which it cannot be told is named with
the reason and makes the answer incomplete: nothing is answered from some of the documents as if from all.
"""

from __future__ import annotations

import shlex
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from pincite.answer.answers import (
    Answer,
    Coverage,
    DocumentCoverage,
    Item,
    Lead,
    Outcome,
    Strictness,
    type_of,
)
from pincite.answer.checks import Check, Decided
from pincite.answer.claims import Method, Signals
from pincite.answer.document_tables import Cell, CellState, Decision, Row, Table, TableField
from pincite.compute.assemble import Found, computed_item
from pincite.compute.compare import on_one_scale
from pincite.compute.rates import RateTable
from pincite.compute.results import Computed, Known, Refused
from pincite.extract.conditions import Condition, known_of, likely_of
from pincite.extract.selecting import Selecting
from pincite.language.value_words import in_words
from pincite.records.question import OverDocuments
from pincite.values.types import Number

_MOST_NAMED = 200


@dataclass(frozen=True, slots=True)
class Likely:
    """What the likeliest passage of an open document gives, and whether that would match."""

    known: Known
    matches: bool


def likely_values(
    field: TableField,
    conditions: Sequence[Condition],
    table: Table,
    is_open: Container[str],
    rates: RateTable | None,
) -> dict[str, Likely]:
    """By the name of each open document whose likeliest passage gives one value."""
    found: dict[str, Likely] = {}
    for row in table.rows:
        known = likely_of(field, row.cells[field.name]) if row.document in is_open else None
        if known:
            matches = all(each.would_hold(known, rates) for each in conditions)
            found[row.document] = Likely(known, matches and bool(conditions))
    return found


def told_of(likely: Mapping[str, Likely], *, compared: bool) -> list[str]:
    """In sentences: those that would match apart from the others, where there is something to match."""
    told = {name: f"{name} ({in_words(each.known.value)})" for name, each in likely.items()}
    matching = [told[name] for name, each in likely.items() if each.matches]
    others = [said for name, said in told.items() if not likely[name].matches]
    if not compared:
        return [f"The likeliest passages there say: {listed(others)}."] if others else []
    first = [f"To look at first: the likeliest passages of {listed(matching)} would match."]
    rest = [f"The likeliest passages of {listed(others)} would not match."]
    return [*(first if matching else []), *(rest if others else [])]


def listed(names: Sequence[str]) -> str:
    """The names, or the first of very many and how many more there are."""
    more = f" and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else ""
    return f"{', '.join(names[:_MOST_NAMED])}{more}"


_OUTCOMES: dict[CellState, Outcome] = {
    "answered": "answered",
    "probable": "probable",
    "to_review": "unverified",
    "not_stated": "not_found",
    "failed": "failed",
}
_MOST_SHOWN = 6
_LEADS_EACH = 1


@dataclass(frozen=True, slots=True)
class Asked:
    """A question over documents with the field that it asks for, and what it leaves out."""

    question: str
    over: OverDocuments
    field: TableField
    strictness: Strictness
    left_out: tuple[str, ...] = ()
    """Documents that are not of the kind that the question names."""
    not_asked: Mapping[str, str] | None = None
    """Documents that belong to it and were not asked, with the reason."""

    def selecting(self) -> Selecting:
        """The condition that rows must meet, or the order that they are brought in."""
        if self.over.relation is None:
            minus = "-" if self.over.asks == "most" else ""
            return Selecting((), (), f"{minus}{self.field.name}", self.field, self.over.asks == "most")
        written = f"{self.field.name} {self.over.relation} {self.over.value}"
        condition = Condition(self.field, self.over.relation, self.over.value)
        return Selecting((written,), (condition,), "", None, descending=False)


@dataclass(frozen=True, slots=True)
class _Told:
    """What one document says of the field."""

    row: Row
    known: Known
    item: Item

    @property
    def found(self) -> Found:
        """As an operand that is called by the name of its document."""
        return Found(replace(self.known, name=self.row.document), self.item)

    @property
    def said(self) -> str:
        return f"{self.row.document} {in_words(self.known.value)}"


def too_many(asked: Asked, count: int, most: int, run: str) -> Answer:
    """Asked back: so many documents are asked by a table, which keeps every cell and can be stopped."""
    over, field = asked.over, asked.field
    written = field.name if field.name == field.question else f"{field.name}: {field.question}"
    command = ["pincite", "table", *(["--families"] if field.of == "family" else []), "--fields", written]
    if over.relation is None:
        command += ["--sort", f"{'-' if over.asks == 'most' else ''}{field.name}"]
    else:
        command += ["--where", f"{field.name} {over.relation} {over.value}"]
    said = (
        f"This asks each of {count:,} documents, and one question asks at most {most:,}. "
        f"Name the documents, or make a table: {shlex.join(command)}"
    )
    return Answer(
        outcome="needs_clarification",
        question=asked.question,
        strictness=asked.strictness,
        method="none",
        items=[],
        conflict=None,
        signals=Signals.nothing().model_copy(update={"suggested_clarification": said}),
        clarification=said,
        caveats=[],
        coverage=Coverage.nothing(),
        error=None,
        run=run,
        seconds=0.0,
    )


def answer_over(
    asked: Asked, table: Table, coverage: Coverage, rates: RateTable | None, run: str, seconds: float
) -> Answer:
    """The answer that a table with one field gives."""
    selected = asked.selecting().select(table, rates)
    assert selected.selection is not None
    matching = [_told(row, asked.field) for row in selected.rows]
    others = [
        _told(row, asked.field) for row in table.rows if row.document in selected.selection.not_matching
    ]
    silent = {row.document for row in table.rows if _is_silent(row.cells[asked.field.name])}
    untold = {each.document: each.reason for each in selected.selection.untold}
    is_open = {name: why for name, why in untold.items() if name not in silent} | dict(asked.not_asked or {})
    likely = likely_values(asked.field, asked.selecting().conditions, table, is_open, rates)
    items = _items(asked, matching, others, bool(is_open), rates)
    outcome = _outcome(items, is_open)
    return Answer(
        outcome=outcome,
        question=asked.question,
        strictness=asked.strictness,
        method=_method(asked, items),
        items=[item.model_copy(update={"id": f"item-{n}"}) for n, item in enumerate(items, start=1)],
        leads=[*_so_far(asked, matching, is_open), *_leads(table, asked.field, is_open, likely)],
        conflict=None,
        signals=_signals(asked, items, complete=not is_open),
        clarification=None,
        caveats=_caveats(
            asked, table, (matching, others), [name for name in untold if name in silent], is_open
        )
        + told_of(likely, compared=asked.over.relation is not None),
        coverage=coverage.model_copy(update={"by_document": _by_document(table, asked)}),
        error=None,
        run=run,
        seconds=seconds,
    )


def _told(row: Row, field: TableField) -> _Told:
    cell = row.cells[field.name]
    known = known_of(field, cell)
    assert isinstance(known, Known)
    return _Told(row, known, _item(cell, known))


def _item(cell: Cell, known: Known) -> Item:
    """The proved item of a cell; of what a person decided one that says that nobody measured it."""
    if cell.decision is None or (cell.decision.kind == "accepted" and cell.items):
        return cell.items[0]
    decision = cell.decision
    return Item(
        id="item-1",
        type=type_of(known.value),
        value=known.value,
        original=known.wording,
        limits=[],
        evidence=decision.evidence,
        proof=[Check(check=name, state="proved") for name in ("quote", "place", "scope", "value")],
        derivation=None,
        decision=Decided(by=decision.by, at=decision.at, says=decision.kind),
    )


def _is_silent(cell: Cell) -> bool:
    """Whether the document does not state it, as far as it was read or somebody decided."""
    return cell.decision.kind == "not_stated" if cell.decision else cell.state == "not_stated"


def _items(
    asked: Asked, matching: Sequence[_Told], others: Sequence[_Told], open: bool, rates: RateTable | None
) -> list[Item]:
    """Each match; or one item that is computed of them, with every operand cited."""
    if asked.over.asks == "which":
        return [each.item for each in matching]
    if asked.over.asks == "count":
        # That none of them matches is proved by what all of them say instead.
        operands = matching or ([] if open else others)
        return [_counted(asked, len(matching), len(others), operands)] if operands else []
    # The most of some is not the most of all.
    return [_first(matching, asked.over.asks == "most", rates)] if matching and not open else []


def _counted(asked: Asked, count: int, others: int, operands: Sequence[_Told]) -> Item:
    noun = asked.over.noun if count == 1 else f"{asked.over.noun}s"
    names = ", ".join(each.row.document for each in operands) if count else "none"
    formula = f"{names} = {count}; {others} do not match"
    number = Number(value=Decimal(count), unit=noun)
    return computed_item(Computed(number, formula), [each.found for each in operands])


def _first(placed: Sequence[_Told], most: bool, rates: RateTable | None) -> Item:
    """The first of those in order with all that it was compared with."""
    first = placed[0]
    shown = [each.said for each in placed[:_MOST_SHOWN]]
    more = [f"{len(placed) - _MOST_SHOWN} more"] if len(placed) > _MOST_SHOWN else []
    signs = [_sign(first, each, most, rates) for each in placed[1 : len(shown)]]
    formula = shown[0] + "".join(f" {sign} {said}" for sign, said in zip(signs, shown[1:], strict=True))
    formula = "; ".join([formula, *more])
    return computed_item(Computed(first.known.value, formula), [each.found for each in placed])


def _sign(first: _Told, other: _Told, most: bool, rates: RateTable | None) -> str:
    pair = on_one_scale(first.known, ">", other.known, rates)
    same = not isinstance(pair, Refused) and pair.sign == "="
    return "=" if same else ("≥" if most else "≤")


def _outcome(items: Sequence[Item], is_open: Mapping[str, str]) -> Outcome:
    if not is_open:
        return "answered" if items else "not_found"
    return "incomplete" if items else "unverified"


def _method(asked: Asked, items: Sequence[Item]) -> Method:
    if not items:
        return "none"
    return "verbatim" if asked.over.asks == "which" else "computed"


def _so_far(asked: Asked, placed: Sequence[_Told], is_open: Mapping[str, str]) -> list[Lead]:
    """The place of what is first among the documents that can be told, where others are open."""
    if asked.over.relation is not None or not placed or not is_open:
        return []
    item, why = placed[0].item, f"The {asked.over.asks} of those that can be told: {placed[0].said}."
    return [Lead(evidence=item.evidence, chance=item.chance, reason=why)]


def _leads(
    table: Table, field: TableField, is_open: Mapping[str, str], likely: Mapping[str, Likely]
) -> list[Lead]:
    """The likeliest passage of each document that is open, first of those that would match."""
    rows = [row for row in table.rows if row.document in is_open]
    rows.sort(key=lambda row: not (row.document in likely and likely[row.document].matches))
    return [lead for row in rows for lead in row.cells[field.name].leads[:_LEADS_EACH]]


def _signals(asked: Asked, items: Sequence[Item], *, complete: bool) -> Signals:
    return Signals.unremarkable().model_copy(
        update={
            "extraction_method": _method(asked, items),
            "found": bool(items),
            "complete": complete,
        }
    )


def _caveats(
    asked: Asked,
    table: Table,
    compared: tuple[Sequence[_Told], Sequence[_Told]],
    silent: Sequence[str],
    is_open: Mapping[str, str],
) -> list[str]:
    matching, others = compared
    rows = sum(row.cells[asked.field.name].error is None for row in table.rows)
    noun = f"{asked.over.noun}s"
    whom = f"Each of {rows:,} {noun}" if rows > 1 else f"One {asked.over.noun}"
    said = [f"{whom} was asked: {asked.field.question}"]
    if asked.over.relation is not None:
        said.append(f"{len(matching):,} match, {len(others):,} do not.")
    elif matching and is_open:
        order = "; ".join(each.said for each in matching[:_MOST_SHOWN])
        said.append(f"Of those that can be told, the {asked.over.asks} comes first: {order}.")
    if is_open:
        reasons = [f"{name} ({why.removeprefix(asked.field.name + ': ')})" for name, why in is_open.items()]
        said.append(f"It cannot be told of {len(is_open):,}: {listed(reasons)}.")
    if silent:
        said.append(f"Not stated in {len(silent):,}: {listed(silent)}.")
    if asked.left_out:
        called = " ".join((*asked.over.words, noun))
        said.append(f"Left out, because they are not {called}: {listed(asked.left_out)}.")
    families = [f"{row.document} with {', '.join(row.family)}" for row in table.rows if row.family]
    if families:
        said.append(f"Counted as one {asked.over.noun}: {'; '.join(families)}.")
    said += [
        f"{each.row.document}: {cell.reason}"
        for each in matching
        if (cell := each.row.cells[asked.field.name]).replaced
    ]
    decided = [f"{each.row.document} by {d.by}" for each in matching if (d := _decision(each, asked.field))]
    return [*said, *([f"Decided: {listed(decided)}."] if decided else [])]


def _decision(told: _Told, field: TableField) -> Decision | None:
    return told.row.cells[field.name].decision


def _by_document(table: Table, asked: Asked) -> list[DocumentCoverage]:
    cells = {row.document: row.cells[asked.field.name] for row in table.rows}
    found = [
        DocumentCoverage(
            name=name,
            outcome="answered" if cell.decision and not _is_silent(cell) else _OUTCOMES[cell.state],
            chance_held=cell.chance if cell.state == "not_stated" else None,
        )
        for name, cell in cells.items()
    ]
    missing = [
        DocumentCoverage(name=name, outcome="incomplete", chance_held=None) for name in asked.not_asked or ()
    ]
    return [*found, *missing]
