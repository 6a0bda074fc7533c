"""Read one document for a question: search it, have claims proposed, prove and judge each of them.

Without a language model the local reader points at sentences, and one measured chance judges them. What a
generator of the user's choice claims is proved in the same way, and judged by who agrees with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from pincite.answer.claims import Claim, Proposal, Shown, Signals
from pincite.answer.verdicts import Judged
from pincite.ask.leads import Likeliness, leads_at
from pincite.ask.likely_answers import JudgedReading, Likely, Places
from pincite.ask.model_claims import Believing, Judges
from pincite.ask.report import Ledger, page_coverage
from pincite.ask.shelves import Scanned
from pincite.errors import ProviderError
from pincite.generate.verbatim import Verbatim
from pincite.protocols import Fusion, Generator, PassageReader, Path, Reranker
from pincite.records.document import Block, Document
from pincite.records.evidence import Found, Fused, Hit, PathReport
from pincite.records.library import Held, Identity
from pincite.records.question import Question
from pincite.records.run import Run
from pincite.retrieve.read import READER, Readings, starts_of
from pincite.retrieve.rerank import reranked
from pincite.retrieve.search import Retrieved, search
from pincite.retrieve.vectors import ByVectors
from pincite.structure.excerpts import Cut
from pincite.structure.list_runs import is_clause
from pincite.structure.unseen import left_out
from pincite.verify.citation import judge
from pincite.verify.context import Context
from pincite.verify.restate import restated

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
    generator: Generator
    judged: JudgedReading
    """Judges by one measured chance what the reader points at."""
    judges: Judges
    """Language models that are asked whether what the generator claims answers."""
    asks_generator: bool
    """Whether the generator is one of the user's choice; ours only finds lists and tables."""
    most_places: int
    most_read: int
    reads_scanned: bool = True
    """Whether a model reads what only the scan finds; of many documents that takes too long."""

    @property
    def reader(self) -> PassageReader | None:
        return self.judged.likeliest.reader

    def by_local_models(self) -> CloseReading:
        """The same without the generator of the user's choice."""
        return replace(self, generator=Verbatim(), asks_generator=False)

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
        if self.asks_generator or question.generation.answer_shape != "single":
            ledger.unread[identity] = _still_unread(ledger.unread.get(identity, ()), proposal)
        for each in judged:
            ledger.judged.append(each)
            ledger.note(each, identity.name)
        # With what was read goes the document itself: a scan of a large library must not hold it in memory.
        if done.readings.known:
            ledger.readings[identity] = done.readings
        ledger.open_columns[identity] = self.judged.open_columns(likely)
        claimed = [claimed_at(each, proposal.by) for each in judged if may_lead(each)]
        if self.asks_generator:
            known = {each.span for each in claimed}
            sure = [_surely_at(each) for each in judged if each.passed and not each.standing]
            claimed += [each for each in sure if each.span not in known][:1]
        self._lead(held, likely, claimed, ledger)
        self._enter(question, held, done.retrieved, ledger, scanning=scanning)

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
            retrieved, readings = self._search(terms.asked.searched, held, terms.paths, readings, run)
        return self.examined_at(question, held, retrieved, readings, run)

    def examined_at(
        self, question: Question, held: Held, retrieved: Retrieved, readings: Readings, run: Run
    ) -> Examined:
        """What comes of places that were found, and of what a model has read by then."""
        proposal, proposed = Proposal(), list[Judged]()
        if self.asks_generator or question.generation.answer_shape != "single":
            with run.stage("generate"):
                proposal = self._propose(question, retrieved.found, held, run)
            with run.stage("verify"):
                proposed = self._proved(question, proposal, retrieved.found, held)
        with run.stage("generate"):
            likely, readings = self._likely(question, held, readings, retrieved.found, proposed)
        with run.stage("verify"):
            judged = self._judge(question, held, likely, proposed, proposal.by)
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
        retrieved, readings = self._search(asked.searched, held, paths, readings, run)
        return self._likely(asked.question, held, readings, retrieved.found, ())[0]

    def read_on(
        self, question: Question, held: Held, found: Sequence[Found], start: Judged, ledger: Ledger, run: Run
    ) -> list[Judged]:
        """What is proposed from where a list goes on, proved and judged.

        Of our own generator it is one list with its start, and the same chance judges it. What another one
        proposes is judged as all that it proposes.
        """
        proposal = self._propose(question, found, held, run)
        ledger.unread[held.identity] = _still_unread(ledger.unread.get(held.identity, ()), proposal)
        proved = self._proved(question, proposal, found, held)
        if not self.asks_generator:
            return [each.answering_as(start) for each in proved]
        likely, _ = self._likely(question, held, self._known(held, ledger), found, proved)
        return self._judge(question, held, likely, proved, proposal.by)

    def _proved(
        self, question: Question, proposal: Proposal, found: Sequence[Found], held: Held
    ) -> list[Judged]:
        """What code proves of every claim."""
        version, given = held.identity.version, _given(proposal, found, held)
        return [
            judge(question, claim, {version: held}, self.judged.proofs, {version: given})
            for claim in (self._said(question, each, held, given) for each in proposal.claims)
        ]

    def _said(self, question: Question, claim: Claim, held: Held, given: Context) -> Claim:
        """A claim as the document says it; what our own code finds, and a cell of a record, is so already."""
        cells = question.generation.answer_shape in ("nested", "table")
        return restated(claim, held, given) if self.asks_generator and not cells else claim

    def _likely(
        self,
        question: Question,
        held: Held,
        readings: Readings,
        found: Sequence[Found],
        proposed: Sequence[Judged],
    ) -> tuple[list[Likely], Readings]:
        """What the reader points at, and what of a generator's claims is proved; and all that was read."""
        document = held.document
        blocks = tuple(document.blocks[each.block - 1] for each in found)
        claims = [(_block_of(each), each.claim) for each in proposed if each.passed and self.asks_generator]
        listed = () if self.asks_generator else _start_of_list(document, proposed)
        single = replace(question, generation=replace(question.generation, answer_shape="single"))
        return self.judged.candidates(single, held, readings, Places(blocks, listed, tuple(claims)))

    def _judge(
        self, question: Question, held: Held, likely: Sequence[Likely], proposed: Sequence[Judged], by: str
    ) -> list[Judged]:
        """Every claim, judged: those of the user's generator first, then those that the reader points at."""
        single = question.generation.answer_shape == "single"
        if not self.asks_generator:
            if single:
                return self.judged.verdicts(question, held, likely)
            return self.judged.of_list(question, held, likely, proposed)
        with _or_without_it():
            believed = Believing(self.judged, self.judges).verdicts(question, held, likely, proposed, by)
        claimed = {id(each.claim) for each in proposed}
        own = [each for each in likely if id(each.candidate.claim) not in claimed]
        # Where the generator has read and found nothing, the local decision has to be surer than elsewhere.
        local = self.judged if proposed else self.judged.warier()
        return [*believed, *(local.verdicts(question, held, own) if single else [])]

    def _lead(
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

    def _search(
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

    def _enter(
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

    def _propose(self, question: Question, found: Sequence[Found], held: Held, run: Run) -> Proposal:
        with _or_without_it():
            try:
                proposal = self.generator.propose(question, found, {held.identity: held.document})
            except OSError as error:
                raise ProviderError(
                    f"The generator failed: {error}.", hint="Try again.", retryable=True
                ) from error
        for note in proposal.notes:
            run.decide(note)
        return proposal


@contextmanager
def _or_without_it() -> Iterator[None]:
    """An outage of a language model ends a question, and local models could still answer it: say so."""
    try:
        yield
    except ProviderError as error:
        error.hint = f"{error.hint} Or ask without a language model: leave out --model.".strip()
        raise


def may_lead(judged: Judged) -> bool:
    """Whether a generator's claim is worth a look: not at a place that was excluded, or that gives orders."""
    return bool(judged.standing and judged.proofs) and "scope" not in judged.failed_checks


def claimed_at(judged: Judged, by: str) -> Likeliness:
    """Where a generator says that the answer stands, with why it is not believed, if it is not."""
    refused = next((verdict.reason for verdict in judged.verdicts if not verdict.passed), "")
    why = f"{by or 'The model'} points here" + (f", but it was refused: {refused}" if refused else ".")
    return Likeliness(_block_of(judged).span, None, (), why)


def _surely_at(judged: Judged) -> Likeliness:
    """Where the local decision is sure that the answer stands, whatever a generator says."""
    return Likeliness(_block_of(judged).span, None, (), "The local model points here.")


def _block_of(judged: Judged) -> Block:
    """The block that a claim rests on: the first of the last place that it cites."""
    proof = judged.proofs[-1]
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


def _still_unread(earlier: Sequence[Shown], proposal: Proposal) -> tuple[Shown, ...]:
    """The lines that no reply has covered so far: a round that reads others does not make up for them."""
    shown = sorted(proposal.shown or (), key=lambda each: each.lines)
    left = [
        gap
        for gap in earlier
        if not _covered(gap.lines, [each.lines for each in shown if each.version == gap.version])
    ]
    return tuple(dict.fromkeys((*left, *proposal.unread)))


def _covered(lines: tuple[int, int], seen: Sequence[tuple[int, int]]) -> bool:
    """Whether ranges, in the order of their first lines, hold all of these."""
    next_line = lines[0]
    for first, last in seen:
        if first <= next_line:
            next_line = max(next_line, last + 1)
    return next_line > lines[1]


def _given(proposal: Proposal, found: Sequence[Found], held: Held) -> Context:
    """What a generator had before it: all that was found, or the lines of it that it says it looked at."""
    if proposal.shown is None:
        return Context.of(place.context for place in found)
    handed = {line.number for place in found for line in held.document.lines_of(place.context)}
    last = max(handed, default=0)
    seen: set[int] = set()
    for shown in proposal.shown:
        if shown.version == held.identity.version:
            seen.update(range(shown.lines[0], min(shown.lines[1], last) + 1))
    return Context.of_lines(held.document, seen & handed)


def _pages_of(retrieved: Retrieved, document: Document) -> tuple[int, ...]:
    """The pages of the best places."""
    pages = (document.page_of(found.anchor.start) for found in retrieved.found)
    return tuple(dict.fromkeys(page.number for page in pages if page))[:_PAGES_READ_AGAIN]
