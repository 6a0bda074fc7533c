"""Whatever the document says and however it says it: a computed answer that is given is right."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import example, given, settings
from hypothesis import strategies as st

from pincite.values.types import Amount, Boolean
from tests.effort import examples
from tests.test_pipeline import ask

numbers = st.integers(1, 5_000_000)
# How a document may say an amount, and what it can then be at least and at most.
exact = st.sampled_from(["The premium is USD {}.", "The Customer pays a premium of ${}.", "Premium: USD {}"])
open_above = st.sampled_from(["The premium is at least USD {}.", "The minimum premium is USD {}."])
open_below = st.sampled_from(["The premium shall not exceed USD {}.", "The premium is up to ${}."])
relations = st.sampled_from(
    [
        ("above", lambda value, limit: value > limit),
        ("below", lambda value, limit: value < limit),
        ("at least", lambda value, limit: value >= limit),
        ("at most", lambda value, limit: value <= limit),
    ]
)


def compared(sentence: str, value: int, relation: str, limit: int):
    text = f"1. Premium\n\n{sentence.format(f'{value:,}')}\n\n2. Law\n\nThe law of Kenya applies.\n"
    return ask(f"Is the premium {relation} USD {limit:,}?", text)


def given_answer(answer) -> bool | None:
    if answer.outcome != "answered":
        assert answer.items == []
        return None
    (item,) = answer.items
    assert isinstance(item.value, Boolean)
    assert item.derivation is not None
    return item.value.value


@settings(max_examples=examples(60))
@given(exact, numbers, relations, numbers)
@example("The premium is USD {}.", 10, ("above", lambda value, limit: value > limit), 100)
def test_exact_amount_is_always_compared_and_always_right(sentence, value, relation, limit):
    word, holds = relation
    assert given_answer(compared(sentence, value, word, limit)) is holds(value, limit)


@settings(max_examples=examples(60))
@given(st.one_of(open_above, open_below), numbers, relations, numbers, numbers)
def test_limited_amount_is_never_taken_for_exact(sentence, value, relation, limit, actual):
    """An answer must hold for whatever the premium is within the limit that the document gives."""
    word, holds = relation
    said = given_answer(compared(sentence, value, word, limit))
    within = actual >= value if "least" in sentence or "minimum" in sentence else actual <= value
    if said is not None and within:
        assert said is holds(actual, limit)


@settings(max_examples=examples(40))
@given(numbers, numbers)
def test_sum_is_exact_and_cites_both(first, second):
    text = f"The setup fee is EUR {first / 100:.2f}. The support fee is EUR {second / 100:.2f}.\n"
    answer = ask("What do the setup fee and the support fee add up to?", text)
    (item,) = answer.items
    assert isinstance(item.value, Amount)
    assert item.value.value == Decimal(first + second) / 100
    assert item.derivation is not None
    assert [operand.name for operand in item.derivation.operands] == ["setup fee", "support fee"]
