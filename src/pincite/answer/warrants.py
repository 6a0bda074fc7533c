"""What speaks for an item: proof by code, and apart from it who judged that it answers the question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, Self, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from pincite.answer.verdicts import Judgement, VoiceKind

Grade = Literal["exact", "typesetting", "hyphen", "case"]
_GRADES: tuple[Grade, ...] = get_args(Grade)


def _rounded(chance: float) -> float:
    return round(chance, 2)


Chance = Annotated[float, Field(ge=0, le=1), AfterValidator(_rounded)]
"""How likely something is, as measured; published with two decimals, because no measurement carries more."""


class Published(BaseModel):
    """Part of an answer in its published form, in which every key stands."""

    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_serialization_defaults_required=True)


class Proven(Published):
    """What code proved of an item.

    The quote is the document's own, found by this grade. The value was read again from it. It is where the
    item says, and within the pages, sections and words that the question allows.
    """

    quote: Grade
    value: bool
    place: bool
    scope: bool


def weakest_grade(grades: Iterable[str]) -> Grade:
    """The grade of quotes together: that of the one which had to be matched most loosely."""
    found = set(grades)
    return [grade for grade in _GRADES if grade in found][-1]


class JudgedBy(Published):
    """One who says that an item answers the question, and what it says."""

    kind: VoiceKind
    name: str
    says: str = Field(repr=False)


class Answers(Published):
    """Who judged that an item answers the question. `chance` and `bar` are null where nobody was measured."""

    by: list[JudgedBy]
    chance: Chance | None
    bar: Chance | None

    @classmethod
    def of(cls, judgement: Judgement) -> Self:
        by = [JudgedBy(kind=voice.kind, name=voice.name, says=voice.says) for voice in judgement.who]
        return cls(by=by, chance=judgement.chance, bar=judgement.bar)


class Warrant(Published):
    """What speaks for an item: proof by code, and apart from it the judgement that it answers."""

    proof: Proven
    answers: Answers

    @classmethod
    def of_all(cls, parts: Sequence[Warrant]) -> Warrant:
        """What speaks for a value that is computed from others: as much as speaks for the weakest of them."""
        proofs, judged = [each.proof for each in parts], [each.answers for each in parts]
        weakest = min(judged, key=lambda each: -1.0 if each.chance is None else each.chance)
        return cls(
            proof=Proven(
                quote=weakest_grade(proof.quote for proof in proofs),
                value=all(proof.value for proof in proofs),
                place=all(proof.place for proof in proofs),
                scope=all(proof.scope for proof in proofs),
            ),
            answers=Answers(
                by=_each_once(voice for each in judged for voice in each.by),
                chance=weakest.chance,
                bar=weakest.bar,
            ),
        )


def _each_once(voices: Iterable[JudgedBy]) -> list[JudgedBy]:
    kept: list[JudgedBy] = []
    for voice in voices:
        if voice not in kept:
            kept.append(voice)
    return kept
