"""Make tables over documents from what a library has: cells asked at once, in batches, or part by part."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError

from pincite.answer.answers import Answer
from pincite.answer.document_tables import Table, TableField
from pincite.ask.build import Through, language_model_of, ready
from pincite.ask.pipeline import Pipeline
from pincite.ask.same_answers import answering
from pincite.ask.shared_reading import MOST_TOGETHER, Put, SharedReading
from pincite.decide.families import Family, families_of
from pincite.errors import InputError, PinciteError, ProviderError, StoreError
from pincite.extract.cell_keys import table_id
from pincite.extract.tabulating import Asker, Tabulating
from pincite.extract.walking import AskingParts, PartByPart, ReadingParts
from pincite.jobs.pending import Progress
from pincite.protocols import Reader, Store
from pincite.records.document import Chunk, Document
from pincite.records.evidence import ReadPassage
from pincite.records.library import Held, Identity
from pincite.records.run import Asking, PartAsked
from pincite.records.span import Span
from pincite.settings import Settings

if TYPE_CHECKING:
    from pincite.extract.rounds import ByBatch
    from pincite.jobs.kept_replies import KeptReplies

# Only tables that are asked in batches need it.

# What a kept cell says is decided there, beside what answers.
_MAKES_CELLS = frozenset(f"extract/{name}.py" for name in ("cells", "family_cells", "merging", "walking"))


@dataclass(frozen=True, slots=True)
class MakingTables:
    """Tables over the documents of one library."""

    settings: Settings
    store: Store
    keeps: bool
    """Whether cells are kept for another run."""
    reader: Reader | None
    """Proposes in place of the one that the settings name."""
    answer: Callable[[Asking], Answer]
    load: Callable[[Identity], Held]
    current: Callable[[str], Identity]
    prepare: Callable[[Identity], str]
    """As `Asker` has it."""
    chunks: Callable[[Document], Sequence[Chunk]]
    """The parts in which a document is read for fields with many values."""
    pipeline: Callable[[Through | None], Pipeline]
    notice: Callable[[str], None]

    def table(
        self,
        chosen: Sequence[Identity],
        fields: Sequence[TableField],
        unread: Mapping[str, PinciteError],
        progress: Callable[[Progress], None],
        replies: KeptReplies | None = None,
        *,
        must_keep: bool = False,
    ) -> Table:
        """Every cell of some documents; the library knows the table by its id from then on.

        With `replies`, a cell that lacks one is left for later.
        """
        table = self.rows(chosen, fields, unread, progress, replies, must_keep=must_keep)
        if self.keeps and chosen:
            written = json.dumps([field.model_dump() for field in fields])
            names = [each.name for each in chosen]
            with suppress(StoreError):  # what cannot be kept was told when the first cell was not
                self.store.hold_table(self.settings.collection, table.table, written, names)
        return table

    def rows(
        self,
        chosen: Sequence[Identity],
        fields: Sequence[TableField],
        unread: Mapping[str, PinciteError],
        progress: Callable[[Progress], None],
        replies: KeptReplies | None = None,
        *,
        must_keep: bool = False,
    ) -> Table:
        """The same cells as a part of a larger table, which is the one that the library is to know."""
        by_main: dict[str, Family] = {}
        if any(field.of == "family" for field in fields):
            by_main = {each.main: each for each in self.families(chosen)}
        asker = Asker(
            self._ask_cell if replies is None else partial(self._ask_kept, replies),
            *(self.current, self.prepare, answering(self.settings, _MAKES_CELLS), self.store, by_main),
            check_ready=self.check_models,
            together=_sharing,
        )
        if any(field.cardinality == "many" for field in fields):
            asker = replace(asker, parts=self._part_by_part())
        rows = [each for each in chosen if not by_main or each.name in by_main]
        keeps = self.store if self.keeps else None
        making = Tabulating(asker, keeps, progress, self.notice, must_keep)
        if replies:
            making.most_outages = None
        return making.table(rows, fields, unread)

    def by_batches(
        self,
        chosen: Sequence[Identity],
        fields: Sequence[TableField],
        unread: Mapping[str, PinciteError],
        progress: Callable[[Progress], None],
        batch: bool | ByBatch,
    ) -> Table:
        """The same table, for which language models are asked in batches."""
        from pincite.extract.rounds import ByBatch, Rounds
        from pincite.jobs.kept_replies import KeptReplies
        from pincite.jobs.provider_batches import ProviderBatches

        if not self.keeps:
            raise InputError(
                "A table by batches is made over several runs, and nothing can be kept here.",
                hint="Leave out --temporary, or ask without --batch.",
            )
        if many := [field.name for field in fields if field.cardinality == "many"]:
            raise InputError(
                f"The field {many[0]!r} may have many values: each part of a document is asked with what was "
                "found before it, so no batch can hold them all.",
                hint="Extract it without --batch: pincite extract … --schema FILE --output FILE",
            )
        given, store = self.settings.batches, self.store.replies()
        purpose = table_id(self.settings.collection, sorted(each.name for each in chosen), fields)
        replies = KeptReplies(store, purpose, given.attempts)
        self.pipeline(replies.through)
        replies.check_services()
        return Rounds(
            lambda: self.table(chosen, fields, unread, progress, replies),
            replies,
            ProviderBatches(store, given.settle_seconds, self.notice),
            batch if isinstance(batch, ByBatch) else ByBatch(),
            given.live_below,
            given.poll_seconds,
        ).table()

    def families(self, documents: Sequence[Identity]) -> list[Family]:
        """Which of some documents are one contract, as the user said."""
        by_name = {each.name: each for each in documents}
        part_of = self.store.parts(self.settings.collection)
        return families_of(list(by_name), part_of, lambda name: self.load(by_name[name]).document)

    def check_models(self) -> None:
        """An error where a language model cannot be called at all; nothing is sent."""
        self.pipeline(ready)

    def _part_by_part(self) -> PartByPart:
        """Who reads documents part by part: the language model, or else our own reader."""

        def open_parts(identity: Identity) -> tuple[Held, Sequence[Chunk]]:
            held = self.load(identity)
            return held, self.chunks(held.document)

        days = self.settings.checkpoint_days
        if language_model_of(self.settings, self.reader) is not None:
            return PartByPart(open_parts, AskingParts(self._ask_part).cell, has_model=True, days_kept=days)
        pipeline = self.pipeline(None)

        def read(field: TableField, held: Held, span: Span, after: int) -> tuple[ReadPassage, ...]:
            return pipeline.read_part(field.question, held, span, after, field.answer_type)

        reading = ReadingParts(read, self._ask_read)
        return PartByPart(open_parts, reading.cell, has_model=False, days_kept=days)

    def _ask_cell(self, field: TableField, names: Sequence[str], shared: SharedReading | None) -> Answer:
        """What one document, or those of one contract, answer to the question of a field."""
        return self.answer(_asking_for(field, names, shared))

    def _ask_kept(
        self, replies: KeptReplies, field: TableField, names: Sequence[str], shared: SharedReading | None
    ) -> Answer:
        """The same as far as replies of language models are kept; `Awaited` where one is still to come."""
        with replies.cell([self.current(name) for name in names]):
            answer = self.answer(replace(_asking_for(field, names, shared), models=replies.through))
        if answer.error and answer.error.exit_code == ProviderError.exit_code:
            replies.note_failure()
        return answer

    def _ask_read(self, field: TableField, identity: Identity, read: Sequence[ReadPassage]) -> Answer:
        """What all parts of a document answer to the question of a field, once they are read."""
        return self.answer(replace(_of_parts(field, identity), read=tuple(read)))

    def _ask_part(self, field: TableField, identity: Identity, span: Span, facts: str) -> Answer:
        """What one part of a document answers to the question of a field."""
        return self.answer(replace(_of_parts(field, identity), part=PartAsked(span, facts)))


def _of_parts(field: TableField, identity: Identity) -> Asking:
    """The question of a field, put to one version that is read part by part."""
    names = (identity.name,)
    return Asking(field.question, names, field.answer_type, of_a_cell=True, identity=identity)


def _asking_for(field: TableField, names: Sequence[str], shared: SharedReading | None) -> Asking:
    hints = tuple(field.hints)
    asking = Asking(field.question, tuple(names), field.answer_type, of_a_cell=True, hints=hints)
    return replace(asking, shared=shared)


def _sharing(fields: Sequence[TableField]) -> dict[str, SharedReading]:
    """Fields in groups, each of which a reader is shown in one view."""
    found: dict[str, SharedReading] = {}
    for start in range(0, len(fields), MOST_TOGETHER):
        group = fields[start : start + MOST_TOGETHER]
        put = tuple(Put(each.question, each.answer_type, tuple(each.hints)) for each in group)
        found |= dict.fromkeys((each.name for each in group), SharedReading(put))
    return found


@dataclass(frozen=True, slots=True)
class MadeTable:
    """What is known of a table without asking anything again."""

    id: str
    fields: tuple[str, ...]
    """The names of its columns."""
    documents: tuple[str, ...]
    """Those of its documents that are still held."""


_ALL = 100_000


def made_tables(store: Store, collection: str, limit: int) -> list[MadeTable]:
    """In order of their fields; one whose documents are all forgotten is left out.

    So is a part of a larger one with the same fields, such as the results of a job that went on since.
    """
    fields_of = TypeAdapter(list[TableField])
    larger: dict[bytes, list[set[str]]] = defaultdict(list)
    found = []
    held = store.held_tables(collection, "", _ALL)
    for id, written, names in sorted(held, key=lambda each: -len(each[2])):
        try:
            fields = fields_of.validate_json(written)
        except ValidationError:
            continue
        others = larger[fields_of.dump_json(fields)]
        if names and not any(set(names) <= each for each in others):
            others.append(set(names))
            found.append(MadeTable(id, tuple(each.name for each in fields), tuple(names)))
    return sorted(found, key=lambda each: (each.fields, each.documents))[:limit]
