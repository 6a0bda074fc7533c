"""Tell the values of one sentence apart by what is said of each.

"EUR 20 for a locker and EUR 60 for a hall": a question about the hall is not answered by the EUR 20,
however close its other words stand to it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from pincite.contract.limiting import FRONTED_FOR
from pincite.contract.portions import CONNECTOR, Ends
from pincite.contract.relevance import numbering_of, occurs
from pincite.contract.spreads import whole_of
from pincite.contract.values.reading import Reading
from pincite.contract.vocabulary import stems, telling
from pincite.records.question import Question, Stems
from pincite.records.span import Span

# "For the Services", "for its work", "for each month": what all of it is about, and no case among others.
_ALL_OF_IT = re.compile(
    r"For\s+(?:the|this|these|its|his|her|their|our|your|such|all|each|every|any|an?)\b|For\s+[A-Z]"
)
_FRONTED = re.compile(
    r"\s*(?:in|for|among|if|when|where|during|in\s+the\s+event|in\s+case)\s+(?P<case>(?!(?:the|this)\s+(?:case|event)\b)"
    r"[^,;:.]{3,120}),\s",
    re.IGNORECASE,
)
# Said before a rule that holds for all.
_OF_ALL = re.compile(
    r"(?:the\s+)?(?:purposes?|avoidance|any|all|every|each|addition|general|principle|particular|this|these|term|period"
    r"|duration|whole|course|agreement|contract|event|accordance|consideration|exchange|return|respect|\d{4})\b",
    re.IGNORECASE,
)
_PARTING = re.compile(rf"{CONNECTOR.pattern}|\.\s+(?=[A-Z])", re.IGNORECASE)
# What so begins speaks of what stands before the first value: "EUR 500 in May and EUR 900 in June".
_INHERITS = re.compile(
    r"\s*(?:(?:in|for|on|at|from|after|during|until|to|by|with|under|of|then|up to|at least|only|not"
    r"|is|are|was|were|will|shall|must|may|now|which|it|being|plus)\b.*)?",
    re.IGNORECASE | re.DOTALL,
)
_PART_OF_IT = re.compile(r"\b(?:of which|including|thereof)\s*\Z", re.IGNORECASE)
_LATER = re.compile(r"\b(?:thereafter|afterwards|from then on|after (?:that|it|this|them))\b", re.IGNORECASE)
_EARLIER = re.compile(r"\b(?:until|till|before|up to)\b", re.IGNORECASE)
_ASKED_LATER = re.compile(r"\b(?:after|following|thereafter|afterwards|later|from|since)\b", re.IGNORECASE)


def another_case(
    question: Question, text: str, readings: Sequence[Reading[BaseModel]], reading: Reading[BaseModel]
) -> str:
    """Why a value is said of something else than what was asked about; empty when nothing says so."""
    if unasked := unasked_case(question, text):
        return f"it is said for a case that the question does not name: {unasked!r}"
    parts = parts_of(text, readings)
    if len(set(parts)) < 2:
        return ""
    mine = readings.index(reading)
    later = _ASKED_LATER.search(question.generation.asked)
    for number, other in enumerate(parts):
        said = repr(readings[number].original(text))
        if later and _LATER.search(other.said) and _EARLIER.search(parts[mine].said):
            return f"it holds only until {said} does"
        if other == parts[mine] or (later and _LATER.search(parts[mine].said)):
            continue
        # The other must be named in the user's own words; this one may be in any.
        if _named(question, parts[mine].said) < _named_by_user(question, other.with_shared):
            return f"the question names more of what is said of {said}"
        own = _named_by_user(question, parts[mine].said)
        if number == mine - 1 and own <= _named(question, other.said) and parts[mine].is_part:
            return f"it is but a part of {said}"
    return ""


def unasked_case(question: Question, text: str) -> str:
    """The case that a sentence starts with and the question is silent about: "For loss by asbestos …"."""
    case = FRONTED_FOR.match(text, numbering_of(text))
    if case is None or _ALL_OF_IT.match(case[0]):
        return ""
    asked = set(stems(question.generation.asked)).union(
        stem for term in question.retrieval.terms for wording in term.wordings for stem in wording
    )
    return "" if telling(stems(case[0])) & asked else " ".join(case[0].split())


def fronted_case(question: Question, text: str) -> str:
    """The persons, place or event for which alone a sentence holds, where the question is silent about them.

    "In patients with renal impairment, the dosage is 25 mg" gives no dosage for everybody.
    """
    case = _FRONTED.match(text, numbering_of(text))
    if case is None or not telling(stems(case["case"])) or _OF_ALL.match(case["case"]):
        return ""
    return "" if telling(stems(case["case"])) & set(stems(question.generation.asked)) else case["case"]


@dataclass(frozen=True, slots=True)
class Part:
    """What a sentence says of one of its values.

    `said` takes over what stands before the first value only where it must, and `with_shared` always:
    "bicycles are insured for EUR 200 and skis for EUR 300".
    """

    said: str
    with_shared: str
    is_part: bool


def parts_of(text: str, readings: Sequence[Reading[BaseModel]]) -> list[Part]:
    """What a sentence says of each of its values; nothing where it does not part them.

    Both ends of a range have the same part.
    """
    places = [whole_of(text, readings, reading) for reading in readings]
    groups = list(dict.fromkeys(places))
    starts = [numbering_of(text)]
    for before, after in itertools.pairwise(groups):
        parting = list(_PARTING.finditer(text, before.end, after.start)) if before.end < after.start else []
        if not parting:
            return []
        starts.append(parting[-1].start())
    shared = text[starts[0] : groups[0].start] if groups else ""
    ends = [*starts[1:], len(text)]
    parts = {p: _part(text, p, (a, b), shared) for p, a, b in zip(groups, starts, ends, strict=True)}
    return [parts[place] for place in places]


def _part(text: str, place: Span, ends: Ends, shared: str) -> Part:
    own = f"{text[ends[0] : place.start]} ; {text[place.end : ends[1]]}"
    parting = _PARTING.match(text, ends[0])
    led_on = parting is not None and _INHERITS.fullmatch(text, parting.end(), place.start) is not None
    whole = f"{shared} ; {own}"
    return Part(whole if led_on else own, whole, _PART_OF_IT.search(text[: place.start]) is not None)


def _named(question: Question, text: str) -> frozenset[int]:
    """Which terms of the question a text says in any wording, by their place."""
    return _said(text, [tuple(term.wordings) for term in question.retrieval.terms])


def _named_by_user(question: Question, text: str) -> frozenset[int]:
    """Which terms of the question a text says as the user does."""
    return _said(text, [(term.own,) for term in question.retrieval.terms])


def _said(text: str, terms: Sequence[Sequence[Stems]]) -> frozenset[int]:
    said = stems(text)
    present = set(said)
    return frozenset(
        number
        for number, wordings in enumerate(terms)
        if any(occurs(wording, said, present) for wording in wordings)
    )
