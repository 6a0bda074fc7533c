"""Subjects that contracts speak of, found by patterns."""

from __future__ import annotations

from collections import Counter

from evals.sets.cuad_plain import QUESTIONS as PLAIN
from evals.training.corpus import Corpus
from evals.training.documents import Cut, Placed
from evals.training.questions import clauses
from evals.training.topics import Marks, add_topics, marks_of, topics

_FORCE = "Neither party answers for delay caused by events beyond its reasonable control, such as floods."
_PRICE = "The price of the goods is stated in the order."


def names(marks: frozenset[int]) -> set[str]:
    return {topics()[at].name for at in marks}


def placed(count: int) -> Placed:
    return Placed((0, count), tuple(Cut(at, at + 1, at, "") for at in range(count)))


def corpus_of(*texts: str) -> tuple[Corpus, list[Marks]]:
    corpus = Corpus()
    for text in texts:
        corpus.passage(text)
    return corpus, [marks_of(text) for text in texts]


def test_passage_that_speaks_of_a_subject_is_marked() -> None:
    sure, _ = marks_of(_FORCE)

    assert "Force Majeure" in names(sure)


def test_passage_that_only_touches_a_subject_is_neither_right_nor_wrong() -> None:
    sure, maybe = marks_of("The supplier is under the control of its parent.")

    assert "Force Majeure" not in names(sure)
    assert "Force Majeure" in names(maybe)


def test_contract_with_the_subject_gives_a_row_with_an_answer() -> None:
    corpus, marks = corpus_of(_FORCE, _PRICE)

    add_topics(corpus, "cuad", {"a": placed(2)}, {"a": marks}, (0, 2))

    (row,) = [row for row in corpus.rows if row.group == "Force Majeure"]
    assert row.source == "topic_cuad"
    assert [gold.passage for gold in row.positives] == [0]


def test_contract_without_a_trace_of_the_subject_is_silent() -> None:
    corpus, marks = corpus_of(_PRICE)

    add_topics(corpus, "cuad", {"a": placed(1)}, {"a": marks}, (0, 1))

    (row,) = [row for row in corpus.rows if row.group == "Arbitration"]
    assert row.source == "silent_cuad"
    assert not row.positives


def test_contract_that_may_speak_of_the_subject_is_not_asked() -> None:
    corpus, marks = corpus_of("Each side appoints an arbitrator of football matches.")

    add_topics(corpus, "cuad", {"a": placed(1)}, {"a": marks}, (0, 1))

    assert not [row for row in corpus.rows if row.group == "Arbitration"]


def test_no_subject_speaks_of_a_clause_type_that_is_left_out() -> None:
    asked = [words for topic in topics() for words in (topic.name, *topic.questions)]

    assert [words for words in asked if clauses().betrays(words)] == []


def test_no_question_is_one_that_the_evaluation_asks() -> None:
    asked = {words for topic in topics() for words in topic.questions}

    assert asked.isdisjoint(PLAIN.values())


def test_every_subject_has_a_name_of_its_own() -> None:
    assert max(Counter(topic.name for topic in topics()).values()) == 1
