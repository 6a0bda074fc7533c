"""Find the likeliest answers of one document, and judge each by one measured chance.

The reader reads passages, then single sentences of the best of them; each sentence makes one claim. What
speaks for and against a claim becomes the chance that it answers; what code proves of it stands beside that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.contract.answers import Strictness
from pincite.contract.claims import Claim
from pincite.contract.judgement.chance import Judging
from pincite.contract.judgement.facets import FACETS
from pincite.contract.judgement.features import Candidate, Features, Reading, features
from pincite.contract.verdicts import ANSWERS, Judged, Judgement, Verdict, Voice
from pincite.generate.likeliest import claim_at
from pincite.leads import Likeliness
from pincite.protocols import Check, Reader
from pincite.records.excerpt import ReadPassage
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.retrieve.read import Readings
from pincite.retrieve.sentences import pointed_blocks, read_sentences
from pincite.retrieve.vectors import ByVectors
from pincite.retrieve.words import WordIndex
from pincite.retrieve.words import load as load_words
from pincite.verify.citation import judge
from pincite.verify.scope import problem_of

# A list is introduced by the sentence before it, or by the heading and the sentence before that.
_BEFORE_LIST = 2


@dataclass(frozen=True, slots=True)
class Likely:
    """A candidate with all that speaks for and against it."""

    candidate: Candidate
    features: Features


@dataclass(frozen=True, slots=True)
class Likeliest:
    """Who reads what may answer, and how much of it."""

    reader: Reader
    meaning: ByVectors | None = None
    """Compares passages with the question by vectors; None where there are none."""
    most_sentences: int = 8

    def of(self, question: Question, held: Held, readings: Readings, words: WordIndex) -> list[Likely]:
        """The candidates of one document, those of the best sentence first."""
        document, read = held.document, list(readings.known.values())
        blocks = pointed_blocks(readings.cut, read, self.most_sentences)
        sentences = read_sentences(question, readings.cut, blocks, self.reader)
        cosines = self.meaning.cosines(question, held) if self.meaning else []
        found = []
        for block in blocks:
            passage = readings.at(block.span.start)
            assert passage is not None
            sentence = sentences[block.number]
            claim = claim_at(question, held.identity, document, block, sentence)
            number = readings.cut.at(block.span.start).number
            near = cosines[number - 1] if cosines else None
            found.append(Candidate(block, passage, sentence, claim, near))
        found.sort(key=lambda each: -_logit(each.sentence))
        reading = Reading(document, read, cosines, _unseen(question, words))
        return [
            Likely(each, own) for each, own in zip(found, features(question, reading, found), strict=True)
        ]


@dataclass(frozen=True, slots=True)
class JudgedReading:
    """Proofs by code and one chance for each candidate, with the bars that belong to the reader."""

    likeliest: Likeliest
    judging: Judging | None
    """None while it is being fitted: then nothing is answered."""
    proofs: tuple[Check, ...]
    without_vectors: Judging | None = None
    """The same for a document that has no vectors yet."""
    verifiers: Check | None = None
    """Verifiers that the user configured: they are asked of what reaches the bar, and all must agree."""
    most_more: int = 0
    """How many more passages are read before it is said that nothing answers: with eight passages and eight
    sentences the reader has read what a question may cost, and the chance was measured so."""

    def candidates(self, question: Question, held: Held, readings: Readings) -> list[Likely]:
        """What the reader points at; a place that may not be cited is no candidate."""
        found = self.likeliest.of(question, held, readings, load_words(held.postings))
        return [each for each in found if not problem_of(question, held.document, each.candidate.block)[0]]

    def proved(self, question: Question, held: Held, likely: Likely) -> Judged:
        """What code proves of a candidate."""
        claim = likely.candidate.claim
        return judge(_widened(question, claim), claim, {held.identity.version: held}, self.proofs)

    def held(self, likely: Sequence[Likely]) -> float | None:
        """The chance that the document holds what was asked; None where nothing was measured or read."""
        judging = self.judging_of(likely)
        if judging is None or not likely:
            return None
        best = max(likely, key=self._chance)
        return round(judging.held.chance(best.features), 2)

    def judging_of(self, likely: Sequence[Likely]) -> Judging | None:
        """What was fitted for a document such as this: with vectors, or without."""
        lacking = any(each.features["no_vectors"] for each in likely)
        return (self.without_vectors or self.judging) if lacking else self.judging

    def places(self, likely: Sequence[Likely]) -> list[Likeliness]:
        """Where it may stand, likeliest first."""
        ranked = sorted(likely, key=self._chance, reverse=True)
        return [
            Likeliness(
                each.candidate.block.span,
                self._chance(each),
                tuple(name for name in FACETS if each.features[name] < 0),
            )
            for each in ranked
        ]

    def _chance(self, likely: Likely) -> float:
        judging = self.judging_of([likely])
        return round(judging.answers.chance(likely.features), 2) if judging else 0.0

    def verdicts(
        self, question: Question, held: Held, likely: Sequence[Likely], strictness: Strictness
    ) -> list[Judged]:
        """Every claim with its proofs and its chance, likeliest first."""
        judging = self.judging_of(likely)
        bar = judging.bars[strictness].chance if judging else 1.0
        measured = _is_measured(held, strictness)
        found = []
        for each in likely:
            judged, chance = self.proved(question, held, each), self._chance(each)
            claim = judged.claim.model_copy(update={"score": chance})
            verdicts = (*judged.verdicts, _verdict(chance, bar, measured=measured))
            if self.verifiers and all(verdict.passed for verdict in verdicts):
                asked = _widened(question, judged.claim)
                verdicts = (*verdicts, self.verifiers.judge(asked, judged.claim, judged.proofs))
            warrant = Judgement(self._voices(each), chance, bar)
            found.append(replace(judged, claim=claim, verdicts=verdicts, warrant=warrant))
        return sorted(found, key=lambda each: -each.claim.score)

    def of_list(
        self, held: Held, likely: Sequence[Likely], items: Sequence[Judged], strictness: Strictness
    ) -> list[Judged]:
        """The items of a list, each with the chance of the likeliest sentence in or right before the list."""
        judging = self.judging_of(likely)
        if not items or judging is None:
            return list(items)
        spans = [proof.span for each in items for proof in each.proofs]
        numbers = [block.number for span in spans for block in held.document.blocks_of(span)]
        first, last = (min(numbers) - _BEFORE_LIST, max(numbers)) if numbers else (1, 0)
        inside = [each for each in likely if first <= each.candidate.block.number <= last]
        chance = max(map(self._chance, inside), default=0.0)
        bar = judging.bars[strictness].chance
        verdict = _verdict(chance, bar, measured=_is_measured(held, strictness))
        voices = self._voices(max(inside, key=self._chance)) if inside else ()
        return [
            replace(each, verdicts=(*each.verdicts, verdict), warrant=Judgement(voices, chance, bar))
            for each in items
        ]

    def _voices(self, likely: Likely) -> tuple[Voice, ...]:
        """Who speaks for a candidate: the reader by its score for the sentence, and the facets."""
        reader = self.likeliest.reader
        said = Voice("reader", f"{reader.name}/{reader.version}", f"{likely.candidate.sentence.score:.2f}")
        stands = {-1: "differs", 1: "agrees"}
        facets = [f"{n} {stands[round(likely.features[n])]}" for n in FACETS if likely.features[n]]
        return (said, *((Voice("facets", "facets", ", ".join(facets)),) if facets else ()))


def _widened(question: Question, claim: Claim) -> Question:
    """The question as one that the claim's kind of value may answer, too."""
    kinds = tuple(dict.fromkeys((*question.generation.answer_types, claim.answer_type)))
    return replace(question, generation=replace(question.generation, answer_types=kinds))


def _is_measured(held: Held, strictness: Strictness) -> bool:
    """Whether a chance counts: it was measured on English, and of other text only shows where to look."""
    return strictness == "lenient" or held.document.profile.language in ("", "en")


def _verdict(chance: float, bar: float, *, measured: bool) -> Verdict:
    if not measured:
        reason = f"The text is not English, and the chance ({chance:.2f}) was measured on English only."
        return Verdict(check=ANSWERS, passed=False, score=chance, reason=reason, cause="unlikely")
    if chance >= bar:
        reason = f"Answers the question with a chance of {chance:.2f}."
        return Verdict(check=ANSWERS, passed=True, score=chance, reason=reason)
    reason = f"Probably about something else ({chance:.2f}; {bar:.2f} is needed)."
    return Verdict(check=ANSWERS, passed=False, score=chance, reason=reason, cause="unlikely")


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
