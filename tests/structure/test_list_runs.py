"""A list is followed as far as it goes, and no farther."""

from __future__ import annotations

from tests.factories import document

from pincite.generate.lists import items_of
from pincite.records.document import Document
from pincite.structure.list_runs import run_of, whole

CONTRACT = """\
This Agreement is made on 3 March 2024 between:

(1) Alder Works Limited, a company of England (the "Supplier"); and

(2) Birch Holdings plc, a company of Scotland (the "Customer").

1. The Supplier shall clean the offices of the Customer every working day.

2. The Customer shall:

(a) give access to the offices; and

(b) keep the offices safe.

3. This Agreement is governed by the law of England.
"""


def listed_after(parsed: Document, words: str) -> list[str]:
    before = next(block for block in parsed.blocks if words in block.span.of(parsed.text))
    return [item.span.of(parsed.text).split()[0] for item in whole(parsed, items_of(parsed, before))]


def test_list_that_says_it_has_ended_does_not_take_in_the_clauses_behind_it():
    assert listed_after(document(CONTRACT), "made on") == ["(1)", "(2)"]


def test_clauses_behind_a_list_that_has_ended_stand_together():
    parsed = document(CONTRACT)
    assert listed_after(parsed, "governed by") == ["1.", "2.", "(a)", "(b)", "3."]
    last = parsed.blocks[-1]
    assert run_of(parsed, last)[0].span.of(parsed.text).startswith("1. The Supplier")


def test_list_under_the_last_item_of_another_still_belongs_to_it():
    text = CONTRACT.replace('(the "Customer").', '(the "Customer"), which acts:')
    assert listed_after(document(text), "made on")[:3] == ["(1)", "(2)", "1."]
