"""Claims that are true and still not beyond doubt: each level of strictness lets fewer of them pass."""

from __future__ import annotations

import random
from dataclasses import replace

from pincite.contract.values.types import Text
from tests.adversary.facts import DEEDS, PARTIES, amount, document_with, permission, valued
from tests.adversary.lies import Teller, Told, true


def in_own_words(draw: random.Random) -> Told:
    """Inferred, and fair: only lenient lets it pass."""
    (a, b), deed = draw.choice(PARTIES), draw.choice(DEEDS)
    sentence = f"After written notice to the {b}, the {a} may {deed}."
    said = f"The {a} may {deed} after notice to the {b}."
    text = document_with(draw, sentence)
    told = Told("own words, fair", text, f"Who may {deed}?", "text", Text(text=said), said, (sentence,))
    return replace(told, method="inferred")


def in_capitals(draw: random.Random) -> Told:
    fact = valued(draw)
    return true(fact, document_with(draw, fact.sentence), "letter case", quotes=(fact.sentence.swapcase(),))


def cut_short(draw: random.Random) -> Told:
    fact = amount(draw)
    sentence = fact.sentence.removesuffix(".") + " in cash at the counter."
    return true(fact, document_with(draw, sentence), "cut short", quotes=(fact.sentence.removesuffix("."),))


def under_a_title(draw: random.Random) -> Told:
    """What was asked for stands in the title, and the clause of the value says nothing of it."""
    fact = amount(draw)
    thing = fact.asked.removeprefix("What is the ").removeprefix("How much is the ").rstrip("?")
    sentence = f"The sum of {fact.original} falls due on signature."
    text = f"1. {thing.capitalize()}\n\n{sentence}\n\n2. General\n\nThe annexes form part of this contract.\n"
    return true(fact, text, "title only", quotes=(sentence,))


def beside_another(draw: random.Random) -> Told:
    fact, other = amount(draw), amount(draw)
    while other.original == fact.original:
        other = amount(draw)
    sentence = f"{fact.sentence.removesuffix('.')}; a fine of {other.original} is due for noise."
    return true(fact, document_with(draw, sentence), "neighbour", quotes=(sentence,))


def on_condition(draw: random.Random) -> Told:
    fact = amount(draw)
    limit = draw.choice(
        ("if the goods arrive late", "unless waived", "subject to approval", "except in winter")
    )
    sentence = f"{fact.sentence.removesuffix('.')} {limit}."
    return true(fact, document_with(draw, sentence), "condition", quotes=(sentence,))


def yes_with_a_limit(draw: random.Random) -> Told:
    fact = permission(draw, granted=True)
    sentence = f"{fact.sentence.removesuffix('.')} without delay to the other party."
    told = true(fact, document_with(draw, sentence), "limited yes", quotes=(sentence,))
    return replace(told, original=sentence)


KINDS: tuple[Teller, ...] = (
    in_own_words, in_capitals, cut_short, under_a_title, beside_another, on_condition, yes_with_a_limit,
)  # fmt: skip


def borderline(each: int) -> list[Told]:
    return [teller(random.Random(f"{teller.__name__} {n}")) for teller in KINDS for n in range(each)]
