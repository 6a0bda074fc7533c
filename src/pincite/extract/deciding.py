"""Make what a person decides about a cell into a decision, and count how often people found cells right.

A typed value must stand in the lines that are named: it is located there like any quote, and what is kept
is the document's own text. So a decision is a judgement of a person about words that are proved.

Only cells that somebody decided about count, so it is the share of those that were looked at. A value counts
as right where it was accepted as it is, and a lead where the likeliest passage is the one that was taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from pincite.answer.answers import Evidence
from pincite.answer.document_tables import Cell, Decision, DecisionKind, Review, Share, Table, TableField
from pincite.errors import InputError
from pincite.extract.cell_keys import field_key
from pincite.extract.cell_words import found_of, is_accepted_as_it_is
from pincite.language.line_ends import on_one_line
from pincite.language.value_words import item_in_words
from pincite.protocols import Store
from pincite.prove.place import recover
from pincite.prove.quote import locate
from pincite.records.evidence import Proof
from pincite.records.library import Held, Identity
from pincite.records.span import Span
from pincite.records.wilson import wilson


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be taken for what the document says."""

    words: str
    evidence: list[Evidence]
    chance: float | None


def options_of(cell: Cell) -> list[Option]:
    """The values of a cell one by one, then its leads."""
    values = [Option(item_in_words(item), item.evidence, item.chance) for item in cell.items]
    return values + [
        Option(on_one_line(lead.evidence[0].snippet), lead.evidence, lead.chance) for lead in cell.leads
    ]


@dataclass(frozen=True, slots=True)
class Reviewer:
    """Who decides, and when."""

    name: str
    at: str
    """In UTC, as ISO 8601."""
    note: str = ""

    def accepted(self, cell: Cell) -> Decision:
        """The cell as it is: its values, or where it has none its first lead."""
        if not cell.items:
            return self.picked(cell, 1)
        evidence = [each for item in cell.items for each in item.evidence]
        return self._decision("accepted", found_of(cell), evidence)

    def picked(self, cell: Cell, number: int) -> Decision:
        """One of the options of the cell, counted from 1."""
        options = options_of(cell)
        if not 1 <= number <= len(options):
            there = f"The last one is number {len(options)}." if options else "It has no passages at all."
            raise InputError(f"The cell has no passage {number}.", hint=there)
        taken = options[number - 1]
        return self._decision("picked", taken.words, taken.evidence)

    def typed(self, held: Held, value: str, lines: tuple[int, int]) -> Decision:
        """A value and the lines where the document says it, or an InputError where it does not."""
        document, name = held.document, held.identity.name
        first, last = lines
        for match in locate(value, document.seen_text):
            span = Span(match.start, match.end)
            found = document.lines_of(span)
            if found and first <= found[0].number and found[-1].number <= last:
                evidence = recover(Proof(held.identity, document, span, match.grade))
                return self._decision("typed", value, [evidence])
        where = f"line {first}" if first == last else f"lines {first} to {last}"
        raise InputError(
            f"{name} does not say “{value}” in {where}.",
            hint=f"Type it as the document has it; see the lines: pincite show {name} --lines {first}-{last}",
        )

    def not_stated(self) -> Decision:
        """The document does not say it."""
        return self._decision("not_stated", "", [])

    def confirmed(self, cell: Cell) -> Decision:
        """The same as somebody else decided; an InputError where nobody else did."""
        last = cell.decision
        if last is None or last.by == self.name:
            whose = "nobody has decided about it" if last is None else "you decided it yourself"
            raise InputError(f"There is nothing to confirm: {whose}.", hint="A second person confirms.")
        return self._decision(last.kind, last.value, last.evidence)

    def _decision(self, kind: DecisionKind, value: str, evidence: list[Evidence]) -> Decision:
        by = {"by": self.name, "at": self.at, "note": self.note}
        return Decision(kind=kind, value=value, evidence=evidence, **by)


