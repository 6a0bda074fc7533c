"""Give an account of one question: the answer with its items, signals, caveats and what was read for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pydantic import TypeAdapter

from pincite.answer.answers import (
    Answer,
    Calls,
    Conflict,
    Coverage,
    DocumentCoverage,
    Item,
    Lead,
    NearMiss,
    Outcome,
    PageCoverage,
    PathCoverage,
    PrecedenceRule,
    Strictness,
)
from pincite.answer.claims import Claim, Method, Shown, Signals
from pincite.answer.own_signals import together
from pincite.answer.verdicts import ABOUT_IT, Judged, Verdict
from pincite.ask.cited_values import limits, read_value, read_yes_or_no
from pincite.ask.claimed_items import claimed_item, own_words
from pincite.ask.leads import best_leads
from pincite.decide.outcome import Decision
from pincite.language.page_numbers import pages_named
from pincite.language.timing import times_of
from pincite.prove.place import recover
from pincite.records.candidate import Candidate
from pincite.records.completion import ModelCall, Usage
from pincite.records.document import PRINTED
from pincite.records.evidence import PathReport, Proof
from pincite.records.library import Held, Identity
from pincite.records.question import Question, Scope
from pincite.records.reading import pages_waiting
from pincite.records.run import Run
from pincite.relevance.bearing import bearing
from pincite.retrieve.read import Readings
from pincite.structure.cell_facts import CellFact, fact_at, facts_of, path_words
from pincite.structure.unseen import struck_beside
from pincite.values.gaps import one_line
from pincite.values.types import Boolean, TableValue

Place = tuple[str, tuple[int, int], str, str]

_VERDICTS = TypeAdapter(tuple[Verdict, ...])
_NEAR_MISSES = 3
# What is listed of one question's candidates; a scan of a large library proposes thousands.
_LISTED, _QUOTED = 500, 500
# A place that has less of a chance than this is not near.
_NEAR = 0.02
_NAMED = 20
# Of the row of a cell so many other cells are named.
_BESIDE = 6


@dataclass(slots=True)
class Ledger:
    """What has been read and judged so far."""

    judged: list[Judged] = field(default_factory=list)
    refused: list[Judged] = field(default_factory=list)
    """Claims of earlier rounds, none of which passed: near misses, and where relevant no silence."""
    stated: dict[str, Signals] = field(default_factory=dict)
    """What the generator said of its own work, by the version of the document that it had read."""
    garbled: set[Identity] = field(default_factory=set)
    """The documents whose text the generator found garbled at any time and that were not read again."""
    candidates: dict[Place, Candidate] = field(default_factory=dict)
    """Everything that was proposed, without the documents, so that all of it can be listed afterwards."""
    unlisted: int = 0
    """Candidates beyond the limit of what is listed."""
    looked_at: dict[Identity, tuple[int, ...]] = field(default_factory=dict)
    """The pages on which the best places stand."""
    reports: dict[tuple[str, Identity], PathReport] = field(default_factory=dict)
    pages: dict[Identity, PageCoverage] = field(default_factory=dict)
    blocks: dict[Identity, int] = field(default_factory=dict)
    read: dict[Identity, int] = field(default_factory=dict)
    left_out: dict[Identity, str] = field(default_factory=dict)
    """What of a document its reader does not see, in words; empty where there is nothing of the kind."""
    forgotten: list[str] = field(default_factory=list)
    """The names of documents that another process deleted before they could be read."""
    in_scope: dict[Identity, int] = field(default_factory=dict)
    readings: dict[Identity, Readings] = field(default_factory=dict)
    """What a reading model made of passages and sentences, by document."""
    held: dict[Identity, float | None] = field(default_factory=dict)
    """The chance that a document holds what was asked, as far as a reading model has read it."""
    leads: dict[Identity, tuple[Lead, ...]] = field(default_factory=dict)
    """The likeliest places of a document that may well hold what was asked."""
    open_columns: dict[Identity, str] = field(default_factory=dict)
    """What to ask back where a row of a table is sure and its column is not; empty where nothing is."""
    outcomes: dict[Identity, Outcome] = field(default_factory=dict)
    """What came of each of several documents that were asked one by one."""
    unread: dict[Identity, tuple[Shown, ...]] = field(default_factory=dict)
    """The lines of which a reader's reply broke off when they were last read, by document."""
    caveats: list[str] = field(default_factory=list)
    """What a reader of the user's choice says that one should know."""
    formula: str = ""
    """How a reader says that its items make up the answer; empty where it does not."""
    labels: tuple[str, ...] = ()
    """What the formula calls each of them."""

    def state(self, identity: Identity, signals: Signals) -> None:
        """Take down what the generator said of its work on one document."""
        earlier = self.stated.get(identity.version, signals)
        own = together((earlier.own_values(), signals.own_values()))
        self.stated[identity.version] = signals.with_own(own)
        if signals.garbled:
            self.garbled.add(identity)

    @property
    def broken_off(self) -> str:
        """What is not known because a reply about it broke off; empty where all that was shown was read."""
        parts = [
            f"{identity.name} lines {', '.join(f'{a} to {b}' for a, b in (each.lines for each in unread))}"
            for identity, unread in self.unread.items()
            if unread
        ]
        return f"the model's reply broke off before it reached {'; '.join(parts)}" if parts else ""

    def forget(self, identity: Identity) -> None:
        """Strike out what was read of a version that another one has replaced."""
        self.stated.pop(identity.version, None)
        self.garbled.discard(identity)
        read = (self.looked_at, self.pages, self.blocks, self.read, self.in_scope, self.readings)
        for kept in (*read, self.left_out):
            kept.pop(identity, None)
        for known in (self.unread, self.held, self.leads, self.open_columns):
            known.pop(identity, None)
        self.reports = {key: report for key, report in self.reports.items() if key[1] != identity}

    def note(self, judged: Judged, name: str) -> None:
        """List a claim among the candidates; the same claim of a later round takes its place."""
        place = place_of(judged)
        if place in self.candidates or len(self.candidates) < _LISTED:
            self.candidates[place] = _candidate(judged, name)
        else:
            self.unlisted += 1


