"""Take a planner's advice as far as it can do no harm: what is read first, and what the wording leaves open.

Advice widens and puts first. It takes nothing away that the rules would read, never overrides what the
question's own words say of the answer, and makes nothing relevant that is not: no check knows of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pincite.question.kinds import kinds_in
from pincite.records.library import Identity
from pincite.records.question import GenerationBrief, Question
from pincite.records.run import Advice

# What the rules say of a question whose wording does not tell what kind of value answers it.
_OPEN = ("text",)
_WIDE = 2


def advised(question: Question, advice: Advice, type_is_given: bool) -> Question:
    """The question with where to look first, and of the type and shape it leaves open."""
    retrieval = replace(
        question.retrieval,
        likely_sections=advice.sections,
        likely_words=advice.keywords,
        reach=_WIDE if advice.wide else 1,
    )
    generation = question.generation
    if generation.computation is None and not type_is_given:
        generation = _typed(_shaped(generation, advice), advice)
    return replace(question, retrieval=retrieval, generation=generation)


def read_first(
    advice: Advice, shortlist: Sequence[Identity], everything: Sequence[Identity]
) -> tuple[Identity, ...]:
    """The shortlist with the advised documents at its head; the rules' own stay on it."""
    held = set(everything)
    return tuple(dict.fromkeys((*(each for each in advice.documents if each in held), *shortlist)))


def said(advice: Advice) -> str:
    """The advice in a sentence, for `pincite why`."""
    parts = (
        ("documents", ", ".join(identity.name for identity in advice.documents)),
        ("sections", ", ".join(repr(title) for title in advice.sections)),
        ("words", ", ".join(advice.keywords)),
        ("type", advice.answer_type or ""),
        ("shape", advice.answer_shape or ""),
        ("context", "wide" if advice.wide else ""),
    )
    told = "; ".join(f"{name} {value}" for name, value in parts if value)
    return f"planner: {told or 'nothing to add to the rules'}"


def _typed(generation: GenerationBrief, advice: Advice) -> GenerationBrief:
    """The advised type first where the rules accept it, or where they know of none."""
    kind, kinds = advice.answer_type, generation.answer_types
    if generation.answer_shape != "single" or kind is None or (kind not in kinds and kinds != _OPEN):
        return generation
    return replace(generation, answer_types=tuple(dict.fromkeys((kind, *kinds))))


def _shaped(generation: GenerationBrief, advice: Advice) -> GenerationBrief:
    """Several values where the wording leaves open what is wanted; what it says stands."""
    shape = advice.answer_shape
    if shape is None or generation.answer_shape != "single" or generation.answer_types != _OPEN:
        return generation
    return replace(generation, answer_shape=shape, answer_types=kinds_in(shape, generation.answer_types))
