"""What a claim says besides its value: that tells facts apart whose values differ."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.answer.verdicts import Judged
from pincite.decide.conflicts.overriding import without_overriding
from pincite.decide.conflicts.places import Place, place_of
from pincite.decide.conflicts.references import without_references
from pincite.decide.conflicts.wording import COMMON, EFFECT, SCOPED
from pincite.language.vocabulary import stems, telling
from pincite.records.question import Question
from pincite.structure.lead_ins import numbering_of
from pincite.values.registered import OF_WHOLE_BLOCKS

_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Fact:
    """What a claim says besides its value, as far as it tells facts apart."""

    judged: Judged
    place: Place
    said: str
    """Its sentence without the value and without what says since when it holds."""
    asked: frozenset[str]
    """The stems of the question, which both sides carry."""

    @property
    def rest(self) -> frozenset[str]:
        """All telling words that are neither asked nor common to contracts."""
        return self._particular(self.said)

    @property
    def scope(self) -> frozenset[str]:
        """What the value is said to be for: "for a suite", "in Berlin", "if the building is vacant"."""
        return self._particular(" ; ".join(match["what"] for match in SCOPED.finditer(self.said)))

    def _particular(self, text: str) -> frozenset[str]:
        return frozenset(
            stem for stem in telling(stems(text)) - self.asked - COMMON if not _DIGIT.search(stem)
        )


def fact_of(question: Question, judged: Judged) -> Fact:
    """What the claim says, read from its whole block."""
    place = place_of(judged)
    said = place.text[numbering_of(place.text) :]
    if judged.claim.answer_type not in OF_WHOLE_BLOCKS:
        said = said.replace(judged.claim.original, " ", 1)
    asked = {stem for term in question.retrieval.terms for words in term.wordings for stem in words}
    asked |= set(stems(question.generation.plain))
    plain = without_references(without_overriding(EFFECT.sub(" ", said)))
    return Fact(judged, place, plain, frozenset(asked))