def candidates_of(ledger: Ledger, decision: Decision) -> list[Candidate]:
    """All that was proposed, likeliest first, and what was kept of it."""
    kept = {place_of(judged) for judged in decision.kept}
    listed = [replace(each, kept=place in kept) for place, each in ledger.candidates.items()]
    return sorted(listed, key=lambda each: (not each.kept, bool(each.stopped_by), -each.score))


def place_of(judged: Judged) -> Place:
    """What tells one claim from another."""
    claim, cited = judged.claim, judged.claim.citations[0]
    return cited.version, cited.lines, cited.quote, claim.original


def answer_of(
    question: Question, decision: Decision, ledger: Ledger, strictness: Strictness, run: Run
) -> Answer:
    """The answer that a decision amounts to: every item is recovered from the documents."""
    items = [claimed_item(question, number, kept) for number, kept in enumerate(decision.kept, start=1)]
    generation = question.generation
    outcome = decision.outcome or "failed"
    return Answer(
        outcome=outcome,
        question=generation.asked,
        strictness=strictness,
        method=decision.kept[0].claim.method if items else "none",
        items=items,
        leads=_beside(items, best_leads(_leads(ledger, outcome))),
        conflict=_conflict(decision, items),
        signals=_signals(question, decision, ledger, items),
        clarification=question.clarification or None,
        caveats=_caveats(question, decision, ledger),
        coverage=_coverage(ledger, decision),
        error=None,
        run=run.id,
        seconds=round(sum(step.seconds for step in run.steps), 4),
    )


def _leads(ledger: Ledger, outcome: Outcome) -> list[tuple[Lead, ...]]:
    """The leads where nothing answers surely enough; of several documents beside what others answer."""
    if outcome in {"unverified", "probable"}:
        return list(ledger.leads.values())
    left = {"unverified", "probable"}
    return [leads for each, leads in ledger.leads.items() if ledger.outcomes.get(each) in left]


def _beside(items: Sequence[Item], leads: Sequence[Lead]) -> list[Lead]:
    """The leads to other places than those of the items."""
    cited = {(each.version, each.start) for item in items for each in item.evidence}
    return [lead for lead in leads if (lead.evidence[0].version, lead.evidence[0].start) not in cited]


def with_unread(answer: Answer, unread: Sequence[str]) -> Answer:
    """The answer with a caveat that names what belongs to what was asked and could not be read."""
    if not unread or answer.outcome == "failed":
        return answer
    # A broken character cannot be written as JSON, and the answer must be.
    named = [name.encode("utf-8", "replace").decode() for name in unread]
    files = "1 file" if len(named) == 1 else f"{len(named):,} files"
    follows = "the answer leaves them out" if answer.items else "the answer may be there"
    note = f"{files} could not be read: {_listed(named)}; {follows}."
    return answer.model_copy(update={"caveats": [*answer.caveats, note]})


