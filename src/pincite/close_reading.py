"""Read one document for a question: search it, have claims proposed, and prove each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pincite.account import Ledger, page_coverage
from pincite.contract.claims import Proposal
from pincite.contract.verdicts import Judged
from pincite.errors import ProviderError
from pincite.protocols import Check, Fusion, Generator, Path, Reranker
from pincite.records.document import Document
from pincite.records.evidence import Found, Fused, Hit
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.records.run import Run
from pincite.retrieve.rerank import reranked
from pincite.retrieve.search import Retrieved, search
from pincite.verify.citation import judge
from pincite.verify.context import Context

_PAGES_READ_AGAIN = 3


@dataclass(frozen=True, slots=True)
class CloseReading:
    """The stages that one document meets, and how much of it they look at."""

    scan: Path
    fusion: Fusion
    reranker: Reranker | None
    generator: Generator
    checks: tuple[Check, ...]
    most_places: int
    most_claims: int

    def search(self, question: Question, held: Held, paths: Sequence[Path], run: Run) -> Retrieved:
        """What the paths find, in the order in which it is worth reading."""
        # The scan is never cut short: what it does not hand on would count as read. So no order matters.
        if self.scan in paths or self.reranker is None:
            limit = None if self.scan in paths else self.most_places
            return search(question, held, paths, limit, self.fusion.fuse)
        reranker = self.reranker

        def order(hits: Mapping[str, Sequence[Hit]]) -> list[Fused]:
            fused = self.fusion.fuse(hits)
            return run.step(f"rerank by {reranker.name}", reranked, question, held, fused, reranker)

        return search(question, held, paths, self.most_places, order)

    def read(self, question: Question, held: Held, retrieved: Retrieved, ledger: Ledger) -> None:
        """Have claims proposed from what was found, prove each, and enter all of it in the ledger."""
        identity, document = held.identity, held.document
        scanning = self.scan.name in {report.name for report in retrieved.reports}
        proposal, judged = self.proved(question, held, retrieved.found, everything=scanning)
        ledger.state(identity, proposal.signals)
        for each in judged:
            ledger.judged.append(each)
            ledger.note(each, identity.name)
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
