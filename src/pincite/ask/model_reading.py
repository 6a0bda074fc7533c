"""Have a reader of the user's choice read a document: one view, and a second and last one where that helps.

The reader is shown the best places and names those that answer; code proves what it claims. It is asked once
more only where it found nothing and more is left to show, where a claim of it was refused, where the answer
goes on elsewhere, or where it calls a page garbled and that was read again. The rest of the document is
searched by words, vectors and the local reader, which takes no call. What the local reader thinks of a place
is told beside the answer and decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from pincite.answer.claims import Shown
from pincite.answer.verdicts import ANSWERS, Judged, Judgement, Verdict, Voice
from pincite.answer.view_and_form import AskedQuestion, Reading, View
from pincite.ask.claimed_items import not_located, proved
from pincite.ask.leads import Likeliness, leads_at
from pincite.ask.likely_answers import Likely, Places, is_measured, verdict_on
from pincite.ask.list_answers import ending, listing_of, placed, shaped
from pincite.ask.one_document import CloseReading, claimed_at, may_lead
from pincite.ask.reading_list import ReadingList
from pincite.ask.reading_outcome import agree_on, decided_by, is_whole, nothing_found, reason_of, shape_of
from pincite.ask.report import Ledger, place_of
from pincite.ask.shared_reading import ReadTogether, Searched, SharedReading, in_turn
from pincite.ask.strictness import Verifiers
from pincite.decide.outcome import Decision, probable_of
from pincite.dialogue.spending import calls_heard
from pincite.errors import ConfigError, InputError, ProviderError, UnreadableReply
from pincite.protocols import Path, Reader
from pincite.question.terms import widened
from pincite.read.chance import ShownPlaces, numbers_of
from pincite.read.resolve import Located, resolve
from pincite.read.view import Source, next_view, view_of, view_of_blocks
from pincite.records.document import Block, Document
from pincite.records.evidence import Found, Proof
from pincite.records.library import Held, Identity
from pincite.records.question import Question
from pincite.records.run import Run
from pincite.relevance.judging import Judging
from pincite.retrieve.context import overlap_of
from pincite.retrieve.index import load as load_words
from pincite.retrieve.query import weigh
from pincite.retrieve.read import Readings
from pincite.retrieve.search import Retrieved
from pincite.structure.definitions import pointers, target_of
from pincite.structure.excerpts import Cut
from pincite.structure.list_runs import run_of
from pincite.structure.within import within

_STRICT = frozenset({"strict", "paranoid"})
_MOST_REASONS = 5
# What a reader says of its work is shown with its name, and not without end.
_MOST_CAVEATS, _LONGEST_CAVEAT = 3, 300


@dataclass(frozen=True, slots=True)
class Readers:
    """Who reads for the user, and who else must agree at the stricter levels."""

    first: Reader
    second: Reader | None = None
    """Another one, which reads the same lines without knowing what the first said of them."""
    verifiers: Verifiers | None = None
    """Verifiers that are configured: all of them must agree."""
    judging: Judging | None = None
    """What was measured of the first one, by which its word counts; None where its word is enough."""


@dataclass(frozen=True, slots=True)
class _Round:
    """What came of one view."""

    view: View
    reading: Reading
    judged: tuple[Judged, ...]
    rule: Proof | None
    labels: tuple[str, ...] = ()
    """By passed claim what a formula calls it."""
    chance: float = 1.0
    """That it answers, where that was measured."""
    held: float | None = None
    """The chance that the document holds an answer at all, where that was measured."""

    @property
    def passed(self) -> list[Judged]:
        return [each for each in self.judged if each.passed]

    @property
    def failed(self) -> list[Judged]:
        return [each for each in self.judged if not each.passed]


@dataclass(frozen=True, slots=True)
class ModelReading:
    """The stages of one document that a reader of the user's choice reads."""

    readers: Readers
    close: CloseReading
    """Searches the document, and judges by a measured chance what is told beside the answer."""
    paths: tuple[Path, ...]
    shared: SharedReading | None = None
    """The questions that are read together with this one; None where it is asked alone."""

    def decided(
        self, question: Question, searched: Question, reading_list: ReadingList, run: Run
    ) -> tuple[Question, Ledger, Decision]:
        """What one document answers, after at most two views of it."""
        ledger = Ledger()
        held = reading_list.load(reading_list.shortlist[0])
        together = self._together(question, held, run)
        document = together.document if together else self.search(question, searched, held, run)
        self.close.enter(question, held, document.retrieved, ledger, scanning=False)
        if together:
            rounds = [self.told(document, *together.first, (), run)]
        else:
            rounds = [self._round(document, self.view(document), (), run)]
        if second := self._second(document, rounds[0], together, reading_list, ledger, run):
            document, again = second
            rounds.append(again)
        return self._decision(document, rounds, ledger, run)

    def part(self, question: Question, held: Held, blocks: Sequence[Block], run: Run) -> _OfPart:
        """What the reader gives of one part of a document, in as many views as it takes."""
        listed = shaped(question, "list")
        readings = Readings(Cut.of(held.document))
        document = Searched(held, listed, listed, Retrieved((), (), len(blocks), 0), readings)
        rounds = [
            self._round(document, view_of_blocks(held.identity, held.document, some), (), run)
            for some in _by_room(blocks, self.readers.first.most_chars)
        ]
        judged, _ = self._believed(document, rounds, [])
        reading = rounds[0].reading.together_with([each.reading for each in rounds[1:]])
        return _OfPart(judged, reading, _unread(rounds), self.readers.first.name)

    def search(self, question: Question, searched: Question, held: Held, run: Run) -> Searched:
        readings = Readings(Cut.of(held.document))
        with run.stage("retrieve"):
            retrieved, readings = self.close.retrieved(
                _weighed(searched, held), held, self.paths, readings, run
            )
        return Searched(held, _weighed(question, held), searched, retrieved, readings)

    def view(self, document: Searched) -> View:
        source = self._source(document, document.retrieved.found)
        return view_of([source], self.readers.first.most_chars)

    def _source(self, document: Searched, places: Sequence[Found]) -> Source:
        scope = document.question.retrieval.scope
        text = document.held.document
        inside = {block.number for block in text.blocks if within(scope, text)(block)} if scope else None
        return Source(document.held.identity, text, places, inside=inside)

    def _round(
        self, document: Searched, view: View, refused: Sequence[str], run: Run, *, is_second: bool = False
    ) -> _Round:
        """Show one view, and prove what is said of it."""
        with run.stage("generate"), _or_without_it():
            (reading,) = _read_by(self.readers.first, [asked_of(document.question, refused)], view)
        return self.told(document, view, reading, refused, run, is_second=is_second)

    def told(
        self,
        document: Searched,
        view: View,
        reading: Reading,
        refused: Sequence[str],
        run: Run,
        *,
        is_second: bool = False,
    ) -> _Round:
        """Prove what is said of a view."""
        question = document.question
        asked = asked_of(question, refused)
        for note in reading.notes:
            run.decide(note)
        resolved = resolve(asked, reading, view)
        with run.stage("verify"):
            level = self.close.judged.strictness
            judged = [proved(question, each, level) for each in resolved.located]
        labels = tuple(
            each.label for each, claim in zip(resolved.located, judged, strict=True) if claim.passed
        )
        judged += [not_located(each) for each in resolved.refused]
        told = _Round(view, reading, tuple(judged), resolved.rule, labels)
        return self._measured(document, told, run, is_second=is_second)

    def _measured(self, document: Searched, told: _Round, run: Run, *, is_second: bool) -> _Round:
        """The same with the chance that it answers, where the reader is one whose word was measured."""
        judging, sure = self.readers.judging, told.reading.sure
        if judging is None:
            return told
        if sure is None:
            return replace(told, chance=0.0, held=0.0)
        shown = ShownPlaces(told.view, document.readings, is_second)
        numbers = numbers_of(told.reading, shown)
        run.decide(f"measured: {', '.join(f'{name} {value:.2f}' for name, value in numbers.items())}")
        return replace(told, chance=judging.answers.measured(numbers), held=judging.held.measured(numbers))

    def _second(
        self,
        document: Searched,
        first: _Round,
        together: ReadTogether | None,
        reading_list: ReadingList,
        ledger: Ledger,
        run: Run,
    ) -> tuple[Searched, _Round] | None:
        """The second and last look, where there is a reason for one."""
        reading = first.reading
        if not first.passed and reading.garbled:
            ledger.state(document.held.identity, reading.signals)
            anew = _read_again(reading_list, ledger, run)
            if anew is not None:
                document = self.search(document.question, document.searched, anew, run)
                self.close.enter(document.question, anew, document.retrieved, ledger, scanning=False)
                return document, self._round(document, self.view(document), (), run)
        if reading.kind == "ask_back":
            return None
        if together and together.second:
            if together.scanned:
                self.close.enter(document.question, document.held, together.scanned, ledger, scanning=True)
            return document, self.told(document, *together.second, (), run, is_second=True)
        following, refused = self._next_view(document, first, ledger, run)
        if following is None:
            return None
        return document, self._round(document, following, refused, run, is_second=True)

    def _next_view(
        self, document: Searched, first: _Round, ledger: Ledger, run: Run
    ) -> tuple[View | None, tuple[str, ...]]:
        """What to show next, and why claims of the first view were refused."""
        held, most = document.held, self.readers.first.most_chars
        if first.chance < self._bar:
            return self.further(document, first, ledger, run), ()
        if first.failed and (not first.passed or first.reading.kind in ("list", "table", "compute")):
            reasons = tuple(reason_of(each) for each in first.failed[:_MOST_REASONS])
            run.decide(f"repair: {'; '.join(reasons)}")
            named = {n for item in first.reading.items for n in item.lines}
            blocks = [line.block for line in first.view.lines if line.number in named]
            places = [*_places(held, blocks), *_left(first.view, document.retrieved.found)]
            return view_of([self._source(document, places)], most), reasons
        if first.passed:
            blocks, reason = _goes_on(first)
            if not blocks:
                return None, ()
            run.decide(f"read on: {reason}")
            return view_of([self._source(document, _places(held, blocks))], most), (reason,)
        return self.further(document, first, ledger, run), ()

    def further(self, document: Searched, first: _Round, ledger: Ledger, run: Run) -> View | None:
        """The places that the first view did not have; None where it had all."""
        places, scanned = self._more(document, first.view, first.reading, run)
        self.close.enter(document.question, document.held, scanned, ledger, scanning=True)
        view = next_view(first.view, self._source(document, places), self.readers.first.most_chars)
        run.decide("next view: nothing was found in the first" if view else "all of it was shown")
        return view

    def _more(
        self, document: Searched, view: View, reading: Reading, run: Run
    ) -> tuple[list[Found], Retrieved]:
        """The places that a view did not have: also by the reader's own words and by a scan."""
        held, more = document.held, list(document.retrieved.found)
        if words := reading.new_keywords:
            run.decide(f"widen: the reader found other words for it: {', '.join(words)}")
            searched = widened(document.searched, [reading.signals])
            found, document.readings = self.close.retrieved(
                _weighed(searched, held), held, self.paths, document.readings, run
            )
            more = [*found.found, *more]
        scanned, _ = self.close.retrieved(
            _weighed(document.searched, held), held, (self.close.scan,), document.readings, run
        )
        return _left(view, [*more, *scanned.found]), scanned

    def _together(self, question: Question, held: Held, run: Run) -> ReadTogether | None:
        """What was read for this question together with others; None where it is to be read alone."""
        shared, identity, asked = self.shared, held.identity, asked_of(question, ())
        if shared is None or asked not in {asked_of(each, ()) for each, _ in shared.questions}:
            return None
        if identity not in shared.calls:
            with calls_heard() as calls, _or_without_it():
                try:
                    self._read_together(shared, held, run)
                except UnreadableReply as error:
                    run.decide(f"asked one by one: {error.message}")
            shared.calls[identity] = run.id, [each.again for each in calls]
        together, (made_by, made) = shared.of(identity, asked), shared.calls[identity]
        if together and made_by != run.id:
            run.decide(f"read in one view with {len(shared.questions) - 1} other questions")
            run.calls += made
        return together

    def _read_together(self, shared: SharedReading, held: Held, run: Run) -> None:
        """Have all questions read in one view, and those that it did not answer in another."""
        reader = self.readers.first
        documents = {asked_of(q, ()): self.search(q, searched, held, run) for q, searched in shared.questions}
        one = next(iter(documents.values()))
        places = in_turn(each.retrieved.found for each in documents.values())
        view = view_of([self._source(one, places)], reader.most_chars)
        with run.stage("generate"):
            readings = _read_by(reader, list(documents), view)
        known = {
            asked: ReadTogether(documents[asked], (view, reading))
            for asked, reading in zip(documents, readings, strict=True)
        }
        left: dict[AskedQuestion, list[Found]] = {}
        for asked, each in known.items():
            if (reading := each.first[1]).kind == "none" and not reading.garbled:
                left[asked], each.scanned = self._more(each.document, view, reading, run)
        following = (
            next_view(view, self._source(one, in_turn(left.values())), reader.most_chars) if left else None
        )
        if following:
            with run.stage("generate"):
                readings = _read_by(reader, list(left), following)
            for asked, reading in zip(left, readings, strict=True):
                known[asked].second = (following, reading)
        shared.read |= {(held.identity, asked): each for asked, each in known.items()}

    @property
    def _bar(self) -> float:
        """The chance that an answer must have; 0 where a reader's word is enough."""
        return self.close.judged.bar_of(self.readers.judging) if self.readers.judging else 0.0

    def _decision(
        self, document: Searched, rounds: Sequence[_Round], ledger: Ledger, run: Run
    ) -> tuple[Question, Ledger, Decision]:
        """Enter what was read, and decide by what is proved and who agrees."""
        if self.readers.judging:
            # Of two views the likelier one counts.
            rounds = sorted(rounds, key=lambda each: each.chance if each.passed else -1.0)
        question, identity, last = document.question, document.held.identity, rounds[-1].reading
        likely, document.readings = self._likely(document, rounds)
        judged, doubt = self._believed(document, rounds, likely)
        judged = placed(judged)
        for each in rounds:
            ledger.state(identity, each.reading.signals)
        ledger.caveats += [
            f"{self.readers.first.name} notes: {caveat[:_LONGEST_CAVEAT]}"
            for each in rounds
            for caveat in each.reading.caveats[:_MOST_CAVEATS]
            if each.passed
        ]
        ledger.unread[identity] = _unread(rounds)
        ledger.judged = judged
        for one in judged:
            ledger.note(one, identity.name)
        if document.readings.known:
            ledger.readings[identity] = document.readings
        by = self.readers.first.name
        claimed = [claimed_at(each, by) for each in judged if not each.passed and may_lead(each)]
        if self.readers.judging:
            self._lead(document, rounds, ledger)
        else:
            self.close.lead(document.held, likely if self._measures(document.held) else (), claimed, ledger)
        passed = [each for each in judged if each.passed]
        if not passed and last.kind == "ask_back" and last.suggested_clarification:
            asked_back = replace(question, clarification=last.suggested_clarification)
            return asked_back, ledger, Decision("needs_clarification", (), "the reader asks back")
        if not passed and (probable := probable_of(judged)):
            return shaped(question, "single"), ledger, probable
        if not passed:
            return question, ledger, nothing_found(judged)
        reading = next(each.reading for each in reversed(rounds) if each.passed)
        question = shaped(question, shape_of(reading, passed))
        ledger.formula = reading.formula or "" if reading.kind == "compute" else ""
        ledger.labels = next(each.labels for each in reversed(rounds) if each.passed)
        return question, ledger, decided_by(question, reading, judged, _rule(rounds), doubt, run)

    def _believed(
        self, document: Searched, rounds: Sequence[_Round], likely: Sequence[Likely]
    ) -> tuple[list[Judged], str]:
        """Every claim with who says that it answers; and why it is only probable, if it is."""
        own = {id(each.candidate.claim): each for each in likely}
        level, readers = self.close.judged.strictness, self.readers
        if readers.judging:
            return self._by_chance(document.held, rounds), ""
        kept = _each_once(each for one in rounds for each in one.passed)
        agreeing = self._read_blind(document, rounds) if kept and level in _STRICT else None
        believed: list[Judged] = []
        for judged in kept:
            voices: list[Voice] = [Voice("model", readers.first.name, "proposed it")]
            verdicts: list[Verdict] = []
            if agreeing is not None and readers.second is not None:
                agrees = any(agree_on(judged, other) for other in agreeing)
                says = "reads the same there" if agrees else "does not read it so"
                voices.append(Voice("model", readers.second.name, says))
                verdicts.append(_answers(agrees, f"{readers.second.name} {says}."))
            if readers.verifiers is not None and all(each.passed for each in verdicts):
                supported = readers.verifiers.judge(document.question, judged.claim, judged.proofs)
                verdicts.append(supported)
                voices += [Voice("judge", "verifiers", supported.reason)] if supported.passed else []
            if (meant := own.get(id(judged.claim))) and self._measures(document.held):
                voices.append(self.close.judged.voice(meant))
            if all(each.passed for each in verdicts):
                verdicts.insert(
                    0, _answers(True, f"{readers.first.name} says that this answers the question.")
                )
            warrant = Judgement(tuple(voices), None, None)
            believed.append(replace(judged, verdicts=(*judged.verdicts, *verdicts), warrant=warrant))
        return [*believed, *rounds[-1].failed], self._doubt(rounds)

    def _by_chance(self, held: Held, rounds: Sequence[_Round]) -> list[Judged]:
        """The claims of the likelier view, each with the chance that was measured for what it said."""
        first, best = self.readers.first, rounds[-1]
        voices = (Voice("reader", f"{first.name}/{first.version}", f"{best.chance:.2f}"),)
        measured = self.close.judged.strictness == "lenient" or is_measured(held)
        answers = verdict_on(best.chance, self._bar, measured=measured)
        warrant = Judgement(voices, *((best.chance, self._bar) if measured else ()))
        return [
            replace(
                each,
                claim=each.claim.model_copy(update={"score": best.chance}),
                verdicts=(*each.verdicts, answers),
                warrant=warrant,
                standing=0,
            )
            for each in best.judged
        ]

    def _lead(self, document: Searched, rounds: Sequence[_Round], ledger: Ledger) -> None:
        """Enter how likely the document holds what was asked, and the places to look at if it may well."""
        judging, held = self.readers.judging, document.held
        assert judging is not None
        present = max(each.held or 0.0 for each in rounds)
        ledger.held[held.identity] = present
        if present < judging.silent.chance:
            return
        named = [
            Likeliness(each.proofs[0].document.blocks_of(each.proofs[0].span)[0].span, one.chance)
            for one in reversed(rounds)
            for each in one.judged
            if may_lead(each)
        ]
        blocks = held.document.blocks
        ranked = [Likeliness(blocks[each.block - 1].span, None) for each in document.retrieved.found]
        ledger.leads[held.identity] = leads_at(held, [*named, *ranked])

    def _doubt(self, rounds: Sequence[_Round]) -> str:
        """Why what is proved is only probable; empty where it is not."""
        by, level = self.readers.first.name, self.close.judged.strictness
        giving = [each.reading for each in rounds if each.passed]
        if any(reading.confidence == "guess" for reading in giving):
            return f"{by} calls its answer a guess"
        if level in _STRICT and self.readers.second is None and self.readers.verifiers is None:
            return f"nobody but {by} judged it, and {level} needs a second judge"
        return ""

    def _read_blind(self, document: Searched, rounds: Sequence[_Round]) -> list[Located] | None:
        """What another reader makes of the same lines; None where there is no other."""
        if self.readers.second is None:
            return None
        asked = asked_of(document.question, ())
        found: list[Located] = []
        for each in rounds:
            if each.passed:
                with _or_without_it():
                    (reading,) = _read_by(self.readers.second, [asked], each.view)
                found += resolve(asked, reading, each.view).located
        return found

    def _likely(self, document: Searched, rounds: Sequence[_Round]) -> tuple[list[Likely], Readings]:
        """What the local reader points at, and what it makes of the places that are claimed."""
        if not self._measures(document.held):
            return [], document.readings
        text = document.held.document
        claims = tuple(
            (text.blocks_of(each.proofs[0].span)[0], each.claim)
            for one in rounds
            for each in one.passed
            if each.proofs[0].document is text
        )
        blocks = tuple(text.blocks[each.block - 1] for each in document.retrieved.found)
        single = shaped(document.question, "single")
        places = Places(blocks, (), claims)
        return self.close.judged.candidates(single, document.held, document.readings, places)

    def _measures(self, held: Held) -> bool:
        """Whether the local reader has something to say: a chance was measured for text such as this."""
        judged, is_own = self.close.judged, self.readers.judging is not None
        return not is_own and self.close.reader is not None and judged.reads and is_measured(held)


