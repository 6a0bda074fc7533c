"""Lies by somebody who has not read the checks: no false claim leaves, and no order that was planted."""

from __future__ import annotations

import pytest

from pincite.values.registered import value_types
from tests.adversary.court import LEVELS, forged_answer, forged_claim, forged_passes, source
from tests.adversary.outsider.cases import lies, truths

# By name, since making the lies takes seconds in every process that collects the tests.
FALSE = (
    *("ambiguous_date", "blank_evidence", "cut_inside_number", "footnote_mark_in_number", "identity_changed"),
    *("inferred_as_verbatim", "invented_quote", "limiting_word_left_out", "lines_outside_document"),
    *("lookalike_characters", "number_changed_in_quote", "number_of_another_kind", "planted_instruction"),
    *("question_as_quote", "sign_lost", "stitched_quote", "value_differs_from_quote"),
    *("word_changed_in_quote", "wrong_lines"),
)
# Where a text can be read in two ways, one of them may leave: as open, and said to be so; or its words alone.
OPEN = ("ambiguous_date", "sign_lost")
# Most of the others are read as another kind of question, or give an amount without its "per month".
FEWEST_TRUTHS = 0.5


def told(kind: str) -> list:
    return sorted((lie for lie in lies() if lie.kind == kind), key=lambda lie: lie.document)


def leaves(lie, level) -> bool:
    """Whether a lie leaves that code can see."""
    said = forged_answer(lie, level)
    for item in said.items if said else ():
        value = next((check.state for check in item.proof if check.check == "value"), "open")
        if lie.kind in OPEN and item.type == "text":
            continue
        # What was left out is shown all the same: the expression is the headline.
        if lie.kind == "limiting_word_left_out" and lie.why.split("'")[1] in item.original:
            continue
        if value != "open" or (lie.kind not in OPEN and item.type != "boolean"):
            return True
    return False


def test_every_kind_that_is_false_is_told():
    assert {*FALSE} == {lie.kind for lie in lies() if lie.nature == "false"} | {"planted_instruction"}


@pytest.mark.parametrize("kind", FALSE)
def test_no_false_claim_of_a_sample_leaves_when_balanced(kind):
    sample = told(kind)[::24]
    assert [lie.why for lie in sample if leaves(lie, "balanced")] == []


@pytest.mark.long
@pytest.mark.parametrize("level", LEVELS[1:])
@pytest.mark.parametrize("kind", FALSE)
def test_no_false_claim_leaves(kind, level):
    assert [lie.why for lie in told(kind) if leaves(lie, level)] == []


@pytest.mark.parametrize("kind", FALSE)
@pytest.mark.sampled
def test_most_false_claims_of_known_types_are_refused_by_a_check_and_not_by_their_form(kind, in_full):
    sample = [lie for lie in told(kind)[:: 6 if in_full else 12] if lie.answer_type in value_types()]
    formed = [lie for lie in sample if forged_claim(lie, source(lie.document)) is not None]
    assert len(formed) >= 0.6 * len(sample)


@pytest.mark.long
def test_truths_leave():
    honest = sorted(truths(), key=lambda truth: truth.document)
    assert sum(forged_passes(truth, "balanced") for truth in honest) >= FEWEST_TRUTHS * len(honest)
