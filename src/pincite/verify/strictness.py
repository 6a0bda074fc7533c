"""What each level of strictness demands of a claim: the rules as data, and the checks they amount to."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from pincite.contract.answers import Strictness
from pincite.errors import ConfigError
from pincite.protocols import Check, Verifier
from pincite.verify.clean import CleanCheck
from pincite.verify.demands import DemandsCheck
from pincite.verify.relevance import RelevanceCheck
from pincite.verify.scope import ScopeCheck
from pincite.verify.support import SupportCheck, VerifiersCheck
from pincite.verify.value import ValueCheck

EXACT = frozenset({"exact", "typesetting"})
WORD_FOR_WORD = EXACT | {"hyphen"}
ANY_GRADE = WORD_FOR_WORD | {"case"}
ALL = sys.maxsize


@dataclass(frozen=True, slots=True)
class Rules:
    """One level. How much of the question the evidence must carry is in the settings, by level too."""

    inferred: bool
    """Whether an answer in the generator's own words may pass, marked as such."""
    grades: frozenset[str]
    """How a quote may have been matched."""
    clean: float
    """How cleanly quotes must be cut, from 0 (only noted) to 1 (at boundaries)."""
    recognised: int
    """How certain, in per cent, words must be that were read from an image."""
    own_clause: bool
    """Whether the value's own clause must name what was asked for."""
    neighbours: bool
    """Whether other values of the kind may stand in the same sentence."""
    conditions: bool
    """Whether the sentence may state a condition or limit that the question does not name."""
    verifiers: int
    """How many of the configured verifiers are asked beside the lexical tier, which always runs."""
    tiers: int
    """How many tiers should agree; where no verifier is configured, the answer says that fewer ran."""
    support: float
    """What each verifier must score."""
    doubt: float
    """Below which score an adviser, as our own small model is, doubts an answer; 0: it is not asked."""
    heeded: bool
    """Whether its doubt refuses the answer. Measured: docs/evaluation.md."""


RULES: Mapping[Strictness, Rules] = MappingProxyType(
    {
        "lenient": Rules(
            inferred=True, grades=ANY_GRADE, clean=0.0, recognised=0, own_clause=False,
            neighbours=True, conditions=True, verifiers=0, tiers=1, support=0.5,
            doubt=0.0, heeded=False,
        ),
        "balanced": Rules(
            inferred=False, grades=ANY_GRADE, clean=0.0, recognised=0, own_clause=False,
            neighbours=True, conditions=True, verifiers=1, tiers=1, support=0.5,
            doubt=0.3, heeded=False,
        ),
        "strict": Rules(
            inferred=False, grades=WORD_FOR_WORD, clean=0.9, recognised=80, own_clause=True,
            neighbours=True, conditions=True, verifiers=1, tiers=1, support=0.7,
            doubt=0.5, heeded=True,
        ),
        "paranoid": Rules(
            inferred=False, grades=EXACT, clean=1.0, recognised=95, own_clause=True,
            neighbours=False, conditions=False, verifiers=ALL, tiers=2, support=0.85,
            doubt=0.7, heeded=True,
        ),
    }
)  # fmt: skip


def proofs_for(strictness: Strictness) -> tuple[Check, ...]:
    """What code proves at one level, and nothing that it judges: that it answers is left to the chance."""
    rules = RULES[strictness]
    return (
        ValueCheck(inferred=rules.inferred, fits=False, polarity=rules.own_clause),
        ScopeCheck(),
        CleanCheck(rules.clean),
        DemandsCheck(grades=rules.grades, recognised=rules.recognised),
    )


def verifiers_at(
    strictness: Strictness, verifiers: Sequence[Verifier], agreeing: int = 0
) -> VerifiersCheck | None:
    """The verifiers that must agree at one level; None where none is asked."""
    rules = RULES[strictness]
    asked = tuple(verifiers[: max(rules.verifiers, agreeing)])
    return VerifiersCheck(asked, rules.support) if asked else None


def checks_for(
    strictness: Strictness,
    relevance: float,
    verifiers: Sequence[Verifier] = (),
    advisers: Sequence[Verifier] = (),
    agreeing: int = 0,
) -> tuple[Check, ...]:
    """Every check of one level, in the order in which they are made.

    `agreeing` is how many verifiers must agree at least, where that is more than the level asks.
    """
    if agreeing > len(verifiers):
        raise ConfigError(
            f"{agreeing} verifiers are to agree, and {len(verifiers)} are configured.",
            hint="Name as many in the setting `verifiers`, or set `agreeing_verifiers` lower.",
        )
    rules = RULES[strictness]
    asked, tiers = max(rules.verifiers, agreeing), max(rules.tiers, agreeing + 1 if agreeing else 0)
    return (
        ValueCheck(inferred=rules.inferred),
        RelevanceCheck(relevance),
        SupportCheck(
            tuple(verifiers[:asked]),
            rules.support,
            tiers,
            advisers=tuple(advisers) if rules.doubt else (),
            doubt=rules.doubt,
            heeded=rules.heeded,
        ),
        CleanCheck(rules.clean),
        DemandsCheck(
            grades=rules.grades,
            recognised=rules.recognised,
            own_clause=rules.own_clause,
            neighbours=rules.neighbours,
            conditions=rules.conditions,
        ),
    )
