"""However a sentence is set it is found at its place; whatever of its meaning is changed, it is not found."""

from __future__ import annotations

import random

import pytest

from pincite.prove.quote import locate
from tests.prove.quoting import CHANGES, NOISE, around, sentence

SAMPLE = 60
MANY = 10_000


def missed(noise, count: int) -> list[str]:
    """Sentences that are not found where they stand once they are set otherwise, as text or as quote."""
    lost = []
    for n in range(count):
        draw = random.Random(f"{noise.__name__} {n}")
        plain = sentence(draw)
        otherwise = noise(draw, plain)
        text, at = around(draw, otherwise)
        printed = text[:at] + plain + text[at + len(otherwise) :]
        as_text = (at, at + len(otherwise)) in {(m.start, m.end) for m in locate(plain, text)}
        as_quote = (at, at + len(plain)) in {(m.start, m.end) for m in locate(otherwise, printed)}
        if not (as_text and as_quote):
            lost.append(otherwise)
    return lost


def accepted(change, count: int) -> list[str]:
    """Sentences that are found although what they say was changed, also under typesetting noise."""
    taken = []
    for n in range(count):
        draw = random.Random(f"{change.__name__} {n}")
        plain = sentence(draw)
        changed = change(draw, plain)
        text, _ = around(draw, plain if n % 2 else draw.choice(NOISE)(draw, plain))
        if changed == plain or locate(changed, text):
            taken.append(changed)
    return taken


@pytest.mark.parametrize("noise", NOISE, ids=lambda noise: noise.__name__)
def test_sentence_that_is_set_otherwise_is_found_at_its_place(noise):
    assert missed(noise, SAMPLE) == []


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_sentence_that_says_something_else_is_not_found(change):
    assert accepted(change, SAMPLE) == []


@pytest.mark.long
@pytest.mark.parametrize("noise", NOISE, ids=lambda noise: noise.__name__)
def test_ten_thousand_sentences_set_otherwise_are_found_at_their_place(noise):
    assert missed(noise, MANY) == []


@pytest.mark.long
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_ten_thousand_sentences_that_say_something_else_are_not_found(change):
    assert accepted(change, MANY) == []


@pytest.mark.parametrize("change", [*NOISE, *CHANGES], ids=lambda change: change.__name__)
def test_most_sentences_are_made_different_from_each_other(change):
    made = set()
    for n in range(200):
        draw = random.Random(f"{change.__name__} {n}")
        made.add(change(draw, sentence(draw)))
    assert len(made) > 190