@dataclass(frozen=True, slots=True)
class _OfPart:
    """What came of one part of a document."""

    judged: list[Judged]
    reading: Reading
    unread: tuple[Shown, ...]
    by: str = ""


def _weighed(question: Question, held: Held) -> Question:
    return weigh(question, [load_words(held.postings)])


def asked_of(question: Question, refused: Sequence[str]) -> AskedQuestion:
    """The question as a reader is given it."""
    generation = question.generation
    return AskedQuestion(
        text=generation.asked,
        types=generation.answer_types,
        demanded=generation.demanded,
        shape="list" if generation.several else generation.answer_shape,
        excluded=generation.excluded,
        refused=tuple(refused),
        facts=generation.facts,
    )


def _read_by(reader: Reader, asked: Sequence[AskedQuestion], view: View) -> list[Reading]:
    try:
        readings = list(reader.read(asked, view))
    except OSError as error:
        raise ProviderError(
            f"The reader {reader.name} failed: {error}.", hint="Try again.", retryable=True
        ) from error
    if len(readings) != len(asked):
        raise ProviderError(
            f"The reader {reader.name} does not give one reading for each question.", hint="Use another one."
        )
    return readings


@contextmanager
def _or_without_it() -> Iterator[None]:
    """An outage of a language model ends a question, and local models could still answer it: say so."""
    try:
        yield
    except ProviderError as error:
        error.hint = f"{error.hint} Or ask without a language model: leave out --model.".strip()
        raise


