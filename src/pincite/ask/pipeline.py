"""One question through all stages: read it, find, propose, prove, decide."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pincite.answer.answers import Answer, Strictness
from pincite.answer.verdicts import ABOUT_IT, Judged
from pincite.ask.choose_documents import said, with_means, without_names
from pincite.ask.leads import best_leads
from pincite.ask.library_scan import Scanned
from pincite.ask.likely_answers import JudgedReading
from pincite.ask.list_answers import (
    as_given,
    ending,
    ends_before,
    is_of_list,
    leaves_out_clauses,
    list_follows,
    listing_of,
    only_introduces,
    placed,
    shaped,
)
from pincite.ask.many_documents import Part, of_one_value, of_several_questions, together, without_probable
from pincite.ask.one_document import Asked, CloseReading, Examinations
from pincite.ask.part_reading import PartReading, shown
from pincite.ask.publishing import published
from pincite.ask.reading_list import ReadingList
from pincite.ask.report import Ledger, answer_of, candidates_of, place_of, ranked
from pincite.ask.shared_reading import MOST_TOGETHER, SharedReading
from pincite.decide.conflicts import conflict_among
from pincite.decide.outcome import Decision, Situation, Step, decide, probable_of
from pincite.dialogue.spending import calls_heard, said_of, taken_down
from pincite.errors import NotHeld, PinciteError, TruncatedReply
from pincite.language.timing import times_of
from pincite.protocols import Fusion, PassageReader, Path, Planner, Reranker
from pincite.prove.against import CHECKS
from pincite.question.parse import RuleParser
from pincite.question.terms import in_likely_words, with_hints
from pincite.question.to_compute import row_of_year_asked
from pincite.read.replies import remembered
from pincite.records.bounds import bounds
from pincite.records.computation import Computation, OperandQuestion
from pincite.records.evidence import FoundPassage, Fused, Hit, ReadPassage
from pincite.records.library import Held, Identity
from pincite.records.question import Question, Scope
from pincite.records.run import PartAsked, Run
from pincite.records.span import Span
from pincite.retrieve.context import overlap_of, read_on
from pincite.retrieve.index import load as load_words
from pincite.retrieve.paths import ByScan
from pincite.retrieve.query import weigh
from pincite.retrieve.read import Readings, starts_of
from pincite.retrieve.search import BY_SCORE, gathered, in_order, reranked
from pincite.retrieve.vectors import ByVectors
from pincite.structure.excerpts import Cut, passages
from pincite.structure.list_runs import MOST_CUTS

# What few questions need is loaded for those: computing, and what settles a conflict.
if TYPE_CHECKING:
    from pincite.ask.model_reading import ModelReading, Readers
    from pincite.ask.named_parties import NamedParties
    from pincite.compute.rates import RateTable

_KEPT_CLAIMS = 24
_AUXILIARIES = frozenset(
    "is are was were do does did has have had can could may must will would shall should".split()
)
# Of each of many documents that are read for one question, however many there are.
_LEAST_READ = 2
# In a scan of more documents than these no model reads those that were not shortlisted.
_MOST_SCANNED = 40
# For several documents together so many times as much is read as for one.
_READ_IN_ALL = 4


@dataclass(frozen=True, slots=True)
class Pipeline:
    """The stages in order. Paths and readers can be replaced by name; scan and checks always run."""

    parser: RuleParser
    paths: tuple[Path, ...]
    scan: Path
    judged: JudgedReading
    """Proves claims, and judges what the local reader points at by one measured chance."""
    readers: Readers | None = None
    """Who reads for the user in place of the local reader; None where that one does."""
    own: Readers | None = None
    """Our reading model with what was measured of it; None where it takes no part."""
    most_places: int = 60
    fusion: Fusion = BY_SCORE
    reranker: Reranker | None = None
    """Orders the best passages anew; None where the fused order is taken as it is."""
    most_read: int = 8
    """How many passages the reader is given for one question, of all documents that are searched for it."""
    most_documents: int = 12
    """How many documents a reader of the user's choice is asked about for one question."""
    rates: RateTable | None = None
    """What currencies are converted by; None when the user gave no rates."""
    planner: Planner | None = None
    """Says where to look first, beside the plan of the rules; None by default."""
    named_parties: NamedParties | None = None
    """Names the parties that a contract introduces; None where no chance was measured for it."""
    asks_cell: bool = False
    """Whether a cell of a table is asked for: it wants values, and a sentence about them is a lead."""
    shared: SharedReading | None = None
    """The questions about the same document that a reader is shown in one view; None where one is alone."""

    @property
    def strictness(self) -> Strictness:
        return self.judged.strictness

    @property
    def reader(self) -> PassageReader | None:
        """Says which passages answer, and where in them; None where no model reads."""
        return self.judged.likeliest.reader

    def ask(
        self,
        asked: str,
        reading_list: ReadingList,
        run: Run,
        answer_type: str | None = None,
        hints: tuple[str, ...] = (),
    ) -> Answer:
        """An answer whose every item passed every check, or an honest account of why there is none."""
        with _spending_told(run), remembered():
            answer = self._ask(asked, reading_list, run, answer_type, hints)
        return published(answer, reading_list.everything, reading_list.load)

    def ask_part(
        self, asked: str, held: Held, part: PartAsked, run: Run, answer_type: str | None = None
    ) -> Answer:
        """Everything in one part of a document that answers, with where more may stand."""
        with _spending_told(run):
            question = run.step("question", self.parser.read, asked, answer_type)
            if question.clarification:
                asked_back = Decision("needs_clarification", (), "")
                return answer_of(question, asked_back, Ledger(), self.strictness, run)
            question = _of_part(question, part)
            run.questions.append(question)
            assert self.readers is not None
            weighed, ledger = weigh(question, [load_words(held.postings)]), Ledger()
            decision = shown(self._model_reading(self.readers, 1), weighed, held, ledger, run)
            answer = self._with_leads(question, ledger, decision, run)
        return published(answer, [held.identity], lambda identity: held)

    def read_part(
        self, asked: str, held: Held, part: Span, after: int, answer_type: str | None = None
    ) -> tuple[ReadPassage, ...]:
        """What our own reader makes of every passage of one part that starts behind a character."""
        return self.part_reading().read(self.parser.read(asked, answer_type), held, part, after)

    def ask_read(
        self,
        asked: str,
        held: Held,
        read: Sequence[ReadPassage],
        run: Run,
        answer_type: str | None = None,
    ) -> Answer:
        """Everything in a document that answers, once all of its passages were read."""
        with _spending_told(run):
            question = run.step("question", self.parser.read, asked, answer_type)
            question = replace(question, generation=replace(question.generation, computation=None, over=None))
            run.questions.append(question)
            if question.clarification:
                asked_back = Decision("needs_clarification", (), "")
                return answer_of(question, asked_back, Ledger(), self.strictness, run)
            weighed, ledger = weigh(question, [load_words(held.postings)]), Ledger()
            decision = self.part_reading().judged(weighed, held, read, ledger, run)
            answer = self._with_leads(question, ledger, decision, run)
        return published(answer, [held.identity], lambda identity: held)

    def part_reading(self) -> PartReading:
        """The stages that a document meets which is read part by part."""
        return PartReading(self.close_reading(), self.paths)

    def _with_leads(self, question: Question, ledger: Ledger, decision: Decision, run: Run) -> Answer:
        """The answer with where more may stand, also beside what is sure."""
        answer = self._accounted(question, ledger, decision, run)
        return answer.model_copy(update={"leads": best_leads(ledger.leads.values())})

    def _ask(
        self,
        asked: str,
        reading_list: ReadingList,
        run: Run,
        answer_type: str | None,
        hints: tuple[str, ...],
    ) -> Answer:
        question = run.step("question", self.parser.read, asked, answer_type)
        question = self._planned(question, reading_list, run)
        if self.planner and not question.clarification:
            from pincite.ask.planner import planned

            given = answer_type is not None
            question, reading_list = planned(self.planner, question, reading_list, run, given)
        question = with_hints(question, hints)
        run.questions.append(question)
        if question.generation.several and not (self.readers or answer_type or question.clarification):
            run.decide("several questions: each is asked by itself")
            parts = [
                (each, self._ask(each, reading_list, run, None, hints))
                for each in question.generation.several
            ]
            return of_several_questions(asked, parts)
        computation = None if answer_type else question.generation.computation
        if computation and self.readers and _is_read_otherwise(question, computation):
            computation = None
        if computation is None and answer_type is None and not question.clarification:
            computation = self._over_years(question, reading_list, run)
        if computation is None or question.clarification:
            documents = reading_list.everything if self.readers else reading_list.shortlist
            several = len(documents) > 1 and not question.clarification
            return (
                self._of_each(question, reading_list, run)
                if several
                else self._look_up(question, reading_list, run)
            )
        from pincite.compute.computing import run as compute

        def ask_operand(wanted: OperandQuestion) -> Answer:
            run.decide(f"operand: {wanted.question}")
            operand, within = reading_list.about(self._operand_of(wanted, question))
            run.questions.append(operand)
            if len(within.shortlist) == 1 or operand.clarification:
                return without_probable(asking._look_up(operand, within, run))
            return of_one_value(without_probable(asking._of_each(operand, within, run)))

        asking = self._sharing_operands(computation, question, reading_list)
        run.decide(f"compute: {computation.kind}")
        answer = compute(computation, question.generation.asked, ask_operand, self.rates)
        run.decide(f"{answer.outcome}: {answer.items[0].original if answer.items else 'nothing is computed'}")
        return answer

    def _operand_of(self, wanted: OperandQuestion, whole: Question) -> Question:
        """The ordinary question that an operand answers, with the years that the whole question names."""
        question = self.parser.read(wanted.question)
        # First those kinds of value that its wording tells.
        told = question.generation.answer_types
        kinds = sorted(wanted.kinds, key=lambda kind: told.index(kind) if kind in told else len(told)) or told
        generation = replace(
            question.generation,
            answer_types=tuple(kinds),
            answer_shape="single",
            computation=None,
            demanded=bool(wanted.kinds),
            years_beside=times_of(whole.generation.plain).years,
        )
        return replace(question, generation=generation)

    def _sharing_operands(
        self, computation: Computation, question: Question, reading_list: ReadingList
    ) -> Pipeline:
        """The same stages, which show a reader all operands of one document in one view."""
        if not self.readers or len(reading_list.everything) != 1:
            return self
        wanted = [*([computation.stated] if computation.stated else []), *computation.operands]
        put = (self._operand_of(each, question) for each in wanted)
        return replace(self, shared=_together(reading_list.about(each)[0] for each in put))

    def _over_years(self, question: Question, reading_list: ReadingList, run: Run) -> Computation | None:
        """For "In which year was revenue the highest?" the comparison of the years that its row has."""
        row = row_of_year_asked(question.generation.plain)
        if not row or self.readers or len(reading_list.shortlist) != 1:
            return None
        held = reading_list.load(reading_list.shortlist[0])
        weighed = weigh(self.parser.read(f"What is {row}?"), [load_words(held.postings)])
        asked = Asked(weighed, weighed)
        likely = self.close_reading().candidates(asked, held, self.paths, Ledger(), run)
        years = self.judged.years_of_row(likely)
        if len(years) < 2:
            return None
        run.decide(f"years of “{row}”: {', '.join(years)}")
        named = f"{question.generation.plain.rstrip(' ?')} in {', '.join(years[:-1])} or {years[-1]}?"
        return self.parser.read(named).generation.computation

    def close_reading(self, documents: int = 1) -> CloseReading:
        """The stages that one of so many documents meets."""
        return CloseReading(
            scan=self.scan,
            fusion=self.fusion,
            reranker=self.reranker,
            judged=self.judged,
            most_places=self.most_places,
            reads_scanned=documents <= _MOST_SCANNED,
            most_read=max(min(self.most_read, _READ_IN_ALL * self.most_read // documents), _LEAST_READ),
        )

    def _planned(self, question: Question, reading_list: ReadingList, run: Run) -> Question:
        """The question with what the plan asks back, if anything; the plan is recorded."""
        if reading_list.plan is None:
            return question
        paths = [path.name for path in self.paths]
        for sentence in said(with_means(reading_list.plan, question, paths, self.most_places, CHECKS)):
            run.decide(sentence)
        asked_back = question.clarification or reading_list.plan.choice.clarification
        return without_names(replace(question, clarification=asked_back), reading_list.plan.choice.spent)

    def passages(self, asked: str, held: Held) -> list[FoundPassage]:
        """The passages, best first; those that only the scan of every block knows come last."""
        question = weigh(self.parser.read(asked), [load_words(held.postings)])
        by_path: dict[str, Sequence[Hit]] = {}

        def fused(hits: Mapping[str, Sequence[Hit]]) -> list[Fused]:
            by_path.update(hits)
            return self.fusion.fuse(hits)

        proposed = in_order(question, held, self.paths, fused)
        if self.reranker:
            proposed = reranked(question, held, proposed, self.reranker)
        if self.reader:
            cut = Cut.of(held.document)
            starts = starts_of(cut, proposed, self.most_read, by_path.get(ByVectors.name, ()))
            proposed = Readings(cut).with_more(question, starts, self.reader).ordered(proposed)
        rest = in_order(question, held, (ByScan(least=0.0),), self.fusion.fuse)
        return gathered(held, passages(held.document), [*proposed, *rest])

    def _look_up(self, question: Question, reading_list: ReadingList, run: Run) -> Answer:
        """The answer that stands in the documents."""
        if question.clarification:
            run.decide(f"needs_clarification: {question.clarification}")
            asked_back = Decision("needs_clarification", (), "")
            return answer_of(question, asked_back, Ledger(), self.strictness, run)
        question, ledger, decision = self._decided(question, reading_list, run)
        return self._accounted(question, ledger, decision, run)

    def _of_each(self, question: Question, reading_list: ReadingList, run: Run) -> Answer:
        """The answer of each document that was chosen; of all others together, if none of these gives one."""
        parts = []
        if not self.readers and len(reading_list.everything) > len(reading_list.shortlist):
            reading_list = replace(reading_list, examinations=Examinations())
        # A model is not asked about a whole library: what is left over is open, and is named.
        chosen = reading_list.shortlist[: self.most_documents if self.readers else None]
        for number, identity in enumerate(chosen):
            reading_list.progress(number, len(chosen))
            run.decide(f"asked of {identity.name}")
            try:
                given, ledger, decision = self._decided(question, reading_list.only(identity), run)
                # Pages may have been read again meanwhile: then it is another version.
                parts.append(Part(next(iter(ledger.blocks), identity), given, ledger, decision))
            except NotHeld:
                gone = Decision("not_found", (), "it was deleted meanwhile")
                parts.append(Part(identity, question, Ledger(forgotten=[identity.name]), gone))
            except PinciteError as error:
                run.decide(f"failed for {identity.name}: {error}")
                parts.append(Part(identity, question, Ledger(), Decision("failed", (), str(error)), error))
        if self.readers:
            answers = any(part.decision.kept for part in parts)
            rest = [
                each
                for each in (reading_list.shortlist if answers else reading_list.everything)
                if each not in chosen
            ]
            not_asked = Decision("incomplete", (), "some documents were not asked")
            parts += [Part(identity, question, Ledger(), not_asked) for identity in rest]
        given, ledger, decision = together(question, parts, reading_list.part_of)
        if not decision.kept and not self.readers and len(reading_list.everything) > len(chosen):
            return self._look_up(question, reading_list, run)
        return self._accounted(given, ledger, decision, run)

    def _decided(
        self, question: Question, reading_list: ReadingList, run: Run
    ) -> tuple[Question, Ledger, Decision]:
        """What is found, by whoever reads."""
        if self.readers:
            return self._read_by_model(self.readers, question, reading_list, run)
        pointed = self._pointed_at(question, reading_list, run)
        # Two sides of one thing are seen by code; the reading model names one of them.
        if self.own is None or len(reading_list.everything) != 1 or pointed[2].outcome == "conflict":
            return pointed
        own = self._read_by_model(self.own, question, reading_list, run)
        return max(own, pointed, key=lambda each: _sureness(each[2]))

    def _pointed_at(
        self, question: Question, reading_list: ReadingList, run: Run
    ) -> tuple[Question, Ledger, Decision]:
        """What the local reader points at, step by step until it can be decided."""
        ledger, likely = Ledger(), None
        if question.generation.may_be_one:
            single = shaped(question, "single")
            decision = self._one_answer(single, reading_list, ledger, run)
            if decision.outcome == "answered" and not is_of_list(decision):
                return single, ledger, conflict_among(ledger.judged) or decision
            likely = _likely(ledger.judged)
            ledger = Ledger(readings=ledger.readings)
        first = (
            question,
            reading_list,
            reading_list.shortlist,
            self.paths,
            ledger,
            run,
            in_likely_words(question),
        )
        run.step("read shortlist", self._read, *first)
        tried: list[Step] = []
        while (decision := self._decide(question, reading_list, tried, ledger, run)).step:
            run.decide(f"{decision.step}: {decision.reason}")
            tried.append(decision.step)
            self._scan(question, reading_list, ledger, run)
        known = [*ledger.judged, *_earlier(ledger, reading_list)]
        if decision.outcome == "answered" and question.generation.answer_shape == "single":
            decision = conflict_among(known) or decision
        if only_introduces(question, decision):
            question, ledger, decision = self._whole_list(question, reading_list, ledger, decision, run)
        if question.generation.subjects == "party" and len(reading_list.shortlist) == 1:
            question, decision = self._parties(question, reading_list, ledger, decision, run)
        question, decision = _unless_elsewhere(question, decision, ledger)
        open_columns = [asked for asked in ledger.open_columns.values() if asked]
        if decision.outcome in ("not_found", "unverified") and len(ledger.blocks) == 1 and open_columns:
            question = replace(question, clarification=open_columns[0])
            decision = Decision("needs_clarification", (), "the row is sure, and the column is not")
        if question.generation.answer_shape == "single":
            likely = _likely(known)
        if decision.outcome == "unverified" and likely:
            return shaped(question, "single"), ledger, likely
        return question, ledger, decision

    def _read_by_model(
        self, readers: Readers, question: Question, reading_list: ReadingList, run: Run
    ) -> tuple[Question, Ledger, Decision]:
        """What a reader of the user's choice finds in one document."""
        model = self._model_reading(readers, reading_list.among)
        question, ledger, decision = run.step(
            "read document", model.decided, question, in_likely_words(question), reading_list, run
        )
        question, decision = _unless_elsewhere(question, _as_far_as_read(decision, ledger), ledger)
        return question, ledger, decision

    def _model_reading(self, readers: Readers, documents: int) -> ModelReading:
        from pincite.ask.model_reading import ModelReading

        shared = self.shared
        if shared and not shared.questions:
            asked = (with_hints(self.parser.read(e.text, e.answer_type), e.hints) for e in shared.put)
            shared.questions = _together(asked).questions
        return ModelReading(readers, self.close_reading(documents), self.paths, shared)

    def _accounted(self, question: Question, ledger: Ledger, decision: Decision, run: Run) -> Answer:
        """The answer that a decision amounts to, with what the trace says of it."""
        if ledger.forgotten:
            run.decide(f"deleted before it could be read: {', '.join(dict.fromkeys(ledger.forgotten))}")
        self._say_reading(ledger, run)
        run.decide(f"{decision.outcome}: {decision.reason}")
        run.candidates += candidates_of(ledger, decision)
        if ledger.unlisted:
            run.decide(f"{ledger.unlisted:,} more candidates are not listed")
        answer = answer_of(as_given(question, decision), decision, ledger, self.strictness, run)
        if ledger.formula and answer.items and not ledger.outcomes:
            from pincite.ask.computed_reading import computed

            return computed(answer, ledger.formula, ledger.labels)
        return answer

    def _say_reading(self, ledger: Ledger, run: Run) -> None:
        """Take down how many passages a model has read, and what it gives the best of them."""
        scores = [read.score for made in ledger.readings.values() for read in made.known.values()]
        if self.reader and scores:
            passages = "1 passage" if len(scores) == 1 else f"{len(scores)} passages"
            named = f"{self.reader.name}/{self.reader.version}"
            run.decide(f"{passages} read by {named}; the best is given {max(scores):.2f}")
            run.likeliest = max(scores)

    def _decide(
        self, question: Question, reading_list: ReadingList, tried: Sequence[Step], ledger: Ledger, run: Run
    ) -> Decision:
        unfinished = ""
        if question.generation.answer_shape != "single":
            unfinished = self._complete(question, reading_list, ledger, run)
            ledger.judged = placed(ledger.judged)
        situation = Situation(frozenset(tried), unfinished, _earlier(ledger, reading_list))
        with run.stage("decide"):
            return decide(question, ranked(ledger.judged), situation)

    def _complete(self, question: Question, reading_list: ReadingList, ledger: Ledger, run: Run) -> str:
        """Read on where a list or table is cut; why it is not all there when that does not help."""
        for _ in range(MOST_CUTS + 1):
            listing = listing_of(ranked(ledger.judged))
            passed = [each for each in ledger.judged if each.passed]
            if listing is None or not passed:
                return ""
            end = ending(listing, overlap_of(listing.document, listing.blocks[-1]))
            if leaves_out_clauses(listing, end.resumed):
                return "other clauses next to these may belong to the list, but none is sure enough"
            if end.resumed and ends_before(listing, end.resumed):
                return ""
            run.decide(f"{'bounded' if end.bounded else 'truncated'}: {end.reason}")
            if end.bounded or end.resumed is None:
                return "" if end.bounded else end.reason
            held = reading_list.load(listing.identity)
            weighed = weigh(question, [load_words(held.postings)])
            found = read_on(held, listing.blocks, end.resumed)
            start = next(each for each in ledger.judged if each.passed)
            judged = self.close_reading().read_on(weighed, held, found, start)
            more = listing_of(judged)
            if more is None or more.blocks[-1].number <= listing.blocks[-1].number:
                break
            ledger.judged = judged
        return end.reason

    def _one_answer(
        self, question: Question, reading_list: ReadingList, ledger: Ledger, run: Run
    ) -> Decision:
        """What one sentence answers to a question that may be for several; no further step is taken."""
        run.step(
            "one answer", self._read, question, reading_list, reading_list.shortlist, self.paths, ledger, run
        )
        return self._decide(question, reading_list, ("scan",), ledger, run)

    def _whole_list(
        self, question: Question, reading_list: ReadingList, ledger: Ledger, decision: Decision, run: Run
    ) -> tuple[Question, Ledger, Decision]:
        """The list that a sentence introduces, where it can be given; else all as it was."""
        run.decide("list: the answer introduces a list, so all of it is read")
        listed, anew = shaped(question, "list"), Ledger()
        run.step("list", self._read, listed, reading_list, reading_list.shortlist, self.paths, anew, run)
        whole = self._decide(listed, reading_list, ("scan",), anew, run)
        introducing = {place_of(kept) for kept in decision.kept}
        is_more = any(place_of(kept) not in introducing for kept in whole.kept)
        if whole.kept and (is_more or any(map(list_follows, decision.kept))):
            return listed, anew, whole
        return question, ledger, decision

    def _parties(
        self, question: Question, reading_list: ReadingList, ledger: Ledger, decision: Decision, run: Run
    ) -> tuple[Question, Decision]:
        """The parties as a list, where all are proved and sure enough; else what was decided."""
        if self.named_parties is None:
            return question, decision
        held = reading_list.load(reading_list.shortlist[0])
        weighed = weigh(question, [load_words(held.postings)])
        named = run.step("parties", self.named_parties.of, weighed, held, self.judged)
        if not named and self.asks_cell and decision.kept:
            reason = "the sentence that introduces the parties is no list of them"
            return question, Decision("unverified", (), reason)
        if not named:
            return question, decision
        for each in named:
            ledger.note(each, held.identity.name)
        ledger.judged = list(named)
        return shaped(question, "list"), Decision("answered", named, "")

    def _scan(self, question: Question, reading_list: ReadingList, ledger: Ledger, run: Run) -> None:
        """Read every passage of every document before anything is said not to be there."""
        ledger.refused, ledger.judged = [*ledger.refused, *ledger.judged], []
        identities = [*dict.fromkeys((*reading_list.shortlist, *reading_list.everything))]
        searched = in_likely_words(question)
        run.step("scan", self._read, question, reading_list, identities, (self.scan,), ledger, run, searched)

    def _read(
        self,
        question: Question,
        reading_list: ReadingList,
        identities: Sequence[Identity],
        paths: Sequence[Path],
        ledger: Ledger,
        run: Run,
        searched: Question | None = None,
    ) -> None:
        """Read documents one by one; `searched`: the question in the words to search with, if not its own."""
        reading = self.close_reading(max(len(identities), reading_list.among))
        at_once = not reading.reads_scanned and tuple(paths) == (self.scan,)
        silent = self._silent(searched or question, reading_list, ledger, reading) if at_once else {}
        for number, identity in enumerate(identities):
            reading_list.progress(number, len(identities))
            bounds().go_on()
            if scanned := silent.get(identity):
                reading_list.scanned(scanned.outline)
                reading.enter_scanned(scanned, ledger)
                continue
            try:
                held = reading_list.load(identity)
            except NotHeld:
                if len(identities) == 1:
                    raise
                ledger.forgotten.append(identity.name)
                continue
            words = [load_words(held.postings)]
            asked = Asked(weigh(question, words), weigh(searched or question, words))
            # Only the shortlist is ever read twice: what came of other documents is let go with them.
            done = reading_list.examinations if identity in reading_list.shortlist else None
            reading.read(asked, held, paths, ledger, run, done)
            # Documents are let go one by one: a scan of a large library must not hold it in memory.
            ledger.judged = _kept(question, ledger.judged)

    def _silent(
        self, question: Question, reading_list: ReadingList, ledger: Ledger, reading: CloseReading
    ) -> dict[Identity, Scanned]:
        """The documents in which a scan of their words finds nothing to look into: they stay closed.

        What was read of a document before is judged once more, so those are opened.
        """
        shelves = reading_list.shelves
        if shelves is None or question.retrieval.scope:
            return {}
        if not isinstance(self.scan, ByScan):
            return {}
        wanted = [each for each in reading_list.everything if each not in ledger.blocks]
        current = frozenset(reading_list.everything)
        shelves.restore(current)
        for number, identity in enumerate(wanted):
            if shelves.has_room_for(identity):
                reading_list.progress(number, len(wanted))
                bounds().go_on()
                with suppress(NotHeld):
                    shelves.keep(reading_list.load(identity))
        shelves.keep_for_later(current)
        scanned = shelves.scan(question, self.scan.least, frozenset(wanted))
        return {each.outline.identity: each for each in scanned if not reading.looks_into(question, each)}


@contextmanager
def _spending_told(run: Run) -> Iterator[None]:
    """Take down what language models are asked meanwhile, whatever comes of it."""
    with taken_down() as spent, calls_heard() as calls:
        try:
            yield
        finally:
            for sentence in said_of(spent):
                run.decide(sentence)
            run.calls += calls


def _together(questions: Iterable[Question]) -> SharedReading:
    """Those that a reader can be shown together: not one that is computed, unclear or about some pages."""
    plain = [
        each
        for each in {each.generation.asked: each for each in questions}.values()
        if not (each.clarification or each.retrieval.scope)
        and (each.generation.demanded or not each.generation.computation)
    ]
    pairs = tuple((each, in_likely_words(each)) for each in plain[:MOST_TOGETHER])
    return SharedReading(questions=pairs if len(pairs) > 1 else ())


def _of_part(question: Question, part: PartAsked) -> Question:
    """The question about one part of a document, of which all that answers is wanted."""
    scope = replace(question.retrieval.scope, part=part.span)
    generation = replace(question.generation, facts=part.facts, computation=None, over=None)
    return replace(question, retrieval=replace(question.retrieval, scope=scope), generation=generation)


def _likely(judged: Sequence[Judged]) -> Decision | None:
    """What is given though nothing is sure enough: both of two values that differ, or the likeliest."""
    return conflict_among(judged) or probable_of(judged)


def _is_read_otherwise(question: Question, computation: Computation) -> bool:
    """Whether a reader answers itself what our rules take for arithmetic: a yes or no, or several at once."""
    first = question.generation.plain.split(maxsplit=1)[:1]
    asks_whether = bool(first) and first[0].casefold() in _AUXILIARIES
    return computation.kind == "each" or (asks_whether and computation.kind != "compare")


def _sureness(decision: Decision) -> tuple[int, float]:
    """How much a decision gives, and how likely that is; silence is the least: a reader may miss a place."""
    given = ("not_found", "unverified", "needs_clarification", "probable")
    rank = given.index(decision.outcome) if decision.outcome in given else len(given)
    return rank, max((each.claim.score for each in decision.kept), default=0.0)


def _earlier(ledger: Ledger, reading_list: ReadingList) -> tuple[Judged, ...]:
    """Each claim of an earlier round that the last one did not repeat, of documents as they are read now."""
    versions = {identity.version for identity in reading_list.everything}
    repeated = {place_of(judged) for judged in ledger.judged}
    left = {place_of(judged): judged for judged in ledger.refused}
    return tuple(judged for place, judged in left.items() if place not in repeated and place[0] in versions)


def _as_far_as_read(decision: Decision, ledger: Ledger) -> Decision:
    """The same decision, or less where a reply broke off: what was not read may hold more, or otherwise."""
    if ledger.broken_off and decision.outcome == "not_found":
        raise TruncatedReply(
            f"Nothing was found in what was read: {ledger.broken_off}.",
            hint="Allow longer replies with the option `max_tokens` of the model, or ask for less.",
            retryable=True,
        )
    if ledger.broken_off and decision.outcome == "answered":
        return replace(decision, outcome="incomplete", reason=ledger.broken_off)
    return decision


def _unless_elsewhere(question: Question, decision: Decision, ledger: Ledger) -> tuple[Question, Decision]:
    """What is said instead of "not found" where nothing is in scope, or where places may answer."""
    scope = question.retrieval.scope
    if decision.outcome != "not_found":
        return question, decision
    if scope and not sum(ledger.in_scope.values()):
        question = replace(question, clarification=_nothing_in_scope(scope))
        return question, Decision(
            "needs_clarification", (), "no document has the pages or sections you named"
        )
    if any(ledger.leads.values()):
        reason = "no passage is sure enough to be an answer, but some may answer"
        return question, Decision("unverified", (), reason)
    return question, decision


def _nothing_in_scope(scope: Scope) -> str:
    pages = ", ".join(f"page {a}" if a == b else f"pages {a} to {b}" for a, b in scope.pages)
    named = ", ".join(part for part in (pages, *scope.sections) if part)
    return (
        f"No document has {named}. Where should Pincite look? `pincite show NAME` lists pages and sections."
    )


def _kept(question: Question, judged: list[Judged]) -> list[Judged]:
    """The best claims; of lists the whole of the best one."""
    # What is relevant and unproved decides that the outcome is not silence: other facts must not oust it.
    best = heapq.nlargest(
        _KEPT_CLAIMS,
        judged,
        key=lambda j: (j.passed, ABOUT_IT.isdisjoint(j.failed_checks), j.standing, j.claim.score),
    )
    if question.generation.answer_shape == "single" or not best:
        return best
    version = best[0].claim.citations[0].version
    return [j for j in judged if j.claim.citations[0].version == version]
