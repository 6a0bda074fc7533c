"""Judge what a generator of the user's choice claims: who must agree with it, by strictness.

That it is said there, code proves of its claims as of any other. That it answers, the generator says. At
balanced a language model is asked once more, in a prompt of its own that shows the cited sentence among its
rivals: another model where one is configured, else the same. At strict the local decision must agree, or
another model where it has nothing to say; at paranoid both. Who judges itself, or is judged by nobody, the
local decision may disbelieve.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pincite.answer.verdicts import ANSWERS, Judged, Judgement, Verdict, Voice
from pincite.ask.likely_answers import JudgedReading, Likely, is_measured
from pincite.errors import ProviderError
from pincite.protocols import Check, Chooser
from pincite.records.document import Block, Document
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.relevance.chance import Judging
from pincite.values.types import Boolean
from pincite.verify.derive import derive
from pincite.verify.scope import problem_of
from pincite.verify.support import told_of
from pincite.verify.yes_or_no import turned_round

_MOST_RIVALS = 6
# Of an ordinary question one claim is judged; so many where the generator gives several that differ.
_MOST_ASKED = 3
_MOST_ITEMS = 40
# Of fewer rivals all may well say the same.
_FEW = 3


@dataclass(frozen=True, slots=True)
class Judges:
    """The language models that can be asked whether a sentence answers."""

    own: tuple[Chooser, ...] = ()
    """The models that propose: the one that did judges itself, and the warrant says so."""
    other: Chooser | None = None
    verifiers: Check | None = None
    """Verifiers that are asked about a model's claims besides."""
    apart: bool = False
    """Whether these are others than those of the local decision."""


@dataclass(frozen=True, slots=True)
class _Opinion:
    """What a chooser says of one claim."""

    agrees: bool
    by: str
    itself: bool

    @property
    def voice(self) -> Voice:
        chosen = (
            "chose it over the other passages" if self.agrees else "did not choose it over the other passages"
        )
        return Voice("judge", self.by, f"self-judged: {chosen}" if self.itself else chosen)


