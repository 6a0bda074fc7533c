"""A reading model finds places, stands in for missing words and refuses; code still proves every item."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from pincite.contract.answers import Answer
from pincite.errors import ProviderError
from pincite.records.run import Run
from pincite.shelf import Shelf
from pincite.verify.strictness import checks_for
from tests.factories import AGREEMENT, held
from tests.readers import Down, Mute, Scripted
from tests.test_pipeline import FEE, pipeline

# No word of it stands in the clause that answers it.
EVERYDAY = "How long ahead must somebody say that they want out?"
NOTICE = "sixty (60) days' written notice"
MEANT = Scripted({NOTICE: 0.9})


def asked(question: str, text: str = AGREEMENT, level: str = "balanced", **stages) -> tuple[Answer, Run]:
    source, run = held(text), Run("run")
    shelf = Shelf((source.identity,), (source.identity,), lambda identity: source)
    checks = checks_for(level, {"balanced": 0.66, "strict": 0.75}[level])
    return pipeline(strictness=level, **({"checks": checks} | stages)).ask(question, shelf, run), run


def answer(question: str, text: str = AGREEMENT, **stages) -> Answer:
    return asked(question, text, **stages)[0]


def verdict(answer: Answer, check: str):
    return next(each for each in answer.items[0].verdicts if each.check == check)


def test_words_alone_do_not_find_what_is_asked_in_other_words():
    assert answer(EVERYDAY).outcome == "not_found"


def test_place_that_the_model_is_sure_of_answers_without_the_words_of_the_question():
    found = answer(EVERYDAY, reader=MEANT)
    assert (found.outcome, found.items[0].original) == ("answered", "sixty (60) days")
    assert "the reader gives it 0.90, and 0.50 is enough" in verdict(found, "relevance").reason
    assert all(each.passed for each in found.items[0].verdicts)


def test_confidence_is_the_chance_that_was_measured_of_the_model():
    assert answer(EVERYDAY, reader=MEANT).items[0].confidence == 0.9
    assert answer(FEE, reader=Scripted({"monthly fee": 0.62})).items[0].confidence == 0.62


def test_warrant_names_who_judged_with_the_chance_and_the_bar_that_was_reached():
    alone = answer(EVERYDAY, reader=MEANT).items[0].warrant.answers
    assert [(voice.kind, voice.name, voice.says) for voice in alone.by] == [
        ("reader", "scripted/scripted-1", "0.90")
    ]
    assert (alone.chance, alone.bar) == (0.9, 0.5)


def test_where_words_carry_a_place_the_bar_is_the_one_below_which_the_model_refuses():
    both = answer(FEE, reader=Scripted({"monthly fee": 0.3})).items[0].warrant.answers
    assert [voice.kind for voice in both.by] == ["words", "reader"]
    assert (both.chance, both.bar) == (0.3, 0.01)


def test_place_that_the_model_is_not_sure_of_needs_the_words():
    assert answer(EVERYDAY, reader=Scripted({NOTICE: 0.49})).outcome == "unverified"


def test_stricter_level_needs_a_surer_model():
    assert answer(EVERYDAY, reader=Scripted({NOTICE: 0.69}), level="strict").outcome == "unverified"


def test_words_do_not_help_where_the_model_is_sure_that_nothing_is_answered():
    refused, run = asked(FEE, reader=Scripted({"monthly fee": 0.001}, otherwise=0.002))
    assert refused.outcome == "not_found"
    assert refused.coverage.spans_read == refused.coverage.spans_total
    assert any("the reader gives the passage 0.00" in each.reason for each in refused.coverage.nearest)
    assert {candidate.stopped_by for candidate in run.candidates} >= {"answerable"}


def test_model_that_is_unsure_changes_nothing_of_what_words_carry():
    with_model, without = answer(FEE, reader=Scripted(otherwise=0.2)), answer(FEE)
    assert [item.original for item in with_model.items] == [item.original for item in without.items]
    assert with_model.items[0].evidence == without.items[0].evidence


def test_model_does_not_choose_between_values_that_words_carry_alike():
    text = "1. Rent\n\nThe rent is EUR 500.\n\n2. Flat\n\nThe rent is EUR 700.\n"
    alone = answer("What is the rent?", text)
    prefers = Scripted({"EUR 700": 0.9}, otherwise=0.3)
    assert alone.outcome in {"conflict", "needs_clarification"}
    assert answer("What is the rent?", text, reader=prefers).outcome == alone.outcome


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What does Endorsement No. 3 say about notice?", NOTICE),
        ("How early must somebody say on page 7 that they want out?", NOTICE),
        ("What is the charge (excluding the monthly fee)?", "monthly fee of EUR 4,500.00"),
    ],
)
def test_what_rules_a_place_out_is_not_lifted_by_a_model(question, words):
    found = answer(question, reader=Scripted({words: 1.0}))
    assert found.outcome != "answered"


def test_value_check_is_not_lifted_by_a_model():
    doubtful = AGREEMENT.replace("sixty (60) days'", "sixty (90) days'")
    found = answer(EVERYDAY, doubtful, reader=Scripted({"written notice": 1.0}))
    assert found.outcome != "answered"


def test_block_that_no_path_found_is_found_by_the_model():
    found, _ = asked(EVERYDAY, reader=MEANT)
    assert {path.name: path.hits for path in found.coverage.paths}["reader"] == 1


def test_run_says_how_many_passages_were_read_and_what_the_best_was_given():
    _, run = asked(EVERYDAY, reader=MEANT)
    (said,) = [each for each in run.decisions if "read by scripted" in each]
    assert said.endswith("passages read by scripted/scripted-1; the best is given 0.90")
    assert run.likeliest == 0.9


def test_no_more_passages_are_read_than_may_be():
    text = "\n\n".join(f"{n}. Fees\n\nThe monthly fee of part {n} is EUR {n}00." for n in range(1, 40))
    reader = Scripted(otherwise=0.2)
    answer("What is the yearly fee for parking?", text, reader=reader, most_read=5)
    assert len(set(reader.seen)) == 5


def test_claim_that_words_carry_is_read_before_it_passes_however_few_may_be_read():
    reader = Scripted({"monthly fee": 0.001}, otherwise=0.002)
    assert answer(FEE, reader=reader, most_read=1).outcome == "not_found"


def test_model_that_fails_is_no_silence():
    with pytest.raises(ProviderError, match=r"down failed: out of memory"):
        answer(FEE, reader=Down())


def test_model_that_leaves_out_a_score_is_an_error():
    with pytest.raises(ProviderError, match="gave 0 scores"):
        answer(FEE, reader=Mute())


def test_same_question_gets_the_same_answer_again():
    first, second = (answer(EVERYDAY, reader=replace(MEANT, seen=[])) for _ in range(2))
    assert first.model_copy(update={"seconds": 0}) == second.model_copy(update={"seconds": 0})


def test_lists_are_read_by_rules_alone():
    reader = Scripted(otherwise=0.0)
    text = "1. Services\n\nThe services are:\n\n- cleaning of floors\n- watering of plants\n"
    assert answer("List all services.", text, reader=reader).items
    assert not reader.seen


@dataclass(frozen=True)
class Doubtful:
    """A verifier that believes nothing, and remembers what it was asked."""

    name: str = "doubtful"
    asked: list[str] = field(default_factory=list)

    def supports(self, statement: str, evidence: str) -> float:
        self.asked.append(statement)
        return 0.1


def advised(level: str, adviser: Doubtful) -> Answer:
    threshold = {"balanced": 0.66, "strict": 0.75}[level]
    checks = checks_for(level, threshold, (), [adviser])
    return answer(FEE, level=level, checks=checks, first_checks=checks_for(level, threshold))


def test_doubt_of_the_adviser_is_a_caveat_when_balanced_and_a_refusal_when_strict():
    balanced = advised("balanced", Doubtful())
    assert balanced.outcome == "answered"
    assert "A small model doubts that the cited text says so: read it." in balanced.caveats
    assert advised("strict", Doubtful()).outcome == "unverified"


def test_adviser_is_asked_only_of_what_everything_else_speaks_for():
    adviser = Doubtful()
    advised("balanced", adviser)
    assert set(adviser.asked) == {f"{FEE} EUR 4,500.00"}


def test_yes_or_no_that_words_carry_goes_before_one_that_only_the_model_carries():
    text = (
        "1. Smoking\n\nSmoking is not allowed on the terrace.\n\n"
        "2. Guests\n\nGuests may enjoy a cigar outside at any time.\n"
    )
    reader = Scripted({"Guests may enjoy a cigar outside at any time.": 0.9}, otherwise=0.3)
    found = answer("Is smoking allowed on the terrace?", text, reader=reader)
    assert [item.value.value for item in found.items] == [False]


def test_model_alone_makes_no_yes_or_no():
    text = "1. Guests\n\nGuests may enjoy a cigar outside at any time.\n"
    reader = Scripted({"Guests may enjoy a cigar outside at any time.": 0.9}, otherwise=0.3)
    assert answer("Is smoking allowed on the terrace?", text, reader=reader).outcome == "unverified"