def _goes_on(first: _Round) -> tuple[list[int], str]:
    """The blocks at which what was found goes on, and why: the rest of a list, or what is pointed to."""
    if is_whole(first.reading, first.passed):
        listing = listing_of(first.passed)
        end = ending(listing, overlap_of(listing.document, listing.blocks[-1])) if listing else None
        if listing and end and end.resumed is not None:
            run, start = run_of(listing.document, end.resumed), end.resumed.number
            return [each.number for each in run if each.number >= start], end.reason
    if first.reading.complete and first.reading.context_completeness != "partial":
        return [], ""
    shown = first.view.blocks_of(first.view.lines[0].identity)
    for judged in first.passed:
        document = judged.proofs[0].document
        for pointer in pointers(judged.proofs[0].span.of(document.text)):
            target = target_of(document, pointer)
            found = [each.number for each in (document.blocks_of(target) if target else ())]
            if found and not shown.issuperset(found):
                return found, "the sentence points to another part"
    return [], ""


def _rule(rounds: Sequence[_Round]) -> Proof | None:
    return next((each.rule for each in reversed(rounds) if each.rule is not None), None)


def _answers(passed: bool, reason: str) -> Verdict:
    score, cause = (1.0, "") if passed else (0.0, "unlikely")
    return Verdict(check=ANSWERS, passed=passed, score=score, reason=reason, cause=cause)  # type: ignore[arg-type]  # both are causes


