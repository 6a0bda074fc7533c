"""Ask each document for the field that a question over documents needs, and answer from what they say."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pincite.answer.answers import Answer, Coverage, PageCoverage, Strictness
from pincite.answer.document_tables import Table, TableField
from pincite.ask.report import page_coverage, with_caveats
from pincite.compute.rates import RateTable
from pincite.decide.families import Family
from pincite.errors import NotHeld
from pincite.extract.fields import AskFor, fields_of
from pincite.extract.over_answers import Asked, answer_over, too_many
from pincite.jobs.pending import Progress
from pincite.question.choosing.choice import documents_meant
from pincite.question.choosing.covers import Covers
from pincite.records.bounds import bounds
from pincite.records.library import Held, Identity
from pincite.records.question import OverDocuments, Scope
from pincite.records.run import Asking, Run

# What is changed by later papers: these count as one with it.
_CONTRACTS = frozenset({"contract", "agreement", "lease", "sublease", "deed", "nda", "msa", "policy"})
_BY_KIND = {"duration": "How long is the {}?", "date": "When is the {}?"}
Tabulate = Callable[[Sequence[Identity], TableField, Callable[[Progress], None]], Table]
"""Makes the table of some documents and one field."""


@dataclass(frozen=True, slots=True)
class AskingOver:
    """What a question over documents is asked with."""

    tabulate: Tabulate
    families: Callable[[Sequence[Identity]], Sequence[Family]]
    """Which of some documents are one contract."""
    ask_for: AskFor
    load: Callable[[Identity], Held]
    rates: RateTable | None
    strictness: Strictness
    covers: Covers
    """By which documents are told apart."""
    reviewable: bool
    """Whether the table is kept, so that somebody can decide about its cells."""
    most_asked: int
    """How many documents one question may ask; more are left to a table, which can be stopped."""

    def answer(
        self, asking: Asking, over: OverDocuments, documents: Sequence[Identity], run: Run
    ) -> Answer | None:
        """The answer of all documents that are meant; None where it speaks of none that is held."""
        started = time.perf_counter()
        (field,) = fields_of({over.field: over.question or over.field}, self._ask_for(over))
        if over.noun in _CONTRACTS:
            field = field.model_copy(update={"of": "family"})
        meant = documents_meant(over, self.covers)
        if meant == frozenset():
            return None
        chosen, left_out = self._chosen(None if asking.documents else meant, documents, field)
        run.decide(f"over {len(chosen)} documents: {field.question} {over.asks} {over.relation} {over.value}")
        put = Asked(asking.question, over, field, self.strictness, left_out, _unread(asking))
        if len(chosen) > self.most_asked:
            return too_many(put, len(chosen), self.most_asked, run.id)

        def told(progress: Progress) -> None:
            bounds().go_on()
            asking.progress(progress.made, progress.total)

        table = self.tabulate(chosen, field, told)
        for row in table.rows:
            cell = row.cells[field.name]
            run.decide(f"{row.document}: {cell.standing} (run {cell.run or 'not recorded'})")
        coverage = self._coverage(chosen, table)
        answer = answer_over(put, table, coverage, self.rates, run.id, time.perf_counter() - started)
        return with_caveats(answer, self._review(answer, table))

    def _chosen(
        self, meant: frozenset[Identity] | None, documents: Sequence[Identity], field: TableField
    ) -> tuple[list[Identity], tuple[str, ...]]:
        """The documents that are meant, and the names of those that are left out; a contract as a whole."""
        if meant is None:
            return list(documents), ()
        names = {each.name for each in meant}
        if field.of == "family":
            whole = [each for each in self.families(documents) if names.intersection(each.members)]
            names = {name for family in whole for name in family.members}
        chosen = [each for each in documents if each.name in names]
        return chosen, tuple(each.name for each in documents if each.name not in names)

    def _review(self, answer: Answer, table: Table) -> list[str]:
        if not self.reviewable or answer.outcome not in ("incomplete", "unverified"):
            return []
        return [f"To decide about open ones: pincite review {table.table}"]

    def _ask_for(self, over: OverDocuments) -> AskFor:
        """What asks for a field; of a kind that the question tells, in words that tell it, too."""
        asks = _BY_KIND.get(over.kind or "")
        return (lambda words, kind: (asks.format(words), kind)) if asks else self.ask_for

    def _coverage(self, chosen: Sequence[Identity], table: Table) -> Coverage:
        """What was read: every cell that did not fail is of documents that were read as a whole."""
        asked = {
            name
            for row in table.rows
            for name in (row.document, *row.family)
            if all(cell.error is None for cell in row.cells.values())
        }
        pages, blocks, count = PageCoverage(total=0, read=0, low_quality=0, unreadable=0), 0, 0
        for identity in chosen:
            if identity.name not in asked:
                continue
            try:
                held = self.load(identity)
            except NotHeld:
                continue
            own = page_coverage(held, Scope(), 0)
            summed = {name: getattr(pages, name) + getattr(own, name) for name in PageCoverage.model_fields}
            pages, blocks, count = PageCoverage(**summed), blocks + len(held.document.blocks), count + 1
        nothing = Coverage.nothing()
        return nothing.model_copy(
            update={"documents": count, "pages": pages, "spans_read": blocks, "spans_total": blocks}
        )


def _unread(asking: Asking) -> dict[str, str]:
    return dict.fromkeys(asking.unread, "it could not be read")
