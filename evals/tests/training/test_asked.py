from random import Random

import pytest

from evals.training.asked import ASKED, add_asked, question_of
from evals.training.corpus import Claim, Corpus


@pytest.mark.parametrize("seed", range(8))
def test_plain_statement_is_asked_by_its_verb_or_as_it_stands(seed):
    asked = question_of("The tenant may keep a cat.", Random(seed))
    assert asked == "May the tenant keep a cat?" or "the tenant may keep a cat" in asked.lower()


@pytest.mark.parametrize("seed", range(8))
def test_denied_statement_keeps_its_denial_behind_its_subject(seed):
    asked = question_of("The tenant may not keep a cat.", Random(seed))
    assert "the tenant may not keep a cat" in asked.lower()


@pytest.mark.parametrize("seed", range(8))
def test_verb_of_a_clause_inside_is_not_taken_for_the_sentence_s_own(seed):
    asked = question_of("The tenant who is late will pay a fee.", Random(seed))
    assert not asked.startswith(("Is the tenant", "Will the tenant"))


def test_claim_of_one_word_and_question_are_not_asked():
    assert question_of("Yes.", Random(1)) is None
    assert question_of("Is it so, then?", Random(1)) is None


def test_asked_claim_keeps_what_its_source_says_of_it():
    corpus = Corpus()
    said, source = corpus.text("A dog is asleep."), corpus.text("A dog sleeps by the door.")
    corpus.claims.append(Claim("mnli_train", said, source, 1, 0))
    corpus.claims.append(Claim("wice", said, source, 1, 0))
    corpus.claims.append(Claim("mnli_train", said, source, 0, -1))
    add_asked(corpus, Random(1))
    (asked,) = (claim for claim in corpus.claims if claim.source == ASKED)
    assert (asked.evidence, asked.supported, asked.contradicted) == (source, 1, 0)
    assert corpus.texts[asked.claim].endswith("?")
