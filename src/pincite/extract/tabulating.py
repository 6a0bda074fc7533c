"""Ask every field of every document, keep each cell as soon as it is known, and go on where a run ended.

The library itself is the record of what is done: a cell is kept under what it depends on, so a process that
is killed loses at most the cell it was asking. A cell that failed is not kept: the next run asks it again.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from pydantic import ValidationError

from pincite.answer.answers import Answer, Failure, Item
from pincite.answer.document_tables import Cell, FieldRules, Row, Table, TableField
from pincite.ask.shared_reading import SharedReading
from pincite.decide.families import Family
from pincite.errors import ConfigError, PinciteError, ProviderError, StoreError, Waiting
from pincite.extract.cell_keys import cell_key, schema_key, table_id
from pincite.extract.cells import cell_of, family_cell_of
from pincite.extract.deciding import reviewed, with_decisions
from pincite.extract.walking import PartByPart, Walk, finish
from pincite.jobs.pending import Progress
from pincite.language.line_ends import on_one_line
from pincite.language.value_words import in_words, shortened
from pincite.protocols import Store
from pincite.records.bounds import Awaited
from pincite.records.library import Identity
from pincite.values.types import Amount, Clause, DateValue, Number, Percentage, Text

_LONGEST_SHOWN = 80


def validated(field: TableField, cell: Cell) -> Cell:
    """The cell, or the same one to review with the rules that its values break.

    A cell that somebody decided about is left as it is: a person has looked at it.
    """
    if field.rules is None or cell.decision or cell.state == "failed":
        return cell
    broken = list(_broken(field.rules, cell))
    if not broken:
        return cell
    reason = " ".join([*broken, *([cell.reason] if cell.reason else [])])
    return cell.model_copy(update={"state": "to_review", "reason": reason})


def _broken(rules: FieldRules, cell: Cell) -> Iterator[str]:
    if rules.required and not cell.items:
        yield "The schema requires a value."
    for item in cell.items:
        for problem in _problems(rules, item):
            yield f"“{_shown(item)}” breaks a rule of the schema: {problem}."


def _problems(rules: FieldRules, item: Item) -> Iterator[str]:
    written = on_one_line(item.original)
    if rules.minimum is not None and (problem := _bounded(item, rules.minimum, below=True)):
        yield problem
    if rules.maximum is not None and (problem := _bounded(item, rules.maximum, below=False)):
        yield problem
    # A text is mostly a whole sentence, which holds what the rule is about among other words.
    is_sentence = isinstance(item.value, Text | Clause)
    matches = re.search if is_sentence else re.fullmatch
    if rules.pattern is not None and not matches(rules.pattern, written):
        yield f"it does not match the pattern {rules.pattern}"
    if rules.choices and not (is_sentence and len(_named_in(written, rules.choices)) == 1):
        said = {written.casefold(), in_words(item.value).casefold()}
        if said.isdisjoint(each.casefold() for each in rules.choices):
            several = is_sentence and _named_in(written, rules.choices)
            yield f"it names {'several' if several else 'none'} of {', '.join(rules.choices)}"


def _named_in(sentence: str, choices: Sequence[str]) -> list[str]:
    """The choices that stand in a sentence as whole words."""
    return [
        each
        for each in choices
        if re.search(rf"(?<!\w){re.escape(each)}(?!\w)", sentence, flags=re.IGNORECASE)
    ]


def _bounded(item: Item, bound: str, *, below: bool) -> str:
    """What is wrong with a value beside a bound; empty where it keeps to it."""
    which = "minimum" if below else "maximum"
    value = item.value
    if isinstance(value, DateValue):
        cut = bound[: len(value.iso)]
        if value.iso == cut != bound:
            return f"it names no day, and the {which} is {bound}"
        past = value.iso < cut if below else value.iso > cut
    elif isinstance(value, Amount | Number | Percentage):
        past = value.value < Decimal(bound) if below else value.value > Decimal(bound)
    else:
        return f"it has no order, and the {which} is {bound}"
    return f"the {which} is {bound}" if past else ""


def _shown(item: Item) -> str:
    return shortened(on_one_line(item.original), _LONGEST_SHOWN)


# With a server that is down, each of thousands of cells would wait for its turn to fail.
_MOST_OUTAGES = 3
_MOST_CHANGES = 3


@dataclass(frozen=True, slots=True)
class Asker:
    """What puts a field to a document, and what the answer depends on beside both."""

    ask: Callable[[TableField, Sequence[str], SharedReading | None], Answer]
    """Asks one document, or those of one contract together, by their names."""
    current: Callable[[str], Identity]
    """The version of a name that would be asked now."""
    prepare: Callable[[Identity], str]
    """Gets a document ready to be asked, and says how far that went: the answer may depend on it."""
    answering: str
    """The same for settings, code and models that answer alike."""
    store: Store
    """Knows what people decided about cells."""
    families: Mapping[str, Family] = field(default_factory=dict)
    """By the name of its main document each contract that is asked with all that changed it."""

    together: Callable[[Sequence[TableField]], Mapping[str, SharedReading]] = lambda fields: {}
    """By the name of each field that a reader is shown together with others what they share."""
    parts: PartByPart | None = None
    """How documents are read for fields with many values; None where no field has."""
    check_ready: Callable[[], None] = lambda: None
    """An error where no cell at all could be asked: a model without its key."""

    def asked_with(self, name: str) -> tuple[Identity, ...]:
        """The documents that are asked together with another."""
        family = self.families.get(name)
        return tuple(self.current(each) for each in family.changing) if family else ()


@dataclass(slots=True)
class Tabulating:
    """One table in the making."""

    asker: Asker
    store: Store | None
    """Keeps the cells; None where nothing is to be kept."""
    progress: Callable[[Progress], None] = lambda progress: None
    notice: Callable[[str], None] = lambda message: None
    must_keep: bool = False
    """Whether to stop where nothing can be kept: what takes a night must not be lost at its end."""
    clock: Callable[[], float] = time.monotonic
    most_outages: int | None = _MOST_OUTAGES
    """After how many failures in a row no more is asked; None where replies are kept, which fail at once."""
    _done: int = field(default=0, init=False)
    _asked: int = field(default=0, init=False)
    _total: int = field(default=0, init=False)
    _started: float = field(default=0.0, init=False)
    _is_ready: bool = field(default=False, init=False)
    _share: float = field(default=0.0, init=False)
    """How much of the cell that is being asked is done."""
    _outages: int = field(default=0, init=False)
    """How many of the last cells failed, one after the other."""

    def table(
        self,
        documents: Sequence[Identity],
        fields: Sequence[TableField],
        unread: Mapping[str, PinciteError],
    ) -> Table:
        """All cells, row by row; of a file that could not be read every cell failed with the reason."""
        names = [each.name for each in documents]
        self._started, self._total = self.clock(), len(names) * len(fields)
        rows = []
        for number, name in enumerate(names):
            self._done = number * len(fields)
            rows.append(self._row(name, fields))
        rows += [_failed_row(name, fields, error) for name, error in unread.items()]
        collection = documents[0].collection if documents else ""
        table = table_id(collection, sorted(names), fields)
        return reviewed(Table(table=table, fields=list(fields), rows=rows))

    def _row(self, name: str, fields: Sequence[TableField]) -> Row:
        """The cells of one version. A document that is changed meanwhile is asked again, as it is then."""
        first = self._done
        try:
            for _ in range(_MOST_CHANGES):
                self._done = first
                identity = self.asker.current(name)
                self._tell(name)
                cells = self._cells(identity, fields)
                if cells is not None:
                    alone = not self.asker.asked_with(name)
                    decided = with_decisions(self.asker.store, identity, fields, cells, alone=alone)
                    decided = {each.name: validated(each, decided[each.name]) for each in fields}
                    family = self.asker.families.get(name, Family(name))
                    return Row(
                        document=name,
                        version=identity.version,
                        family=list(family.changing),
                        cells=decided,
                    )
        except _Stopping as stop:
            raise stop.reason from stop
        except PinciteError as error:
            return _failed_row(name, fields, error)
        return _failed_row(name, fields, _changing(name))

    def _cells(self, identity: Identity, fields: Sequence[TableField]) -> dict[str, Cell] | None:
        """By the name of their field; None where the version is no longer the current one."""
        others = self.asker.asked_with(identity.name)
        names = [each.name for each in (identity, *others)]
        prepared = " ".join(
            [self.asker.prepare(identity), *(f"{self.asker.prepare(each)} {each.version}" for each in others)]
        )
        schema = schema_key(fields, self.asker.answering, prepared)
        keys = {each.name: self._key(each, schema, prepared) for each in fields}
        kept = self._kept(identity, keys)
        cells: dict[str, Cell] = {}
        missing = [each for each in fields if each.name not in kept and _is_of_one_place(each)]
        shared = self.asker.together(missing)
        for each in fields:
            cell = kept.get(each.name)
            walk = self._walk_of(identity, each, schema, cells) if cell is None else None
            if cell is None:
                self._be_ready()
                cell = self._walk(walk) if walk else self._ask(names, each, shared.get(each.name))
                # Of a page that was read again for this answer, too, a new version comes.
                if [self.asker.current(name) for name in names] != [identity, *others]:
                    return None
                self._keep(identity, keys[each.name], cell, walk)
            cells[each.name] = cell
            self._done += 1
            self._tell(identity.name)
        return cells

    def _be_ready(self) -> None:
        """Before the first cell is asked: what would make all of them fail stops the table."""
        if self._is_ready:
            return
        try:
            self.asker.check_ready()
        except (ConfigError, ProviderError) as error:
            raise _Stopping(error) from error
        self._is_ready = True

    def _key(self, each: TableField, schema: str, prepared: str) -> str:
        """What the cell is kept under; of many values a model finds others where it knew others before."""
        parts = self.asker.parts
        depends = each.cardinality == "many" and parts is not None and parts.has_model
        return cell_key(each, self.asker.answering, f"{prepared} {schema}" if depends else prepared)

    def _walk_of(
        self, identity: Identity, each: TableField, schema: str, known: Mapping[str, Cell]
    ) -> Walk | None:
        """For a field with many values the way through the document; None for any other."""
        if each.cardinality != "many" or each.of != "document":
            return None
        if self.asker.parts is None:
            return None
        return Walk(*self.asker.parts.open(identity), each, schema, dict(known))

    def _walk(self, walk: Walk) -> Cell:
        assert self.asker.parts is not None
        if self.most_outages is not None and self._outages >= self.most_outages:
            return Cell.failed(Failure.of(_not_asked()))
        name = walk.held.identity.name

        def told(part: int, parts: int) -> None:
            self._share = (part - 1) / parts
            self._tell(f"{name} ({walk.field.name}, part {part:,} of {parts:,})")

        try:
            cell = self.asker.parts.cell(walk, self.store, told)
        except StoreError as error:
            if self.must_keep:
                raise _not_kept(error) from error
            raise
        return self._counted(cell)

    def _ask(self, names: Sequence[str], each: TableField, shared: SharedReading | None) -> Cell:
        if self.most_outages is not None and self._outages >= self.most_outages:
            return Cell.failed(Failure.of(_not_asked()))
        try:
            answer = self.asker.ask(each, names, shared)
        except Awaited:
            return Cell.failed(Failure.of(_waiting()))
        cell = cell_of(answer) if each.of == "document" else family_cell_of(answer, names)
        return self._counted(cell)

    def _counted(self, cell: Cell) -> Cell:
        self._asked, self._share = self._asked + 1, 0.0
        is_outage = cell.error is not None and cell.error.exit_code == ProviderError.exit_code
        self._outages = self._outages + 1 if is_outage else 0
        return cell

    def _kept(self, identity: Identity, keys: Mapping[str, str]) -> dict[str, Cell]:
        """The cells of earlier runs, by the name of their field."""
        if self.store is None:
            return {}
        found = self.store.table_cells(identity, list(keys.values()))
        read = {name: _read(found[key]) for name, key in keys.items() if key in found}
        return {name: cell for name, cell in read.items() if cell is not None}

    def _keep(self, identity: Identity, key: str, cell: Cell, walk: Walk | None) -> None:
        """Keep a cell that did not fail; where nothing can be written, go on and say so, or stop."""
        if self.store is None or cell.error is not None:
            return
        try:
            self.store.keep_table_cell(identity, key, cell.model_dump_json(by_alias=True))
            if walk and self.asker.parts:
                finish(walk, self.store, self.asker.parts.days_kept)
        except StoreError as error:
            if self.must_keep:
                raise _not_kept(error) from error
            self.notice(f"The cells are not kept, so another run would ask them again. {error}")
            self.store = None

    def _tell(self, name: str) -> None:
        spent = self.clock() - self._started
        asked = self._asked + self._share
        left = (self._total - self._done - self._share) * spent / asked if asked else None
        self.progress(Progress(name, self._done, self._total, left, "cells"))


def _is_of_one_place(field: TableField) -> bool:
    """Whether a field is asked of one document at once, and not part by part or of a whole contract."""
    return field.cardinality != "many" and field.of == "document"


class _Stopping(PinciteError):
    """What concerns the whole table, and not one document of it."""

    def __init__(self, reason: PinciteError) -> None:
        super().__init__(reason.message)
        self.reason = reason


def _not_kept(reason: StoreError) -> _Stopping:
    """Nothing more can be kept, and going on would lose it."""
    reason.hint = f"{reason.hint} What was asked is kept; run it again to go on.".strip()
    return _Stopping(reason)


def _failed_row(name: str, fields: Sequence[TableField], error: PinciteError) -> Row:
    cell = Cell.failed(Failure.of(error))
    return Row(document=name, version=None, cells={each.name: cell for each in fields})


def _read(written: str) -> Cell | None:
    """A cell as it was kept; None where it cannot be read, so that it is asked again."""
    try:
        return Cell.model_validate_json(written)
    except ValidationError:
        return None


def _changing(name: str) -> PinciteError:
    return StoreError(
        f"{name} was changed again and again while it was asked.",
        hint="Wait until nothing is added to the library, and run the table again.",
        retryable=True,
    )


def _waiting() -> PinciteError:
    return Waiting(
        "Waiting for a language model that is asked in a batch.",
        hint="Run the table again: it goes on with what has come by then.",
        retryable=True,
    )


def _not_asked() -> PinciteError:
    return ProviderError(
        f"Not asked, because the language model failed {_MOST_OUTAGES} times in a row.",
        hint="Run the table again when it answers: cells that are done are not asked again.",
        retryable=True,
    )
