"""A reading model finds places and says how likely they answer; code still proves every item."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pincite.answer.answers import Answer
from pincite.ask.reading_list import ReadingList
from pincite.errors import ProviderError
from pincite.protocols import PassageReader
from pincite.records.run import Run
from tests.factories import AGREEMENT, held
from tests.readers import Down, Mute, Pointing
from tests.stages import judged_by, pipeline
from tests.test_pipeline import FEE

# No word of it stands in the clause that answers it.
EVERYDAY = "How long ahead must somebody say that they want out?"
NOTICE = "sixty (60) days' written notice"
SURE = 5.0
MEANT = Pointing({NOTICE: SURE})


def asked(question: str, reader: PassageReader | None, text: str = AGREEMENT, **stages) -> tuple[Answer, Run]:
    source, run = held(text), Run("run")
    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)
    return pipeline(judged=judged_by(reader), **stages).ask(question, reading_list, run), run


def answer(question: str, reader: PassageReader | None, text: str = AGREEMENT, **stages) -> Answer:
    return asked(question, reader, text, **stages)[0]


def test_without_a_reader_nothing_is_answered_however_plain_it_stands_there():
    found = answer(FEE, None)
    assert (found.outcome, found.items) == ("unverified", [])
    assert "monthly fee of EUR 4,500.00" in found.leads[0].evidence[0].snippet


def test_place_that_the_model_is_sure_of_answers_without_the_words_of_the_question():
    found = answer(EVERYDAY, MEANT)
    assert (found.outcome, found.items[0].original) == ("answered", "sixty (60) days")
    assert all(check.state == "proved" for check in found.items[0].proof)


def test_words_do_not_help_where_the_model_is_sure_that_nothing_is_answered():
    refused, run = asked(FEE, Pointing(otherwise=-5.0))
    assert refused.outcome == "not_found"
    assert refused.coverage.spans_read == refused.coverage.spans_total
    assert {candidate.stopped_by for candidate in run.candidates} == {"answers"}


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How early must somebody say on page 7 that they want out?", NOTICE),
        ("How early must somebody say in section 3 that they want out?", NOTICE),
        ("What is the charge (excluding the monthly fee)?", "monthly fee of EUR 4,500.00"),
    ],
)
def test_what_rules_a_place_out_is_not_lifted_by_a_model(question, words):
    found = answer(question, Pointing({words: SURE}))
    assert found.outcome != "answered"


def test_value_check_is_not_lifted_by_a_model():
    doubtful = AGREEMENT.replace("sixty (60) days'", "sixty (90) days'")
    found = answer(EVERYDAY, Pointing({"written notice": SURE}), doubtful)
    assert found.outcome != "answered"


def test_block_that_no_path_found_is_found_by_the_model():
    found = answer(EVERYDAY, MEANT)
    assert {path.name: path.hits for path in found.coverage.paths}["reader"] == 1


def test_run_says_how_many_passages_were_read_and_what_the_best_was_given():
    _, run = asked(EVERYDAY, MEANT)
    (said,) = [each for each in run.decisions if "read by pointing" in each]
    assert said.endswith("passages read by pointing/pointing-1; the best is given 0.99")
    assert round(run.likeliest, 2) == 0.99


def test_no_more_passages_are_read_than_may_be():
    text = "\n\n".join(f"{n}. Fees\n\nThe monthly fee of part {n} is EUR {n}00." for n in range(1, 40))
    reader = Pointing({"monthly fee": SURE})
    answer("What is the yearly fee for parking?", reader, text, most_read=5)
    assert sum(excerpt.marked is None for excerpt in reader.seen) == 5


def test_model_that_fails_is_no_silence():
    with pytest.raises(ProviderError, match=r"down failed: out of memory"):
        answer(FEE, Down())


def test_model_that_leaves_out_a_score_is_an_error():
    with pytest.raises(ProviderError, match="gave 0 scores"):
        answer(FEE, Mute())


def test_same_question_gets_the_same_answer_again():
    first, second = (answer(EVERYDAY, replace(MEANT, seen=[])) for _ in range(2))
    assert first.model_copy(update={"seconds": 0}) == second.model_copy(update={"seconds": 0})
