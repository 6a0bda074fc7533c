"""Name every item of a list that a document does not set as one: in sentences, bullets and rows alike.

Every passage is read. What names the same thing is one item with all its places; each place is proved, and
the item is judged by a chance of its own. Nobody can prove that such a list is all there is, so it is always
given as one that may go on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pydantic import BaseModel

from pincite.answer.claims import Claim
from pincite.answer.verdicts import Judged, Judgement, Voice
from pincite.ask.claimed_items import own_proved
from pincite.ask.likely_answers import JudgedReading, is_measured, verdict_on
from pincite.generate.pointed import cite_words, claim_of
from pincite.protocols import WordReader
from pincite.records.bounds import bounds
from pincite.records.document import Passage
from pincite.records.evidence import NamedWord
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.records.reading import Subject
from pincite.records.span import Span
from pincite.relevance.item_chance import ItemJudging
from pincite.relevance.item_features import NamedItem, named_items
from pincite.relevance.party_features import party_features
from pincite.structure.excerpts import Cut, Run, named_runs
from pincite.values.registered import find
from pincite.values.types import Text

# Of a longer document the passages are read that are nearest in meaning: some eighty pages.
MOST_PASSAGES = 240
_MOST_PLACES = 5
# A place that names an item less likely than this is not cited beside a better one.
_LEAST_CITED = 0.5
_AT_A_TIME = 16
_SUREST = 0.99


@dataclass(frozen=True, slots=True)
class Named:
    """The items that are proved and sure enough, and how much of the document was read for them."""

    items: tuple[Judged, ...]
    read: int
    passages: int

    @property
    def reason(self) -> str:
        """Why there may be more."""
        if self.read < self.passages:
            read = f"{self.read:,} of {self.passages:,} passages"
            return f"{read} were read for the list; there may be more items"
        return "every passage was read, and only what is sure enough is listed; there may be more items"


class _Likely(NamedTuple):
    item: NamedItem
    chance: float
    bar: float


@dataclass(frozen=True, slots=True)
class NamedLists:
    """Who reads the words of passages, which name items."""

    reader: WordReader
    fewest: int = 4
    """Fewer things are mostly said by one sentence, and one that is wrong among two misleads."""

    def of(self, question: Question, held: Held, judged: JudgedReading) -> Named | None:
        """The list; None where too few items are sure enough."""
        judging = self.reader.judging
        if judging is None:
            return None
        cut = Cut.of(held.document)
        chosen = _chosen(question, held, cut, judged)
        words = self._words(question, cut, chosen)
        items = named_items(held.document, words, named_runs(held.document, words))
        bar = judging.bar_at(judged.strictness, judged.max_risk)
        likely = [(item, _chance(judging, item)) for item in items]
        proved = [
            self._judged(question, held, judged, _Likely(item, chance, bar))
            for item, chance in likely
            if chance >= bar
        ]
        kept = tuple(each for each in proved if each and each.passed)
        return Named(kept, len(chosen), len(cut.passages)) if len(kept) >= self.fewest else None

    def _words(self, question: Question, cut: Cut, chosen: Sequence[Passage]) -> list[NamedWord]:
        """Every word of the passages, in the order of the text, with its place in the document."""
        asked, found = question.generation.plain, list[NamedWord]()
        for first in range(0, len(chosen), _AT_A_TIME):
            bounds().go_on()
            some = chosen[first : first + _AT_A_TIME]
            for passage, words in zip(some, self.reader.read(asked, cut.excerpts(some)), strict=True):
                start = passage.span.start
                found += [
                    replace(word, span=Span(start + word.span.start, start + word.span.end)) for word in words
                ]
        return found

    def _judged(
        self, question: Question, held: Held, judged: JudgedReading, likely: _Likely
    ) -> Judged | None:
        """The item with the places that prove it, and who says that it belongs there; None without any."""
        item, chance, bar = likely
        runs = self._proved(question, held, judged, item.runs)
        if not runs:
            return None
        claim = claim_of(held.identity, held.document, runs, chance)
        again = own_proved(question, claim, held, judged.strictness)
        measured = judged.strictness == "lenient" or is_measured(held)
        verdicts = (*again.verdicts, verdict_on(chance, bar, measured=measured))
        if judged.verifiers and all(verdict.passed for verdict in verdicts):
            verdicts = (*verdicts, judged.verifiers.judge(question, again.claim, again.proofs))
        who = Voice("reader", f"{self.reader.name}/{self.reader.version}", f"{item.runs[0].chance:.2f}")
        return replace(again, verdicts=verdicts, warrant=Judgement((who,), chance, bar))

    def _proved(
        self, question: Question, held: Held, judged: JudgedReading, runs: Sequence[Run]
    ) -> list[Run]:
        """The best places that are each proved by themselves: one that a "not" denies proves nothing."""
        near = [run for run in runs if run.chance >= min(_LEAST_CITED, runs[0].chance)]
        found: list[Run] = []
        for run in near:
            claim = claim_of(held.identity, held.document, [run], 0.0)
            if own_proved(question, claim, held, judged.strictness).passed:
                found.append(run)
            if len(found) == _MOST_PLACES:
                break
        return found


def _chance(judging: ItemJudging, item: NamedItem) -> float:
    """Never a certainty: no bar says that nothing above it was wrong."""
    return min(_SUREST, judging.items.measured(item.features))


def _chosen(question: Question, held: Held, cut: Cut, judged: JudgedReading) -> list[Passage]:
    """All passages, or of a long document those nearest in meaning; in the order of the text."""
    if len(cut.passages) <= MOST_PASSAGES:
        return list(cut.passages)
    meaning = judged.likeliest.meaning
    cosines = meaning.cosines(question, held) if meaning else []
    near = {passage.number: -cosine for passage, cosine in zip(cut.passages, cosines, strict=False)}
    ranked = sorted(cut.passages, key=lambda each: (near.get(each.number, 0.0), each.number))
    return sorted(ranked[:MOST_PASSAGES], key=lambda each: each.number)


_KINDS = ("organisation", "person")


@dataclass(frozen=True, slots=True)
class NamedParties:
    """Gives the parties that a contract introduces, as far as they are likely to be its parties."""

    judging: ItemJudging

    def of(self, question: Question, held: Held, judged: JudgedReading) -> tuple[Judged, ...]:
        """All of them, each proved; none where one is not, or where the list is not sure enough."""
        parties = [each for each in held.document.profile.subjects if each.kind == "party"]
        if not parties:
            return ()
        chance = self._chance(held, parties)
        named = [self._judged(question, held, judged, each, chance) for each in parties]
        return tuple(named) if all(each.passed for each in named) else ()

    def _chance(self, held: Held, parties: Sequence[Subject]) -> float:
        """Never a certainty: no bar says that nothing above it was wrong."""
        features = party_features(held.document.text, parties)
        return min(_SUREST, self.judging.items.measured(features))

    def _judged(
        self, question: Question, held: Held, judged: JudgedReading, party: Subject, chance: float
    ) -> Judged:
        proved = self._proved(question, held, judged, party, chance)
        bar = self.judging.bar_at(judged.strictness, judged.max_risk)
        measured = judged.strictness == "lenient" or is_measured(held)
        verdicts = (*proved.verdicts, verdict_on(chance, bar, measured=measured))
        if judged.verifiers and all(verdict.passed for verdict in verdicts):
            verdicts = (*verdicts, judged.verifiers.judge(question, proved.claim, proved.proofs))
        who = Voice("facets", "parties", f"{chance:.2f}")
        return replace(proved, verdicts=verdicts, warrant=Judgement((who,), chance, bar))

    def _proved(
        self, question: Question, held: Held, judged: JudgedReading, party: Subject, chance: float
    ) -> Judged:
        """As a company or a person if that can be proved; else by its words alone."""
        name = " ".join(party.span.of(held.document.text).split())
        tried = [
            own_proved(question, claim, held, judged.strictness)
            for claim in (_party_claim(held, party, chance, *value) for value in _values(name))
        ]
        return next((each for each in tried if each.passed), tried[-1])


def _party_claim(held: Held, party: Subject, chance: float, kind: str, value: BaseModel) -> Claim:
    cited = cite_words(held.identity, held.document, [party.span])
    return Claim(
        answer_type=kind,
        value=value,
        original=" ".join(cited[0].quote.split()),
        citations=cited,
        score=chance,
        named=kind == "text",
    )


def _values(name: str) -> Iterator[tuple[str, BaseModel]]:
    """What a name may be, the most telling kind first."""
    for kind in _KINDS:
        readings = find(kind, name)
        if len(readings) == 1 and (readings[0].start, readings[0].end) == (0, len(name)):
            yield kind, readings[0].value
    yield "text", Text(text=name)
