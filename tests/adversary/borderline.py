"""Claims that are true and still not beyond doubt: each level of strictness lets fewer of them pass."""

from __future__ import annotations

import random
from dataclasses import replace

from pincite.values.types import Text
from tests.adversary.facts import DEEDS, PARTIES, amount, document_with, permission, valued
from tests.adversary.lies import Teller, Told, true


def half_of_it(draw: random.Random) -> Told:
    """Words that are only part of a sentence: the strictest level wants all of it."""
    (a, b), deed = draw.choice(PARTIES), draw.choice(DEEDS)
    said = f"the {a} may {deed}"
    text = document_with(draw, f"After written notice to the {b}, {said}.")
    return Told("half of it", text, f"Who may {deed}?", "text", Text(text=said), said, (said,))


def in_capitals(draw: random.Random) -> Told:
    fact = valued(draw)
    told = true(fact, document_with(draw, fact.sentence), "letter case", quotes=(fact.sentence.swapcase(),))
    return replace(told, original=fact.original.swapcase())


def cut_short(draw: random.Random) -> Told:
    fact = amount(draw)
    sentence = fact.sentence.removesuffix(".") + " in cash at the counter."
    return true(fact, document_with(draw, sentence), "cut short", quotes=(fact.sentence.removesuffix("."),))


def divided(draw: random.Random) -> Told:
    """A word that the line end of the document divides is quoted whole."""
    fact = amount(draw)
    printed = fact.sentence.removesuffix(".") + " under the stand-\ning agreement of the parties."
    quote = fact.sentence.removesuffix(".") + " under the standing agreement of the parties."
    return true(fact, document_with(draw, printed), "divided word", quotes=(quote,))


def yes_with_a_limit(draw: random.Random) -> Told:
    fact = permission(draw, granted=True)
    sentence = f"{fact.sentence.removesuffix('.')} without delay to the other party."
    told = true(fact, document_with(draw, sentence), "limited yes", quotes=(sentence,))
    return replace(told, original=sentence)


KINDS: tuple[Teller, ...] = (
    half_of_it, in_capitals, cut_short, divided, yes_with_a_limit,
)  # fmt: skip


def borderline(each: int) -> list[Told]:
    return [teller(random.Random(f"{teller.__name__} {n}")) for teller in KINDS for n in range(each)]
