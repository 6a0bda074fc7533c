"""Forms that look like what a document says and are not: exceptions, what is waived, other contracts."""

from __future__ import annotations

import pytest
from tests.factories import document
from tests.verify.claiming import claiming, verdict

from pincite.records.question import Scope
from pincite.structure.within import within
from pincite.values.types import Boolean
from pincite.verify.value import ValueCheck


def boolean(value: bool, quote: str):
    return claiming("boolean", Boolean(value=value), quote, quote)


@pytest.mark.parametrize(
    "introduction",
    [
        "We will pay for all loss except loss caused by:",
        "We will pay for loss other than loss caused by:",
        "We will pay for all loss, excluding loss by:",
        "We will pay for all loss save loss by:",
        "We will pay for all loss but for loss by:",
        "We will stop paying for loss by:",
        "We will pay for all loss with the exception of loss by:",
    ],
)
@pytest.mark.parametrize("value", [True, False])
def test_item_that_is_set_apart_is_neither_a_yes_nor_a_no(introduction: str, value: bool):
    text = f"{introduction}\n\n- flood of a river\n- war and civil unrest\n"
    asked = "Will you pay for loss by flood of a river?"

    assert not verdict(ValueCheck(), text, asked, boolean(value, "flood of a river")).passed


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (
            "Must the Tenant pay rent while the lease is suspended?",
            "The obligation of the Tenant to pay rent is suspended during the suspension of the lease.",
        ),
        (
            "Is interest payable on amounts that the Bank waived?",
            "The Bank has waived interest payable on all amounts.",
        ),
    ],
)
def test_what_is_suspended_or_waived_is_no_yes(asked: str, sentence: str):
    assert not verdict(ValueCheck(), sentence + "\n", asked, boolean(True, sentence)).passed


def test_clause_holds_the_clauses_below_it_and_no_figure():
    read = document(
        "6.1 The fee is due monthly.\n\n6.2 Setup.\n\n6.2.1 The setup fee is EUR 500.\n\n"
        "6.2 million units were sold.\n\n6.3 Interest is due.\n"
    )
    inside = within(Scope(sections=("clause 6.2",)), read)

    held = [block.span.of(read.text) for block in read.blocks if inside(block)]
    assert "6.2.1 The setup fee is EUR 500." in held
    assert not any(text.startswith(("6.1", "6.3")) for text in held)


def test_limit_denies_what_lies_beyond_it():
    sentence = "The liability of the Supplier shall not exceed EUR 5 million."
    asked = "May the liability of the Supplier exceed EUR 5 million?"

    assert verdict(ValueCheck(), sentence + "\n", asked, boolean(False, sentence)).passed
