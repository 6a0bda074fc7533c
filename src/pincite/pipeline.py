"""One question through all stages: read it, find, propose, prove, decide."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from pincite.contract.answers import (
    Answer,
    Conflict,
    Coverage,
    Item,
    NearMiss,
    PageCoverage,
    PathCoverage,
    PrecedenceRule,
    Signals,
    Strictness,
)
from pincite.contract.claims import Claim
from pincite.contract.relevance import bearing
from pincite.contract.verdicts import Judged
from pincite.dispatch import Decision, decide
from pincite.errors import ProviderError
from pincite.protocols import Check, Generator, Path
from pincite.question.parse import RuleParser
from pincite.records.document import PRINTED
from pincite.records.evidence import PathReport
from pincite.records.library import Held, Identity
from pincite.records.question import Question, Scope
from pincite.records.run import Run
from pincite.retrieve.search import Retrieved, search
from pincite.retrieve.weigh import weigh
from pincite.retrieve.words import load as load_words
from pincite.verify.citation import judge
from pincite.verify.derive import derive
from pincite.verify.recover import recover

_NEAR_MISSES = 3
# A place that carries less of the question than this is not near it.
_NEAR = 0.2
_KEPT_CLAIMS = 24
_CHOICES = 4


@dataclass(frozen=True, slots=True)
class Shelf:
    """What may be read for one question: a shortlist first, everything before a "not found"."""

    shortlist: tuple[Identity, ...]
    everything: tuple[Identity, ...]
    load: Callable[[Identity], Held]


@dataclass(slots=True)
class _Reading:
    """What has been read and judged so far."""

    judged: list[Judged] = field(default_factory=list)
    refused: list[Judged] = field(default_factory=list)
    """Claims of an earlier round; the scan reads everything again, so they count as near misses only."""
    reports: dict[tuple[str, Identity], PathReport] = field(default_factory=dict)
    pages: dict[Identity, PageCoverage] = field(default_factory=dict)
    blocks: dict[Identity, int] = field(default_factory=dict)
    read: dict[Identity, int] = field(default_factory=dict)
    in_scope: dict[Identity, int] = field(default_factory=dict)


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

    def ask(self, asked: str, shelf: Shelf, run: Run, answer_type: str | None = None) -> Answer:
        """An answer whose every item passed every check, or an honest account of why there is none."""
        question = run.step("question", self.parser.read, asked, answer_type)
        reading = _Reading()
        if question.clarification:
            run.decide("needs_clarification: the question names nothing to look for")
            return self._answer(question, Decision("needs_clarification", (), ""), reading, run)
        run.step("read shortlist", self._read, question, shelf, shelf.shortlist, self.paths, reading)
        decision = decide(question, _ranked(reading.judged), everything_read=False)
        if decision.outcome is None:
            run.decide(decision.reason)
            reading.refused, reading.judged = reading.judged, []
            run.step("scan", self._read, question, shelf, shelf.everything, (self.scan,), reading)
            decision = decide(question, _ranked(reading.judged), everything_read=True)
        if decision.outcome == "not_found" and not sum(reading.in_scope.values()):
            decision = Decision("needs_clarification", (), "no document has the pages or sections named")
            question = replace(question, clarification=_nothing_in_scope(question.retrieval.scope))
        if decision.equals:
            question = replace(question, clarification=_which_one(decision.equals))
        run.decide(f"{decision.outcome}: {decision.reason}")
        return self._answer(question, decision, reading, run)

    def _read(
        self,
        question: Question,
        shelf: Shelf,
        identities: Iterable[Identity],
        paths: Sequence[Path],
        reading: _Reading,
    ) -> None:
        for identity in identities:
            held = shelf.load(identity)
            self._read_one(weigh(question, [load_words(held.postings)]), held, paths, reading)
            # Documents are let go one by one: a scan of a large library must not hold it in memory.
            reading.judged = _kept(question, reading.judged)

    def _read_one(self, question: Question, held: Held, paths: Sequence[Path], reading: _Reading) -> None:
        identity, document = held.identity, held.document
        # The scan is never cut short: what it does not hand on would count as read.
        scanning = self.scan in paths
        retrieved = search(question, held, paths, None if scanning else self.most_places)
        claims = self._propose(question, retrieved, held)
        if not scanning and question.generation.answer_shape == "single":
            claims = claims[: self.most_claims]
        by_version = {identity.version: held}
        reading.judged += [judge(question, claim, by_version, self.checks) for claim in claims]
        reading.blocks[identity] = len(document.blocks)
        reading.pages[identity] = _page_coverage(held, question.retrieval.scope, retrieved.pages_in_scope)
        for report in retrieved.reports:
            reading.reports[report.name, identity] = report
        # Only the scan reads every block; the other paths look at what they hand on.
        read = retrieved.in_scope if scanning else min(len(retrieved.found), retrieved.in_scope)
        reading.read[identity] = max(reading.read.get(identity, 0), read)
        reading.in_scope[identity] = retrieved.in_scope

    def _propose(self, question: Question, retrieved: Retrieved, held: Held) -> list[Claim]:
        try:
            return self.generator.propose(question, retrieved.found, {held.identity: held.document})
        except OSError as error:
            raise ProviderError(
                f"The generator failed: {error}.", hint="Try again.", retryable=True
            ) from error

    def _answer(self, question: Question, decision: Decision, reading: _Reading, run: Run) -> Answer:
        items = [_item(question, number, kept) for number, kept in enumerate(decision.kept, start=1)]
        generation = question.generation
        outcome = decision.outcome or "failed"
        found_type = decision.kept[0].claim.answer_type if decision.kept else generation.answer_types[0]
        return Answer(
            outcome=outcome,
            question=generation.asked,
            answer_type=found_type,
            answer_shape=generation.answer_shape,
            strictness=self.strictness,
            method="verbatim" if items else "none",
            items=items,
            conflict=_conflict(decision, items),
            signals=_signals(question, decision, items),
            clarification=question.clarification or None,
            caveats=_caveats(question, decision, reading),
            coverage=_coverage(reading, with_misses=outcome in {"not_found", "unverified"}),
            error=None,
            run=run.id,
            seconds=round(sum(step.seconds for step in run.steps), 4),
        )


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


def _ranked(judged: Iterable[Judged]) -> list[Judged]:
    return sorted(judged, key=lambda j: (-j.claim.score, j.claim.citations[0].lines))


def _item(question: Question, number: int, kept: Judged) -> Item:
    places = list(kept.proofs)
    for proof in kept.proofs:
        # Where the sentence holds several values, the one that is meant is shown by its own words.
        if (derived := derive(question, kept.claim, proof)) and derived.others:
            places.append(replace(proof, span=derived.span))
    return Item(
        id=f"item-{number}",
        value=kept.claim.value,
        original=kept.claim.original,
        qualifiers=list(kept.claim.qualifiers),
        evidence=[recover(place) for place in places],
        verdicts=list(kept.verdicts),
        confidence=kept.confidence,
        derivation=None,
    )


def _conflict(decision: Decision, items: Sequence[Item]) -> Conflict | None:
    """The sides by item id, and the rule with the place that states it."""
    if not decision.sides:
        return None
    ids = {id(kept): item.id for kept, item in zip(decision.kept, items, strict=True)}
    rule = PrecedenceRule(kind=decision.rule, evidence=items[0].evidence[0]) if decision.rule else None
    return Conflict(sides=[[ids[id(kept)] for kept in side] for side in decision.sides], rule=rule)


def _signals(question: Question, decision: Decision, items: Sequence[Item]) -> Signals:
    missing: set[str] = set()
    for kept in decision.kept[:1]:
        proof = kept.proofs[0]
        blocks = proof.document.blocks_of(proof.span)
        missing = set(bearing(question, proof.document, blocks[0]).missing)
    words = [term.asked for term in question.retrieval.terms]
    return Signals(
        extraction_method="verbatim" if items else "none",
        confidence=min((item.confidence for item in items), default=0.0),
        found=bool(items),
        complete=decision.outcome == "answered",
        context_complete=True,
        context_well_parsed=True,
        new_keywords=[],
        keywords_found=[word for word in words if word not in missing] if items else [],
        conflicting_evidence=bool(decision.sides),
        suggested_clarification=question.clarification or None,
    )


def _caveats(question: Question, decision: Decision, reading: _Reading) -> list[str]:
    caveats = [note for kept in decision.kept for note in _notes(question, kept)]
    if not decision.kept:
        if unreadable := sum(pages.unreadable for pages in reading.pages.values()):
            caveats.append(
                f"{_pages(unreadable, 'holds', 'hold')} no readable text: the answer may stand there."
            )
        if poor := sum(pages.low_quality for pages in reading.pages.values()):
            caveats.append(f"{_pages(poor, 'was', 'were')} read only poorly: the answer may stand there.")
        if outside := [identity.name for identity, blocks in reading.in_scope.items() if not blocks]:
            caveats.append(f"Nothing was read of {', '.join(outside)}: it has none of the places named.")
    return list(dict.fromkeys(caveats))


def _pages(count: int, of_one: str, of_many: str) -> str:
    return f"1 page {of_one}" if count == 1 else f"{count} pages {of_many}"


def _notes(question: Question, kept: Judged) -> Iterator[str]:
    """What the reader of an item should know, all of it found by code."""
    for proof in kept.proofs:
        derived = derive(question, kept.claim, proof)
        if derived and derived.others:
            yield f"The cited text also holds {', '.join(dict.fromkeys(derived.others))}."
        if derived and derived.limit:
            yield f"The answer is {derived.limit}: read the whole sentence."
        confidence = proof.document.words.confidence(derived.span if derived else proof.span)
        if confidence != PRINTED:
            yield f"The words were read from an image ({confidence} % certain): compare them with the page."


def _page_coverage(held: Held, scope: Scope, in_scope: int) -> PageCoverage:
    pages = held.document.pages
    unreadable = sum(1 for page in pages if page.start == page.end and not page.furniture)
    read = min(in_scope, len(pages)) if scope else len(pages) - unreadable
    poor = sum(page.poor for page in held.document.profile.pages)
    return PageCoverage(total=len(pages), read=read, low_quality=poor, unreadable=unreadable)


def _coverage(reading: _Reading, with_misses: bool) -> Coverage:
    hits: Counter[str] = Counter()
    for (name, _), report in reading.reports.items():
        hits[name] += report.hits
    return Coverage(
        documents=len(reading.blocks),
        pages=PageCoverage(
            total=sum(p.total for p in reading.pages.values()),
            read=sum(p.read for p in reading.pages.values()),
            low_quality=sum(p.low_quality for p in reading.pages.values()),
            unreadable=sum(p.unreadable for p in reading.pages.values()),
        ),
        spans_read=sum(reading.read.values()),
        spans_total=sum(reading.blocks.values()),
        paths=[PathCoverage(name=name, hits=count) for name, count in hits.items()],
        nearest=_nearest([*reading.judged, *reading.refused]) if with_misses else [],
    )


def _nearest(judged: Sequence[Judged]) -> list[NearMiss]:
    """The best places that were refused, each with the check that stopped it."""
    misses, seen = [], set()
    for miss in _ranked(j for j in judged if j.proofs and not j.passed):
        failed = next(v for v in miss.verdicts if not v.passed)
        if (place := (miss.proofs[0].identity, miss.proofs[0].span)) in seen or miss.claim.score < _NEAR:
            continue
        seen.add(place)
        misses.append(NearMiss(**recover(miss.proofs[0]).model_dump(), reason=failed.reason))
    return misses[:_NEAR_MISSES]
