"""Read one document for a question: search it, have claims proposed, prove and judge each of them.

The local reader points at sentences, code finds lists and tables, and one measured chance judges them. What a
language model reads is in `model_reading`, which searches documents in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pincite.answer.claims import Proposal, Signals
from pincite.answer.verdicts import Judged
from pincite.ask.claimed_items import own_proved
from pincite.ask.leads import Likeliness, leads_at
from pincite.ask.library_scan import Scanned
from pincite.ask.likely_answers import JudgedReading, Likely, Places
from pincite.ask.report import Ledger, page_coverage
from pincite.generate.verbatim import Verbatim
from pincite.protocols import Fusion, PassageReader, Path, Reranker
from pincite.records.document import Block, Document
from pincite.records.evidence import Found, Fused, Hit, PathReport
from pincite.records.library import Held, Identity
from pincite.records.question import Question
from pincite.records.run import Run
from pincite.retrieve.read import READER, Readings, starts_of
from pincite.retrieve.search import Retrieved, reranked, search
from pincite.retrieve.vectors import ByVectors
from pincite.structure.excerpts import Cut
from pincite.structure.list_runs import is_clause
from pincite.structure.unseen import left_out

_PAGES_READ_AGAIN = 3
_MORE_CLAUSES = 3


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and the same in the words to search with, which may be more than its own."""

    question: Question
    searched: Question


@dataclass(frozen=True, slots=True)
class _Terms:
    """On which a document is read: the question as its words weigh it, by which paths, after what."""

    asked: Asked
    paths: tuple[Path, ...]
    before: Readings | None
    """What a model has made of the document by then; None where none has read it."""
    most_read: int

    def are(self, other: _Terms) -> bool:
        return self.before is other.before and replace(self, before=None) == replace(other, before=None)


@dataclass(frozen=True, slots=True)
class Examined:
    """What came of reading one document once."""

    retrieved: Retrieved
    readings: Readings
    proposal: Proposal
    judged: tuple[Judged, ...]
    likely: tuple[Likely, ...]


@dataclass(frozen=True, slots=True)
class Examinations:
    """What came of documents that are read for one request: asked the same again, they say the same.

    The chosen documents are asked one by one, and once more together with all others if none of them answers.
    """

    _done: dict[Identity, list[tuple[_Terms, Examined]]] = field(default_factory=dict)

    def find(self, identity: Identity, terms: _Terms) -> Examined | None:
        """What came of a document that was read on the same terms; None where it was not."""
        return next((done for own, done in self._done.get(identity, ()) if own.are(terms)), None)

    def keep(self, identity: Identity, terms: _Terms, done: Examined) -> None:
        self._done.setdefault(identity, []).append((terms, done))


