"""What is read around a match depends on what is asked for."""

from __future__ import annotations

from tests.factories import AGREEMENT, held, question

from pincite.records.library import Held
from pincite.retrieve.context import MAX_SECTION_CHARS
from pincite.retrieve.paths import ByWords
from pincite.retrieve.search import search

DUTIES = (
    "1. Duties of the tenant\n\nThe tenant has duties. They are as follows.\n\n"
    "The tenant sweeps the yard.\n\nThe tenant feeds the cat.\n\nThe tenant waters the plants.\n\n"
    "2. Rent\n\nThe rent is EUR 900 per month.\n"
)


def contexts(asked: str, source: Held) -> list[str]:
    found = search(question(asked, source), source, (ByWords(),), 5).found
    assert all(place.context.covers(place.anchor) for place in found)
    return [place.context.of(source.document.text) for place in found]


def test_fact_is_read_with_a_few_lines():
    assert "feeds the cat" not in contexts("How much is the rent?", held(DUTIES))[0]


def test_list_is_read_with_its_whole_section():
    context = contexts("What are the duties of the tenant?", held(DUTIES))[0]
    assert all(said in context for said in ("sweeps", "feeds", "waters"))
    assert "EUR 900" not in context


def test_rule_is_read_with_its_paragraph():
    context = contexts("Does the Supplier answer for loss of profit?", held(AGREEMENT))[0]
    assert "EUR 2,000,000" in context


def test_section_that_is_too_long_is_not_read_as_one():
    items = "\n\n".join(f"The tenant cleans room {n} of the house every week." for n in range(400))
    for context in contexts("What are the duties of the tenant?", held(f"1. Duties\n\n{items}\n")):
        assert len(context) < MAX_SECTION_CHARS