def with_outdated(answer: Answer, names: Sequence[str]) -> Answer:
    """The answer with a caveat that names what an older version has read of the documents read for it."""
    if not names or answer.outcome == "failed":
        return answer
    note = (
        f"An older version of Pincite read {_listed(names)} and may have taken hidden words for text. "
        f"Read {'it' if len(names) == 1 else 'them'} again: pincite reread --all"
    )
    return with_caveats(answer, [note])


def with_unread_pictures(answer: Answer, pages: Mapping[str, Sequence[int]]) -> Answer:
    """The answer with a caveat that names the pages of what was read whose pictures are not read yet."""
    waiting = {name: numbers for name, numbers in pages.items() if numbers}
    if not waiting or answer.outcome == "failed":
        return answer
    named = _listed([f"{name}, {pages_named(numbers)}" for name, numbers in sorted(waiting.items())])
    follows = "" if answer.outcome == "answered" else ": the answer may be there"
    note = f"Pictures are not read yet in {named}{follows}. To read them, run: pincite work"
    return with_caveats(answer, [note])


def with_calls(answer: Answer, calls: Sequence[ModelCall]) -> Answer:
    """The answer with what language models were asked for it, and what that took."""
    made = [call for call in calls if not call.repeated]
    taken = sum((call.reply.usage for call in made), Usage())
    tokens = taken.input_tokens + taken.output_tokens
    return answer.model_copy(update={"calls": Calls(n=len(made), tokens=tokens, cost=taken.cost)})


def with_caveats(answer: Answer, caveats: Sequence[str]) -> Answer:
    """The answer with what has to be known of how its question came about."""
    return answer.model_copy(update={"caveats": [*answer.caveats, *caveats]}) if caveats else answer


def _candidate(judged: Judged, name: str) -> Candidate:
    claim, cited = judged.claim, judged.claim.citations[0]
    failed = _stopped_by(judged)
    place = recover(judged.proofs[0]) if judged.proofs else None
    return Candidate(
        name=name,
        version=cited.version,
        lines=cited.lines,
        page=place.page if place else None,
        section=(place.section if place else None) or "",
        quote=cited.quote[:_QUOTED],
        answer_type=claim.answer_type,
        value=claim.value.model_dump_json(),
        score=claim.score,
        stopped_by=failed.check if failed else "",
        reason=failed.reason if failed else "every check passed",
        claim=claim.model_dump_json(),
        verdicts=_VERDICTS.dump_json(judged.verdicts).decode(),
        put=judged.put,
    )


def _stopped_by(judged: Judged) -> Verdict | None:
    """The verdict that says most about why a claim was refused; None where every check passed."""
    failed = [verdict for verdict in judged.verdicts if not verdict.passed]
    # What a place lacks of the question says more than what is wrong with a value in it.
    return min(failed, key=lambda verdict: verdict.check not in ABOUT_IT, default=None)


def ranked(judged: Iterable[Judged]) -> list[Judged]:
    """Likeliest first; of equals the one that stands first."""
    return sorted(judged, key=lambda j: (-j.standing, -j.claim.score, j.claim.citations[0].lines))


def _conflict(decision: Decision, items: Sequence[Item]) -> Conflict | None:
    """The sides by item id, and the rule with the place that states it."""
    if not decision.sides:
        return None
    ids = {id(kept): item.id for kept, item in zip(decision.kept, items, strict=True)}
    rule = None
    if decision.rule:
        rule = PrecedenceRule(evidence=recover(decision.rule))
    return Conflict(sides=[[ids[id(kept)] for kept in side] for side in decision.sides], rule=rule)


def _signals(question: Question, decision: Decision, ledger: Ledger, items: Sequence[Item]) -> Signals:
    """What the reader stated, and in place of its word what code knows better."""
    missing: set[str] = set()
    # Who found nothing may still say what to ask instead.
    silent = not decision.kept and len(ledger.stated) == 1
    stated = next(iter(ledger.stated.values())) if silent else Signals.nothing()
    for kept in decision.kept[:1]:
        proof = kept.proofs[0]
        blocks = proof.document.blocks_of(proof.span)
        missing = set(bearing(question, proof.document, blocks[0]).missing)
        stated = ledger.stated[kept.claim.citations[0].version]
    words = [term.asked for term in question.retrieval.terms]
    spoken = [stated] if decision.kept else ledger.stated.values()
    own = together(said.own_values() for said in spoken)
    return stated.with_own(own).model_copy(
        update={
            "extraction_method": _method(decision, stated) if items else "none",
            "found": bool(items),
            "complete": stated.complete and decision.outcome == "answered",
            "keywords_found": [word for word in words if word not in missing] if items else [],
            "conflicting_evidence": bool(decision.sides),
            "suggested_clarification": question.clarification or stated.suggested_clarification,
        }
    )