@dataclass(frozen=True, slots=True)
class CloseReading:
    """The stages that one document meets, and how much of it they look at."""

    scan: Path
    fusion: Fusion
    reranker: Reranker | None
    judged: JudgedReading
    """Judges by one measured chance what the reader points at."""
    most_places: int
    most_read: int
    reads_scanned: bool = True
    """Whether a model reads what only the scan finds; of many documents that takes too long."""

    @property
    def reader(self) -> PassageReader | None:
        return self.judged.likeliest.reader

    def read(
        self,
        asked: Asked,
        held: Held,
        paths: Sequence[Path],
        ledger: Ledger,
        run: Run,
        examinations: Examinations | None = None,
    ) -> None:
        """Search a document, have claims proposed from what is found, prove and judge each, and enter all.

        `examinations`: what came of documents that were read for the same request; None: nothing is known.
        """
        question, identity, scanning = asked.question, held.identity, self.scan in paths
        terms = self._terms(asked, paths, ledger.readings.get(identity))
        done = examinations.find(identity, terms) if examinations else None
        if done is None:
            done = self._examined(terms, held, run)
            if examinations:
                examinations.keep(identity, terms, done)
        proposal, judged, likely = done.proposal, done.judged, done.likely
        ledger.state(identity, proposal.signals)
        for each in judged:
            ledger.judged.append(each)
            ledger.note(each, identity.name)
        # With what was read goes the document itself: a scan of a large library must not hold it in memory.
        if done.readings.known:
            ledger.readings[identity] = done.readings
        ledger.open_columns[identity] = self.judged.open_columns(likely)
        self.lead(held, likely, (), ledger)
        self.enter(question, held, done.retrieved, ledger, scanning=scanning)

    def _terms(self, asked: Asked, paths: Sequence[Path], before: Readings | None) -> _Terms:
        # By the scan a model reads only a document that none has read; of many it reads nothing then.
        by_scan = self.reader and self.reads_scanned and not (before and before.known)
        reads = self.scan not in paths or by_scan
        return _Terms(asked, tuple(paths), before, self.most_read if reads else 0)

    def _examined(self, terms: _Terms, held: Held, run: Run) -> Examined:
        """What comes of one document: what is found in it, claimed of it, proved and judged."""
        question = terms.asked.question
        readings = terms.before or Readings(Cut.of(held.document))
        with run.stage("retrieve"):
            retrieved, readings = self.retrieved(terms.asked.searched, held, terms.paths, readings, run)
        return self.examined_at(question, held, retrieved, readings, run)

    def examined_at(
        self, question: Question, held: Held, retrieved: Retrieved, readings: Readings, run: Run
    ) -> Examined:
        """What comes of places that were found, and of what a model has read by then."""
        proposal, proposed = Proposal(), list[Judged]()
        if question.generation.answer_shape != "single":
            with run.stage("generate"):
                proposal = _proposed(question, retrieved.found, held)
            with run.stage("verify"):
                proposed = self._proved(question, proposal, held)
        with run.stage("generate"):
            likely, readings = self._likely(question, held, readings, retrieved.found, proposed)
        with run.stage("verify"):
            judged = self._judge(question, held, likely, proposed)
        return Examined(retrieved, readings, proposal, tuple(judged), tuple(likely))

    def enter_scanned(self, scanned: Scanned, ledger: Ledger) -> None:
        """Enter a document of which the scan proposes nothing that anyone would look at."""
        outline, identity = scanned.outline, scanned.outline.identity
        ledger.state(identity, Signals.unremarkable())
        ledger.blocks[identity] = ledger.read[identity] = ledger.in_scope[identity] = outline.blocks
        ledger.left_out[identity] = outline.left_out
        ledger.pages[identity] = outline.pages
        ledger.reports[self.scan.name, identity] = PathReport(self.scan.name, scanned.hits)

    def looks_into(self, question: Question, scanned: Scanned) -> bool:
        """Whether anything of a document that was scanned would be looked at, were it opened.

        Rows of tables are compared with the question whatever the scan proposes. Where a reader chooses the
        sentences and reads no more documents, what the scan proposes is only counted.
        """
        if scanned.outline.has_tables and self.judged.judges_cells:
            return True
        only_counted = self.reader is not None and question.generation.answer_shape == "single"
        return scanned.hits > 0 and not only_counted

    def candidates(
        self, asked: Asked, held: Held, paths: Sequence[Path], ledger: Ledger, run: Run
    ) -> list[Likely]:
        """What the reader points at in a document, likeliest first."""
        readings = self._known(held, ledger)
        retrieved, readings = self.retrieved(asked.searched, held, paths, readings, run)
        return self._likely(asked.question, held, readings, retrieved.found, ())[0]

    def read_on(self, question: Question, held: Held, found: Sequence[Found], start: Judged) -> list[Judged]:
        """What code finds from where a list goes on: one list with its start, and judged as that was."""
        proved = self._proved(question, _proposed(question, found, held), held)
        return [each.answering_as(start) for each in proved]

    def _proved(self, question: Question, proposal: Proposal, held: Held) -> list[Judged]:
        """What code proves of every claim."""
        level = self.judged.strictness
        return [own_proved(question, claim, held, level) for claim in proposal.claims]

    def _likely(
        self,
        question: Question,
        held: Held,
        readings: Readings,
        found: Sequence[Found],
        proposed: Sequence[Judged],
    ) -> tuple[list[Likely], Readings]:
        """What the reader points at, and all that was read."""
        document = held.document
        blocks = tuple(document.blocks[each.block - 1] for each in found)
        single = replace(question, generation=replace(question.generation, answer_shape="single"))
        places = Places(blocks, _start_of_list(document, proposed))
        return self.judged.candidates(single, held, readings, places)

    def _judge(
        self, question: Question, held: Held, likely: Sequence[Likely], proposed: Sequence[Judged]
    ) -> list[Judged]:
        """Every claim, judged."""
        if question.generation.answer_shape == "single":
            return self.judged.verdicts(question, held, likely)
        return self.judged.of_list(question, held, likely, proposed)

    def lead(
        self, held: Held, likely: Sequence[Likely], claimed: Sequence[Likeliness], ledger: Ledger
    ) -> None:
        """Enter how likely the document holds what was asked, and the places to look at if it may well."""
        ledger.held[held.identity] = self.judged.held(likely)
        may_hold = self.judged.may_hold(likely)
        own = self.judged.places(likely)
        known = {each.span: each.chance for each in own}
        places = [replace(each, chance=known.get(each.span)) for each in claimed]
        ledger.leads[held.identity] = leads_at(held, [*places, *(own if may_hold else ())])

    def _known(self, held: Held, ledger: Ledger) -> Readings:
        """What a model has made of the document so far."""
        return ledger.readings.get(held.identity) or Readings(Cut.of(held.document))

    def retrieved(
        self, question: Question, held: Held, paths: Sequence[Path], readings: Readings, run: Run
    ) -> tuple[Retrieved, Readings]:
        """What the paths find, in the order in which it is worth reading, and what a model made of it."""
        reranker, reader = self.reranker, self.reader

        def read_first(hits: Mapping[str, Sequence[Hit]]) -> list[Fused]:
            """In no order that matters, but a document that no model has read is read before it is silent."""
            nonlocal readings
            fused = self.fusion.fuse(hits)
            if reader and self.reads_scanned and not readings.known:
                starts = starts_of(readings.cut, fused, self.most_read, ())
                readings = run.step(f"read by {reader.name}", readings.with_more, question, starts, reader)
            return fused

        if self.scan in paths:
            # The scan is never cut short: what it does not hand on would count as read.
            retrieved = _with_readings(search(question, held, paths, None, read_first), readings)
            run.search(held.identity, retrieved.reports, retrieved.found)
            return retrieved, readings

        def order(hits: Mapping[str, Sequence[Hit]]) -> list[Fused]:
            nonlocal readings
            fused = self.fusion.fuse(hits)
            if reranker:
                fused = run.step(f"rerank by {reranker.name}", reranked, question, held, fused, reranker)
            if reader is None:
                return fused
            starts = starts_of(readings.cut, fused, self.most_read, hits.get(ByVectors.name, ()))
            readings = run.step(f"read by {reader.name}", readings.with_more, question, starts, reader)
            return readings.ordered(fused)

        retrieved = search(question, held, paths, self.most_places, order)
        if reader:
            pointed = PathReport(READER, len(readings.pointed_blocks()))
            retrieved = replace(retrieved, reports=(*retrieved.reports, pointed))
        retrieved = _with_readings(retrieved, readings)
        run.search(held.identity, retrieved.reports, retrieved.found)
        return retrieved, readings

    def enter(
        self, question: Question, held: Held, retrieved: Retrieved, ledger: Ledger, *, scanning: bool
    ) -> None:
        """Enter what was read of a document."""
        identity, document = held.identity, held.document
        ledger.looked_at[identity] = _pages_of(retrieved, document)
        ledger.blocks[identity] = len(document.blocks)
        ledger.left_out[identity] = left_out(document.unseen, identity.name)
        ledger.pages[identity] = page_coverage(held, question.retrieval.scope, retrieved.pages_in_scope)
        for report in retrieved.reports:
            ledger.reports[report.name, identity] = report
        # Only the scan reads every block; the other paths look at what they hand on.
        read = retrieved.in_scope if scanning else min(len(retrieved.found), retrieved.in_scope)
        ledger.read[identity] = max(ledger.read.get(identity, 0), read)
        ledger.in_scope[identity] = retrieved.in_scope


