"""One question through all stages: read it, find, propose, prove, decide."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from pincite.account import Ledger, answer_of, ranked
from pincite.contract.answers import Answer, PageCoverage, Strictness
from pincite.contract.claims import Proposal
from pincite.contract.verdicts import Judged
from pincite.dispatch import Decision, decide
from pincite.errors import ProviderError
from pincite.protocols import Check, Generator, Path
from pincite.question.parse import RuleParser
from pincite.records.library import Held, Identity
from pincite.records.question import Question, Scope
from pincite.records.run import Run
from pincite.retrieve.search import Retrieved, search
from pincite.retrieve.weigh import weigh
from pincite.retrieve.words import load as load_words
from pincite.verify.citation import judge
from pincite.verify.context import Context
from pincite.verify.recover import recover

_KEPT_CLAIMS = 24
_CHOICES = 4


@dataclass(frozen=True, slots=True)
class Shelf:
    """What may be read for one question: a shortlist first, everything before a "not found"."""

    shortlist: tuple[Identity, ...]
    everything: tuple[Identity, ...]
    load: Callable[[Identity], Held]


@dataclass(frozen=True, slots=True)
class Pipeline:
    """The stages in order. Paths and generator can be replaced by name; scan and checks always run."""

    parser: RuleParser
    paths: tuple[Path, ...]
    scan: Path
    generator: Generator
    checks: tuple[Check, ...]
    strictness: Strictness
    most_places: int = 60
    most_claims: int = 12

    def ask(self, asked: str, shelf: Shelf, run: Run) -> Answer:
        """An answer whose every item passed every check, or an honest account of why there is none."""
        question = run.step("question", self.parser.read, asked)
        ledger = Ledger()
        if question.clarification:
            run.decide("needs_clarification: the question names nothing to look for")
            return answer_of(question, Decision("needs_clarification", (), ""), ledger, self.strictness, run)
        run.step("read shortlist", self._read, question, shelf, shelf.shortlist, self.paths, ledger)
        decision = decide(question, ranked(ledger.judged), everything_read=False)
        if decision.outcome is None:
            run.decide(decision.reason)
            ledger.refused, ledger.judged = ledger.judged, []
            run.step("scan", self._read, question, shelf, shelf.everything, (self.scan,), ledger)
            decision = decide(question, ranked(ledger.judged), everything_read=True)
        if decision.outcome == "not_found" and not sum(ledger.in_scope.values()):
            decision = Decision("needs_clarification", (), "no document has the pages or sections named")
            question = replace(question, clarification=_nothing_in_scope(question.retrieval.scope))
        if decision.equals:
            question = replace(question, clarification=_which_one(decision.equals))
        run.decide(f"{decision.outcome}: {decision.reason}")
        return answer_of(question, decision, ledger, self.strictness, run)

    def _read(
        self,
        question: Question,
        shelf: Shelf,
        identities: Iterable[Identity],
        paths: Sequence[Path],
        ledger: Ledger,
    ) -> None:
        for identity in identities:
            held = shelf.load(identity)
            self._read_one(weigh(question, [load_words(held.postings)]), held, paths, ledger)
            # Documents are let go one by one: a scan of a large library must not hold it in memory.
            ledger.judged = _kept(question, ledger.judged)

    def _read_one(self, question: Question, held: Held, paths: Sequence[Path], ledger: Ledger) -> None:
        identity, document = held.identity, held.document
        # The scan is never cut short: what it does not hand on would count as read.
        scanning = self.scan in paths
        retrieved = search(question, held, paths, None if scanning else self.most_places)
        proposal = self._propose(question, retrieved, held)
        claims, ledger.stated[identity.version] = proposal.claims, proposal.signals
        if not scanning and question.generation.answer_shape == "single":
            claims = claims[: self.most_claims]
        by_version = {identity.version: held}
        given = {identity.version: Context.of(place.context for place in retrieved.found)}
        ledger.judged += [judge(question, claim, by_version, self.checks, given) for claim in claims]
        ledger.blocks[identity] = len(document.blocks)
        ledger.pages[identity] = _page_coverage(held, question.retrieval.scope, retrieved.pages_in_scope)
        for report in retrieved.reports:
            ledger.reports[report.name, identity] = report
        # Only the scan reads every block; the other paths look at what they hand on.
        read = retrieved.in_scope if scanning else min(len(retrieved.found), retrieved.in_scope)
        ledger.read[identity] = max(ledger.read.get(identity, 0), read)
        ledger.in_scope[identity] = retrieved.in_scope

    def _propose(self, question: Question, retrieved: Retrieved, held: Held) -> Proposal:
        try:
            return self.generator.propose(question, retrieved.found, {held.identity: held.document})
        except OSError as error:
            raise ProviderError(
                f"The generator failed: {error}.", hint="Try again.", retryable=True
            ) from error


def _which_one(equals: Sequence[Judged]) -> str:
    """Ask back with the values that the places give, each with where it stands."""
    values = []
    for judged in equals[:_CHOICES]:
        place = recover(judged.proofs[0])
        where = f"page {place.page}" if place.page else place.anchor
        values.append(f"{' '.join(judged.claim.original.split())} ({place.name}, {where})")
    return (
        f"Several places give different values: {'; '.join(values)}. Which one is meant? Say more about it."
    )


def _nothing_in_scope(scope: Scope) -> str:
    pages = ", ".join(f"page {a}" if a == b else f"pages {a} to {b}" for a, b in scope.pages)
    named = ", ".join(part for part in (pages, *scope.sections) if part)
    return f"Nothing that was read has {named}. Where should it be looked for? See `pincite show NAME`."


def _kept(question: Question, judged: list[Judged]) -> list[Judged]:
    """The best claims; of lists the whole of the best one."""
    best = heapq.nlargest(_KEPT_CLAIMS, judged, key=lambda j: (j.passed, j.claim.score))
    if question.generation.answer_shape != "list" or not best:
        return best
    version = best[0].claim.citations[0].version
    return [j for j in judged if j.claim.citations[0].version == version]


def _page_coverage(held: Held, scope: Scope, in_scope: int) -> PageCoverage:
    pages = held.document.pages
    unreadable = sum(1 for page in pages if page.start == page.end and not page.furniture)
    read = min(in_scope, len(pages)) if scope else len(pages) - unreadable
    poor = sum(page.poor for page in held.document.profile.pages)
    return PageCoverage(total=len(pages), read=read, low_quality=poor, unreadable=unreadable)
