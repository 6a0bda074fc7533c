"""What the verifiers of the user are asked of a claim, and what becomes of what they say."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from pincite import testing
from pincite.answer.verdicts import Verdict
from pincite.ask.strictness import Verifiers, verifiers_at
from pincite.errors import ConfigError, ProviderError
from pincite.registry import build
from tests.ask.claiming import dollars
from tests.factories import held, question

FEE = "What is the monthly fee?"
TEXT = "The monthly fee is USD 500.\n"
CLAIM = dollars(TEXT, "500")


@dataclass(frozen=True)
class Scores:
    """A verifier that gives every pair the same score."""

    score: float
    name: str = "fixed"

    def supports(self, statement: str, evidence: str) -> float:
        return self.score


@dataclass(frozen=True)
class Counts:
    """A verifier that scores by the words that statement and evidence share."""

    name: str = "counts"

    def supports(self, statement: str, evidence: str) -> float:
        asked = set(statement.lower().split())
        return len(asked & set(evidence.lower().split())) / len(asked)


def verdict(check: Verifiers, text: str, judged) -> Verdict:
    return check.judge(question(FEE, held(text)), judged.claim, judged.proofs)


def test_every_verifier_must_agree():
    assert verdict(Verifiers((Scores(0.9), Scores(0.8, "other")), 0.7), TEXT, CLAIM).passed
    refused = verdict(Verifiers((Scores(0.9), Scores(0.6, "other")), 0.7), TEXT, CLAIM)
    assert not refused.passed
    assert refused.cause == "unsupported"
    assert refused.reason == "other gives it 0.60, and 0.70 is needed"


def test_verdict_names_the_verifiers_and_takes_the_lowest_score():
    agreed = verdict(Verifiers((Scores(0.9), Scores(0.8, "other")), 0.7), TEXT, CLAIM)
    assert (agreed.reason, agreed.score) == ("supported by fixed, other", 0.8)


def test_nobody_is_asked_where_none_is_configured_and_by_lenient_only_where_the_user_wants_agreement():
    assert verifiers_at("balanced", ()) is None
    assert verifiers_at("lenient", (Scores(1.0),)) is None
    assert verifiers_at("lenient", (Scores(1.0),), agreeing=1) is not None


def test_paranoid_asks_every_verifier_and_the_others_only_the_first():
    passed = {}
    for level in ("balanced", "strict", "paranoid"):
        check = verifiers_at(level, [Scores(1.0), Scores(0.0, "never")])
        assert check is not None
        passed[level] = verdict(check, TEXT, CLAIM).passed
    assert passed == {"balanced": True, "strict": True, "paranoid": False}


def test_stricter_level_needs_a_higher_score():
    scored = {}
    for level in ("balanced", "strict", "paranoid"):
        check = verifiers_at(level, [Scores(0.8)])
        assert check is not None
        scored[level] = verdict(check, TEXT, CLAIM).passed
    assert scored == {"balanced": True, "strict": True, "paranoid": False}


def test_verifier_that_gives_no_score_is_an_error():
    with pytest.raises(ProviderError, match="not a score from 0 to 1"):
        verdict(Verifiers((Scores(7.0),)), TEXT, CLAIM)


def test_verifier_that_is_named_and_not_there_is_an_error():
    with pytest.raises(ConfigError, match="no verifier named 'oracle'"):
        build("verifier", "oracle", {})


def test_verifier_is_given_the_whole_sentence_however_short_the_quote():
    seen = []

    @dataclass(frozen=True)
    class Listens:
        name: str = "listens"

        def supports(self, statement, evidence):
            seen.append((statement, evidence))
            return 1.0

    text = "The monthly fee is USD 500 in each May.\n"
    verdict(Verifiers((Listens(),)), text, dollars(text, "500", "fee is USD 500"))
    assert seen == [("What is the monthly fee? USD 500", text.strip())]


def test_contract_of_a_verifier_is_kept_by_a_fair_one_and_can_be_broken():
    pairs = [("The fee is USD 500.", "The fee is USD 500."), ("The fee is USD 500.", "Cheese.")]
    assert testing.verifier_keeps_its_promise(Counts(), pairs) == [1.0, 0.0]
    with pytest.raises(AssertionError, match="not from 0 to 1"):
        testing.verifier_keeps_its_promise(Scores(1.5), pairs)