def _proposed(question: Question, found: Sequence[Found], held: Held) -> Proposal:
    """The lists and tables that code finds."""
    return Verbatim().propose(question, found, {held.identity: held.document})


def may_lead(judged: Judged) -> bool:
    """Whether a reader's claim is worth a look: not at a place that was excluded, or that gives orders."""
    return bool(judged.standing and judged.proofs) and "scope" not in judged.failed_checks


def claimed_at(judged: Judged, by: str) -> Likeliness:
    """Where a reader says that the answer stands, with why it is not believed, if it is not."""
    refused = next((verdict.reason for verdict in judged.verdicts if not verdict.passed), "")
    why = f"{by or 'The model'} points here" + (f", but it was refused: {refused}" if refused else ".")
    return Likeliness(_block_of(judged).span, None, why=why)


def _block_of(judged: Judged) -> Block:
    """The block that a claim rests on."""
    proof = judged.proofs[0]
    return proof.document.blocks_of(proof.span)[0]


def _start_of_list(document: Document, proposed: Sequence[Judged]) -> tuple[Block, ...]:
    """The first block of a list that was proposed, and the two before it, which say what it lists.

    Of numbered clauses each says something by itself: as many more are read as there is room for.
    """
    items = {block for each in proposed for p in each.proofs for block in document.blocks_of(p.span)}
    if not items:
        return ()
    first = min(block.number for block in items)
    start = document.blocks[max(0, first - 3) : first]
    more = sorted(b.number for b in items if b.number > first and is_clause(document, b))
    return (*start, *(document.blocks[number - 1] for number in more[:_MORE_CLAUSES]))


def _with_readings(retrieved: Retrieved, readings: Readings) -> Retrieved:
    """What was found, each place with what the model made of its passage."""
    if not readings.known:
        return retrieved
    found = tuple(replace(each, reading=readings.at(each.anchor.start)) for each in retrieved.found)
    return replace(retrieved, found=found)


def _pages_of(retrieved: Retrieved, document: Document) -> tuple[int, ...]:
    """The pages of the best places."""
    pages = (document.page_of(found.anchor.start) for found in retrieved.found)
    return tuple(dict.fromkeys(page.number for page in pages if page))[:_PAGES_READ_AGAIN]
