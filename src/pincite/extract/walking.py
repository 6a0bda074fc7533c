"""Read a document part by part for a field with many values, and make one cell of what all parts give.

Every block is in some part, so no part of the document is left unread. What came of a part is kept under what
it depends on: a process that is killed loses at most the part that it was reading, and the next one goes on.

Parts overlap, so the same sentence may be found twice, and a contract says the same in several places. What
two parts read differently from the same words is kept twice, and somebody must look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import ConfigDict, Field, ValidationError, model_validator

from pincite.answer.answers import MOST_LEADS, Answer, Evidence, Item, Lead, Outcome, read_as_typed
from pincite.answer.case_facts import CaseFact, CaseFacts
from pincite.answer.checks import Chance, Published
from pincite.answer.document_tables import Cell, CellState, TableField, Walked
from pincite.extract.cells import cell_of
from pincite.language.how_many import how_many
from pincite.protocols import Store
from pincite.records.document import Chunk, Document
from pincite.records.evidence import ReadPassage
from pincite.records.library import Held, Identity, UnitKey
from pincite.records.span import Span
from pincite.values.types import Clause, Text

READ_SCHEMA: Literal["pincite.read-unit/1"] = "pincite.read-unit/1"
UNIT_SCHEMA: Literal["pincite.unit/1"] = "pincite.unit/1"


class ReadUnit(Published):
    """What our own reader made of the passages of a part."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_name: Annotated[Literal["pincite.read-unit/1"], Field(alias="schema")] = READ_SCHEMA
    passages: tuple[ReadPassage, ...]

    def to_json(self) -> str:
        return self.model_dump_json(by_alias=True)

    @classmethod
    def read(cls, written: str) -> Self | None:
        """A unit as it was kept; None where it has another form, so that its part is read again."""
        try:
            return cls.model_validate_json(written)
        except ValidationError:
            return None


