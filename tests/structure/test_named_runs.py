"""Words that are each likely part of an item are joined to items, within one sentence, bullet or row."""

from __future__ import annotations

from tests.factories import document
from tests.word_readers import Naming

from pincite.structure.excerpts import named_runs


def runs(text: str, *phrases: str, chance: float = 0.9) -> list[str]:
    source = document(text)
    words = Naming(dict.fromkeys(phrases, chance)).words(source.text)
    return [run.span.of(source.text) for run in named_runs(source, words)]


def test_words_beside_each_other_are_one_item():
    assert runs("Patients had upper abdominal pain.", "abdominal pain") == ["abdominal pain"]


def test_comma_bracket_and_other_words_part_items():
    said = "Patients had nausea, vomiting (retching) and fever."
    assert runs(said, "nausea", "vomiting", "retching", "fever") == [
        "nausea",
        "vomiting",
        "retching",
        "fever",
    ]


def test_hyphen_and_apostrophe_join_words():
    assert runs("It may cause pre-renal failure.", "pre-renal failure") == ["pre-renal failure"]
    assert runs("It may cause Crohn’s disease.", "Crohn’s disease") == ["Crohn’s disease"]


def test_item_never_runs_on_into_the_next_sentence_or_bullet():
    said = "* Nausea\n* Vomiting\n\nFever came. Chills followed."
    assert runs(said, "Nausea", "Vomiting", "Fever", "Chills") == ["Nausea", "Vomiting", "Fever", "Chills"]


def test_unlikely_words_name_nothing():
    assert runs("Patients had nausea.", "nausea", chance=0.2) == []
