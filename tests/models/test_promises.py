"""The local models keep the promises of their Protocols, and tell what they were trained to tell."""

from __future__ import annotations

import pytest

from pincite import testing
from pincite.models.embedder import LocalEmbedder
from pincite.models.reader import LocalReader, LocalReranker
from pincite.records.evidence import Excerpt
from tests.models.weights import needs_weights

pytestmark = needs_weights

NOTICE = "Either party may terminate this Agreement by giving sixty (60) days' prior written notice."
FEE = "The monthly fee is EUR 4,500.00, payable in advance on the first business day."
LAW = "This Agreement is governed by the laws of Germany."
ASKED = "How much is the monthly fee?"


def test_reader_keeps_its_promise():
    testing.passage_reader_keeps_its_promise(
        LocalReader(), ASKED, Excerpt(FEE), [Excerpt(NOTICE), Excerpt(LAW)]
    )


def test_reranker_keeps_its_promise():
    testing.reranker_keeps_its_promise(LocalReranker(), ASKED, FEE, [NOTICE, LAW, ""])


def test_embedder_keeps_its_promise():
    testing.embedder_keeps_its_promise(LocalEmbedder(), [FEE, NOTICE, "fee", "  "])


def test_reader_points_at_the_words_that_answer():
    (extract,) = LocalReader().read(ASKED, [Excerpt(FEE)], "value")

    assert extract.span
    assert extract.span.of(FEE) == "EUR 4,500.00"
    assert extract.score > 0.5


def test_reader_finds_no_answer_in_a_text_about_something_else():
    (extract,) = LocalReader().read("What is the warranty period?", [Excerpt(FEE)])

    assert extract.score < 0.5


def test_answer_in_a_passage_far_longer_than_the_model_reads_is_pointed_at_where_it_stands():
    text = "The supplier keeps records of what it delivers and to whom. " * 60 + FEE

    (extract,) = LocalReader().read(ASKED, [Excerpt(text)], "value")

    assert extract.span
    assert extract.span.of(text) == "EUR 4,500.00"


def test_texts_that_mean_the_same_lie_closer_together_than_others():
    near, far = (
        LocalEmbedder().embed([NOTICE, "How can the contract be ended?", LAW], "passage")[1:]
        @ (LocalEmbedder().embed([NOTICE], "query")[0])
    )

    assert near > far


@pytest.mark.parametrize("threads", [1, 3])
def test_scores_do_not_depend_on_how_many_threads_read(threads: int):
    excerpts = [Excerpt(FEE), Excerpt(NOTICE), Excerpt(LAW)]

    assert LocalReader(threads=threads).read(ASKED, excerpts) == LocalReader().read(ASKED, excerpts)
