"""Read a comparison from a question: "Is the premium above one million dollars?"."""

from __future__ import annotations

import re

from pincite.question.quantities import constant, pair_of
from pincite.records.computation import Computation, OperandQuestion, Relation

_COMPARED: dict[Relation, str] = {
    ">=": "at least|(?:more|greater|higher) than or equal to|not (?:below|under)"
    "|(?:no|not) (?:less|lower|smaller|fewer|shorter) than",
    "<=": "at most|(?:less|lower|smaller) than or equal to|not (?:above|over)"
    "|(?:no|not) (?:more|higher|larger|greater|longer) than",
    ">": "above|over|more than|greater than|higher than|larger than|bigger than|longer than|in excess of"
    "|beyond|more expensive than",
    "<": "below|under|less than|lower than|smaller than|fewer than|shorter than|cheaper than",
    "=": "equal to|the same as|identical to|exactly",
}
_IN_TIME: dict[Relation, str] = {
    "<=": "on or before|before or on|(?:no|not) later than",
    ">=": "on or after|after or on|(?:no|not) earlier than|not before",
    "<": "before|earlier than|prior to",
    ">": "after|later than",
}
_VERBS: dict[Relation, str] = {
    ">": "exceed|surpass|go beyond|go over|outweigh",
    "<": "fall below|fall short of|stay below|stay under|undercut",
    "=": "equal|match",
    ">=": "reach",
}
# What happens on a day that a document states.
_DONE = (
    "signed|dated|executed|effective|concluded|entered into|issued|filed|published|approved|adopted|delivered"
    "|incorporated|founded|registered|notarised|notarized|ratified|in force|in effect"
)
_HAPPENS = (
    "expire|end|start|begin|commence|terminate|take effect|come into force|enter into force|become effective"
    "|mature|lapse|run out"
)
_MEASURES = {
    "last": "How long does {} last?",
    "run": "How long does {} run?",
    "take": "How long does {} take?",
    "cost": "How much does {} cost?",
}
_BE, _DO = r"(?P<be>is|are|was|were)", r"(?P<be>does|do|did|will)"
_PLACE = re.compile(
    r"(?P<value>.+?)(?P<where> (?:in|under|on|according to|within) "
    r"(?:the|this|section|clause|article|page|pages|schedule|annex|appendix)\b.*)",
    re.IGNORECASE,
)


def read_comparison(text: str) -> Computation | None:
    """The comparison that the question asks for beyond doubt, without its question mark."""
    for read in (_of_days, _of_measures, _by_verb, _by_relation, _in_time, _or_more):
        if computation := read(text):
            return computation
    return None


def _of_days(text: str) -> Computation | None:
    """ "Was the agreement signed before 1 January 2024?" """
    done = _match(rf"{_BE} (?P<what>.+?) (?P<verb>{_DONE}) {_any(_IN_TIME)} (?P<b>.+)", text)
    found = done or _match(rf"{_DO} (?P<what>.+?) (?P<verb>{_HAPPENS}) {_any(_IN_TIME)} (?P<b>.+)", text)
    if not found or " " not in found["what"]:
        return None
    value, where = _without_place(found["b"])
    day = constant(value)
    if not day or day.answer_type != "date":
        return None
    be, what, verb = found["be"].lower(), found["what"], found["verb"]
    name = f"day when {what} {be} {verb}" if done else f"day when {what} is to {verb}"
    operand = OperandQuestion(name, f"When {be} {what} {verb}{where}?", "date")
    return Computation("compare", (operand, day), _relation(_IN_TIME, found["relation"]))


def _of_measures(text: str) -> Computation | None:
    """ "Does the contract last longer than two years?" """
    verbs = "|".join(_MEASURES)
    found = _match(rf"{_DO} (?P<what>.+?) (?P<verb>{verbs})(?: for)? {_any(_COMPARED)} (?P<b>.+)", text)
    if not found:
        return None
    wording, where = _without_place(found["b"])
    value, verb = constant(wording), found["verb"].lower()
    if not value or value.answer_type != ("amount" if verb == "cost" else "duration"):
        return None
    name = ("price of " if verb == "cost" else "length of ") + found["what"]
    operand = OperandQuestion(name, _MEASURES[verb].format(found["what"] + where), value.answer_type)
    return Computation("compare", (operand, value), _relation(_COMPARED, found["relation"]))


def _by_verb(text: str) -> Computation | None:
    """ "Does the notice period exceed 60 days?" """
    return _compared(_match(rf"{_DO} (?P<a>.+?) {_any(_VERBS)} (?P<b>.+)", text), _VERBS)


def _by_relation(text: str) -> Computation | None:
    """ "Is the cap at least EUR 2m?" """
    found = _match(rf"{_BE} (?P<a>.+?) {_any(_COMPARED)} (?P<b>.+)", text)
    found = found or _match(rf"{_DO} (?P<a>.+?) (?:amount|come) to {_any(_COMPARED)} (?P<b>.+)", text)
    return _compared(found, _COMPARED)


def _in_time(text: str) -> Computation | None:
    """ "Is the effective date before 1 January 2024?" """
    computation = _compared(_match(rf"{_BE} (?P<a>.+?) {_any(_IN_TIME)} (?P<b>.+)", text), _IN_TIME)
    dates = computation and all(each.answer_type == "date" for each in computation.inputs)
    return computation if dates else None


def _or_more(text: str) -> Computation | None:
    """ "Is the premium USD 1m or more?" """
    found = _match(
        rf"{_BE} (?P<both>.+) or (?:(?P<more>more|above|higher|longer)|less|below|lower|shorter)", text
    )
    words = found["both"].split() if found else []
    for at in range(1, len(words)):
        if constant(" ".join(words[at:])):
            pair = pair_of(" ".join(words[:at]), " ".join(words[at:]))
            return Computation("compare", pair, ">=" if found and found["more"] else "<=") if pair else None
    return None


def _compared(found: re.Match[str] | None, relations: dict[Relation, str]) -> Computation | None:
    if not found:
        return None
    b, where = _without_place(found["b"])
    pair = pair_of(found["a"] + where, b)
    # Whether two things are the same is a question about what the words mean.
    if relations is _COMPARED and _relation(relations, found["relation"]) == "=" and not constant(b):
        return None
    return Computation("compare", pair, _relation(relations, found["relation"])) if pair else None


def _without_place(text: str) -> tuple[str, str]:
    """ "EUR 500 in section 3" as the value and the place, which the operand question must name instead."""
    found = _PLACE.fullmatch(text)
    if found and not constant(text) and constant(found["value"]):
        return found["value"], found["where"]
    return text, ""


def _match(pattern: str, text: str) -> re.Match[str] | None:
    return re.fullmatch(pattern, text, re.IGNORECASE)


def _any(relations: dict[Relation, str]) -> str:
    return rf"(?P<relation>{'|'.join(relations.values())})"


def _relation(relations: dict[Relation, str], said: str) -> Relation:
    return next(relation for relation, words in relations.items() if _match(words, said))
