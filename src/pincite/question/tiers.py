"""Choose whether a small language model is enough for a question, by rules anyone can read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pincite.answer.answers import Strictness
from pincite.answer.verdicts import Judged
from pincite.question.again import told_why_refused
from pincite.records.question import Question, Tier

_MANY_DOCUMENTS = 5
_DEMANDING: frozenset[Strictness] = frozenset({"strict", "paranoid"})


def tier_for(question: Question, documents: int, strictness: Strictness) -> tuple[Tier, str]:
    """The tier, and the reason for it in words."""
    shape = question.generation.answer_shape
    if shape != "single":
        return "large", f"the answer is a {shape}"
    if documents > _MANY_DOCUMENTS:
        return "large", f"{documents:,} documents are read closely"
    if strictness in _DEMANDING:
        return "large", f"strictness is {strictness}"
    return "small", "one value is asked of few documents"


def in_tier(question: Question, tier: Tier) -> Question:
    return replace(question, generation=replace(question.generation, tier=tier))


def escalated(question: Question, refused: Sequence[Judged]) -> Question:
    """The question for the large model, with why the small one's claims were refused."""
    return in_tier(told_why_refused(question, refused), "large")
