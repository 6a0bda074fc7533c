"""What limits a question is compared with what limits a place: it agrees, differs or is not said."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.factories import document, question

from pincite.records.document import Document
from pincite.records.reading import Subject
from pincite.records.span import Span
from pincite.relevance.facets import FACETS, compared


def stands(asked: str, sentence: str, text: str | None = None, *, parties: tuple[str, ...] = ()):
    """The facets of the one sentence of a text that says these words."""
    parsed = document(text or sentence)
    if parties:
        parsed = _between(parsed, parties)
    block = next(each for each in parsed.blocks if sentence in each.span.of(parsed.text))
    return compared(question(asked), parsed, block)


def _between(parsed: Document, parties: tuple[str, ...]) -> Document:
    subjects = tuple(Subject("party", name, (), Span(0, 1)) for name in parties)
    return replace(parsed, profile=replace(parsed.profile, subjects=subjects))


def test_every_facet_is_told_of_every_place():
    assert tuple(stands("What is the fee?", "The fee is low.")) == FACETS


def test_question_that_limits_nothing_has_no_facets():
    assert set(stands("What is the fee?", "The fee is low.").values()) == {0}


@pytest.mark.parametrize(
    ("asked", "sentence", "stand"),
    [
        ("What was the revenue in 2023?", "Revenue in 2023 was USD 5 million.", 1),
        ("What was the revenue in 2023?", "Revenue in 2022 was USD 5 million.", -1),
        ("What was the revenue in 2023?", "Revenue in 2022 and 2023 was USD 5 million.", 1),
        ("What was the revenue in 2023?", "Revenue was USD 5 million.", 0),
        ("What was the revenue?", "Revenue in 2022 was USD 5 million.", 0),
    ],
)
def test_another_year_differs_the_same_agrees_and_none_is_not_said(asked: str, sentence: str, stand: int):
    assert stands(asked, sentence)["year"] == stand


@pytest.mark.parametrize(
    ("asked", "stand"),
    [
        ("What were net sales in fiscal 2018?", 1),
        ("What were net sales in 2019?", -1),
        ("What were net sales in the year ended February 2, 2019?", 1),
    ],
)
def test_year_of_a_day_is_the_fiscal_year_that_ended_then(asked: str, stand: int):
    text = (
        "Fiscal 2018 ended on February 2, 2019.\n\nNet sales rose to USD 5 million in the year ended "
        "February 2, 2019.\n"
    )
    assert stands(asked, "Net sales rose", text)["year"] == stand


def test_year_of_the_sentence_before_counts_where_the_sentence_has_none():
    text = "These are the figures of 2023. Revenue was USD 5 million.\n"
    assert stands("What was the revenue in 2023?", "Revenue was", text)["year"] == 1


def test_year_of_the_sentence_itself_goes_before_that_of_the_sentence_beside_it():
    text = "These are the figures of 2023. Revenue in 2022 was USD 5 million.\n"
    assert stands("What was the revenue in 2023?", "Revenue in 2022", text)["year"] == -1


@pytest.mark.parametrize(
    ("sentence", "stand"),
    [("Model 40 draws 12 W.", 1), ("Model 41 draws 12 W.", 0), ("Model 401 draws 12 W.", 0)],
)
def test_figure_agrees_only_where_the_whole_figure_is_said(sentence: str, stand: int):
    assert stands("How much power does model 40 draw?", sentence)["figure"] == stand


def test_year_is_no_figure():
    assert stands("What was the revenue in 2023?", "Revenue in 2023 was low.")["figure"] == 0


@pytest.mark.parametrize(
    ("sentence", "stand"),
    [("The Lyon office opens at nine.", 1), ("The Turin office opens at ten.", -1)],
)
def test_name_that_the_document_says_elsewhere_differs_here(sentence: str, stand: int):
    text = "# Lyon\n\nThe Lyon office opens at nine.\n\n# Turin\n\nThe Turin office opens at ten.\n"
    assert stands("When does the Lyon office open?", sentence, text)["name"] == stand


def test_name_that_the_document_never_says_is_not_said():
    assert stands("When does the Oslo office open?", "The office opens at ten.")["name"] == 0


@pytest.mark.parametrize(
    ("sentence", "stand"),
    [
        ("The Customer may cancel at any time.", 1),
        ("The Bank may cancel at any time.", -1),
        ("It may be cancelled at any time.", 0),
    ],
)
def test_sentence_about_the_other_party_differs(sentence: str, stand: int):
    found = stands("When may the customer cancel?", sentence, parties=("Customer", "Bank"))
    assert found["party"] == stand


@pytest.mark.parametrize("asked", ["When may the supplier cancel?", "What are the supplier's rights?"])
def test_party_whose_name_begins_with_an_s_is_recognised(asked: str):
    found = stands(asked, "The Supplier may cancel at any time.", parties=("Supplier", "Customer"))
    assert found["party"] == 1


@pytest.mark.parametrize(
    ("sentence", "stand"),
    [
        ("It shall be at least EUR 500.", 1),
        ("It shall not exceed EUR 500.", -1),
        ("It is EUR 500.", 0),
        ("It is at least EUR 500 and at most EUR 900.", 0),
    ],
)
def test_upper_limit_differs_from_the_lower_one_that_is_asked_for(sentence: str, stand: int):
    assert stands("What is the minimum deposit?", sentence)["bound"] == stand


@pytest.mark.parametrize(
    ("sentence", "stand"),
    [
        ("The fee is EUR 50 if a payment is late.", 1),
        ("The fee is EUR 50 if the boiler breaks.", -1),
        ("The fee is EUR 50.", 0),
    ],
)
def test_condition_that_the_question_does_not_speak_of_differs(sentence: str, stand: int):
    assert stands("What is the fee for a late payment?", sentence)["condition"] == stand


def test_condition_before_its_main_clause_ends_where_that_begins():
    found = stands("What is the fee for a late payment?", "If the boiler breaks, the fee is EUR 50.")
    assert found["condition"] == -1


@pytest.mark.parametrize(
    ("asked", "sentence", "stand"),
    [
        ("Who is not covered?", "Drivers under 21 are not covered.", 1),
        ("Who is covered?", "Drivers under 21 are not covered.", -1),
        ("Who is not covered?", "Drivers over 21 are covered.", -1),
        ("Who is covered?", "Drivers over 21 are covered.", 0),
    ],
)
def test_denial_agrees_where_both_deny_and_differs_where_one_does(asked: str, sentence: str, stand: int):
    assert stands(asked, sentence)["denial"] == stand
