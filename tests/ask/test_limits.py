"""Whatever a reader claims: limits come back."""

from __future__ import annotations

import pytest

from pincite.answer.verdicts import Judged
from pincite.ask.claimed_items import claimed_item
from pincite.values.types import Boolean
from tests.ask.claiming import dollars as dollars_of
from tests.test_pipeline import dollars, lie


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


TEXT = (
    "The liability cap shall not exceed the Annual Fee.\n\n"
    "“Annual Fee” means USD 500, subject to Section 7.\n"
)


def test_limits_of_all_places_on_the_way_to_a_value_are_shown():
    judged = own("What is the liability cap?", TEXT, *TEXT.strip().split("\n\n"))
    assert judged.passed
    item = claimed_item(judged.put, 1, judged)
    assert item.limits == ["shall not exceed", "subject to Section 7"]
    assert [place.snippet for place in item.evidence] == [*TEXT.strip().split("\n\n"), "USD 500"]


def own(asked: str, text: str, *quotes: str) -> Judged:
    return dollars_of(text, "500", *quotes, asked=asked)
