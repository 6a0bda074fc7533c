"""What each level of strictness demands of a proof: the rules as data, and what they refuse.

Verifiers that are configured are asked whether the cited text supports what question and value say together.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from pincite.answer.answers import Strictness
from pincite.answer.claims import Claim
from pincite.answer.verdicts import Verdict
from pincite.errors import ConfigError, ProviderError
from pincite.protocols import Verifier
from pincite.records.document import PRINTED, Block, Document
from pincite.records.evidence import Proof
from pincite.records.question import Question
from pincite.structure.lead_ins import lead_in, said_of_row
from pincite.values.types import Boolean

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


@dataclass(frozen=True, slots=True)
class Verifiers:
    """Every verifier that is configured says that the cited text supports the answer."""

    verifiers: tuple[Verifier, ...]
    threshold: float = 0.5

    def judge(self, question: Question, claim: Claim, proofs: Sequence[Proof]) -> Verdict:
        statement, evidence, lowest = statement_of(question, claim), told(proofs), 1.0
        for verifier in self.verifiers:
            lowest = min(lowest, score := score_of(verifier, statement, evidence))
            if score < self.threshold:
                reason = f"{verifier.name} gives it {score:.2f}, and {self.threshold:.2f} is needed"
                return Verdict(
                    check="support", passed=False, score=round(score, 4), reason=reason, cause="unsupported"
                )
        named = ", ".join(verifier.name for verifier in self.verifiers)
        return Verdict(check="support", passed=True, score=round(lowest, 4), reason=f"supported by {named}")


def statement_of(question: Question, claim: Claim) -> str:
    """What a claim amounts to: the question with its answer."""
    said = "Yes." if isinstance(claim.value, Boolean) and claim.value.value else claim.original
    said = "No." if isinstance(claim.value, Boolean) and not claim.value.value else said
    return f"{question.generation.plain} {said}"


def told(proofs: Sequence[Proof]) -> str:
    """The cited places as a judge is told them: under their titles and behind what introduces them."""
    cited = [(proof.document, block) for proof in proofs for block in proof.document.blocks_of(proof.span)]
    return "\n".join(dict.fromkeys(line for place in cited for line in _lines(*place)))


def _lines(document: Document, block: Block) -> list[str]:
    introduction = lead_in(document, block)
    return [
        *(section.title for section in document.section_path(block.section)),
        *said_of_row(document, block)[:1],
        *((introduction.span.of(document.text),) if introduction else ()),
        block.span.of(document.text),
    ]


def score_of(verifier: Verifier, statement: str, evidence: str) -> float:
    """What a verifier gives the statement, from 0 to 1; a ProviderError where that is no score."""
    try:
        score = verifier.supports(statement, evidence)
    except OSError as error:
        raise ProviderError(
            f"The verifier {verifier.name!r} failed: {error}.", hint="Try again.", retryable=True
        ) from error
    if not 0.0 <= score <= 1.0:
        raise ProviderError(
            f"The verifier {verifier.name!r} gave {score}, which is not a score from 0 to 1.",
            hint="Test it with pincite.testing.verifier_keeps_its_promise.",
        )
    return score
