"""Give the parties that a contract introduces: each name proved, and the whole list judged by one chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pydantic import BaseModel

from pincite.answer.claims import Claim
from pincite.answer.verdicts import Judged, Judgement, Voice
from pincite.ask.claimed_items import own_proved
from pincite.ask.likely_answers import JudgedReading, is_measured, verdict_on
from pincite.generate.pointed import cite_words
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.records.reading import Subject
from pincite.relevance.party_chance import PartyJudging, party_features
from pincite.values.registered import find
from pincite.values.types import Text

_SUREST = 0.99
_KINDS = ("organisation", "person")


@dataclass(frozen=True, slots=True)
class NamedParties:
    """Gives the parties that a contract introduces, as far as they are likely to be its parties."""

    judging: PartyJudging

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
        who = Voice("reader", "parties", f"{chance:.2f}")
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
    )


def _values(name: str) -> Iterator[tuple[str, BaseModel]]:
    """What a name may be, the most telling kind first."""
    for kind in _KINDS:
        readings = find(kind, name)
        if len(readings) == 1 and (readings[0].start, readings[0].end) == (0, len(name)):
            yield kind, readings[0].value
    yield "text", Text(text=name)
