"""Whatever a generator claims: limits come back, and a way from place to place is walked again."""

from __future__ import annotations

import pytest
from tests.test_pipeline import dollars, lie

from pincite.values.types import Boolean

CAP = "What is the liability cap?"
TEXT = (
    "The liability cap shall not exceed the Annual Fee.\n\n"
    "“Annual Fee” means USD 500, subject to Section 7.\n\n"
    "The deposit is USD 500.\n\n“Deposit” means USD 900.\n"
)
NAMES, DEFINES = (
    "The liability cap shall not exceed the Annual Fee.",
    "“Annual Fee” means USD 500, subject to Section 7.",
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The monthly fee is up to USD 500.\n", ["up to"]),
        ("The monthly fee is USD 500 for each site, unless waived.\n", ["for each site", "unless waived"]),
    ],
)
def test_limit_that_a_claim_leaves_out_is_given_back(text, found):
    (item,) = lie(text, text.strip(), **dollars("500", "USD 500")).items
    assert item.limits == found


def test_limit_that_a_claim_names_is_not_repeated():
    text = "The monthly fee is up to USD 500.\n"
    (item,) = lie(text, text.strip(), qualifiers=("Up to",), **dollars("500", "USD 500")).items
    assert item.limits == ["Up to"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The Tenant shall not sublet without consent.\n", ["without consent"]),
        ("The Tenant shall not sublet unless the Landlord agrees.\n", ["unless the Landlord agrees"]),
        ("The Tenant shall not sublet.\n", []),
    ],
)
def test_condition_of_a_no_is_given_with_it(text, found):
    denied = {"answer_type": "boolean", "value": Boolean(value=False), "original": text.strip()}
    (item,) = lie(text, text.strip(), asked="Can the Tenant sublet?", **denied).items
    assert item.limits == found


def test_condition_that_only_a_claim_states_is_not_given_with_a_yes_or_no():
    text = "The Tenant shall not sublet.\n"
    denied = {"answer_type": "boolean", "value": Boolean(value=False), "original": text.strip()}
    invented = ("unless the Tenant pays EUR 1,000,000",)
    (item,) = lie(text, text.strip(), asked="Can the Tenant sublet?", qualifiers=invented, **denied).items
    assert item.limits == []


def test_condition_is_not_given_with_the_opposite_of_what_its_sentence_says():
    text = "The Tenant may not sublet the flat unless the Landlord consents.\n"
    allowed = {"answer_type": "boolean", "value": Boolean(value=True), "original": text.strip()}
    asked = "Can the Tenant sublet if the Landlord consents?"
    for item in lie(text, text.strip(), asked=asked, **allowed).items:
        assert item.limits == []


def test_one_end_of_a_range_is_refused_whoever_claims_it():
    text = "The monthly fee is USD 500 to USD 800.\n"
    answer = lie(text, text.strip(), qualifiers=("to USD 800",), **dollars("500", "USD 500"))
    assert (answer.outcome, answer.items) == ("unverified", [])


def test_linked_places_prove_the_value_and_all_of_their_limits_are_shown():
    (item,) = lie(TEXT, NAMES, DEFINES, asked=CAP, **dollars("500", "USD 500")).items
    assert [evidence.snippet for evidence in item.evidence] == [NAMES, DEFINES]
    assert item.limits == ["shall not exceed", "subject to Section 7"]


@pytest.mark.parametrize(
    ("quotes", "value"),
    [
        ((NAMES, "The deposit is USD 500."), "500"),
        ((NAMES, "“Deposit” means USD 900."), "900"),
        ((NAMES, DEFINES, "The deposit is USD 500."), "500"),
        ((NAMES, "“Annual Fee” means"), "500"),
    ],
)
def test_places_that_are_not_linked_prove_nothing(quotes, value):
    assert lie(TEXT, *quotes, asked=CAP, **dollars(value, f"USD {value}")).items == []


def test_qualifier_may_stand_in_any_of_the_linked_places_and_nowhere_else():
    honest = lie(TEXT, NAMES, DEFINES, asked=CAP, qualifiers=("not exceed",), **dollars("500", "USD 500"))
    assert honest.items
    invented = lie(TEXT, NAMES, DEFINES, asked=CAP, qualifiers=("deposit",), **dollars("500", "USD 500"))
    assert invented.items == []
