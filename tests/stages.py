"""Pipelines as tests need them: our own judgement with a stand-in, or a reader that says its lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.answer.answers import Strictness
from pincite.ask.likely_answers import JudgedReading, Likeliest
from pincite.ask.model_reading import Readers
from pincite.ask.pipeline import Pipeline
from pincite.ask.strictness import verifiers_at
from pincite.protocols import PassageReader, Verifier
from pincite.question.dictionary.entries import starters
from pincite.question.parse import RuleParser
from pincite.read.language_model import LanguageModelReader
from pincite.relevance.judging import Judging
from pincite.retrieve.paths import ByScan, BySectionTitle, ByWords
from tests.judging import judging
from tests.readers import Agreeing, StandIn

STAND_IN = StandIn()


@dataclass(frozen=True)
class Consenting:
    """A verifier that says yes to everything: what is refused before it, code refused."""

    name: str = "consenting"

    def supports(self, statement: str, evidence: str) -> float:
        return 1.0


def judged_by(
    reader: PassageReader | None = STAND_IN,
    level: Strictness = "balanced",
    fitted: Judging | None = None,
    verifiers: Sequence[Verifier] = (),
) -> JudgedReading:
    """Proofs of the level, and a chance that goes by what the reader gives the sentence."""
    known = fitted or judging()
    variants = {"full": known, "no_vectors": known} if reader else {}
    return JudgedReading(Likeliest(reader), level, variants, verifiers_at(level, verifiers))


def pipeline(**stages) -> Pipeline:
    """Words and titles find, and the stand-in reads.

    `by` is a reader of the user's choice, or a language model; `second` must agree with it. Then nobody else
    judges unless that is named, too.
    """
    by, second = stages.pop("by", None), stages.pop("second", None)
    judged = stages.pop("judged", judged_by(None if by else STAND_IN))
    default = Pipeline(
        parser=RuleParser(starters()),
        paths=(ByWords(), BySectionTitle()),
        scan=ByScan(),
        judged=judged,
        readers=Readers(reading(by), reading(second), judged.verifiers) if by else None,
    )
    return replace(default, **stages)


def reading(by):
    """The reader, or one that asks the language model."""
    return LanguageModelReader(by) if hasattr(by, "complete") else by


def believing(level: Strictness = "balanced") -> JudgedReading:
    """Everybody who could be asked agrees with whatever is claimed, so that only proofs can refuse it."""
    return judged_by(Agreeing(), level, verifiers=(Consenting(), Consenting()))
