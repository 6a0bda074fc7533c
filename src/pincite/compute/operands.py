"""Take the proved answer to an operand question as a value to compute with, with all that limits it.

A sentence may give values of several things, "the premium is EUR 500 and the deductible is EUR 90", or
several of one, "EUR 500 in the first year and EUR 700 in the second". Only the first can be computed with.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import BaseModel

from pincite.answer.answers import Answer, Item
from pincite.compute.results import Bound, Known, Refused
from pincite.patterns import pattern
from pincite.records.computation import Constant, OperandQuestion
from pincite.records.document import CELL_GAP
from pincite.values.date import find_years
from pincite.values.readings import Reading
from pincite.values.registered import derivation, find
from pincite.values.types import same

_AT_MOST = (
    r"up to|at most|(?:no|not) (?:more|greater|longer|higher) than|maximum|less than|below|under"
    r"|(?:not|never|nor|no event|no case|no circumstances)\b[^.;]{0,40}\bexceed(?:s|ing)?"
)
_AT_LEAST = r"at least|(?:no|not) (?:less|fewer|shorter|lower) than|minimum|more than|exceeding|in excess"
_ABOUT = r"about|approximately|approx\.?|circa|ca\.|roughly|around|nearly|almost|estimated(?: at)?"
_WORDS: dict[Bound, str] = {"at most": _AT_MOST, "at least": _AT_LEAST, "about": _ABOUT}
_BOUNDS: dict[Bound, re.Pattern[str]] = {
    bound: pattern(rf"\b(?:{words})(?:\s+of)?(?:\s+an?|\s+the\s+amount\s+of)?\s*$", re.IGNORECASE)
    for bound, words in _WORDS.items()
}
# "The minimum premium is USD 500", "EUR 500 or more".
_NAMED_BOUND = pattern(r"\b(?:(?P<most>max(?:imum|imal)?)|min(?:imum|imal)?)\b[^.;,]{0,40}$", re.IGNORECASE)
_BOUND_AFTER = pattern(
    r"\s*(?:or|and) (?:(?P<least>more|above|over|longer|greater|higher|later)|less|below|fewer|under|shorter"
    r"|lower|earlier)\b",
    re.IGNORECASE,
)
# A sentence that starts with a condition says nothing of the case without it.
_CONDITION = pattern(r"(?:[\w.()]{1,8}\s+)?(?:if|where|when|unless|in the event|provided)\b", re.IGNORECASE)
_CONDITIONAL = pattern(r"\b(?:if|where|when|unless|in case|in the event|after|during|upon)\b", re.IGNORECASE)
# A cap is what something may be at most: its own value is exact. So is a period of notice, which is the
# least that must be kept.
_IS_A_BOUND = pattern(
    r"\b(?:cap|ceiling|limits?|sublimits?|max(?:imum)?|min(?:imum)?|floor|thresholds?|notice|least|most)\b",
    re.IGNORECASE,
)


def known_operand(operand: OperandQuestion, answer: Answer) -> Known | Refused:
    """The one value of an answered operand question."""
    return known_value(operand.name, operand.question, answer.items)


def known_value(name: str, question: str, items: Sequence[Item]) -> Known | Refused:
    """The one value that proved items give for what a question asks."""
    values = [item.value for item in items]
    if not values or any(not same(value, values[0]) for value in values[1:]):
        return Refused(f"The documents do not give one value for the {name}.")
    item = items[0]
    kind, snippet = getattr(item.value, "answer_type", ""), item.evidence[0].snippet
    if _CONDITION.match(snippet) and not _CONDITIONAL.search(question):
        return Refused(f"The {name} applies only under the condition at the start of its sentence.")
    reading = derivation(kind, snippet, item.value) if kind else None
    if reading is None:
        return Known(item.value, name, item.original)
    bound = bound_of(name, snippet[: reading.start], snippet[reading.end :])
    others = tuple(alternatives(kind, snippet, item.value))
    return Known(item.value, name, item.original, reading.ambiguous, bound, others)


def known_constant(constant: Constant) -> Known | Refused:
    """The value that the question gives, read by the same rules as a document."""
    readings = find(constant.answer_type, constant.wording)
    if not readings and constant.answer_type == "date":
        readings = list(find_years(constant.wording))
    if len(readings) != 1:
        return Refused(
            f"“{constant.wording}” could not be read as one {constant.answer_type}.", "Write it out."
        )
    return Known(readings[0].value, "", constant.wording, readings[0].ambiguous)


def bound_of(name: str, before: str, after: str = "") -> Bound:
    """Whether the words around a value make it only the most, the least or roughly what it is."""
    bound = _bound(before, after)
    return "" if bound != "about" and _IS_A_BOUND.search(name) else bound


def _bound(before: str, after: str) -> Bound:
    for bound, wording in _BOUNDS.items():
        if wording.search(before):
            return bound
    if found := _BOUND_AFTER.match(after):
        return "at least" if found["least"] else "at most"
    if found := _NAMED_BOUND.search(before):
        return "at most" if found["most"] else "at least"
    return ""


# What stands between two values where the second one is of another thing: another cell, another name for
# what follows, or another thing that happens then.
_ANOTHER_CELL = pattern(rf"[|{CELL_GAP}]")
_ANOTHER_NAME = pattern(
    r"\b(?:the|an?|its|their|his|her|such|any|each|every|all|no)\s+(?:[\w’'-]+\s+){1,6}?"
    r"(?:is|are|was|were|be|of|at|amounts? to|equals?|equal to|totals?|costs?|exceed)\b[^,;]{0,20}$"
    r"|[\w’'-]+\s*:\s*$|[.;]\s"
)
_ANOTHER_EVENT = pattern(
    r"\b(?:ends?|expires?|terminates?|commences?|begins?|starts?|continues?|lapses?|renews?|pays?|paid|receives?"
    r"|shall|will|must|may|can|is|are|was|were|has|have)\b",
    re.IGNORECASE,
)


def alternatives(answer_type: str, text: str, value: BaseModel) -> list[BaseModel]:
    """The other values of the kind that the text gives for what the value is of."""
    readings = find(answer_type, text)
    at = next((n for n, reading in enumerate(readings) if same(reading.value, value)), None)
    if at is None:
        return []
    first = last = at
    while first > 0 and not _apart(text, readings, first):
        first -= 1
    while last + 1 < len(readings) and not _apart(text, readings, last + 1):
        last += 1
    return [reading.value for reading in readings[first : last + 1] if not same(reading.value, value)]


def _apart(text: str, readings: Sequence[Reading[BaseModel]], later: int) -> bool:
    """Whether a value is of another thing than the one before it."""
    between = text[readings[later - 1].end : readings[later].start]
    return any(
        pattern.search(between) is not None for pattern in (_ANOTHER_CELL, _ANOTHER_NAME, _ANOTHER_EVENT)
    )
