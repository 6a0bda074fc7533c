"""Scanning many documents at once finds what scanning each of them does."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.ask.library_scan import shelf_of
from pincite.records.library import Held
from pincite.retrieve.index import build, load
from pincite.retrieve.paths import ByScan
from pincite.retrieve.query import weigh
from pincite.retrieve.unpacking import unpacked
from tests.factories import AGREEMENT, held, question

TEXTS = (
    AGREEMENT,
    "# Fees\n\nThe monthly fee is due at once.\n\n## Late\n\nNone.\n\nNotice period:\n\n- one month\n- two",
    "Item   Fee\nRoof   EUR 5\nDoor   EUR 7\n\nThe fee is monthly. It covers notice. No period of notice.",
    "Nothing of the kind.",
    "1. Term\n\nThe agreement ends after a year.\n\n2. Notice\n\nEither party may give notice of a month.",
)
QUESTIONS = (
    "What is the monthly fee?",
    "How long is the notice period?",
    "Who bears the loss of profit?",
    "What colour is the zebra?",
    "What is the liability cap of the Supplier in any year?",
    "When does the agreement end?",
    "What?",
)
WORDS = st.sampled_from("the fee monthly notice period supplier liable cap year EUR 5. # - \n\n".split(" "))


def one_by_one(asked: str, documents: list[Held], least: float) -> list[int]:
    read = question(asked)
    return [len(ByScan(least).find(weigh(read, [load(each.postings)]), each)) for each in documents]


@pytest.mark.parametrize("least", [0.25, 0.5, 0.75])
@pytest.mark.parametrize("asked", QUESTIONS)
def test_each_document_has_as_many_hits_on_the_shelf_as_alone(asked, least):
    documents = [held(text, f"{number}.txt") for number, text in enumerate(TEXTS)]
    together = shelf_of([load(each.postings) for each in documents]).hits(question(asked), least)
    alone = one_by_one(asked, documents, least)
    assert [hits for hits in together if hits is not None] == [
        own for own, hits in zip(alone, together, strict=True) if hits is not None
    ]


@given(st.lists(st.lists(WORDS, min_size=1, max_size=30).map(" ".join), min_size=1, max_size=5))
def test_whatever_the_shelf_is_sure_of_is_what_the_documents_say(texts):
    documents = [held(f"Note {text}", f"{number}.txt") for number, text in enumerate(texts)]
    shelf = shelf_of([load(each.postings) for each in documents])
    for asked in QUESTIONS[:3]:
        alone = one_by_one(asked, documents, 0.5)
        for own, hits in zip(alone, shelf.hits(question(asked), 0.5), strict=True):
            assert hits in (None, own)


def test_shelf_is_sure_of_documents_that_have_none_of_the_words():
    documents = [held(text, f"{number}.txt") for number, text in enumerate(TEXTS)]
    shelf = shelf_of([load(each.postings) for each in documents])
    assert shelf.hits(question("Who insures the zebra?"), 0.5) == [0] * len(documents)


def test_question_without_words_leaves_every_document_undecided():
    documents = [held(text, f"{number}.txt") for number, text in enumerate(TEXTS)]
    shelf = shelf_of([load(each.postings) for each in documents])
    assert shelf.hits(question("What?"), 0.5) == [None] * len(documents)


def test_arrays_of_an_index_are_read_as_numpy_reads_them():
    blob = build(held().document)
    with np.load(io.BytesIO(blob), allow_pickle=False) as expected:
        found = unpacked(blob)
        assert set(found) == set(expected)
        for name, array in found.items():
            assert array.dtype == expected[name].dtype
            assert np.array_equal(array, expected[name])