def _method(decision: Decision, stated: Signals) -> Method:
    """How a reader says that it came by the answer; where it does not, how code did."""
    said = stated.extraction_method
    return said if said != "none" else decision.kept[0].claim.method


def _caveats(question: Question, decision: Decision, ledger: Ledger) -> list[str]:
    given = frozenset(kept.claim.original for kept in decision.kept)
    caveats = [note for kept in decision.kept for note in _notes(question, kept, given)]
    if question.generation.may_be_one and question.generation.answer_shape == "single" and decision.kept:
        caveats.append("If you expect several answers: only this passage is sure enough to be one.")
    if decision.outcome == "incomplete" and decision.kept and question.generation.answer_shape != "single":
        caveats.append(f"{decision.reason[0].upper()}{decision.reason[1:]}.")
    if gone := list(dict.fromkeys(ledger.forgotten)):
        caveats.append(f"Deleted while Pincite was answering, and not read: {', '.join(gone)}.")
    caveats += ledger.caveats
    caveats += [said for said in ledger.left_out.values() if said][:_NAMED]
    if decision.outcome != "unverified" and (left := _left_open(ledger, decision)):
        caveats.append(f"No clear answer from: {left}.")
    if ledger.broken_off:
        caveats.append(f"{ledger.broken_off[0].upper()}{ledger.broken_off[1:]}.")
    if not decision.kept:
        if unreadable := sum(pages.unreadable for pages in ledger.pages.values()):
            caveats.append(
                f"{_pages(unreadable, 'holds', 'hold')} no readable text: the answer may be there."
            )
        if poor := sum(pages.low_quality for pages in ledger.pages.values()):
            caveats.append(f"{_pages(poor, 'was', 'were')} read only poorly: the answer may be there.")
        if garbled := sorted(identity.name for identity in ledger.garbled):
            caveats.append(f"The text of {', '.join(garbled)} is garbled: the answer may be there.")
        if outside := [identity.name for identity, blocks in ledger.in_scope.items() if not blocks]:
            lacks = (
                "it has none of the pages or sections you named"
                if question.retrieval.scope
                else "it has no visible words"
            )
            caveats.append(f"Nothing was read in {', '.join(outside)}: {lacks}.")
    return list(dict.fromkeys(caveats))


def _left_open(ledger: Ledger, decision: Decision) -> str:
    """Which of several documents neither answer nor are silent, and why."""
    why = {
        "unverified": "only leads",
        "probable": "only a probable answer",
        "failed": "it failed",
        "conflict": "different values",
        "incomplete": "incomplete",
    }
    named = [
        f"{each.name} ({why[said] if each in ledger.blocks or said == 'failed' else 'not asked'})"
        for each, said in ledger.outcomes.items()
        if said in why and (said != decision.outcome or each not in ledger.blocks)
    ]
    return _listed(named)


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return f"{', '.join(names[:_NAMED])}{more}"


def _pages(count: int, of_one: str, of_many: str) -> str:
    return f"1 page {of_one}" if count == 1 else f"{count} pages {of_many}"


def _notes(question: Question, kept: Judged, given: frozenset[str]) -> Iterator[str]:
    """What the reader of an item should know, all of it found by code; `given` are the words of all items."""
    claim = kept.claim
    for proof, citation in zip(kept.proofs, claim.citations, strict=True):
        if citation.role != "answer":
            continue
        value, words = read_value(claim, proof), next(own_words(claim, proof), proof.span)
        cell = fact_at(proof.document, words)
        if cell and not isinstance(claim.value, Boolean | TableValue):
            yield from _of_cell(question, proof, cell)
        elif value and (others := [each for each in value.others if each not in given]):
            yield f"The cited text also says {', '.join(others).removesuffix('.')}."
        if (limit := _limit(question, claim, proof)) and not limits(question, claim, [proof]):
            yield f"The answer is {limit}: read the whole sentence."
        for struck in struck_beside(proof.document, proof.span):
            yield f"Next to it, “{struck}” is struck out. Struck-out words do not count as evidence."
        confidence = proof.document.words.confidence(words)
        if confidence != PRINTED:
            yield f"Text recognition read this ({confidence} % certain): check it on the page."


def _limit(question: Question, claim: Claim, proof: Proof) -> str:
    """By what the sentence limits a yes or no, where code reads the same from it."""
    if not isinstance(claim.value, Boolean):
        return ""
    said, limit = read_yes_or_no(proof)
    return limit if said is (claim.value.value is not question.generation.denies) else ""


