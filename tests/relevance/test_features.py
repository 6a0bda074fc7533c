"""What speaks for and against a candidate becomes numbers with names, each for one reason."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest
from tests.factories import held, question

from pincite.generate.pointed import claim_at
from pincite.records.evidence import RawScores, ReadPassage
from pincite.records.span import Span
from pincite.relevance.features import Candidate, Reading, features

TEXT = (
    "The monthly fee is EUR 500. Each month EUR 500 is due for the work. The deposit is EUR 900. "
    "The garden is looked after by the landlord.\n"
)
FEE, SAME, DEPOSIT, GARDEN = "monthly fee", "Each month", "deposit", "garden"


def of(
    sentences: Mapping[str, float],
    asked: str = "What is the monthly fee?",
    text: str = TEXT,
    *,
    points: Mapping[str, str] | None = None,
    cosines: tuple[float, ...] = (),
    raw: bool = True,
) -> dict[str, dict[str, float]]:
    """By words the features of their sentences, which the reader gives these logits."""
    source = held(text)
    document, whole = source.document, Span(0, len(text))
    passage = ReadPassage(whole, 0.7, None, RawScores(1.0, -1.0, 0.0, 0.0) if raw else None)
    found = []
    for words, logit in sentences.items():
        block = next(each for each in document.blocks if words in each.span.of(text))
        pointed = (points or {}).get(words, "")
        at = text.find(pointed)
        place = Span(at, at + len(pointed)) if pointed else None
        said = RawScores(logit, -0.5, 2.0, -1.0, place, place)
        read = ReadPassage(block.span, 1 / (1 + math.exp(-logit)), place, said if raw else None)
        claim = claim_at(question(asked), source.identity, document, block, read)
        found.append(Candidate(block, passage, read, claim, cosines[0] if cosines else None))
    read_all = Reading(document, [passage], cosines, unseen=0.25)
    numbers = features(question(asked), read_all, found)
    return {words: dict(own) for words, own in zip(sentences, numbers, strict=True)}


def test_lead_is_over_the_best_sentence_that_says_something_else():
    found = of({FEE: 3.0, DEPOSIT: 1.0, GARDEN: -2.0})
    assert found[FEE]["sentence_lead"] == 2.0
    assert found[DEPOSIT]["sentence_lead"] == -2.0
    assert [each["sentence_rank"] for each in found.values()] == [0.0, 1.0, 2.0]


def test_same_value_said_twice_is_no_rival_of_itself():
    found = of({FEE: 3.0, SAME: 2.5, DEPOSIT: 1.0})
    assert found[FEE]["sentence_lead"] == 2.0
    assert found[SAME]["sentence_lead"] == 1.5
    assert found[SAME]["sentence_rank"] == 0.0


def test_two_sentences_in_their_own_words_are_rivals():
    found = of({FEE: 3.0, GARDEN: 2.5}, "What happens with the services?")
    assert found[FEE]["sentence_lead"] == 0.5


def test_only_candidate_leads_by_far():
    assert of({FEE: 3.0})[FEE]["sentence_lead"] == 11.0


def test_only_passage_leads_by_far():
    found = of({FEE: 3.0})[FEE]
    assert (found["passage"], found["passage_lead"], found["passage_rank"]) == (1.0, 9.0, 0.0)


def test_reader_without_logits_is_taken_by_its_score():
    assert of({FEE: 3.0}, raw=False)[FEE]["sentence"] == pytest.approx(3.0)


def test_every_candidate_has_the_same_features_and_all_are_numbers():
    found = of({FEE: 3.0, GARDEN: -2.0})
    assert found[FEE].keys() == found[GARDEN].keys()
    assert all(math.isfinite(value) for each in found.values() for value in each.values())


def test_value_is_meant_where_the_reader_points_at_it():
    assert of({FEE: 3.0}, points={FEE: "EUR 500"})[FEE]["value_is_meant"] == 1.0
    assert of({FEE: 3.0}, points={FEE: "The monthly"})[FEE]["value_is_meant"] == 0.0


def test_pointing_beside_the_sentence_is_told_from_pointing_into_it():
    assert of({DEPOSIT: 3.0}, points={DEPOSIT: "EUR 900"})[DEPOSIT]["points_inside"] == 1.0
    assert of({DEPOSIT: 3.0}, points={DEPOSIT: "monthly fee"})[DEPOSIT]["points_inside"] == 0.0


def test_other_values_of_the_kind_in_the_sentence_are_counted_and_the_same_one_is_not():
    text = "The fee is EUR 500, that is EUR 500 net, or EUR 700 with heat, and EUR 20 for water.\n"
    assert of({"The fee": 3.0}, text=text, points={"The fee": "EUR 500"})["The fee"]["other_values"] == 2.0


def test_words_of_the_question_are_counted_in_the_sentence_and_around_it():
    found = of({FEE: 3.0, GARDEN: 1.0})
    assert found[FEE]["words_said"] == 1.0
    assert found[GARDEN]["words_said"] == 0.0
    assert found[GARDEN]["words_around"] == 1.0


def test_without_vectors_it_is_said_that_there_are_none():
    assert of({FEE: 3.0})[FEE]["no_vectors"] == 1.0
    assert of({FEE: 3.0}, cosines=(0.7, 0.4))[FEE]["no_vectors"] == 0.0


@pytest.mark.parametrize(
    ("cosines", "lead", "above"),
    [((0.7, 0.4, 0.5), 0.2, 0), ((0.5, 0.7, 0.6), -0.2, 2), ((0.7,), 0.0, 0)],
)
def test_vectors_lead_over_the_next_nearest_passage(cosines: tuple[float, ...], lead: float, above: int):
    found = of({FEE: 3.0}, cosines=cosines)[FEE]
    assert found["cosine"] == cosines[0]
    assert found["cosine_lead"] == pytest.approx(lead)
    assert found["cosine_rank"] == pytest.approx(math.log1p(above))


@pytest.mark.parametrize(
    ("sentence", "polarity"),
    [
        ("The tenant may keep a dog.", 1.0),
        ("The tenant must not keep a dog.", -1.0),
    ],
)
def test_yes_of_the_reader_is_compared_with_what_rules_read(sentence: str, polarity: float):
    found = of({"dog": 3.0}, "May the tenant keep a dog?", sentence)["dog"]
    assert (found["is_yes_no"], found["polarity"]) == (1.0, polarity)
    assert (found["certain_yes_no"], found["says_yes_or_no"]) == (3.0, 2.0)


def test_kind_that_was_not_asked_for_is_told_from_the_one_that_was():
    assert of({FEE: 3.0})[FEE]["type_rank"] == 0.0
    assert of({GARDEN: 3.0})[GARDEN]["type_rank"] == 3.0


def test_another_year_is_a_feature():
    text = "Revenue in 2022 was EUR 5.\n"
    found = of({"Revenue": 3.0}, "What was the revenue in 2023?", text)["Revenue"]
    assert found["year"] == -1.0


def test_share_of_words_that_the_document_never_uses_is_handed_on():
    assert of({FEE: 3.0})[FEE]["unseen"] == 0.25


def test_sentence_that_says_the_same_value_seconds_it():
    found = of({FEE: 3.0, SAME: 2.5, DEPOSIT: 1.0})
    assert [found[words]["seconded"] for words in (FEE, SAME, DEPOSIT)] == [2.5, 3.0, -8.0]


def test_passage_that_reads_the_other_way_speaks_against_a_yes():
    found = of({GARDEN: 3.0}, "Does the landlord look after the garden?")
    assert found[GARDEN]["certain_yes_no"] == 3.0
    assert found[GARDEN]["passage_yes_no"] == 0.0
