"""The dictionaries that ship, and what a user's own may get wrong."""

from __future__ import annotations

import pytest

from pincite.contract.vocabulary import wording
from pincite.errors import ConfigError
from pincite.question.concepts import build, read, starters


def test_asked_words_lead_to_document_words_but_are_not_looked_for():
    concepts = build(read("premium: {words: [premium], asked: [price of cover]}", "mine.yaml"))
    assert set(concepts.expand(wording("price of cover"))) == {wording("premium")}


def test_phrase_of_two_concepts_gets_the_words_of_both():
    concepts = build(
        read("a: {words: [fee], asked: [cost]}\nb: {words: [expense], asked: [cost]}", "mine.yaml")
    )
    assert set(concepts.expand(wording("cost"))) == {wording("fee"), wording("expense")}


def test_starters_are_read_and_know_contracts_labels_and_insurance():
    for phrase in ("governing law", "half-life", "deductible"):
        assert starters().expand(wording(phrase))


@pytest.mark.parametrize(
    "source", ["fee: [a, b]", "fee: {wrods: [fee]}", "fee: {words: []}", "fee: {words", "- fee"]
)
def test_broken_file_is_a_config_error_that_names_it(source):
    with pytest.raises(ConfigError, match=r"mine\.yaml"):
        read(source, "mine.yaml")


def test_shorter_wording_says_less_than_the_documents_own_phrase():
    concepts = build(read("a: {words: [assign, assign without consent], asked: [hand over]}", "mine.yaml"))
    assert concepts.expand(wording("assign without consent"))[wording("assign")] < 0.7
    assert concepts.expand(wording("hand over"))[wording("assign")] > 0.9
