"""What each level of strictness demands of a proof: the rules as data, and the checks they amount to."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from pincite.answer.answers import Strictness
from pincite.errors import ConfigError
from pincite.protocols import Check, Verifier
from pincite.verify.clean import CleanCheck
from pincite.verify.demands import DemandsCheck
from pincite.verify.scope import ScopeCheck
from pincite.verify.support import VerifiersCheck
from pincite.verify.value import ValueCheck

EXACT = frozenset({"exact", "typesetting"})
WORD_FOR_WORD = EXACT | {"hyphen"}
ANY_GRADE = WORD_FOR_WORD | {"case"}
ALL = sys.maxsize


@dataclass(frozen=True, slots=True)
class Rules:
    """One level. How likely an answer must be is stored with the weights of the decision."""

    inferred: bool
    """Whether an answer in the generator's own words may pass, marked as such."""
    grades: frozenset[str]
    """How a quote may have been matched."""
    clean: float
    """How cleanly quotes must be cut, from 0 (only noted) to 1 (at boundaries)."""
    recognised: int
    """How certain, in per cent, words must be that were read from an image."""
    polarity: bool
    """Whether code must read the same yes or no from the sentence."""
    verifiers: int
    """How many of the configured verifiers are asked."""
    support: float
    """What each verifier must score."""


RULES: Mapping[Strictness, Rules] = MappingProxyType(
    {
        "lenient": Rules(True, ANY_GRADE, 0.0, 0, polarity=False, verifiers=0, support=0.5),
        "balanced": Rules(False, ANY_GRADE, 0.0, 0, polarity=False, verifiers=1, support=0.5),
        "strict": Rules(False, WORD_FOR_WORD, 0.9, 80, polarity=True, verifiers=1, support=0.7),
        "paranoid": Rules(False, EXACT, 1.0, 95, polarity=True, verifiers=ALL, support=0.85),
    }
)


def proofs_for(strictness: Strictness) -> tuple[Check, ...]:
    """What code proves at one level. That a claim answers is no part of it: that is judged."""
    rules = RULES[strictness]
    return (
        ValueCheck(inferred=rules.inferred, polarity=rules.polarity),
        ScopeCheck(),
        CleanCheck(rules.clean),
        DemandsCheck(grades=rules.grades, recognised=rules.recognised),
    )


def verifiers_at(
    strictness: Strictness, verifiers: Sequence[Verifier], agreeing: int = 0
) -> VerifiersCheck | None:
    """The verifiers that must agree at one level; None where none is asked.

    `agreeing` is how many must agree at least, where that is more than the level asks.
    """
    if agreeing > len(verifiers):
        raise ConfigError(
            f"{agreeing} verifiers must agree, but only {len(verifiers)} are configured.",
            hint="Name more in the setting `verifiers`, or lower `agreeing_verifiers`.",
        )
    rules = RULES[strictness]
    asked = tuple(verifiers[: max(rules.verifiers, agreeing)])
    return VerifiersCheck(asked, rules.support) if asked else None
