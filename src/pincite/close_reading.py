"""Read one document for a question: search it, have claims proposed, and prove each of them.

Rules come first and models after them: a reader reads the best passages and those of claims that rules have
proved, and a verifier is asked only of claims that everything else speaks for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pincite.account import Ledger, page_coverage
from pincite.contract.answers import Strictness
from pincite.contract.claims import Claim, Proposal, Shown
from pincite.contract.excerpts import Cut
from pincite.contract.signals import Signals
from pincite.contract.verdicts import Judged, by_words
from pincite.errors import ProviderError
from pincite.leads import leads_at, leads_of
from pincite.likeliest import JudgedReading, Likely
from pincite.protocols import AnswerKind, Check, Fusion, Generator, Path, Reader, Reranker, Verifier
from pincite.records.document import Document
from pincite.records.evidence import Found, Fused, Hit, PathReport
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.records.run import Run
from pincite.retrieve.read import READER, Readings, kind_of, starts_of
from pincite.retrieve.rerank import reranked
from pincite.retrieve.search import Retrieved, search
from pincite.retrieve.vectors import ByVectors
from pincite.verify.answerable import Bars, read_with
from pincite.verify.citation import judge
from pincite.verify.context import Context
from pincite.verify.vouched import vouched

_PAGES_READ_AGAIN = 3


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and the same in the words to search with, which may be more than its own."""

    question: Question
    searched: Question


