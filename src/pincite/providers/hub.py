"""Verifiers from a hub of models, by name or from a folder: HHEM, MiniCheck and cross-encoders.

No code that comes with a model is run: each is loaded into an architecture of the library transformers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from pincite.errors import ProviderError
from pincite.providers import hub_models

# About 512 tokens with the statement, which is as much as the smaller ones read.
_WINDOW_WORDS, _SHARED_WORDS = 300, 60


@dataclass(frozen=True, slots=True)
class Hhem:
    """HHEM 2.1 of Vectara. `foundation` is the model that it was made from, which has its tokenizer."""

    model: str = "vectara/hallucination_evaluation_model"
    revision: str = ""
    foundation: str = "google/flan-t5-base"
    name: ClassVar[str] = "hhem"

    @property
    def version(self) -> str:
        return _version(self.model, self.revision)

    def supports(self, statement: str, evidence: str) -> float:
        loaded = hub_models.hhem(self.model, self.revision, self.foundation)
        return _best(self.model, evidence, lambda piece: loaded.score(statement, piece))


@dataclass(frozen=True, slots=True)
class MiniCheck:
    """MiniCheck, in the form that writes its verdict (Flan-T5) or one that classifies (RoBERTa, DeBERTa)."""

    model: str = "lytang/MiniCheck-Flan-T5-Large"
    revision: str = ""
    name: ClassVar[str] = "minicheck"

    @property
    def version(self) -> str:
        return _version(self.model, self.revision)

    def supports(self, statement: str, evidence: str) -> float:
        loaded = hub_models.minicheck(self.model, self.revision)
        return _best(self.model, evidence, lambda piece: loaded.score(statement, piece))


@dataclass(frozen=True, slots=True)
class CrossEncoder:
    """Any model that classifies a pair of texts, one of its labels being entailment, or that scores it."""

    model: str = "cross-encoder/nli-deberta-v3-small"
    revision: str = ""
    label: str = "entailment"
    """The label that says that the evidence supports the statement."""
    name: ClassVar[str] = "cross_encoder"

    @property
    def version(self) -> str:
        return _version(self.model, self.revision)

    def supports(self, statement: str, evidence: str) -> float:
        loaded = hub_models.cross_encoder(self.model, self.revision, self.label)
        return _best(self.model, evidence, lambda piece: loaded.score(statement, piece))


def _version(model: str, revision: str) -> str:
    return f"{model}@{revision}" if revision else model


def _best(model: str, evidence: str, score: Callable[[str], float]) -> float:
    """The score of the window that supports the statement best; of no text, 0."""
    scores = [score(piece) for piece in _windows(evidence)]
    if not all(0.0 <= each <= 1.0 for each in scores):
        raise ProviderError(
            f"{model!r} gave something other than a score from 0 to 1.", hint="Try another model."
        )
    return max(scores, default=0.0)


def _windows(evidence: str) -> list[str]:
    """The text as it is, or in pieces of so many words where it is longer than models read."""
    words = evidence.split()
    if len(words) <= _WINDOW_WORDS:
        return [evidence] if words else []
    step = _WINDOW_WORDS - _SHARED_WORDS
    starts = range(0, len(words) - _SHARED_WORDS, step)
    return [" ".join(words[start : start + _WINDOW_WORDS]) for start in starts]
