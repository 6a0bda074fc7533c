"""Read one document for a question: search it, have claims proposed, and prove each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pincite.account import Ledger, page_coverage
from pincite.contract.answers import Strictness
from pincite.contract.claims import Proposal
from pincite.contract.excerpts import Cut
from pincite.contract.verdicts import Judged
from pincite.errors import ProviderError
from pincite.protocols import Check, Fusion, Generator, Path, Reader, Reranker
from pincite.records.document import Document
from pincite.records.evidence import Found, Fused, Hit
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.records.run import Run
from pincite.retrieve.read import Readings, kind_of, starts_of
from pincite.retrieve.rerank import reranked
from pincite.retrieve.search import Retrieved, search
from pincite.verify.answerable import Bars, read_with
from pincite.verify.citation import judge
from pincite.verify.context import Context

_PAGES_READ_AGAIN = 3
LEAST = 0.1


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
    strictness: Strictness
    most_places: int
    most_claims: int
    most_read: int

    def read(
        self,
        asked: Asked,
        held: Held,
        paths: Sequence[Path],
        ledger: Ledger,
        run: Run,
    ) -> None:
        """Search a document, have claims proposed from what is found, prove each, and enter all of it."""
        readings = self._known(held, ledger)
        retrieved, readings = self._search(asked.searched, held, paths, readings, run)
        question, identity = asked.question, held.identity
        scanning = self.scan in paths
        proposal, judged = self.proved(question, held, retrieved.found, everything=scanning)
        ledger.state(identity, proposal.signals)
        judged, readings = self._read_through(question, judged, readings)
        for each in judged:
            ledger.judged.append(each)
            ledger.note(each, identity.name)
        if readings.known:
            ledger.readings[identity] = readings.known
        self._enter(question, held, retrieved, ledger, scanning=scanning)

    def _known(self, held: Held, ledger: Ledger) -> Readings:
        """What a model has made of the document so far; to cut it into passages takes a reader."""
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
        reader, reranker = self.reader, self.reranker

        def order(hits: Mapping[str, Sequence[Hit]]) -> list[Fused]:
            nonlocal readings
            fused = self.fusion.fuse(hits)
            if reranker:
                fused = run.step(f"rerank by {reranker.name}", reranked, question, held, fused, reranker)
            if reader:
                starts = starts_of(readings.cut, fused, self.most_read)
                readings = run.step(f"read by {reader.name}", readings.with_more, question, starts, reader)
                fused = readings.ordered(fused)
            return fused

        retrieved = search(question, held, paths, self.most_places, order)
        return _with_readings(retrieved, readings), readings

    def _read_through(
        self, question: Question, judged: list[Judged], readings: Readings
    ) -> tuple[list[Judged], Readings]:
        """The claims with what the model makes of their passages: no place passes that it has not read."""
        if self.reader is None or question.generation.answer_shape != "single":
            return judged, readings
        passed = [proof.span.start for each in judged if each.passed for proof in each.proofs]
        readings = readings.with_more(question, passed, self.reader)
        bars = bars_of(self.reader, self.strictness, question)
        return [read_with(question, each, readings.score_at, bars) for each in judged], readings

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

    def proved(
        self, question: Question, held: Held, found: Sequence[Found], *, everything: bool = True
    ) -> tuple[Proposal, list[Judged]]:
        """What is proposed, and the verdicts on it; of single answers only the likeliest, or everything."""
        proposal, version = self._propose(question, found, held), held.identity.version
        claims = proposal.claims
        if not everything and question.generation.answer_shape == "single":
            claims = claims[: self.most_claims]
        given = {version: _given(proposal, found, held)}
        return proposal, [judge(question, claim, {version: held}, self.checks, given) for claim in claims]

    def _propose(self, question: Question, found: Sequence[Found], held: Held) -> Proposal:
        try:
            return self.generator.propose(question, found, {held.identity: held.document})
        except OSError as error:
            raise ProviderError(
                f"The generator failed: {error}.", hint="Try again.", retryable=True
            ) from error


def bars_of(reader: Reader, strictness: Strictness, question: Question) -> Bars:
    kind = kind_of(question)
    return Bars(reader.needed(strictness, kind), reader.needed("lenient", kind) * LEAST)


def _with_readings(retrieved: Retrieved, readings: Readings) -> Retrieved:
    """What was found, each place with what the model made of its passage."""
    if not readings.known:
        return retrieved
    found = tuple(replace(each, reading=readings.at(each.anchor.start)) for each in retrieved.found)
    return replace(retrieved, found=found)


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
