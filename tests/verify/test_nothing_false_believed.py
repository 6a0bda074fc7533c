"""Forms that look like what a document says and are not: exceptions, what is waived, other contracts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from tests.factories import document, held, question
from tests.stages import pipeline
from tests.test_pipeline import claim
from tests.verify.claiming import claiming, verdict

from pincite.answer.claims import Proposal, Shown
from pincite.ask.one_document import _still_unread
from pincite.ask.report import Ledger
from pincite.records.evidence import Found
from pincite.records.question import Question, Scope
from pincite.records.run import Run
from pincite.structure.within import within
from pincite.values.types import Boolean
from pincite.verify.citation import judge
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


def test_lines_on_which_a_reply_broke_off_stay_unread_until_a_reply_covers_them():
    gap = Shown(version="v", lines=(10, 20))
    others = Proposal(shown=(Shown(version="v", lines=(30, 60)),))
    again = Proposal(shown=(Shown(version="v", lines=(1, 15)), Shown(version="v", lines=(16, 25))))

    assert _still_unread((gap,), others) == (gap,)
    assert _still_unread((gap,), again) == ()
    assert _still_unread((), Proposal(unread=(gap,))) == (gap,)


def test_limit_denies_what_lies_beyond_it():
    sentence = "The liability of the Supplier shall not exceed EUR 5 million."
    asked = "May the liability of the Supplier exceed EUR 5 million?"

    assert verdict(ValueCheck(), sentence + "\n", asked, boolean(False, sentence)).passed


@dataclass(frozen=True)
class BreaksOff:
    """A generator whose reply about some lines broke off."""

    gap: Shown
    name: str = "breaks off"

    def propose(self, question: Question, found: Sequence[Found], documents: object) -> Proposal:
        return Proposal(unread=(self.gap,))


def test_lines_that_are_lost_while_a_list_is_read_on_are_not_forgotten():
    source, ledger = held(), Ledger()
    gap = Shown(version=source.identity.version, lines=(3, 5))

    reading = pipeline(generator=BreaksOff(gap)).close_reading()
    start = judge(question("What is the fee?"), claim(), {source.identity.version: source}, ())
    reading.read_on(question("What is the fee?"), source, [], start, ledger, Run("run"))

    assert ledger.broken_off.endswith(f"{source.identity.name} lines 3 to 5")