def _each_once(judged: Iterable[Judged]) -> list[Judged]:
    """Of claims that say the same of the same place only the first."""
    known: dict[object, Judged] = {}
    for each in judged:
        known.setdefault((place_of(each), each.claim.value.model_dump_json()), each)
    return list(known.values())


def _places(held: Held, blocks: Iterable[int]) -> list[Found]:
    document = held.document
    return [
        Found(held.identity, number, block.span, block.span, 1.0, ("named",))
        for number in dict.fromkeys(blocks)
        if (block := document.blocks[number - 1])
    ]


def _left(view: View, found: Sequence[Found]) -> list[Found]:
    """The places that a view did not have, each once."""
    shown = {(line.identity, line.block) for line in view.lines}
    left: dict[int, Found] = {}
    for each in found:
        if (each.identity, each.block) not in shown:
            left.setdefault(each.block, each)
    return list(left.values())


def _unread(rounds: Sequence[_Round]) -> tuple[Shown, ...]:
    """The lines of the documents of which a reply broke off."""
    found: list[Shown] = []
    for each in rounds:
        for number in each.reading.unread:
            line = each.view.line(number)
            if line is not None:
                document: Document = each.view.documents[line.identity]
                lines = document.lines_of(line.span)
                found.append(Shown(version=line.identity.version, lines=(lines[0].number, lines[-1].number)))
    return tuple(dict.fromkeys(found))


def _by_room(blocks: Sequence[Block], most_chars: int) -> Iterator[list[int]]:
    """The blocks in groups that a view has room for."""
    group: list[int] = []
    room = most_chars
    for block in blocks:
        length = block.span.end - block.span.start + 40
        if group and length > room:
            yield group
            group, room = [], most_chars
        group.append(block.number)
        room -= length
    if group:
        yield group


def _read_again(reading_list: ReadingList, ledger: Ledger, run: Run) -> Held | None:
    """The document with its garbled pages read in another way; None where there is no other way."""
    identity: Identity = reading_list.shortlist[0]
    pages = ledger.looked_at.get(identity, ())
    if not pages:
        run.decide(f"reread: {identity.name} has no pages that can be read another way")
        return None
    if reading_list.read_again is None:
        run.decide("reread: nothing may be changed here")
        return None
    try:
        anew = run.step("reread", reading_list.read_again, identity, pages)
    except (InputError, ConfigError) as error:
        run.decide(f"reread: {error.message}")
        return None
    run.decide("reread: the reader finds the text garbled, and its pages were read another way")
    ledger.forget(identity)
    return reading_list.with_version(identity, anew).load(anew)
