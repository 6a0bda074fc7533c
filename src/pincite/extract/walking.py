"""Read a document part by part for a field with many values, and keep each part as soon as it is known.

Every block is in some part, so no part of the document is left unread. What came of a part is kept under what
it depends on: a process that is killed loses at most the part that it was reading, and the next one goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from pincite.answer.answers import Answer
from pincite.answer.case_facts import CaseFact, CaseFacts
from pincite.answer.document_tables import Cell, TableField, Walked
from pincite.extract.cells import cell_of
from pincite.extract.merging import merged, once
from pincite.extract.part_units import ReadUnit, Unit
from pincite.protocols import Store
from pincite.records.document import Chunk, Document
from pincite.records.evidence import ReadPassage
from pincite.records.library import Held, Identity, UnitKey
from pincite.records.span import Span

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