@dataclass(frozen=True, slots=True)
class CloseReading:
    """The stages that one document meets, and how much of it they look at."""

    scan: Path
    fusion: Fusion
    reranker: Reranker | None
    reader: Reader | None
    generator: Generator
    checks: tuple[Check, ...]
    first_checks: tuple[Check, ...]
    """The same without models: what fails one of them is put to no model."""
    strictness: Strictness
    most_places: int
    most_claims: int
    most_read: int
    witnesses: tuple[Verifier, ...] = ()
    """Judges by other models than the generator's: they may vouch where the question's words are missing."""
    judged: JudgedReading | None = None
    """Judges what the reader points at by one measured chance; None where rules decide."""

    def read(self, asked: Asked, held: Held, paths: Sequence[Path], ledger: Ledger, run: Run) -> None:
        """Search a document, have claims proposed from what is found, prove each, and enter all of it."""
        question, identity, scanning = asked.question, held.identity, self.scan in paths
        if self.judged and question.generation.answer_shape == "single":
            self._judge(self.judged, asked, held, paths, ledger, run)
            return
        readings = self._known(held, ledger)
        retrieved, readings = self._search(asked.searched, held, paths, readings, run)
        proposal = self._propose(question, retrieved.found, held, run)
        ledger.state(identity, proposal.signals)
        ledger.unread[identity] = _still_unread(ledger.unread.get(identity, ()), proposal)
        claims = proposal.claims
        if not scanning and question.generation.answer_shape == "single":
            claims = claims[: self.most_claims]
        proving = _Proving(self, question, held, _given(proposal, retrieved.found, held), proposal.by)
        judged, readings = proving.verdicts(claims, readings)
        if self.judged and question.generation.answer_shape != "single":
            judged = self._judged_list(self.judged, asked, held, judged, readings, ledger, run)
        for each in judged:
            ledger.judged.append(each)
            ledger.note(each, identity.name)
        ledger.readings[identity] = readings.known
        if reader := self.reader_for(question):
            bar = held_bar(reader, self.strictness, kind_of(question))
            ledger.held[identity], ledger.leads[identity] = leads_of(
                question, held, readings.known.values(), bar
            )
        self._enter(question, held, retrieved, ledger, scanning=scanning)

    def candidates(
        self, judged: JudgedReading, asked: Asked, held: Held, paths: Sequence[Path], ledger: Ledger, run: Run
    ) -> list[Likely]:
        """What the reader points at in a document, likeliest first; what was read is entered."""
        readings, scanning = self._known(held, ledger), self.scan in paths
        retrieved, readings = self._search(asked.searched, held, paths, readings, run)
        if scanning:
            unread = [each for each in retrieved.found if readings.at(each.anchor.start) is None]
            starts = [each.anchor.start for each in unread[: judged.most_more]]
            readings = readings.with_more(asked.question, starts, judged.likeliest.reader)
        found = judged.candidates(asked.question, held, readings)
        ledger.readings[held.identity] = readings.known
        self._enter(asked.question, held, retrieved, ledger, scanning=scanning)
        return found

    def _judged_list(
        self,
        reading: JudgedReading,
        asked: Asked,
        held: Held,
        items: Sequence[Judged],
        readings: Readings,
        ledger: Ledger,
        run: Run,
    ) -> list[Judged]:
        """The items of a list that rules found, judged by the likeliest sentence that stands among them."""
        single = replace(asked.question, generation=replace(asked.question.generation, answer_shape="single"))
        likely = self._pointed(reading, Asked(single, asked.searched), held, readings, run)
        self._lead(reading, held, likely, ledger)
        return reading.of_list(held, likely, items, self.strictness)

    def _pointed(
        self, judged: JudgedReading, asked: Asked, held: Held, readings: Readings, run: Run
    ) -> list[Likely]:
        """What the reader points at among what the words of a question find."""
        hits = [
            Fused(block=each.block, score=each.score, paths=())
            for each in self.scan.find(asked.searched, held)
        ]
        cut = Cut.of(held.document)
        starts = starts_of(cut, hits, self.most_read)
        reader = judged.likeliest.reader
        read = run.step(f"read by {reader.name}", readings.with_more, asked.question, starts, reader)
        return judged.candidates(asked.question, held, read)

    def _judge(
        self, judged: JudgedReading, asked: Asked, held: Held, paths: Sequence[Path], ledger: Ledger, run: Run
    ) -> None:
        """Enter what the reader points at, each proved by code and judged by its chance."""
        likely = self.candidates(judged, asked, held, paths, ledger, run)
        ledger.state(held.identity, Signals.unremarkable())
        for each in judged.verdicts(asked.question, held, likely, self.strictness):
            ledger.judged.append(each)
            ledger.note(each, held.identity.name)
        self._lead(judged, held, likely, ledger)

    def _lead(self, judged: JudgedReading, held: Held, likely: Sequence[Likely], ledger: Ledger) -> None:
        """Enter how likely the document holds what was asked, and the places to look at if it may well."""
        chance, places = judged.held(likely), judged.places(likely)
        ledger.held[held.identity] = chance
        may_hold = (
            chance is not None and judged.judging is not None and chance >= judged.judging.silent.chance
        )
        ledger.leads[held.identity] = leads_at(held, places) if may_hold else ()

    def proved(
        self, question: Question, held: Held, found: Sequence[Found], ledger: Ledger, run: Run
    ) -> list[Judged]:
        """Every check's verdict on all that is proposed from what was found; what was not read is entered."""
        proposal = self._propose(question, found, held, run)
        ledger.unread[held.identity] = _still_unread(ledger.unread.get(held.identity, ()), proposal)
        proving = _Proving(self, question, held, _given(proposal, found, held), proposal.by)
        return [proving.judge(claim, self.checks) for claim in proposal.claims]

    def _known(self, held: Held, ledger: Ledger) -> Readings:
        """What a model has made of the document so far; only for a reader it is cut into passages."""
        cut = Cut.of(held.document) if self.reader else Cut(held.document, ())
        return Readings(cut, ledger.readings.get(held.identity, {}))

    def _search(
        self, question: Question, held: Held, paths: Sequence[Path], readings: Readings, run: Run
    ) -> tuple[Retrieved, Readings]:
        """What the paths find, in the order in which it is worth reading, and what a model made of it."""
        if self.scan in paths:
            # The scan is never cut short: what it does not hand on would count as read. So no order matters.
            retrieved = search(question, held, paths, None, self.fusion.fuse)
            return _with_readings(retrieved, readings), readings
        reranker, reader = self.reranker, self.reader_for(question)

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
        return _with_readings(retrieved, readings), readings

    def reader_for(self, question: Question) -> Reader | None:
        """Who reads for a question; nobody for lists and tables, which are found as a whole by rules."""
        return self.reader if question.generation.answer_shape == "single" else None

    def _enter(
        self, question: Question, held: Held, retrieved: Retrieved, ledger: Ledger, *, scanning: bool
    ) -> None:
        """Enter what was read of a document."""
        identity, document = held.identity, held.document
        ledger.looked_at[identity] = _pages_of(retrieved, document)
        ledger.blocks[identity] = len(document.blocks)
        ledger.pages[identity] = page_coverage(held, question.retrieval.scope, retrieved.pages_in_scope)
        for report in retrieved.reports:
            ledger.reports[report.name, identity] = report
        # Only the scan reads every block; the other paths look at what they hand on.
        read = retrieved.in_scope if scanning else min(len(retrieved.found), retrieved.in_scope)
        ledger.read[identity] = max(ledger.read.get(identity, 0), read)
        ledger.in_scope[identity] = retrieved.in_scope

    def _propose(self, question: Question, found: Sequence[Found], held: Held, run: Run) -> Proposal:
        try:
            proposal = self.generator.propose(question, found, {held.identity: held.document})
        except OSError as error:
            raise ProviderError(
                f"The generator failed: {error}.", hint="Try again.", retryable=True
            ) from error
        for note in proposal.notes:
            run.decide(note)
        return proposal


