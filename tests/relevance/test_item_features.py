"""What speaks for an item: how likely its words are, everywhere they stand, and what stands beside it."""

from __future__ import annotations

from tests.factories import document
from tests.word_readers import Naming

from pincite.relevance.item_features import NamedItem, named_items
from pincite.structure.excerpts import named_runs


def items(text: str, phrases: dict[str, float]) -> dict[str, NamedItem]:
    source = document(text)
    words = Naming(phrases).words(source.text)
    found = named_items(source, words, named_runs(source, words))
    return {" ".join(item.stems): item for item in found}


def test_the_same_thing_is_one_item_with_all_its_places_the_likeliest_first():
    found = items("A rash came. Rashes went.", {"rash": 0.6, "Rashes": 0.9})
    assert [round(run.chance, 1) for run in found["rash"].runs] == [0.9, 0.6]
    assert found["rash"].features["times_named"] > 0


def test_places_that_name_nothing_count_against_an_item():
    source = document("Severe pain came. Pain is common. Pain may go.")
    words = Naming({"Severe pain": 0.9}).words(source.text)
    (item,) = named_items(source, words, named_runs(source, words))
    assert item.stems == ("sever", "pain")
    named = items("Pain came. He had pain. The pain went.", {"Pain came": 0.9})["pain came"]
    assert named.features["share_named"] == 1.0


def test_an_item_knows_the_longer_one_that_holds_it():
    found = items("Skin rash came. A rash went.", {"Skin rash": 0.9, "A rash": 0.5})
    assert found["a rash"].features["larger"] == 0.0
    found = items("Skin rash came. Some rash went.", {"Skin rash": 0.9, "rash": 0.5})
    assert found["rash"].features["larger"] > 0.8


def test_other_items_of_its_sentence_speak_for_it():
    alone = items("He had fever.", {"fever": 0.9})["fever"]
    among = items("He had fever, chills, pain.", {"fever": 0.9, "chills": 0.9, "pain": 0.9})["fever"]
    assert among.features["beside"] > alone.features["beside"] == 0.0