@dataclass(frozen=True, slots=True)
class Believing:
    """Who is asked beside the generator: judges, the local decision, and verifiers that are configured."""

    local: JudgedReading
    judges: Judges = field(default_factory=Judges)

    def verdicts(
        self, question: Question, held: Held, likely: Sequence[Likely], proposed: Sequence[Judged], by: str
    ) -> list[Judged]:
        """Every claim with whether it is believed; what code refused is left as it is."""
        own = {id(each.candidate.claim): each for each in likely}
        listed = question.generation.answer_shape != "single"
        best = max(
            (own[id(j.claim)] for j in proposed if id(j.claim) in own), key=self.local.chance, default=None
        )
        proved = [judged for judged in proposed if judged.passed]
        judge = self._judge(by, held)
        opinions = (
            self._opinions(question, held.document, likely, proved, judge, listed=listed) if judge else {}
        )
        found = []
        for judged in proposed:
            meant = best if listed else own.get(id(judged.claim))
            if judged.passed:
                judged = self._with_verdict(question, held, judged, meant, opinions.get(id(judged)), by)
            found.append(replace(judged, standing=1))
        return found

    def _opinions(
        self,
        question: Question,
        document: Document,
        likely: Sequence[Likely],
        proved: Sequence[Judged],
        judge: Chooser,
        *,
        listed: bool,
    ) -> dict[int, _Opinion]:
        """What a judge says of each claim that is to be judged at this level."""
        if listed:
            parts = [proved[at : at + _MOST_ITEMS] for at in range(0, len(proved), _MOST_ITEMS)]
        else:
            parts = [[judged] for judged in proved[:_MOST_ASKED]]
        found: dict[int, _Opinion] = {}
        for part in parts:
            found |= self._asked(question, document, likely, part, judge)
            if not listed and all(each.agrees for each in found.values()) and _agree(proved):
                break
        return found

    def _judge(self, by: str, held: Held) -> Chooser | None:
        """Who is asked: at balanced another model before the proposer itself; above it only another one."""
        level, judges = self.local.strictness, self.judges
        if level == "lenient" or (level == "strict" and self._local_judges(held)):
            return None
        if judges.other or level != "balanced":
            return judges.other
        return min(judges.own, key=lambda each: each.name != by, default=None)

    def _asked(
        self,
        question: Question,
        document: Document,
        likely: Sequence[Likely],
        claims: Sequence[Judged],
        judge: Chooser,
    ) -> dict[int, _Opinion]:
        """One prompt for claims that are one answer, among the sentences that might give it."""
        cited = {id(judged): _blocks(judged) for judged in claims}
        giving = {id(judged): _giving(question, judged) for judged in claims}
        own = {block.number for blocks in cited.values() for block in blocks}
        rivals = [each.candidate.block for each in likely if each.candidate.block.number not in own]
        beside = {number + step for number in own for step in (-1, 1)} - own
        near = [document.blocks[n - 1] for n in sorted(beside) if 1 <= n <= len(document.blocks)]
        near = [block for block in near if not problem_of(question, document, block)[0]]
        shown = {block.number: block for block in (*rivals[:_MOST_RIVALS], *near)}
        shown |= {block.number: block for blocks in cited.values() for block in blocks}
        ordered = [shown[number] for number in sorted(shown)]
        answer = "; ".join(_answer(judged) for judged in claims)
        try:
            chosen = judge.choose(
                question.generation.plain, answer, [told_of(document, block) for block in ordered]
            )
        except OSError as error:
            raise ProviderError(
                f"The judge {judge.name!r} failed: {error}.", hint="Try again.", retryable=True
            ) from error
        numbers = {ordered[at].number for at in chosen}
        rivals_shown = {block.number for block in ordered} - own
        if len(rivals_shown) >= _FEW and rivals_shown <= numbers:
            numbers = set()  # who takes every sentence for an answer has told none from the others
        itself = judge is not self.judges.other
        return {
            id(judged): _Opinion(
                any(block.number in numbers for block in giving[id(judged)]), judge.name, itself
            )
            for judged in claims
        }

    def _with_verdict(
        self,
        question: Question,
        held: Held,
        judged: Judged,
        likely: Likely | None,
        opinion: _Opinion | None,
        by: str,
    ) -> Judged:
        chance = self.local.chance(likely) if likely else 0.0
        judging = self.local.judging_of([likely]) if likely else None
        asked = judging is not None and self._local_judges(held)
        refused = opinion is not None and not opinion.agrees
        supported = None if refused else self._supported(question, judged)
        verdict = self._verdict(judging if asked else None, chance, opinion, supported, by)
        if opinion is None and self._judge(by, held):
            reason = "The model gave several answers, and nothing judged this one."
            verdict = Verdict(check=ANSWERS, passed=False, score=chance, reason=reason, cause="unlikely")
        if turned_round(question, judged.claim, judged.proofs) and not (asked and _reads_so(judged, likely)):
            reason = "The cited sentence says the opposite."
            verdict = Verdict(check=ANSWERS, passed=False, score=0.0, reason=reason, cause="contradicted")
        voices: tuple[Voice, ...] = (Voice("model", by or "generator", "proposed it"),)
        voices = (*voices, *((opinion.voice,) if opinion else ()))
        if asked and likely:
            voices = (*voices, *self.local.voices(likely))
        if supported is not None and supported.passed:
            voices = (*voices, Voice("judge", "verifiers", supported.reason))
        verdicts = (*judged.verdicts, verdict, *([supported] if supported else []))
        return replace(judged, verdicts=verdicts, warrant=Judgement(voices, None, None))

    def _local_judges(self, held: Held) -> bool:
        """Whether the local decision has something to say: a chance was measured for text such as this."""
        return is_measured(held) and self.local.reads

    def _supported(self, question: Question, judged: Judged) -> Verdict | None:
        asked = self.judges.verifiers if self.judges.apart else self.local.verifiers
        return asked.judge(question, judged.claim, judged.proofs) if asked else None

    def _verdict(
        self,
        judging: Judging | None,
        chance: float,
        opinion: _Opinion | None,
        supported: Verdict | None,
        by: str,
    ) -> Verdict:
        """Whether enough agree; `judging` is None where the local decision has nothing to say."""
        level, who = self.local.strictness, by or "The generator"
        if level == "lenient":
            return Verdict(
                check=ANSWERS, passed=True, score=1.0, reason=f"{who} says that this answers the question."
            )
        bar = self._bar(judging)
        local = judging is not None and chance >= bar
        another = (opinion is not None and opinion.agrees) or (opinion is None and supported is not None)
        disbelieved = judging is not None and not local
        if level == "balanced" and opinion is not None:
            passed = opinion.agrees and not (opinion.itself and disbelieved)
        elif level == "balanced":
            passed = not disbelieved
        elif level == "strict":
            # Two models that lie together agree; a chance that was measured does not.
            passed = local if judging is not None else another
        else:
            passed = local and another
        said = f"the local model gives it {chance:.2f}" if judging else "the local model was not asked"
        if opinion:
            chose = (
                "chooses it over the other passages"
                if opinion.agrees
                else "does not choose it over the other passages"
            )
            said = f"{opinion.by} {chose}; {said}"
        if passed:
            return Verdict(
                check=ANSWERS,
                passed=True,
                score=1.0,
                reason=f"{who} says that this answers the question; {said}.",
            )
        reason = f"{who} says that this answers the question; {said}. That is not enough at {level}."
        return Verdict(check=ANSWERS, passed=False, score=chance, reason=reason, cause="unlikely")

    def _bar(self, judging: Judging | None) -> float:
        """From which chance on the local decision agrees; at balanced, below which it disbelieves."""
        if judging is None:
            return 1.0
        if self.local.strictness == "balanced":
            return judging.believed.chance if judging.believed else 0.0
        return judging.bars["lenient"].chance


def _reads_so(judged: Judged, likely: Likely | None) -> bool:
    """Whether the local reader reads the claimed yes or no from the sentence."""
    raw = likely.candidate.sentence.raw if likely else None
    said = judged.claim.value
    return raw is not None and isinstance(said, Boolean) and (raw.yes >= raw.no) is said.value


def _blocks(judged: Judged) -> list[Block]:
    return [block for proof in judged.proofs for block in proof.document.blocks_of(proof.span)]


def _giving(question: Question, judged: Judged) -> list[Block]:
    """The cited blocks that give the value; all of them where it stands in none, as a yes or no does."""
    read = [derive(question, judged.claim, proof) for proof in judged.proofs]
    return [block for each in read if each for block in each.blocks] or _blocks(judged)


def _agree(proved: Sequence[Judged]) -> bool:
    """Whether all claims say the same: then one judgement is enough."""
    return all(each.claim.original.split() == proved[0].claim.original.split() for each in proved)


def _answer(judged: Judged) -> str:
    """An answer as it is put to a judge."""
    if isinstance(judged.claim.value, Boolean):
        return "Yes." if judged.claim.value.value else "No."
    return judged.claim.original
