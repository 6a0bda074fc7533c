"""Judge what a generator of the user's choice claims: who must agree with it, by strictness.

That it is said there, code proves of its claims as of any other. That it answers, the generator says; how
far it is believed depends on who agrees: the local decision, which was measured, and verifiers of the user.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.contract.judgement.chance import Judging
from pincite.contract.values.types import Boolean
from pincite.contract.verdicts import ANSWERS, Judged, Judgement, Verdict, Voice
from pincite.likeliest import JudgedReading, Likely, is_measured
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.verify.yes_or_no import turned_round

_LEVELS_OF_TWO = ("strict", "paranoid")


@dataclass(frozen=True, slots=True)
class Believing:
    """Who is asked beside the generator: the local decision, and the verifiers that are configured."""

    local: JudgedReading

    def verdicts(
        self, question: Question, held: Held, likely: Sequence[Likely], proposed: Sequence[Judged], by: str
    ) -> list[Judged]:
        """Every claim with whether it is believed; what code refused is left as it is."""
        own = {id(each.candidate.claim): each for each in likely}
        listed = question.generation.answer_shape != "single"
        best = max(
            (own[id(j.claim)] for j in proposed if id(j.claim) in own), key=self.local.chance, default=None
        )
        found = []
        for judged in proposed:
            meant = best if listed else own.get(id(judged.claim))
            believed = self._with_verdict(question, held, judged, meant, by) if judged.passed else judged
            found.append(replace(believed, standing=1))
        return found

    def _with_verdict(
        self, question: Question, held: Held, judged: Judged, likely: Likely | None, by: str
    ) -> Judged:
        chance = self.local.chance(likely) if likely else 0.0
        judging = self.local.judging_of([likely]) if likely else None
        asked = is_measured(held) and judging is not None and self.local.reads
        supported = self._supported(question, judged)
        verdict = self._verdict(judging if asked else None, chance, supported, by)
        if turned_round(question, judged.claim, judged.proofs) and not (asked and _reads_so(judged, likely)):
            reason = "The cited sentence says the opposite, and no reader takes it otherwise."
            verdict = Verdict(check=ANSWERS, passed=False, score=0.0, reason=reason, cause="contradicted")
        voices: tuple[Voice, ...] = (Voice("model", by or "generator", "proposed it"),)
        if asked and likely:
            voices = (*voices, *self.local.voices(likely))
        if supported is not None and supported.passed:
            voices = (*voices, Voice("judge", "verifiers", supported.reason))
        verdicts = (*judged.verdicts, verdict, *([supported] if supported else []))
        return replace(judged, verdicts=verdicts, warrant=Judgement(voices, None, None))

    def _supported(self, question: Question, judged: Judged) -> Verdict | None:
        if self.local.verifiers is None:
            return None
        return self.local.verifiers.judge(question, judged.claim, judged.proofs)

    def _verdict(self, judging: Judging | None, chance: float, supported: Verdict | None, by: str) -> Verdict:
        """Whether enough agree; `judging` is None where the local decision has nothing to say."""
        level, who = self.local.strictness, by or "The generator"
        if level == "lenient" or (level == "balanced" and judging is None):
            return Verdict(check=ANSWERS, passed=True, score=1.0, reason=f"{who} says that this answers.")
        bar = self._bar(judging)
        agrees = judging is not None and chance >= bar
        if level == "balanced":
            passed = agrees
        elif level == "strict":
            passed = agrees or supported is not None
        else:
            passed = agrees and supported is not None
        local = f"the local decision gives it {chance:.2f}" if judging else "no local decision was asked"
        if passed:
            return Verdict(
                check=ANSWERS, passed=True, score=1.0, reason=f"{who} says that this answers; {local}."
            )
        reason = f"Only {who} says that this answers; {local}, and {bar:.2f} is needed."
        return Verdict(check=ANSWERS, passed=False, score=chance, reason=reason, cause="unlikely")

    def _bar(self, judging: Judging | None) -> float:
        """From which chance on the local decision agrees: at strict and above as for an answer of its own."""
        if judging is None:
            return 1.0
        if self.local.strictness in _LEVELS_OF_TWO:
            return judging.bars["lenient"].chance
        return judging.believed.chance if judging.believed else 0.0


def _reads_so(judged: Judged, likely: Likely | None) -> bool:
    """Whether the local reader reads the claimed yes or no from the sentence."""
    raw = likely.candidate.sentence.raw if likely else None
    said = judged.claim.value
    return raw is not None and isinstance(said, Boolean) and (raw.yes >= raw.no) is said.value