def with_decisions(
    store: Store,
    identity: Identity,
    fields: Sequence[TableField],
    cells: Mapping[str, Cell],
    *,
    alone: bool = True,
) -> dict[str, Cell]:
    """The cells with the last decision about each.

    What was decided about a document by itself holds for a contract that has no other papers, and only then.
    """
    keys = {field_key(each): each.name for each in fields}
    if alone:
        keys |= {field_key(each.model_copy(update={"of": "document"})): each.name for each in fields}
    found: dict[str, list[Decision]] = {}
    for key, written in store.decisions(identity, list(keys)):  # the oldest first
        if decision := _read(written):
            found.setdefault(keys[key], []).append(decision)
    return {name: _decided(cell, found.get(name, [])) for name, cell in cells.items()}


def _decided(cell: Cell, decisions: Sequence[Decision]) -> Cell:
    if not decisions:
        return cell
    return cell.model_copy(update={"decision": decisions[-1], "earlier": list(decisions[:-1])})


def decided_since(store: Store, collection: str, table: Table) -> Table:
    """The table with what was decided after it was made, of each version that is still the current one."""
    rows = []
    for row in table.rows:
        identity = store.current(collection, row.document)
        if identity and identity.version == row.version:
            alone = not row.family
            cells = with_decisions(store, identity, table.fields, row.cells, alone=alone)
            row = row.model_copy(update={"cells": cells})
        rows.append(row)
    return table.model_copy(update={"rows": rows})


def decisions_on(
    store: Store, identity: Identity, fields: Sequence[TableField]
) -> list[tuple[TableField, Decision]]:
    """The last decision about each field of a version that somebody decided about."""
    keys = {field_key(each): each for each in fields}
    decided = dict(store.decisions(identity, list(keys)))  # the oldest first, so that the last one stays
    read = ((keys[key], _read(written)) for key, written in decided.items())
    return [(field, decision) for field, decision in read if decision]


def _read(written: str) -> Decision | None:
    try:
        return Decision.model_validate_json(written)
    except ValidationError:
        return None


def reviewed(table: Table) -> Table:
    """The table with what its decisions say of its answers."""
    return table.model_copy(update={"review": review_of(table)})


def review_of(table: Table) -> Review | None:
    """None where nobody decided about any cell."""
    decided = [cell for _, _, cell in table.cells() if cell.decision]
    if not decided:
        return None
    answered = [is_accepted_as_it_is(cell) for cell in decided if cell.state == "answered"]
    probable = [is_accepted_as_it_is(cell) for cell in decided if cell.state == "probable"]
    leads = [_is_first_lead(cell) for cell in decided if cell.leads and not cell.items]
    return Review(
        decided=len(decided),
        confirmed=sum(cell.confirmed for cell in decided),
        answers=_share(answered),
        probable=_share(probable),
        leads=_share(leads),
    )


def in_words(review: Review) -> list[str]:
    """What the decisions say, a sentence for each share."""
    told = [
        ("answers", review.answers),
        ("probable answers", review.probable),
        ("likeliest passages", review.leads),
    ]
    said = [
        f"Of {share.of:,} {noun} that were reviewed, {share.right:,} were right: {share.share:.0%} "
        f"(95 % interval {share.low:.0%} to {share.high:.0%})."
        for noun, share in told
        if share
    ]
    second = f"{review.confirmed:,} of {review.decided:,} decisions were confirmed by a second reviewer."
    return [*said, *([second] if review.confirmed else [])]


def _share(right: Sequence[bool]) -> Share | None:
    if not right:
        return None
    share = sum(right) / len(right)
    low, high = wilson(share, len(right))
    return Share(right=sum(right), of=len(right), share=share, low=low, high=high)


def _is_first_lead(cell: Cell) -> bool:
    """Whether the likeliest passage was taken; a value that was typed counts where it is within it."""
    decision = cell.decision
    if decision is None or not decision.evidence:
        return False
    taken, first = decision.evidence[0], cell.leads[0].evidence[0]
    same = taken.version == first.version
    return same and first.start <= taken.start and taken.end <= first.end
