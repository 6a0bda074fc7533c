"""What each level of strictness demands of a proof: the rules as data, and what they refuse."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from pincite.answer.answers import Strictness
from pincite.ask.support import Verifiers
from pincite.errors import ConfigError
from pincite.protocols import Verifier
from pincite.records.document import PRINTED
from pincite.records.evidence import Proof

EXACT = frozenset({"exact", "typesetting"})
WORD_FOR_WORD = EXACT | {"hyphen"}
ANY_GRADE = WORD_FOR_WORD | {"case"}
ALL = sys.maxsize


@dataclass(frozen=True, slots=True)
class Rules:
    """One level. How likely an answer must be is stored with the weights of the decision."""

    grades: frozenset[str]
    """How a quote may have been matched."""
    recognised: int
    """How certain, in per cent, words must be that were read from an image."""
    whole: bool
    """Whether what our own code claims must be whole sentences, and a yes or no be read by code, too."""
    verifiers: int
    """How many of the configured verifiers are asked."""
    support: float
    """What each verifier must score."""

    def refuses(self, proofs: Iterable[Proof]) -> str:
        """What of the evidence the level does not put up with; empty where it accepts all of it."""
        for proof in proofs:
            if proof.grade not in self.grades:
                return f"the quote matches only up to {proof.grade}"
            sure = proof.document.words.confidence(proof.span)
            if sure != PRINTED and sure < self.recognised:
                return f"words read from an image are {sure} % certain, and {self.recognised} are needed"
        return ""


RULES: Mapping[Strictness, Rules] = MappingProxyType(
    {
        "lenient": Rules(ANY_GRADE, 0, whole=False, verifiers=0, support=0.5),
        "balanced": Rules(ANY_GRADE, 0, whole=False, verifiers=1, support=0.5),
        "strict": Rules(WORD_FOR_WORD, 80, whole=True, verifiers=1, support=0.7),
        "paranoid": Rules(EXACT, 95, whole=True, verifiers=ALL, support=0.85),
    }
)


def verifiers_at(
    strictness: Strictness, verifiers: Sequence[Verifier], agreeing: int = 0
) -> Verifiers | None:
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
    return Verifiers(asked, rules.support) if asked else None