def held_bar(reader: Reader, strictness: Strictness, kind: AnswerKind) -> float:
    """From which chance of its best passage on a document may well hold what was asked."""
    # The most lenient level refuses nothing, but a document holds nothing by being read leniently.
    return max(reader.least(strictness, kind), reader.least("balanced", kind))


@dataclass(frozen=True, slots=True)
class _Proving:
    """The claims of one document before the checks, and before the models where there are any."""

    reading: CloseReading
    question: Question
    held: Held
    given: Context
    proposed_by: str

    def judge(self, claim: Claim, checks: tuple[Check, ...]) -> Judged:
        version = self.held.identity.version
        judged = judge(self.question, claim, {version: self.held}, checks, {version: self.given})
        return replace(judged, warrant=by_words(judged, self.proposed_by))

    def verdicts(self, claims: Sequence[Claim], readings: Readings) -> tuple[list[Judged], Readings]:
        """All verdicts on each claim, and what the reader has read by then."""
        judged = [self.judge(claim, self.reading.first_checks) for claim in claims]
        if reader := self.reading.reader_for(self.question):
            # No place passes that the reader has not read.
            starts = [proof.span.start for each in judged if each.passed for proof in each.proofs]
            readings = readings.with_more(self.question, starts, reader)
        return [self._last(each, readings) for each in judged], readings

    def _last(self, judged: Judged, readings: Readings) -> Judged:
        """The verdicts with those of the models; of a verifier only where all else speaks for the claim."""
        read = self._read_with(judged, readings)
        # What passed without a model and does not with the reader was refused by it: no judge lifts that.
        if not judged.passed and not read.passed and (witnessed := self._witnessed(judged)).passed:
            return witnessed
        if not read.passed or self.reading.checks == self.reading.first_checks:
            return read
        return self._read_with(self.judge(judged.claim, self.reading.checks), readings)

    def _witnessed(self, judged: Judged) -> Judged:
        """The verdicts where judges vouch for what words do not carry; of lists and tables they do not."""
        witnesses = self.reading.witnesses if self.question.generation.answer_shape == "single" else ()
        if not (first := vouched(self.question, judged, witnesses)).passed:
            return first
        return vouched(self.question, self.judge(judged.claim, self.reading.checks), witnesses)

    def _read_with(self, judged: Judged, readings: Readings) -> Judged:
        reader, kind = self.reading.reader_for(self.question), kind_of(self.question)
        if reader is None:
            return judged
        level = self.reading.strictness
        bars = Bars(reader.needed(level, kind), reader.least(level, kind), f"{reader.name}/{reader.version}")
        return read_with(self.question, judged, readings.at, bars)


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