def _of_cell(question: Question, proof: Proof, cell: CellFact) -> Iterator[str]:
    """What else the row of a cell says, that it is the newest of them, and what a dash may mean."""
    document = proof.document
    asked, head = times_of(question.generation.plain), path_words(document, cell.column_path)
    if asked.latest and not asked.years and times_of(head).years:
        yield f"You asked for the latest: the column is “{head}”."
    if cell.kind == "nil":
        yield "The table prints a dash here: there is none, or it is not stated."
    beside = [each for each in facts_of(document, cell.table) if each.row == cell.row and each != cell]
    said = [
        f"{one_line(each.cell.span.of(document.text))} ({path_words(document, each.column_path)})"
        for each in beside
        if each.kind != "text" and each.column_path
    ]
    if said:
        more = " and more" if len(said) > _BESIDE else ""
        yield f"The same row also says {', '.join(said[:_BESIDE])}{more}."


def _coverage(ledger: Ledger, decision: Decision) -> Coverage:
    silent = decision.outcome in {"not_found", "unverified"}
    hits: Counter[str] = Counter()
    for (name, _), report in ledger.reports.items():
        hits[name] += report.hits
    return Coverage(
        documents=len(ledger.blocks),
        pages=PageCoverage(
            total=sum(p.total for p in ledger.pages.values()),
            read=sum(p.read for p in ledger.pages.values()),
            low_quality=sum(p.low_quality for p in ledger.pages.values()),
            unreadable=sum(p.unreadable for p in ledger.pages.values()),
            waiting_pictures=sum(p.waiting_pictures for p in ledger.pages.values()),
        ),
        spans_read=sum(ledger.read.values()),
        spans_total=sum(ledger.blocks.values()),
        paths=[PathCoverage(name=name, hits=count) for name, count in hits.items()],
        nearest=_nearest([*ledger.judged, *ledger.refused]) if silent else [],
        chance_held=max((chance for chance in ledger.held.values() if chance is not None), default=None),
        by_document=[
            _of_document(ledger, decision, each)
            for each in dict.fromkeys((*ledger.blocks, *ledger.outcomes))
            # Of what was deleted before it could be read nothing is said, nor that it does not say it.
            if each in ledger.blocks or each.name not in ledger.forgotten
        ],
    )


def _of_document(ledger: Ledger, decision: Decision, identity: Identity) -> DocumentCoverage:
    """What came of one of the documents that were read."""
    chance = ledger.held.get(identity)
    if identity in ledger.outcomes:
        return DocumentCoverage(name=identity.name, outcome=ledger.outcomes[identity], chance_held=chance)
    outcome = decision.outcome or "failed"
    if len(ledger.blocks) > 1 and not _rests_on(decision.kept, identity):
        if ledger.leads.get(identity):
            outcome = "unverified"
        else:
            # Nothing is said not to be in a document of which something was not read.
            unread = ledger.read.get(identity, 0) < ledger.in_scope.get(identity, 0)
            outcome = "incomplete" if unread else "not_found"
    return DocumentCoverage(name=identity.name, outcome=outcome, chance_held=chance)


def _rests_on(judged: Iterable[Judged], identity: Identity) -> bool:
    return any(proof.identity == identity for each in judged for proof in each.proofs)


def _nearest(judged: Sequence[Judged]) -> list[NearMiss]:
    """The best places that were refused, each with the check that stopped it."""
    misses, seen = [], set()
    for miss in ranked(j for j in judged if j.proofs and not j.passed):
        failed = _stopped_by(miss)
        assert failed is not None
        if (place := (miss.proofs[0].identity, miss.proofs[0].span)) in seen or miss.claim.score < _NEAR:
            continue
        seen.add(place)
        misses.append(NearMiss(**recover(miss.proofs[0]).model_dump(), reason=failed.reason))
    return misses[:_NEAR_MISSES]


def page_coverage(held: Held, scope: Scope, in_scope: int) -> PageCoverage:
    """What of a document's pages could be read, as far as the question is about them."""
    pages = held.document.pages
    unreadable = sum(1 for page in pages if page.start == page.end and not page.furniture)
    read = min(in_scope, len(pages)) if scope else len(pages) - unreadable
    poor = sum(page.poor for page in held.document.profile.pages)
    waiting = len(pages_waiting(held.document.profile))
    return PageCoverage(
        total=len(pages), read=read, low_quality=poor, unreadable=unreadable, waiting_pictures=waiting
    )
