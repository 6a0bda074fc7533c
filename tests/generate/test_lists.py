"""Which list a question means, and what belongs to it."""

from __future__ import annotations

import pytest
from tests.shapes import ask_file, shown

from pincite.generate.verbatim import segments

TWO_LISTS = (
    "2. Exclusions\n\nWe do not pay for loss caused by:\n\n- flood;\n- war.\n\n"
    "We pay in any case for:\n\n- rescue; and\n- legal fees.\n"
)
BY_SECTION = (
    "PRICE LIST\n\nSection A  Rooms\n\nService        Time       Price\nSuite          1 day      EUR 90\n"
    "Twin           1 day      EUR 60\n\nSection B  Meals\n\nService        Time       Price\n"
    "Lunch          1 hour     EUR 20\nDinner         2 hours    EUR 30\n"
)


def ask(asked: str, text: str, **stages):
    return ask_file("terms.txt", text, asked, **stages)[0]


def test_lists_of_one_section_stand_under_the_sentences_that_introduce_them():
    answer = ask("What are the exclusions?", TWO_LISTS)
    assert shown(answer.trees()) == [
        ("We do not pay for loss caused by:", ["- flood;", "- war."]),
        ("We pay in any case for:", ["- rescue; and", "- legal fees."]),
    ]


def test_of_two_lists_the_one_that_is_introduced_as_asked_is_given():
    answer = ask("What are the legal costs that we pay for in any case?", TWO_LISTS)
    assert "- flood;" not in [item.original for item in answer.items]


def test_rows_with_the_same_head_in_several_sections_are_all_given():
    answer = ask("What is the price of each service, by section?", BY_SECTION)
    assert [tree.item.original for tree in answer.trees()] == ["Suite", "Twin", "Lunch", "Dinner"]
    prices = [tree.children[0].item.original for tree in answer.trees()]
    assert prices == ["EUR 90", "EUR 60", "EUR 20", "EUR 30"]


def test_open_question_that_a_list_answers_is_answered_by_all_of_it():
    text = "4. Exclusions\n\nThe insurance does not pay for:\n\n(a) wear of tyres;\n(b) races.\n"
    answer = ask("What does the insurance not pay for?", text)
    assert [item.original for item in answer.items] == ["(a) wear of tyres;", "(b) races."]


def test_question_about_one_item_is_answered_by_that_item():
    items = "(a) a plastic card with the door code for the night;\n(b) a map of the town.\n"
    text = f"4. Arrival\n\nEach guest receives:\n\n{items}"
    answer = ask("Who receives the door code?", text)
    assert [item.original for item in answer.items] == [
        "(a) a plastic card with the door code for the night;"
    ]


def test_values_of_items_are_given_under_them():
    items = "(a) fire: EUR 1,000,000; and\n(b) flood: EUR 250,000.\n"
    answer = ask(
        "What are the limits of cover and their amounts?", f"2. Cover\n\nThe limits of cover are:\n\n{items}"
    )
    assert shown(answer.trees()) == [
        ("(a) fire: EUR 1,000,000; and", ["EUR 1,000,000"]),
        ("(b) flood: EUR 250,000.", ["EUR 250,000"]),
    ]


def test_title_that_only_repeats_the_question_is_no_record():
    answer = ask("What is the rent for each site?", "Site rents.\n\nThe rents of all sites are secret.\n")
    assert answer.items == []


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("The rents are: Alpha: EUR 5; Beta: EUR 7; and Gamma: no rent.",
         ["Alpha: EUR 5", "Beta: EUR 7", "Gamma: no rent"]),
        ("Alpha: EUR 5; Beta: EUR 7.", ["Alpha: EUR 5", "Beta: EUR 7"]),
        ("The rent is EUR 5; the deposit is EUR 7.", []),
        ("Note: the rent is EUR 5.", []),
    ],
)  # fmt: skip
def test_sentence_is_divided_at_names_with_values(text, parts):
    assert [span.of(text) for span in segments(text)] == parts
