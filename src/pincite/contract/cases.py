"""Tell the values of one sentence apart by the case that each is said for.

"EUR 20 for a locker and EUR 60 for a hall": a question about the hall is not answered by the EUR 20,
however close its other words stand to it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import BaseModel

from pincite.contract.limiting import BOUND, FRONTED_FOR
from pincite.contract.portions import Ends
from pincite.contract.qualifiers import own_limits
from pincite.contract.relevance import numbering_of, occurs
from pincite.contract.values.reading import Reading
from pincite.contract.vocabulary import stems, telling
from pincite.records.question import Question

# "For the Services", "for its work", "for each month": what all of it is about, and no case among others.
_ALL_OF_IT = re.compile(
    r"For\s+(?:the|this|these|its|his|her|their|our|your|such|all|each|every|any|an?)\b|For\s+[A-Z]"
)


def another_case(
    question: Question, text: str, readings: Sequence[Reading[BaseModel]], reading: Reading[BaseModel]
) -> str:
    """Why a value is said for another case than the one asked about; empty when nothing says so."""
    if unasked := _unasked(question, text):
        return f"it is said for a case that the question does not name: {unasked!r}"
    if len(readings) < 2:
        return ""
    limits = [_cases(text, readings, each) for each in readings]
    shared = set.intersection(*limits)
    named = [_named(question, " ; ".join(text[a:b] for a, b in sorted(own - shared))) for own in limits]
    mine = named[readings.index(reading)]
    for each, theirs in zip(readings, named, strict=True):
        if mine < theirs:
            return f"the question names the case of another value, {each.original(text)!r}"
    return ""


def _cases(text: str, readings: Sequence[Reading[BaseModel]], reading: Reading[BaseModel]) -> set[Ends]:
    """The limits of a value that are no bounds: "not more than" is no case."""
    return {(a, b) for a, b in own_limits(text, readings, reading) if not BOUND.match(text[a:b])}


def _unasked(question: Question, text: str) -> str:
    """The case that a sentence starts with and the question is silent about: "For loss by asbestos …"."""
    case = FRONTED_FOR.match(text, numbering_of(text))
    if case is None or _ALL_OF_IT.match(case[0]):
        return ""
    asked = set(stems(question.generation.asked)).union(
        stem for term in question.retrieval.terms for wording in term.wordings for stem in wording
    )
    return "" if telling(stems(case[0])) & asked else " ".join(case[0].split())


def _named(question: Question, text: str) -> frozenset[int]:
    """Which terms of the question a text says, by their place."""
    said = stems(text)
    present = set(said)
    return frozenset(
        number
        for number, term in enumerate(question.retrieval.terms)
        if any(occurs(wording, said, present) for wording in term.wordings)
    )
