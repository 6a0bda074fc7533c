"""Which values of one answer contradict each other, and which only look so."""

from __future__ import annotations

from typing import Any

import pytest
from tests.factories import held, question

from pincite.answer.claims import Citation, Claim
from pincite.answer.verdicts import ANSWERS, Judged, Judgement, Verdict, Voice
from pincite.decide.conflicts import conflict_among
from pincite.records.evidence import Proof
from pincite.records.library import Held
from pincite.values.agreement import agree, differ
from pincite.values.registered import find
from pincite.values.types import Amount, DateValue, Duration, Percentage

FILLER = "Records are kept for a while.\n\nThe law of Ireland applies.\n\n"


def amount(
    source: Held,
    words: str,
    chance: float,
    asked: str,
    *,
    proved: bool = True,
    warrant: Judgement | None = None,
) -> Judged:
    """The amount in the block that holds some words, with the chance that it answers."""
    document = source.document
    block = next(each for each in document.blocks if words in each.span.of(document.text))
    text = block.span.of(document.text)
    reading = find("amount", text)[-1]
    cited = Citation(version=source.identity.version, lines=(1, 1), quote=text, start=block.span.start)
    claim = Claim(
        answer_type="amount",
        value=reading.value,
        original=reading.original(text),
        citations=(cited,),
        score=chance,
    )
    verdicts = (
        Verdict(check="value", passed=proved, score=1.0, reason=""),
        Verdict(check=ANSWERS, passed=chance >= 0.8, score=chance, reason=""),
    )
    proofs = (Proof(source.identity, document, block.span, "exact"),)
    return Judged(claim, proofs, verdicts, warrant=warrant, put=question(asked, source))


def sides(text: str, *chances: float, asked: str = "What is the fee?", **how: Any) -> list[str]:
    """What the sides give of the amounts of a text, EUR 5, EUR 7 …, that have these chances."""
    source = held(text)
    words = ("EUR 5", "EUR 7", "EUR 9")
    judged = [amount(source, *pair, asked, **how) for pair in zip(words, chances, strict=False)]
    clash = conflict_among(judged)
    return [judged.claim.original for judged in clash.kept] if clash else []


APART = f"Fee: EUR 5\n\n{FILLER}The Customer pays a fee of EUR 7 in advance.\n"


def test_value_that_stands_out_is_a_side_however_unlikely_by_itself():
    assert sides(APART, 0.6, 0.05) == ["EUR 5", "EUR 7"]
    assert sides(APART, 0.05, 0.6) == ["EUR 5", "EUR 7"]


@pytest.mark.parametrize("chances", [(0.6, 0.01), (0.85, 0.04), (0.3, 0.1), (0.95, 0.1)])
def test_value_that_hardly_answers_contradicts_nothing(chances):
    assert sides(APART, *chances) == []


@pytest.mark.parametrize(
    ("other", "is_side"),
    [
        ("The fee of the Customer is EUR 7.", True),
        ("The fee for boats of the Customer is EUR 7.", False),
        ("In clause 1 the words EUR 5 are replaced by EUR 7.", True),
        ("In clause 1 the words EUR 55 are replaced by EUR 7.", False),
        ("From 1 May the fee that the Customer owes is increased to EUR 7.", True),
        ("From 1 May the fee that the Customer owes is increased by EUR 7.", False),
        ("From 1 May the deposit that the Customer owes is increased to EUR 7.", False),
        ("Clause 1 is amended to read as follows:\n\nThe Customer pays a fee of EUR 7.", True),
    ],
)
def test_what_is_said_again_or_changed_is_a_side_beside_a_sure_answer(other: str, is_side: bool):
    text = f"The fee of the Customer is EUR 5.\n\n{FILLER}{other}\n"
    asked = "What fee does the Customer pay?"
    assert bool(sides(text, 0.95, 0.001, asked=asked)) is is_side
    assert sides(text, 0.3, 0.001, asked=asked) == [], "no answer, and so no other side of one"


def test_figure_that_changed_in_another_year_is_no_side():
    text = f"The fee was EUR 5 in 2018.\n\n{FILLER}In 2019 the fee increased to EUR 7.\n"
    assert sides(text, 0.95, 0.001, asked="What was the fee in 2018?") == []
    assert sides(text, 0.95, 0.001, asked="What was the fee in 2018 and 2019?") == ["EUR 5", "EUR 7"]


def test_words_alone_make_no_sides_of_what_no_reader_takes_for_the_answer():
    by_words = Judgement((Voice("words", "words", ""),))
    assert sides(APART, 0.6, 0.3, warrant=by_words) == []
    assert sides(APART, 0.9, 0.4, warrant=by_words) == ["EUR 5", "EUR 7"]


def test_where_several_values_are_as_likely_none_stands_out():
    text = f"{APART}{FILLER}A late fee of EUR 9 is possible.\n"
    assert sides(text, 0.6, 0.1, 0.08) == []
    assert sides(text, 0.6, 0.3, 0.01) == ["EUR 5", "EUR 7"]


def test_what_is_not_proved_is_no_side():
    assert sides(APART, 0.6, 0.3, proved=False) == []


def test_sentence_that_shares_no_word_with_the_other_is_about_something_else():
    assert sides(f"Fee: EUR 5\n\n{FILLER}A letter costs EUR 7 by courier.\n", 0.6, 0.3) == []


@pytest.mark.parametrize(
    ("text", "is_conflict"),
    [
        ("The fee is EUR 5.\n\nThe fee is EUR 7.\n", True),
        ("The fee of Site A is EUR 5.\n\nThe fee of Site B is EUR 7.\n", False),
        ("The fee is EUR 5.\n\nThe fee for large orders is EUR 7.\n", False),
        ("The fee is EUR 5.\n\nWhere a boat is towed, the fee is EUR 7.\n", False),
        ("Berlin\n\nThe fee is EUR 5.\n\nHamburg\n\nThe fee is EUR 7.\n", False),
        (f"The fee of the Buyer is EUR 5.\n\n{FILLER}The fee of the Seller is EUR 7.\n", False),
        (f"The fee of the Buyer is EUR 5.\n\n{FILLER}The fee of the Buyer is EUR 7.\n", True),
        ("The fee is EUR 5.\n\nAmendment\n\nFrom May the fee is raised to EUR 7.\n", True),
    ],
)
def test_sentences_of_one_pattern_are_told_apart_by_the_words_that_differ(text, is_conflict):
    assert bool(sides(text, 0.6, 0.3)) is is_conflict


@pytest.mark.parametrize(
    ("a", "b", "agreeing"),
    [
        (Duration(iso8601="P2Y"), Duration(iso8601="P24M"), True),
        (Duration(iso8601="P2W"), Duration(iso8601="P14D"), True),
        (Duration(iso8601="P1M"), Duration(iso8601="P30D"), False),
        (Duration(iso8601="PT24H"), Duration(iso8601="P1D"), True),
        (DateValue(iso="2024-03", precision="month"), DateValue(iso="2024-03-01", precision="day"), True),
        (DateValue(iso="2024-03", precision="month"), DateValue(iso="2024-04-01", precision="day"), False),
        (
            Amount(value="500", currency="EUR", unit=None),
            Amount(value="500.00", currency="EUR", unit="per month"),
            True,
        ),
        (
            Amount(value="500", currency="EUR", unit=None),
            Amount(value="500", currency="USD", unit=None),
            False,
        ),
        (Percentage(value="5"), Percentage(value="5.0"), True),
    ],
)
def test_values_agree_when_both_can_be_true(a, b, agreeing):
    assert agree(a, b) is agreeing
    assert differ(a, b) is not agreeing
