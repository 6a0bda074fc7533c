"""One block leads to another only where a term or a reference stands in the place of the value."""

from __future__ import annotations

import pytest
from tests.factories import held, question

from pincite.relevance.links import chains

ANNUAL_FEE = "“Annual Fee” means EUR 120,000 per year.\n"


def led(asked: str, text: str, kind: str = "amount") -> list[tuple[str, ...]]:
    """The originals of the values that the first block leads to, each with the blocks on the way."""
    source = held(text)
    document = source.document
    found = chains(question(asked, source), document, document.blocks[0], kind)
    return [tuple(block.span.of(document.text) for block in chain.blocks[1:]) for chain in found]


@pytest.mark.parametrize(
    "said",
    [
        "The liability cap equals the Annual Fee.",
        "The liability cap is the Annual Fee.",
        "The liability cap shall not exceed the Annual Fee.",
        "The liability cap shall be limited to an amount equal to the Annual Fee.",
        "The liability cap amounts to the Annual Fee.",
        "Liability cap: Annual Fee",
    ],
)
def test_term_in_the_place_of_the_value_leads_to_its_definition(said):
    assert led("What is the liability cap?", f"{said}\n\n{ANNUAL_FEE}") == [(ANNUAL_FEE.strip(),)]


@pytest.mark.parametrize(
    "said",
    [
        "The liability cap shall be twice the Annual Fee.",
        "The liability cap is 50 percent of the Annual Fee.",
        "The liability cap is the Annual Fee plus the Deposit.",
        "The liability cap is the Annual Fee paid in the preceding year.",
        "The liability cap is the lower of the Annual Fee and the Deposit.",
        "The liability cap is the Annual Fee multiplied by the number of sites.",
        "The liability cap is the Annual Fee per site.",
        "The liability cap applies if the loss is the Annual Fee.",
        "The liability cap is agreed and the deposit is the Annual Fee.",
        "The liability cap is not the Annual Fee.",
        "The liability cap is reviewed when the Annual Fee is due.",
        "The liability cap is the annual fee.",
        "The liability cap is the Annual Fee Discount.",
        "The liability cap is EUR 5 and follows the Annual Fee.",
    ],
)
def test_term_that_is_changed_or_only_mentioned_leads_nowhere(said):
    assert led("What is the liability cap?", f"{said}\n\n{ANNUAL_FEE}") == []


@pytest.mark.parametrize(
    "defined",
    [
        "“Annual Fee” means the licence fee less a discount of EUR 500.",
        "“Annual Fee” means EUR 500 for a site and EUR 900 for a plant.",
        "“Annual Fee” means the fees of the year.",
        "“Annual Fee” means EUR 500.\n\n“Annual Fee” means EUR 700.",
        "“Annual Fee” means EUR 500.\n\n“Annual Fee” means EUR 7 for a site and EUR 9 for a plant.",
    ],
)
def test_definition_that_gives_no_single_value_leads_nowhere(defined):
    assert led("What is the liability cap?", f"The liability cap equals the Annual Fee.\n\n{defined}\n") == []


def test_name_in_brackets_stands_for_the_value_beside_it():
    text = (
        "The liability cap equals the Deposit.\n\nEUR 9 a day and a sum of EUR 700 (the “Deposit”) are due.\n"
    )
    source = held(text)
    (chain,) = chains(
        question("What is the liability cap?", source), source.document, source.document.blocks[0], "amount"
    )
    assert str(chain.reading.value.value) == "700"


@pytest.mark.parametrize(
    "said",
    [
        "The set-up fee is set out in Schedule 1.",
        "The set-up fee shall be as specified in Schedule 1.",
        "Set-up fee: see Schedule 1.",
        "The set-up fee is the amount stated in Schedule 1.",
    ],
)
def test_reference_in_the_place_of_the_value_leads_to_its_part(said):
    text = f"{said}\n\nSchedule 1\n\nAmount: EUR 900, due on signing.\n"
    assert led("What is the set-up fee?", text) == [("Amount: EUR 900, due on signing.",)]


@pytest.mark.parametrize(
    ("said", "part"),
    [
        ("The set-up fee is set out in Schedule 1.", "Training costs EUR 900."),
        ("The set-up fee is set out in Schedule 1.", "Amount: EUR 900\n\nAmount: EUR 700"),
        ("The set-up fee for the works described in Schedule 1 is agreed later.", "Works: EUR 900"),
        ("The set-up fee is subject to Schedule 1.", "Amount: EUR 900"),
        ("The set-up fee is set out in Schedules 1 and 2.", "Amount: EUR 900"),
        ("The set-up fee is set out in Schedule 7.", "Amount: EUR 900"),
    ],
)
def test_reference_that_does_not_say_which_value_is_meant_leads_nowhere(said, part):
    assert led("What is the set-up fee?", f"{said}\n\nSchedule 1\n\n{part}\n") == []


def test_row_is_chosen_by_the_words_of_the_sentence_that_refers_to_it():
    text = "The charge for stock is set out in Annex B.\n\nAnnex B\n\nBuildings: USD 900\n\nStock: USD 300\n"
    assert led("What is the charge for stock?", text) == [("Stock: USD 300",)]


def test_two_links_are_followed_and_three_are_not():
    two = "The liability cap is the Cap.\n\n“Cap” means the Annual Fee.\n\n" + ANNUAL_FEE
    assert [len(blocks) for blocks in led("What is the liability cap?", two)] == [2]
    three = (
        "The liability cap is the Limit.\n\n“Limit” means the Cap.\n\n“Cap” means the Annual Fee.\n\n"
        + ANNUAL_FEE
    )
    assert led("What is the liability cap?", three) == []


def test_terms_that_define_each_other_end():
    text = "The liability cap is the Cap.\n\n“Cap” means the Limit.\n\n“Limit” means the Cap.\n"
    assert led("What is the liability cap?", text) == []


def test_day_and_period_are_led_to_by_their_own_words():
    text = "The rent is first due on the Start Date.\n\n“Start Date” means 1 May 2025.\n"
    assert led("When is the rent first due?", text, "date")
    text = "The lease runs for the Initial Term.\n\n“Initial Term” means five (5) years.\n"
    assert led("How long does the lease run?", text, "duration")
