"""Tell the values of one sentence apart by the case that each is said for.

"EUR 20 for a locker and EUR 60 for a hall": a question about the hall is not answered by the EUR 20,
however close its other words stand to it.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel

from pincite.contract.qualifiers import own_limits
from pincite.contract.relevance import occurs
from pincite.contract.values.reading import Reading
from pincite.contract.vocabulary import stems
from pincite.records.question import Question


def another_case(
    question: Question, text: str, readings: Sequence[Reading[BaseModel]], reading: Reading[BaseModel]
) -> str:
    """Why a value is said for another case than the one asked about; empty when nothing says so."""
    if len(readings) < 2:
        return ""
    limits = [set(own_limits(text, readings, each)) for each in readings]
    shared = set.intersection(*limits)
    named = [_named(question, " ; ".join(text[a:b] for a, b in sorted(own - shared))) for own in limits]
    mine = named[readings.index(reading)]
    for each, theirs in zip(readings, named, strict=True):
        if mine < theirs:
            return f"the question names the case of another value, {each.original(text)!r}"
    return ""


def _named(question: Question, text: str) -> frozenset[int]:
    """Which terms of the question a text says, by their place."""
    said = stems(text)
    present = set(said)
    return frozenset(
        number
        for number, term in enumerate(question.retrieval.terms)
        if any(occurs(wording, said, present) for wording in term.wordings)
    )
