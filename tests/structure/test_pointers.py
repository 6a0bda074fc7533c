"""A reference leads to the one part of the document that it names, or nowhere."""

from __future__ import annotations

import pytest
from tests.factories import document

from pincite.structure.definitions import pointers, target_of

TEXT = """\
1. Fees

1.1 The fee is EUR 90.

1.2 The fee for a site is one of these:

(a) EUR 10 for a small one;

(b) EUR 20 for a large one.

1.3 Fees are final.

2. Liability

The cap is EUR 5.

Schedule 1 - Rates

A day costs EUR 7.

Annex B

An hour costs EUR 1.
"""


def led(reference: str) -> str | None:
    parsed = document(TEXT)
    (pointer,) = pointers(reference)
    target = target_of(parsed, pointer)
    return " ".join(target.of(parsed.text).split()) if target else None


@pytest.mark.parametrize(
    ("reference", "start"),
    [
        ("see Section 2", "2. Liability The cap is EUR 5."),
        ("as set out in Clause 1.1", "1.1 The fee is EUR 90."),
        ("as set out in clause 1.2(b)", "(b) EUR 20 for a large one."),
        ("§ 2", "2. Liability"),
        ("in accordance with Schedule 1", "Schedule 1 - Rates A day costs EUR 7."),
        ("Annex B", "Annex B An hour costs EUR 1."),
        ("Article 1.3", "1.3 Fees are final."),
    ],
)
def test_reference_leads_to_its_part(reference, start):
    assert (led(reference) or "").startswith(start)


@pytest.mark.parametrize("reference", ["Section 9", "Schedule 2", "Clause 1.2(f)", "Annex 1", "Exhibit B"])
def test_reference_to_what_is_not_there_leads_nowhere(reference):
    assert led(reference) is None


def test_paragraph_ends_where_the_next_number_begins():
    assert led("Clause 1.2") == (
        "1.2 The fee for a site is one of these: (a) EUR 10 for a small one; (b) EUR 20 for a large one."
    )


@pytest.mark.parametrize(
    "text", ["Article 6 of the Directive", "Section 3 of Regulation 12", "a section in red"]
)
def test_part_of_another_text_is_no_reference(text):
    assert list(pointers(text)) == []


def test_number_that_two_parts_bear_leads_nowhere():
    parsed = document("2. One\n\nThe fee is EUR 1.\n\n2. Two\n\nThe fee is EUR 2.\n")
    (pointer,) = pointers("see Section 2")
    assert target_of(parsed, pointer) is None