class Unit(Published):
    """The items and leads of a part, and what else a cell must know of it."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_name: Annotated[Literal["pincite.unit/1"], Field(alias="schema")] = UNIT_SCHEMA
    outcome: Outcome
    """Incomplete where a reply broke off, so that some lines are not known."""
    items: list[Item]
    leads: list[Lead]
    chance_held: Chance | None
    caveats: list[str] = Field(repr=False)
    has_unread_pages: bool
    """Whether some page has no readable text, or pictures that wait to be read."""
    run: str

    @model_validator(mode="before")
    @classmethod
    def _of_its_type(cls, given: Any) -> Any:
        if not isinstance(given, dict) or not isinstance(given.get("items"), list | tuple):
            return given
        return given | {"items": [read_as_typed(item) for item in given["items"]]}

    @classmethod
    def of(cls, answer: Answer) -> Self:
        pages = answer.coverage.pages
        return cls(
            outcome=answer.outcome,
            items=answer.items,
            leads=answer.leads,
            chance_held=answer.coverage.chance_held,
            caveats=answer.caveats,
            has_unread_pages=pages.unreadable > 0 or pages.waiting_pictures > 0,
            run=answer.run,
        )

    def to_json(self) -> str:
        return self.model_dump_json(by_alias=True)

    @classmethod
    def read(cls, written: str) -> Self | None:
        """A unit as it was kept; None where it has another form, so that its part is asked again."""
        try:
            return cls.model_validate_json(written)
        except ValidationError:
            return None


_BROKEN_OFF = "incomplete"


def merged(units: Sequence[Unit], walked: Walked) -> Cell:
    """The cell: answered where something is proved and nothing is left open in any part."""
    items = once([item for unit in units for item in unit.items])
    leads = _leads([lead for unit in units for lead in unit.leads], items)
    state, reason = _state(units, items, leads, walked)
    caveats = dict.fromkeys(caveat for unit in units for caveat in unit.caveats)
    return Cell(
        state=state,
        items=items,
        leads=leads,
        chance=_chance(units, items, leads),
        reason=" ".join(part for part in (reason, *caveats) if part),
        error=None,
        run=next((unit.run for unit in units if unit.items), units[-1].run if units else ""),
        walked=walked,
    )


def once(items: Iterable[Item]) -> list[Item]:
    """Each value once, in the order of the text, with the places of all that say it."""
    kept: list[Item] = []
    for item in items:
        at = next((number for number, known in enumerate(kept) if _same(known, item)), None)
        if at is None:
            kept.append(item)
        else:
            kept[at] = _with_places(kept[at], item)
    kept.sort(key=lambda item: item.evidence[0].start)
    return [item.model_copy(update={"id": f"item-{number}"}) for number, item in enumerate(kept, start=1)]


def _same(one: Item, other: Item) -> bool:
    """Whether two items say the same: the same value under the same conditions, or the same words."""
    if one.type != other.type:
        return False
    if isinstance(one.value, Text | Clause) and isinstance(other.value, Text | Clause):
        return _plain(one.value.text) == _plain(other.value.text)
    return one.value == other.value and one.limits == other.limits


def _with_places(item: Item, other: Item) -> Item:
    """The surer of the two, with the places of both: each place once."""
    best, second = (item, other) if item.rank >= other.rank else (other, item)
    places = {_place(each): each for each in (*best.evidence, *second.evidence)}
    return best.model_copy(update={"evidence": list(places.values())})


def _place(evidence: Evidence) -> tuple[int, int]:
    return evidence.start, evidence.end


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold().rstrip(".;,")


def _leads(leads: Sequence[Lead], items: Sequence[Item]) -> list[Lead]:
    """The likeliest places of all parts that no item rests on."""
    taken = [_place(evidence) for item in items for evidence in item.evidence]
    found: dict[tuple[int, int], Lead] = {}
    for lead in leads:
        place = _place(lead.evidence[0])
        if not any(start < place[1] and place[0] < end for start, end in taken):
            found.setdefault(place, lead)
    # First what a model points at and nobody measured.
    return sorted(found.values(), key=lambda lead: -2.0 if lead.chance is None else -lead.chance)[:MOST_LEADS]


def _state(
    units: Sequence[Unit], items: Sequence[Item], leads: Sequence[Lead], walked: Walked
) -> tuple[CellState, str]:
    if any(unit.outcome == _BROKEN_OFF for unit in units):
        return "to_review", "A reply of the model broke off: there may be more than is listed."
    if doubtful := _contradicting(items):
        return "to_review", f"{how_many(doubtful, 'passage')} can be read in two ways."
    if leads:
        beside = "more values" if items else "it"
        return "to_review", f"{how_many(len(leads), 'passage')} may state {beside}; none is sure enough."
    if items:
        return "answered", ""
    read = f"Not found: {walked.blocks:,} of {how_many(walked.of_blocks, 'passage')} were read."
    is_open = any(unit.has_unread_pages for unit in units) or walked.blocks < walked.of_blocks
    return ("to_review" if is_open else "not_stated"), read


def _contradicting(items: Sequence[Item]) -> int:
    """How many places have two values that were read from the very same words."""
    seen: dict[tuple[int, int, str], int] = {}
    for item in items:
        key = (*_place(item.evidence[0]), " ".join(item.original.split()))
        seen[key] = seen.get(key, 0) + 1
    return sum(count > 1 for count in seen.values())


def _chance(units: Sequence[Unit], items: Sequence[Item], leads: Sequence[Lead]) -> float | None:
    if items:
        chances = [item.chance for item in items]
        return None if None in chances else min(chance for chance in chances if chance is not None)
    if leads:
        return leads[0].chance
    return max((unit.chance_held for unit in units if unit.chance_held is not None), default=None)


# About three thousand tokens, beside the two thousand of a part.
_MOST_FACTS_CHARS = 12_000


U = TypeVar("U", Unit, ReadUnit)


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Walk:
    """One field that is asked of every part of one version."""

    held: Held
    parts: Sequence[Chunk]
    """All of the document, in overlapping parts."""
    field: TableField
    schema: str
    """What the result depends on beside the document and the field, see `cell_keys.schema_key`."""
    known: Mapping[str, Cell]
    """The cells of the fields before it, by their names."""

    def key(self, chunk: Chunk) -> UnitKey:
        return UnitKey(self.schema, self.field.name, chunk.number, chunk.content_hash)


Told = Callable[[int, int], None]
"""Hears which part comes next, and of how many."""


@dataclass(frozen=True, slots=True)
class AskingParts:
    """A language model is asked part by part, told what was found so far, and all is merged."""

    ask: Callable[[TableField, Identity, Span, str], Answer]

    def cell(self, walk: Walk, store: Store | None, told: Told = lambda part, parts: None) -> Cell:
        """What all parts give together; of a part that failed the failure, and the others stay kept."""
        document, identity = walk.held.document, walk.held.identity
        parts, done = walk.parts, _kept(store, walk, Unit)
        found: dict[UnitKey, Unit] = {}
        for chunk in parts:
            told(chunk.number, len(parts))
            key = walk.key(chunk)
            unit = done.get(key)
            if unit is None:
                # From what the library holds at this moment, and not from memory.
                known = _kept(store, walk, Unit) if store else found
                facts = case_facts(walk, list(known.values())).to_prompt(_MOST_FACTS_CHARS)
                answer = self.ask(walk.field, identity, chunk.span, facts)
                if answer.error or answer.outcome == "needs_clarification":
                    return cell_of(answer)
                unit = Unit.of(answer)
                if store:
                    store.keep_unit(identity, key, unit.to_json())
            found[key] = unit
        return merged(list(found.values()), _walked(document, parts))


@dataclass(frozen=True, slots=True)
class ReadingParts:
    """Our own reader reads part by part; once all are read it is judged what of them answers."""

    read: Callable[[TableField, Held, Span, int], tuple[ReadPassage, ...]]
    """Reads the passages of a part that start behind a character: parts overlap."""
    judge: Callable[[TableField, Identity, Sequence[ReadPassage]], Answer]

    def cell(self, walk: Walk, store: Store | None, told: Told = lambda part, parts: None) -> Cell:
        """What all parts give together."""
        document, identity = walk.held.document, walk.held.identity
        parts, done = walk.parts, _kept(store, walk, ReadUnit)
        read: list[ReadPassage] = []
        after = 0
        for chunk in parts:
            told(chunk.number, len(parts))
            unit = done.get(walk.key(chunk))
            if unit is None:
                unit = ReadUnit(passages=self.read(walk.field, walk.held, chunk.span, after))
                if store:
                    store.keep_unit(identity, walk.key(chunk), unit.to_json())
            read += unit.passages
            after = chunk.span.end
        cell = cell_of(self.judge(walk.field, identity, read))
        return cell.model_copy(update={"items": once(cell.items), "walked": _walked(document, parts)})


@dataclass(frozen=True, slots=True)
class PartByPart:
    """How documents are read for fields with many values."""

    open: Callable[[Identity], tuple[Held, Sequence[Chunk]]]
    """A document with its parts."""
    cell: Callable[[Walk, Store | None, Told], Cell]
    has_model: bool
    """Whether a language model is asked: what it says of a part depends on what was found before."""
    days_kept: int = 30
    """For how long parts are kept after their field is done."""


def finish(walk: Walk, store: Store, days_kept: int, now: Callable[[], datetime] = _now) -> None:
    """Note that the cell of all parts is kept, and drop the parts of what was done long ago."""
    store.finish_units(walk.held.identity, walk.schema, walk.field.name, now())
    store.drop_units(now() - timedelta(days=days_kept))


def case_facts(walk: Walk, units: Sequence[Unit]) -> CaseFacts:
    """Every proved value of the document so far: of the fields before, then of the parts before."""
    cells = [(name, cell) for name, cell in walk.known.items() if cell.state == "answered"]
    facts = [CaseFact.of(name, item) for name, cell in cells for item in cell.items]
    facts += [CaseFact.of(walk.field.name, item) for unit in units for item in unit.items]
    identity = walk.held.identity
    once = {each.to_line(): each for each in facts}
    return CaseFacts(document=identity.name, version=identity.version, facts=list(once.values()))


def _kept(store: Store | None, walk: Walk, form: type[U]) -> dict[UnitKey, U]:
    """The parts that are done, by their keys."""
    if store is None:
        return {}
    rows = store.units(walk.held.identity, walk.schema, walk.field.name)
    read = {key: form.read(written) for key, written in rows.items()}
    return {key: unit for key, unit in read.items() if unit is not None}


def _walked(document: Document, parts: Sequence[Chunk]) -> Walked:
    """How many blocks are in the parts that were read."""
    seen = {block.number for chunk in parts for block in document.blocks_of(chunk.span)}
    return Walked(blocks=len(seen), of_blocks=len(document.blocks), parts=len(parts), of_parts=len(parts))
