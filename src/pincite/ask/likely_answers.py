"""Find the likeliest answers of one document, and judge each by one measured chance.

The reader reads passages, then single sentences of the best of them; each sentence makes one claim. What
speaks for and against a claim becomes the chance that it answers; what code proves of it stands beside that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import get_args

from pincite.answer.answers import Strictness
from pincite.answer.claims import Claim
from pincite.answer.verdicts import ANSWERS, Judged, Judgement, Verdict, Voice
from pincite.ask.claimed_items import own_proved, problem_of
from pincite.ask.leads import Likeliness
from pincite.ask.likely_cells import LikelyCell, LikelyCells
from pincite.ask.strictness import Verifiers
from pincite.generate.pointed import claim_at, claim_of_cell
from pincite.language.vocabulary import telling
from pincite.protocols import PassageReader
from pincite.records.document import Block, Document
from pincite.records.evidence import ReadPassage
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.relevance.features import Candidate, Features, Reading, features
from pincite.relevance.judging import Judging, Variant
from pincite.retrieve.index import WordIndex
from pincite.retrieve.index import load as load_words
from pincite.retrieve.read import Readings, pointed_blocks, read_sentences, says_something
from pincite.retrieve.vectors import ByVectors
from pincite.structure.excerpts import Cut
from pincite.structure.list_runs import clause_of, parts_of
from pincite.structure.table_rows import TableRow, is_listed
from pincite.values.types import Text

# A list is introduced by the sentence before it, or by the heading and the sentence before that.
_BEFORE_LIST = 2
# In the order in which they are preferred; without vectors the first of each is left out.
_OF_SENTENCES: tuple[Variant, ...] = ("full", "no_vectors", "no_reader")
_OF_CELLS: tuple[Variant, ...] = ("cells", "cells_no_vectors", "cells_no_reader")
_FIELDS: tuple[tuple[Variant, Variant], ...] = (("fields", "full"), ("fields_no_vectors", "no_vectors"))
"""What takes the place of which variant where a table asks a contract for a field."""
_OF_CELLS_ALL = frozenset(_OF_CELLS)
_FIGURES = frozenset({"amount", "number", "percentage"})
_MOST_CELLS = 6
# Below it a candidate is more likely wrong than right.
_EVEN = 0.5


@dataclass(frozen=True, slots=True)
class Likely:
    """A candidate with all that speaks for and against it."""

    candidate: Candidate
    features: Features
    cell: LikelyCell | None = None
    """The cell of a table that it is; None for a sentence."""
    judged: float | None = None
    """The chance that it answers, once it was worked out: hundreds of trees are asked."""

    @property
    def is_of_other_year(self) -> bool:
        """Whether it names other years than the question, and none of them."""
        return self.features["years" if self.cell else "year"] < 0


@dataclass(frozen=True, slots=True)
class Likeliest:
    """Who reads what may answer, and how much of it."""

    reader: PassageReader | None = None
    """None where no model reads: then words and vectors alone say where it may stand."""
    meaning: ByVectors | None = None
    """Compares passages with the question by vectors; None where there are none."""
    most_sentences: int = 8

    def of(
        self, question: Question, held: Held, readings: Readings, places: Places, words: WordIndex
    ) -> tuple[list[Likely], Readings]:
        """The candidates of one document, those of the best sentence first, and all that was read by now."""
        document, cut = held.document, readings.cut
        pointed = self._blocks(cut, list(readings.known.values()), places.found)
        every = {block.number: block for block in (*places.listed, *pointed)}
        own = list(every.values())[: self.most_sentences]
        readings = self._read(question, readings, [*own, *(block for block, _ in places.proposed)])
        sentences = readings.sentences
        claims = [
            (block, claim_at(question, held.identity, document, block, sentences[block.number]))
            for block in own
        ]
        cosines = self.meaning.cosines(question, held) if self.meaning else []
        found = []
        for block, claim in (*claims, *places.proposed):
            passage = cut.at(block.span.start)
            read = readings.known.get(passage) or ReadPassage(passage.span, 0.0)
            near = cosines[passage.number - 1] if cosines else None
            found.append(Candidate(block, read, sentences[block.number], claim, near))
        found.sort(key=lambda each: -_logit(each.sentence))
        reading = Reading(document, list(readings.known.values()), cosines, _unseen(question, words))
        judged = zip(found, features(question, reading, found), strict=True)
        return [Likely(*each) for each in judged], readings

    def cells(
        self, question: Question, held: Held, readings: Readings, places: Places, found: Sequence[Likely]
    ) -> list[Likely]:
        """The cells of tables that may answer, each with the claim that it makes."""
        rows = {block.number for block in (*places.found, *(each.candidate.block for each in found))}
        cells = LikelyCells(self.reader, self.meaning).of(question, held, rows)
        kinds = question.generation.answer_types
        return [
            Likely(
                Candidate(
                    each.row.block,
                    readings.known.get(readings.cut.at(each.row.block.span.start))
                    or ReadPassage(each.row.block.span, 0.0),
                    each.read or ReadPassage(each.row.block.span, 0.0),
                    claim_of_cell(each.fact, kinds, held.identity, held.document),
                ),
                each.features,
                each,
            )
            for each in cells
        ]

    def _blocks(self, cut: Cut, read: Sequence[ReadPassage], found: Sequence[Block]) -> list[Block]:
        """The sentences that the reader points at; without one those that words and vectors find."""
        if self.reader:
            return pointed_blocks(cut, read, self.most_sentences)
        return [block for block in found if says_something(cut.document, block)][: self.most_sentences]

    def _read(self, question: Question, readings: Readings, blocks: Sequence[Block]) -> Readings:
        """These and what the reader makes of more sentences and the passages around them, if there is one."""
        known = readings.sentences
        new = list({block.number: block for block in blocks if block.number not in known}.values())
        if self.reader is None:
            read: Mapping[int, ReadPassage] = {block.number: ReadPassage(block.span, 0.0) for block in new}
        else:
            readings = readings.with_more(question, [block.span.start for block in blocks], self.reader)
            read = read_sentences(question, readings.cut, new, self.reader)
        return replace(readings, sentences={**known, **read})


@dataclass(frozen=True, slots=True)
class Places:
    """Where an answer may stand besides what the reader points at."""

    found: tuple[Block, ...] = ()
    """What the paths found, best first."""
    listed: tuple[Block, ...] = ()
    """Of a list that was found, its first item, what stands right before it, and its numbered clauses."""
    proposed: tuple[tuple[Block, Claim], ...] = ()
    """What a generator claims, each with the block that it rests on."""


@dataclass(frozen=True, slots=True)
class JudgedReading:
    """Proofs by code and one chance for each candidate, with the bars that belong to the reader."""

    likeliest: Likeliest
    strictness: Strictness = "balanced"
    variants: Mapping[Variant, Judging] = field(default_factory=dict)
    """By what there is to judge with; empty where nothing was fitted: then nothing is answered."""
    verifiers: Verifiers | None = None
    """Verifiers that the user configured: they are asked of what reaches the bar, and all must agree."""
    max_risk: float | None = None
    """The share of answers that the user allows to be wrong; None where the level of strictness says it."""
    fields: Mapping[str, float] = field(default_factory=dict)
    """By its question each field of contracts with a chance of its own, and how many contracts state it."""
    in_words: bool = False
    """Whether a yes or no is given in the words of its clause: which of the two they say was not measured."""
    wary: bool = False
    """Whether something speaks against an answer from the start: it has to reach the next level's bar."""

    def candidates(
        self, question: Question, held: Held, readings: Readings, places: Places
    ) -> tuple[list[Likely], Readings]:
        """What may answer, and all that was read by now; a place that may not be cited is no candidate."""
        found, readings = self.likeliest.of(question, held, readings, places, load_words(held.postings))
        if self.judges_cells:
            cells = self._likely_cells(self.likeliest.cells(question, held, readings, places, found))
            found = [*(each for each in found if not is_figure(held.document, each.candidate)), *cells]
        may = [each for each in found if not problem_of(question, held.document, each.candidate.block)[0]]
        return [self._judged(each) for each in may], readings

    def _likely_cells(self, cells: Sequence[Likely]) -> list[Likely]:
        """The likeliest cells; of the likeliest row also those that nothing tells from the best one."""
        ranked = sorted(map(self._judged, cells), key=self.chance, reverse=True)
        kept = ranked[:_MOST_CELLS]
        if not kept or not kept[0].features["tied_columns"]:
            return kept
        row = kept[0].candidate.block.number
        return kept + [each for each in ranked[_MOST_CELLS:] if each.candidate.block.number == row]

    def years_of_row(self, likely: Sequence[Likely]) -> list[str]:
        """The years that the columns of the likeliest row are of, in their order; at most one for each.

        None where another row of the same name has other years: the most may be among those.
        """
        cells = [each for each in likely if each.cell]
        best = max(cells, key=self.chance, default=None)
        if best is None or best.cell is None:
            return []
        label = best.cell.row.label.stems
        rows = [each.cell.row for each in cells if each.cell and each.cell.row.label.stems == label]
        own = _years(best.cell.row)
        return own if all(set(_years(row)) <= set(own) for row in rows) else []

    def open_columns(self, likely: Sequence[Likely]) -> str:
        """What to ask back where the likeliest row would answer if only its column were known."""
        cells = [each for each in likely if each.cell]
        best = max(cells, key=self.chance, default=None)
        judging = self.judging_of([best]) if best else None
        if best is None or best.cell is None or judging is None or not best.features["tied_columns"]:
            return ""
        if best.cell.unclear:
            return _which_year(best.cell)
        settled = {**best.features, "tied_columns": 0.0, **_as_if_named(best)}
        if best.features["asks_years"] or judging.answers.measured(settled) < self.bar_of(judging):
            return ""
        row = best.cell.row
        columns = dict.fromkeys(
            head.words for head, fact in zip(row.heads, row.facts, strict=True) if fact.kind != "text"
        )
        named = "; ".join(f"“{words}”" for words in columns if words)
        return f"“{row.label.words}” has several columns: {named}. Which one do you mean?" if named else ""

    def proved(self, question: Question, held: Held, likely: Likely) -> Judged:
        """What code proves of a candidate."""
        claim = likely.candidate.claim
        if self.in_words and claim.answer_type == "boolean":
            words = {"answer_type": "text", "value": Text(text=claim.original)}
            claim = claim.model_copy(update=words)
        return own_proved(question, claim, held, self.strictness)

    def held(self, likely: Sequence[Likely]) -> float | None:
        """The chance that the document holds what was asked; None where nothing was measured or read."""
        known = [chance for chance, _ in self._held(likely)]
        return max(known, default=None)

    def may_hold(self, likely: Sequence[Likely]) -> bool:
        """Whether a document may well hold what was asked, as far as that was measured."""
        known = self._held(likely)
        return not known or any(chance >= judging.silent.chance for chance, judging in known)

    def _held(self, likely: Sequence[Likely]) -> list[tuple[float, Judging]]:
        """The chance that its sentences hold what was asked, and that its tables do."""
        found = []
        for some in ([e for e in likely if not e.cell], [e for e in likely if e.cell]):
            if some and (judging := self.judging_of(some)):
                best = max(some, key=self.chance)
                found.append((judging.held.measured(best.features), judging))
        return found

    def judging_of(self, likely: Sequence[Likely]) -> Judging | None:
        """What was fitted for candidates such as these: sentences or cells, with vectors or without."""
        lacking = any(each.features["no_vectors"] for each in likely)
        fitting = _OF_CELLS if likely and all(each.cell for each in likely) else _OF_SENTENCES
        return next((self.variants[name] for name in fitting[lacking:] if name in self.variants), None)

    @property
    def reads(self) -> bool:
        """Whether a reader judges for which a chance was measured."""
        return any(not name.endswith("no_reader") for name in self.variants)

    @property
    def judges_cells(self) -> bool:
        """Whether a chance was measured for cells of tables."""
        return not _OF_CELLS_ALL.isdisjoint(self.variants)

    def places(self, likely: Sequence[Likely]) -> list[Likeliness]:
        """Where it may stand, likeliest first."""
        ranked = sorted(likely, key=self.chance, reverse=True)
        return [
            Likeliness(
                each.candidate.block.span,
                self.chance(each) if self.variants else None,
                each.is_of_other_year,
                _doubt(each) if self.chance(each) >= _EVEN else "",
            )
            for each in ranked
        ]

    def chance(self, likely: Likely) -> float:
        """The chance that a candidate answers; 0 where nothing was measured."""
        if likely.judged is not None:
            return likely.judged
        judging = self.judging_of([likely])
        return judging.answers.measured(likely.features) if judging else 0.0

    def _judged(self, likely: Likely) -> Likely:
        return likely if likely.judged is not None else replace(likely, judged=self.chance(likely))

    def of_field(self, question: str) -> JudgedReading:
        """The same with the chance that was measured for this field of contracts, if there is one.

        What most contracts state is not said to be missing by it: its bar rests on clauses that most lack.
        """
        share = self.fields.get(question)
        if share is None:
            return self
        named = {of: self.variants[name] for name, of in _FIELDS if name in self.variants}
        if share >= _EVEN:
            named = {of: _held_by(self.variants[of], new) for of, new in named.items()}
        return replace(self, variants={**self.variants, **named}, in_words=True)

    def warier(self) -> JudgedReading:
        """The same with the bar of the next stricter level."""
        return replace(self, wary=True)

    def bar_of(self, judging: Judging | None) -> float:
        """The chance that has to be reached; 1 where nothing was measured."""
        levels = get_args(Strictness)
        at = min(levels.index(self.strictness) + self.wary, len(levels) - 1)
        if judging is None:
            return 1.0
        of_level = judging.bars[levels[at]].chance
        if self.max_risk is None:
            return of_level
        of_risk = judging.bar_for(self.max_risk)
        return max(of_risk, of_level) if self.wary else of_risk

    def verdicts(self, question: Question, held: Held, likely: Sequence[Likely]) -> list[Judged]:
        """Every claim with its proofs and its chance, likeliest first."""
        measured = self.strictness == "lenient" or is_measured(held)
        found = []
        for each in likely:
            bar = self.bar_of(self.judging_of([each]))
            judged, chance = self.proved(question, held, each), self.chance(each)
            claim = judged.claim.model_copy(update={"score": chance})
            answers = _of_unclear_year(each) or verdict_on(chance, bar, measured=measured)
            verdicts = (*judged.verdicts, answers)
            if self.verifiers and all(verdict.passed for verdict in verdicts):
                verdicts = (*verdicts, self.verifiers.judge(question, judged.claim, judged.proofs))
            # A chance that was not measured on such text only shows where to look.
            warrant = Judgement((self.voice(each),), *((chance, bar) if measured else ()))
            found.append(replace(judged, claim=claim, verdicts=verdicts, warrant=warrant))
        return sorted(found, key=lambda each: -each.claim.score)

    def of_list(
        self, question: Question, held: Held, likely: Sequence[Likely], items: Sequence[Judged]
    ) -> list[Judged]:
        """The items of a list, each with the chance of the sentence that speaks for it."""
        likely = [each for each in likely if each.cell is None]
        bar = self.bar_of(self.judging_of(likely))
        measured = self.strictness == "lenient" or is_measured(held)
        found = []
        for each, spoken in self._spoken_for(held.document, likely, items, bar):
            chance = self.chance(spoken) if spoken else 0.0
            verdicts = (*each.verdicts, verdict_on(chance, bar, measured=measured))
            if self.verifiers and all(one.passed for one in verdicts):
                verdicts = (*verdicts, self.verifiers.judge(question, each.claim, each.proofs))
            warrant = Judgement((self.voice(spoken),) if spoken else (), chance, bar)
            found.append(replace(each, verdicts=verdicts, warrant=warrant))
        return found

    def _spoken_for(
        self, document: Document, likely: Sequence[Likely], items: Sequence[Judged], bar: float
    ) -> list[tuple[Judged, Likely | None]]:
        """The items that are given, each with the likeliest sentence that speaks for it.

        What introduces a list, and an item of a plain one, speaks for all. A sentence in one of several
        numbered clauses speaks for that clause and what stands under it: of the others it says nothing.
        """
        inside = self._in_list(document, likely, items)
        best = max(inside, key=self.chance, default=None)
        own = clause_of(document, best.candidate.block) if best else None
        if own is None or len(_under(document, own, items)) == len(items):
            return [(each, best) for each in items]
        clauses = [(each, clause_of(document, each.candidate.block)) for each in inside]
        freely = max((each for each, clause in clauses if clause is None), key=self.chance, default=None)
        if freely and self.chance(freely) >= bar:
            return [(each, freely) for each in items]
        spoken: dict[int, Likely] = {}
        for each, clause in sorted(clauses, key=lambda pair: self.chance(pair[0])):
            if clause and (each is best or self.chance(each) >= bar):
                spoken |= {id(item): each for item in _under(document, clause, items)}
        return [(each, spoken[id(each)]) for each in items if id(each) in spoken]

    def _in_list(self, document: Document, likely: Sequence[Likely], items: Sequence[Judged]) -> list[Likely]:
        """The candidates that are items of a list or stand right before it."""
        spans = [proof.span for each in items for proof in each.proofs]
        numbers = {block.number for span in spans for block in document.blocks_of(span)}
        if not numbers:
            return []
        section = document.blocks[min(numbers) - 1].section
        before = range(min(numbers) - _BEFORE_LIST, max(numbers) + 1)
        blocks = [(each, each.candidate.block) for each in likely]
        return [
            each
            for each, block in blocks
            if block.number in numbers or (block.number in before and block.section == section)
        ]

    def voice(self, likely: Likely) -> Voice:
        """Who speaks for a candidate: the reader by its score for the sentence, or shared words."""
        reader, score = self.likeliest.reader, likely.candidate.sentence.score
        words = likely.features["row_said"] if likely.cell else likely.features["words_said"]
        if reader:
            return Voice("reader", f"{reader.name}/{reader.version}", f"{score:.2f}")
        return Voice("words", "words", f"{words:.2f}")


