"""Items that a document names here and there are given as one list, each proved where it is named."""

from __future__ import annotations

from pincite.answer.answers import Answer
from pincite.ask.named_items import NamedLists
from pincite.ask.reading_list import ReadingList
from pincite.records.run import Run
from tests.factories import held
from tests.readers import Pointing
from tests.stages import judged_by, pipeline
from tests.word_readers import Naming, judging

QUESTION = "Which adverse reactions are listed?"
LABEL = """\
6 Adverse Reactions

The most common reactions were nausea, headache, and skin rash. Nausea was seldom severe.

* Dizziness: tell patients not to drive.
* Fatigue

Rashes went away by themselves. Hepatitis was not seen in any trial.
"""
SAID = {"nausea": 0.9, "headache": 0.8, "skin rash": 0.9, "dizziness": 0.7, "fatigue": 0.9, "hepatitis": 0.9}


# It may well be there, and no sentence is sure enough to be the answer.
UNSURE = Pointing({"most common reactions": 1.0})


def asked(
    named: Naming | None,
    question: str = QUESTION,
    text: str = LABEL,
    reader: Pointing = UNSURE,
    fewest: int = 2,
) -> Answer:
    source = held(text)
    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)
    lists = NamedLists(named, fewest) if named else None
    stages = pipeline(judged=judged_by(reader), named_lists=lists)
    return stages.ask(question, reading_list, Run("run"))


def originals(answer: Answer) -> list[str]:
    return [item.original for item in answer.items]


def test_items_of_sentences_and_bullets_are_one_list_that_may_go_on():
    answer = asked(Naming(SAID))
    assert answer.outcome == "incomplete"
    assert originals(answer) == ["nausea", "headache", "skin rash", "Fatigue"]
    assert any("there may be more" in caveat for caveat in answer.caveats)


def test_every_item_cites_its_own_words_at_every_place_that_names_it():
    nausea = asked(Naming(SAID)).items[0]
    words = [each for each in nausea.evidence if each.role == "words"]
    assert [(each.snippet, LABEL[each.start : each.end]) for each in words] == [
        ("nausea", "nausea"),
        ("Nausea", "Nausea"),
    ]
    assert all(check.state == "proved" for check in nausea.proof)
    assert (nausea.judgement.chance, nausea.judgement.bar) == (0.9, 0.5)


def test_item_that_its_sentence_denies_is_left_out():
    assert "Hepatitis" not in originals(asked(Naming(SAID)))
    assert "Dizziness" not in originals(asked(Naming(SAID)))


def test_item_below_the_bar_is_left_out():
    assert "headache" not in originals(asked(Naming(SAID, judging(bar=0.85))))


def test_singular_and_plural_are_one_item():
    answer = asked(Naming({"rash": 0.9, "rashes": 0.9, "nausea": 0.9}))
    assert originals(answer) == ["nausea", "rash"]
    assert [each.snippet for each in answer.items[1].evidence][:2] == ["rash", "Rashes"]


def test_a_few_items_are_no_list():
    assert asked(Naming({"fatigue": 0.9})).items == []
    assert len(asked(Naming(SAID), fewest=4).items) == 4
    assert asked(Naming(SAID), fewest=5).items == []


def test_every_passage_is_read():
    naming = Naming(SAID)
    long = LABEL + "".join(
        f"\n{number} Other\n\n{'Nothing of the kind is said here. ' * 30}\n" for number in range(7, 12)
    )
    asked(naming, text=long)
    assert sum(map(len, naming.seen)) > 0.9 * len(long)


def test_nothing_is_named_where_nothing_was_fitted_for_the_reader():
    assert asked(Naming(SAID, judging=None)).items == []
    assert asked(None).items == []


def test_a_question_for_one_thing_names_no_list():
    assert asked(Naming(SAID), "What is the dose of the tablet?").items == []


def test_nothing_is_named_in_a_document_that_hardly_holds_it():
    found = asked(Naming(SAID), reader=Pointing(otherwise=-5.0))
    assert (found.outcome, found.items) == ("not_found", [])
