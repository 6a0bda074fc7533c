"""The way to find blocks by their passage, and the words it goes by."""

from __future__ import annotations

from dataclasses import replace

from tests.factories import AGREEMENT, held, question

from pincite.records.question import Question, Scope
from pincite.retrieve.index import load
from pincite.retrieve.paths import ByPassages
from pincite.retrieve.query import wanted

TWO_SENTENCES = (
    "1. Rent\n\nThe tenant owes the rent for the garage. It falls due in advance.\n\n"
    "2. Notices\n\nNotices fall due for dispatch on the day of the event.\n"
)


def about(asked: str, *documents: str) -> Question:
    read = question(asked)
    return replace(read, retrieval=replace(read.retrieval, scope=Scope(documents=documents)))


def test_what_is_asked_in_two_sentences_is_found_in_their_passage():
    source = held(TWO_SENTENCES)
    first = ByPassages().find(question("When does the rent for the garage fall due?", source), source)[0]
    block = source.document.blocks[first.block - 1]
    assert source.document.sections[block.section or 0].title.endswith("Rent")


def test_title_above_a_passage_counts_for_it():
    source = held(AGREEMENT)
    hits = ByPassages().find(question("What do they say on liability?", source), source)
    block = source.document.blocks[hits[0].block - 1]
    assert "liability" in block.span.of(source.document.text).lower()


def test_index_has_every_block_in_one_passage():
    index = load(held().postings)
    assert index.passage_firsts[0] == 0
    assert index.passages.starts[-1] == index.blocks.starts[-1]


def test_word_said_twice_counts_twice():
    weights = wanted(question("Which fee is the fee for parking?"), 0.3)
    assert weights["fee"] == 2 * weights["park"]


def test_quoted_word_counts_once_more():
    weights = wanted(question('What is said of "parking" near the harbour?'), 0.3)
    assert weights["park"] == 2 * weights["harbour"]


def test_name_of_the_document_is_not_searched_for():
    read = about("Consider the Acme lease; what does the tenant owe?", "Consider the Acme lease;")
    read = replace(read, retrieval=replace(read.retrieval, terms=read.retrieval.terms[-1:]))
    assert "acm" not in wanted(read, 0.3)


def test_question_of_which_no_term_is_known_is_searched_by_all_its_words():
    read = question("What is the harbour?")
    read = replace(read, retrieval=replace(read.retrieval, terms=()))
    assert wanted(read, 0.3) == {"harbour": 1.0}
