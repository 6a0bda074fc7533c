"""Tell by its sentence that a value is that of something else than what was asked for.

Each rule needs both sides to speak: the question must name a period, a direction, a number, a thing, and
the sentence another one. Where the sentence says nothing of it, the value stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from pydantic import BaseModel

from pincite.contract.periods import another_period
from pincite.contract.registry import find
from pincite.contract.relevance import occurs
from pincite.contract.values.reading import Reading
from pincite.contract.values.types import Number, same
from pincite.contract.vocabulary import stems, telling, words
from pincite.records.question import Question, Term

_PER = re.compile(r"\bper\s+(?P<unit>[a-z]+)\b", re.IGNORECASE)
_OF_TIME = re.compile(r"(?:hour|day|week|month|quarter|year)s?|annum", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[;:]|[.,]\s|\b(?:and|but|while|whereas)\b", re.IGNORECASE)

_ASKS_END = re.compile(
    r"\b(?:end|ends|ended|ending|expir\w*|until when|run out|lapse\w*|up to when|last day)\b", re.IGNORECASE
)
_ASKS_START = re.compile(
    r"\b(?:start|starts|started|begin|begins|began|commenc\w*|take effect|from when|since when|first day)\b",
    re.IGNORECASE,
)
_IS_START = re.compile(
    r"\b(?:from|since|begin\w*(?: on)?|began(?: on)?|commenc\w*(?: on)?|start\w*(?: on)?"
    r"|take[sn]? effect(?: on)?|effective(?: as of| on| from)?|dated|signed(?: on)?|made(?: on)?"
    r"|entered into(?: on)?)\s*(?:the\s+)?$",
    re.IGNORECASE,
)
_IS_END = re.compile(
    r"\b(?:until|till|through|ending(?: on)?|ends?(?: on)?|expir\w*(?: on)?|lapses?(?: on)?)\s*(?:the\s+)?$",
    re.IGNORECASE,
)
# In small letters: May is a month.
_MAY = re.compile(r"\b(?:may|can|could|is entitled to|has the right to)\b")
_ASKS_MAY = re.compile(
    r"\b(?:may|can|could|entitled|right|option|allowed|earliest|break|possible)\b", re.IGNORECASE
)

_HOW_MANY = re.compile(r"\bhow many\s+(?P<what>[a-z]+(?:\s+[a-z]+)?)", re.IGNORECASE)
_OF_WHAT = re.compile(
    r"\s*(?:per\s+\w+\s+)?of\s+(?:(?:the|its|their|our|your|his|her|all|any|each|that|such|total|gross|net)\s+)*",
    re.IGNORECASE,
)
_WITH = re.compile(r"\b(?:including|inclusive of|incl\.?|with|plus|gross of)\s*$", re.IGNORECASE)
_WITHOUT = re.compile(
    r"\b(?:excluding|exclusive of|excl\.?|without|before|net of|ex|not including)\s*(?:any\s+|the\s+)?$",
    re.IGNORECASE,
)
# What stands behind these, up to the end of the clause, is left out of what the sentence says.
_LEAVES_OUT = re.compile(
    r"\b(?:(?:did|has|have|had) not|never|failed to|but not (?:on|for|to|in|of)"
    r"|(?:not to|not|does not|do not) includ\w+"
    r"|excluding|exclusive of|other than|except for|net of)\s+(?=\w)",
    re.IGNORECASE,
)
# "Over budget", and no further: "under the policy" leaves nothing out.
_BEYOND = re.compile(r"\b(?:over|under|above|below)\s+(?P<what>\w+)", re.IGNORECASE)
_ASKS_WHAT_IS_LEFT_OUT = re.compile(
    r"\b(?:not|without|exclud\w*|except|never|over|under|above|below|exceed\w*)\b", re.IGNORECASE
)
_CONDITION = re.compile(
    r"\b(?:within|after|over|above|below|under|before|at least|up to|exceeding)\s+$", re.IGNORECASE
)

_Rule = Callable[[Question, str, Reading[BaseModel]], str]


def contrary(
    question: Question, text: str, readings: Sequence[Reading[BaseModel]], reading: Reading[BaseModel]
) -> str:
    """Why a value is not that of the thing asked for; empty when its sentence does not say so.

    `readings` are all values of the kind in the sentence, `reading` is the one in question.
    """
    if period := another_period(question.generation.asked, text, readings, reading):
        return f"it is for another period: the {period}"
    for rule in _RULES:
        if reason := rule(question, text, reading):
            return reason
    return ""


def _another_unit(question: Question, text: str, reading: Reading[BaseModel]) -> str:
    """The price of a pack is not that of a tablet."""
    wanted = set(_units(question.generation.asked))
    if not wanted or getattr(reading.value, "answer_type", "") not in {"amount", "percentage", "number"}:
        return ""
    given = set(_units(_clause(text, reading))) | set(_units(getattr(reading.value, "unit", None) or ""))
    if not given or wanted & given:
        return ""
    return f"it is given per {sorted(given)[0]}, not per {sorted(wanted)[0]}"


def _units(text: str) -> Iterator[str]:
    """What a text counts by with the word "per", but for units of time."""
    for match in _PER.finditer(text):
        if not _OF_TIME.fullmatch(match["unit"]):
            yield stems(match["unit"])[0]


def _other_direction(question: Question, text: str, reading: Reading[BaseModel]) -> str:
    """The day on which something starts does not say when it ends."""
    if getattr(reading.value, "answer_type", "") != "date":
        return ""
    asked, before = question.generation.asked, text[: reading.start]
    if _ASKS_END.search(asked) and not _ASKS_START.search(asked):
        if _IS_START.search(before):
            return "it is when something starts, and its end is asked for"
        if _MAY.search(before[_clause_start(text, reading.start) :]) and not _ASKS_MAY.search(asked):
            return "it is when something may be ended, not when it ends"
    if _ASKS_START.search(asked) and not _ASKS_END.search(asked) and _IS_END.search(before):
        return "it is when something ends, and its start is asked for"
    return ""


def _counts_something_else(question: Question, text: str, reading: Reading[BaseModel]) -> str:
    """ "How many patients" is not answered by 11 centres."""
    asked = _HOW_MANY.search(question.generation.asked)
    value = reading.value
    if not asked or not isinstance(value, Number) or not value.unit:
        return ""
    unit = telling(stems(value.unit))
    what = asked["what"].split()
    head = stems(what[0]) if len(what) == 1 or len(telling(stems(what[1]))) == 0 else stems(asked["what"])
    wanted = set(head)
    for term in question.retrieval.terms:
        if not wanted.isdisjoint(term.own):
            wanted |= {stem for wording in term.wordings for stem in wording}
    if not unit or unit & wanted:
        return ""
    after = telling(stems(text[reading.end : reading.end + 40]))
    return "" if after & telling(head) else f"it counts {value.unit}, not {asked['what'].split()[0]}"


def _share_of_it(question: Question, text: str, reading: Reading[BaseModel]) -> str:
    """ "6% of salary" does not say what the salary is."""
    if getattr(reading.value, "answer_type", "") != "percentage":
        return ""
    of = _OF_WHAT.match(text, reading.end)
    if not of:
        return ""
    base = stems(" ".join(word for word, _, _ in list(words(text[of.end() : of.end() + 60]))[:3]))
    before = stems(text[: reading.start])
    for term in _heads(question):
        inside = any(occurs(wording, base, set(base)) for wording in term.wordings)
        if inside and not any(occurs(wording, before, set(before)) for wording in term.wordings):
            return f"it is a share of what was asked for, {term.asked!r}"
    return ""


def _left_out(question: Question, text: str, reading: Reading[BaseModel]) -> str:
    """ "Not to include legal costs" is silent about the legal costs."""
    stretches = []
    for mark in _LEAVES_OUT.finditer(text):
        end = _CLAUSE_END.search(text, mark.end())
        stretches.append((mark.end(), end.start() if end else len(text)))
    stretches += [match.span("what") for match in _BEYOND.finditer(text)]
    if not stretches or _ASKS_WHAT_IS_LEFT_OUT.search(question.generation.asked):
        return ""
    placed = [(stem[0], start) for word, start, _ in words(text) if (stem := stems(word))]
    for term in question.retrieval.terms:
        known = telling(stem for wording in term.wordings for stem in wording)
        places = [start for stem, start in placed if stem in known]
        if places and all(_is_in(place, reading, stretches) for place in places):
            return f"{term.asked!r} is left out of what the sentence says"
    return ""


def _is_in(place: int, reading: Reading[BaseModel], stretches: list[tuple[int, int]]) -> bool:
    """Whether a word stands in a stretch that is left out, and the value does not."""
    return any(a <= place < b and not a <= reading.start < b for a, b in stretches)


def _other_condition(question: Question, text: str, reading: Reading[BaseModel]) -> str:
    """A discount for payment within 7 days is none for payment within 21."""
    asked = question.generation.asked
    for kind in ("duration", "percentage", "amount"):
        wanted = [r for r in find(kind, asked) if _CONDITION.search(asked[: r.start])]
        said = find(kind, text) if wanted else []
        given = [r for r in said if r.start != reading.start and _CONDITION.search(text[: r.start])]
        for condition in wanted:
            if given and not any(same(condition.value, other.value) for other in said):
                return f"it holds for {given[0].original(text)}, not for {condition.original(asked)}"
    return ""


def _with_or_without(question: Question, text: str, reading: Reading[BaseModel]) -> str:
    """The price including VAT is not the price without it."""
    asked = question.generation.asked
    for word, start, _ in words(asked):
        before = asked[:start]
        wants = "without" if _WITHOUT.search(before) else "with" if _WITH.search(before) else ""
        if not wants:
            continue
        for said, place, _ in words(_clause(text, reading)):
            before = _clause(text, reading)[:place]
            opposite = _WITH if wants == "without" else _WITHOUT
            if said == word and opposite.search(before):
                return f"it is given the other way: {wants} {word} is asked for"
    return ""


_RULES: tuple[_Rule, ...] = (
    _another_unit,
    _other_direction,
    _counts_something_else,
    _share_of_it,
    _with_or_without,
    _left_out,
    _other_condition,
)


def _heads(question: Question) -> Iterator[Term]:
    """The terms that name the thing itself."""
    required = [term for term in question.retrieval.terms if term.required]
    yield from required or question.retrieval.terms[-1:]


def _clause_start(text: str, before: int) -> int:
    return max((match.end() for match in _CLAUSE_END.finditer(text, 0, before)), default=0)


def _clause(text: str, reading: Reading[BaseModel]) -> str:
    """The part of the sentence that the value stands in."""
    end = _CLAUSE_END.search(text, reading.end)
    return text[_clause_start(text, reading.start) : end.start() if end else len(text)]