def is_figure(document: Document, candidate: Candidate) -> bool:
    """Whether a candidate is a figure of a table's row: then its cell is judged, and not its row."""
    if candidate.block.kind != "table_row" or candidate.claim.answer_type not in _FIGURES:
        return False
    table = document.table_of(candidate.block.span)
    return table is not None and is_listed(document, table)


def _which_year(cell: LikelyCell) -> str:
    named = " or ".join(f"“{words}”" for words in dict.fromkeys(cell.unclear))
    return (
        f"The year may mean {named}: the document does not say which of them it calls by that number. "
        "Please name the day on which the year ended."
    )


def _of_unclear_year(likely: Likely) -> Verdict | None:
    """The verdict that a cell fails whose column may not be of the year that is asked for."""
    if not (likely.cell and likely.cell.unclear):
        return None
    return Verdict(check=ANSWERS, passed=False, score=0.0, reason=_which_year(likely.cell), cause="unlikely")


def _years(row: TableRow) -> list[str]:
    named = [sorted(head.times.spread or head.times.years) for head in row.heads]
    return list(dict.fromkeys(years[0] for years in named if len(years) == 1))


def _as_if_named(likely: Likely) -> Features:
    """The features of a cell as they would be if the question named the year of its column."""
    if likely.cell is None or not any(head.times.years for head in likely.cell.row.heads):
        return {}
    words = max(len(telling(head.stems)) for head in likely.cell.row.heads)
    left = max(0.0, likely.features["head_left"] - 1 / max(1, words))
    return {"asks_years": 1.0, "years": 1.0, "head_left": left}


