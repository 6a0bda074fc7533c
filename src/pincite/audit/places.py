"""Every place that a report shows, and the documents that an answer cites, in the versions that it cites."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from pincite.answer.answers import Answer, Evidence, Item, Lead, NearMiss
from pincite.answer.document_tables import Cell, Table
from pincite.errors import NotHeld
from pincite.language.how_many import how_many
from pincite.records.document import Box, Document
from pincite.records.library import Held, Identity

PlaceKind = Literal["proof", "lead", "near", "rule", "decision"]
RULE = "rule"
# Of the passages of a cell that nobody answered for, the likeliest is shown on its page.
_DRAWN_LEADS = 1


@dataclass(frozen=True, slots=True)
class Place:
    """A place, the card of the report that cites it, and how the card is called on its page."""

    card: str
    kind: PlaceKind
    label: str
    evidence: Evidence

    @property
    def key(self) -> str:
        """The same for the same words in the same card."""
        return f"{self.card}-{self.evidence.version[:6]}-{self.evidence.start}-{self.evidence.end}"

    @property
    def boxes(self) -> tuple[Box, ...]:
        return tuple(Box(each.page, each.x0, each.y0, each.x1, each.y1) for each in self.evidence.boxes)


def places_of_answer(answer: Answer) -> Iterator[Place]:
    """Those of its items, its rule, its leads, and where there are no leads those that came near."""
    for number, item in enumerate(answer.items, start=1):
        yield from _of_item(item, item.id, str(number))
    if answer.conflict and answer.conflict.rule:
        yield Place(RULE, "rule", "§", answer.conflict.rule.evidence)
    for number, lead in enumerate(answer.leads, start=1):
        yield from _of_lead(lead, lead_id(number), lead_label(number))
    for number, miss in enumerate(near_misses(answer), start=1):
        yield Place(near_id(number), "near", near_label(number), miss)


def places_of_table(table: Table) -> Iterator[Place]:
    """Those of every cell; of leads only the likeliest."""
    for row, line in enumerate(table.rows, start=1):
        for column, asked in enumerate(table.fields, start=1):
            yield from _of_cell(line.cells[asked.name], cell_id(row, column), f"{row}.{column}")


def near_misses(answer: Answer) -> list[NearMiss]:
    """What came near is shown where nothing better is."""
    return [] if answer.items or answer.leads else list(answer.coverage.nearest)


def lead_id(number: int) -> str:
    """Of the card of a lead."""
    return f"lead-{number}"


def lead_label(number: int) -> str:
    """Leads are lettered, so that nobody takes one for the item of the same number."""
    return chr(ord("a") + (number - 1) % 26)


def near_id(number: int) -> str:
    """Of the card of a passage that came near."""
    return f"near-{number}"


def near_label(number: int) -> str:
    """How it is called on its page."""
    return f"~{number}"


def cell_id(row: int, column: int) -> str:
    """Of the card of a cell."""
    return f"cell-{row}-{column}"


def _of_item(item: Item, card: str, label: str) -> Iterator[Place]:
    for evidence in item.evidence:
        yield Place(card, "proof", label, evidence)
    for operand in item.derivation.operands if item.derivation else ():
        yield Place(card, "proof", label, operand.evidence)


def _of_lead(lead: Lead, card: str, label: str) -> Iterator[Place]:
    for evidence in lead.evidence:
        yield Place(card, "lead", label, evidence)


def _of_cell(cell: Cell, card: str, label: str) -> Iterator[Place]:
    for evidence in cell.decision.evidence if cell.decision else ():
        yield Place(card, "decision", label, evidence)
    for item in (*cell.items, *cell.replaced):
        yield from _of_item(item, card, label)
    for lead in cell.leads[:_DRAWN_LEADS]:
        yield from _of_lead(lead, card, label)


@dataclass(frozen=True, slots=True)
class Description:
    """What a report says of a document: a job may cite thousands, and all of them are not held at once."""

    kind: str
    read_by: str


@dataclass(slots=True)
class Sources:
    """Gives cited documents, and remembers which were asked for."""

    collection: str
    load: Callable[[Identity], Held]
    content: Callable[[Identity], bytes]
    password: str | None = None
    """Opens encrypted files; it is never stored."""
    described: dict[Identity, Description | None] = field(default_factory=dict, init=False)
    """Every version that was asked for; None where the library does not hold it any more."""

    def identity(self, evidence: Evidence) -> Identity:
        """The version that is cited."""
        return Identity(self.collection, evidence.name, evidence.document, evidence.version)

    def document(self, identity: Identity) -> Document | None:
        """The document; None where the library does not hold this version any more."""
        if identity in self.described and self.described[identity] is None:
            return None
        try:
            document = self.load(identity).document
        except NotHeld:
            self.described[identity] = None
            return None
        self.described[identity] = _described(document)
        return document


def _described(document: Document) -> Description:
    units = (document.pages, "page") if document.pages else (document.lines, "line")
    kind = f"{document.format}, {how_many(len(units[0]), units[1])}"
    return Description(kind, f"{document.parse.parser} {document.parse.version}")
