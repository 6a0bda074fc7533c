"""Read a document part by part, all of it, and give everything in it that answers.

A question is answered by the likeliest place of a document; of a field that may have many values all is
wanted that is proved and sure enough. A language model is shown each part whole. Our own reader reads every
passage; which of them answer is judged once all are read, because a place is judged beside its rivals in the
whole document: the best of a part that is about something else is no answer.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pincite.answer.verdicts import Judged
from pincite.ask.leads import Likeliness, leads_at
from pincite.ask.list_answers import shaped
from pincite.ask.one_document import CloseReading, Examined, claimed_at, may_lead
from pincite.ask.report import Ledger, page_coverage
from pincite.decide.outcome import Decision
from pincite.protocols import Path
from pincite.records.document import Block, Document
from pincite.records.evidence import Fused, Hit, PathReport, ReadPassage
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.records.recent import Same
from pincite.records.run import Run
from pincite.records.span import Span
from pincite.retrieve.read import Readings, read_passages
from pincite.retrieve.search import Retrieved, search
from pincite.structure.excerpts import Cut
from pincite.structure.unseen import left_out

if TYPE_CHECKING:
    from pincite.ask.model_reading import ModelReading

PART = "part"
"""The path of places that are read because all of a document is."""
# Beside what is sure, a place is shown that is more likely right than wrong.
_EVEN = 0.5
# So many sentences of a document are looked at one by one; of most fields far fewer come into question.
_MOST_SENTENCES = 32


@dataclass(frozen=True, slots=True)
class PartReading:
    """Who reads the parts."""

    close: CloseReading
    paths: tuple[Path, ...] = ()

    def read(self, question: Question, held: Held, part: Span, after: int) -> tuple[ReadPassage, ...]:
        """What our own reader makes of every passage of a part that starts behind a character."""
        reader, cut = self.close.reader, _cut(Same(held.document))
        if reader is None:
            return ()
        chosen = [each for each in cut.passages if each.span.touches(part) and each.span.start >= after]
        return tuple(read_passages(question, cut, chosen, reader).values())

    def judged(
        self, question: Question, held: Held, read: Sequence[ReadPassage], ledger: Ledger, run: Run
    ) -> Decision:
        """What all that was read gives together."""
        cut = _cut(Same(held.document))
        readings = Readings(cut, {cut.at(each.span.start): each for each in read})
        likeliest = replace(self.close.judged.likeliest, most_sentences=_MOST_SENTENCES)
        close = replace(self.close, judged=replace(self.close.judged, likeliest=likeliest))
        retrieved = self._search(question, held, readings)
        run.search(held.identity, retrieved.reports, retrieved.found)
        found = [close.examined_at(shaped(question, "single"), held, retrieved, readings, run)]
        if question.generation.answer_shape == "list":
            found.insert(0, close.examined_at(question, held, retrieved, found[0].readings, run))
        self._enter(question, held, held.document.blocks, found, ledger)
        return self._of_whole(held, found, ledger)

    def _search(self, question: Question, held: Held, readings: Readings) -> Retrieved:
        """What the paths find, in the order of what was read; without a reader every block by its words."""

        def ordered(hits: Mapping[str, Sequence[Hit]]) -> list[Fused]:
            return readings.ordered(self.close.fusion.fuse(hits))

        if self.close.reader is None:
            return search(question, held, (self.close.scan,), None)
        return search(question, held, self.paths, self.close.most_places, ordered)

    def _enter(
        self,
        question: Question,
        held: Held,
        blocks: Sequence[Block],
        found: Sequence[Examined],
        ledger: Ledger,
    ) -> None:
        """Enter what was read and proposed."""
        for examined in found:
            ledger.state(held.identity, examined.proposal.signals)
            for each in examined.judged:
                ledger.note(each, held.identity.name)
        _enter(question, held, blocks, ledger)

    def _of_whole(self, held: Held, found: Sequence[Examined], ledger: Ledger) -> Decision:
        """All that passed; where nothing did, the likeliest places of a document that may well hold it."""
        judged, likely = self.close.judged, [one for each in found for one in each.likely]
        kept = _passed(found)
        ledger.held[held.identity] = judged.held(likely)
        places = judged.places(likely) if judged.may_hold(likely) else []
        if kept:
            places = [each for each in places if each.chance is not None and each.chance >= _EVEN]
        decision = _decision(held, kept, places, ledger)
        if kept and any(ledger.leads.values()):
            return replace(decision, outcome="incomplete", reason="others may belong to it")
        return decision


def shown(model: ModelReading, question: Question, held: Held, ledger: Ledger, run: Run) -> Decision:
    """What a reader of the user's choice gives of the part that the question is about."""
    part = question.retrieval.scope.part
    assert part is not None
    blocks = [block for block in held.document.blocks_of(part) if part.covers(block.span)]
    found = model.part(question, held, blocks, run)
    ledger.state(held.identity, found.reading.signals)
    ledger.unread[held.identity] = found.unread
    for each in found.judged:
        ledger.note(each, held.identity.name)
    _enter(question, held, blocks, ledger)
    # How likely a place of one part is beside all others is not known: the model alone points elsewhere.
    refused = [each for each in found.judged if not each.passed and may_lead(each)]
    kept = _each_place_once([each for each in found.judged if each.passed])
    return _decision(held, kept, [claimed_at(each, found.by) for each in refused], ledger)


def _enter(question: Question, held: Held, blocks: Sequence[Block], ledger: Ledger) -> None:
    """Enter how much was read."""
    identity = held.identity
    ledger.blocks[identity] = len(held.document.blocks)
    ledger.in_scope[identity] = ledger.read[identity] = len(blocks)
    ledger.left_out[identity] = left_out(held.document.unseen, identity.name)
    pages = len({block.page for block in blocks})
    ledger.pages[identity] = page_coverage(held, question.retrieval.scope, pages)
    ledger.reports[PART, identity] = PathReport(PART, len(blocks))


def _passed(found: Sequence[Examined]) -> list[Judged]:
    return _each_place_once([one for each in found for one in each.judged if one.passed])


def _decision(held: Held, kept: Sequence[Judged], places: Sequence[Likeliness], ledger: Ledger) -> Decision:
    """What is kept, with the places that may hold more of it."""
    spans = [proof.span for each in kept for proof in each.proofs]
    elsewhere = [each for each in places if not any(each.span.touches(span) for span in spans)]
    ledger.judged, ledger.leads[held.identity] = list(kept), leads_at(held, elsewhere)
    if ledger.broken_off:
        return Decision("incomplete", tuple(kept), ledger.broken_off)
    if kept:
        return Decision("answered", tuple(kept), f"{len(kept)} are proved and sure enough")
    if elsewhere:
        return Decision("unverified", (), "no passage is sure enough, but some may answer")
    return Decision("not_found", (), "every passage was read and none answers")


@functools.lru_cache(maxsize=2)
def _cut(read: Same[Document]) -> Cut:
    return Cut.of(read.it)


def _each_place_once(judged: Sequence[Judged]) -> list[Judged]:
    """Of what rests on the same words only the first: an item of a list before the sentence that it is."""
    kept: list[Judged] = []
    taken: dict[Span, set[str]] = {}
    for each in judged:
        spans = {proof.span for proof in each.proofs}
        said = " ".join(each.claim.original.split())
        if any(said in taken.get(span, ()) for span in spans):
            continue
        if each.claim.answer_type in {"text", "clause"} and any(map(taken.get, spans)):
            continue
        for span in spans:
            taken.setdefault(span, set()).add(said)
        kept.append(each)
    return kept