def _doubt(likely: Likely) -> str:
    """Why a figure is not given though it may well be the one that is asked for."""
    doubt = likely.cell.fact.doubt_in_full if likely.cell else ""
    return f"Not given: {doubt}." if doubt else ""


def _under(document: Document, clause: Block, items: Sequence[Judged]) -> list[Judged]:
    """Of the items of a list a clause, and what stands under it."""
    numbers = {block.number for block in (clause, *parts_of(document, clause))}
    return [each for each in items if document.blocks_of(each.proofs[0].span)[0].number in numbers]


def is_measured(held: Held) -> bool:
    """Whether a chance counts: it was measured on English, and of other text only shows where to look."""
    return held.document.profile.language in ("", "en")


def verdict_on(chance: float, bar: float, *, measured: bool) -> Verdict:
    """Whether a chance reaches the bar; one that was not measured on such text never does."""
    if not measured:
        reason = f"The text is not English, and the chance ({chance:.2f}) was measured on English only."
        return Verdict(check=ANSWERS, passed=False, score=chance, reason=reason, cause="unlikely")
    if chance >= bar:
        reason = f"It probably answers the question ({chance:.2f})."
        return Verdict(check=ANSWERS, passed=True, score=chance, reason=reason)
    doubt = "Probably about something else" if chance < _EVEN else "Not sure enough"
    reason = f"{doubt} ({chance:.2f}; {bar:.2f} is needed)."
    return Verdict(check=ANSWERS, passed=False, score=chance, reason=reason, cause="unlikely")


def _held_by(one: Judging, other: Judging) -> Judging:
    """How the other judges candidates, and how the first one does that a document holds the answer at all."""
    return other.model_copy(update={"held": one.held, "silent": one.silent})


def _unseen(question: Question, words: WordIndex) -> float:
    """The share of the question's words, by weight, that stand nowhere in the document."""
    total = lacking = 0.0
    for term in question.retrieval.terms:
        total += term.weight
        if not any(words.blocks_with(wording).any() for wording in term.wordings):
            lacking += term.weight
    return lacking / total if total else 0.0


def _logit(read: ReadPassage) -> float:
    return read.raw.answers if read.raw else read.score
