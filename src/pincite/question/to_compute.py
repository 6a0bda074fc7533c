"""Read from a question what is to be computed, and the ordinary questions that its values answer.

Only wordings that ask for a computation beyond doubt are read as one: a question of the ordinary kind,
such as "May the customer terminate?", is left to the documents' own words.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from pincite.question import listed
from pincite.question.formulas import formulas_in
from pincite.question.from_figures import read_figures
from pincite.question.quantities import constant, currency_of, named, pair_of, quantity, sharing_place
from pincite.question.relations import read_comparison
from pincite.question.wishes import statement_in, wishes_in, without_wishes
from pincite.records.computation import Computation, Constant, OperandQuestion, UnitOfTime

_LARGER = "higher|larger|greater|bigger|longer|later|more expensive|last|more"
_SMALLER = "lower|smaller|shorter|earlier|cheaper|first|less"
_MORE_OR_LESS = rf"(?:(?P<larger>{_LARGER})|(?P<smaller>{_SMALLER}))"
_TOGETHER = r"(?:together|combined|in total|altogether|added together|added up|in sum)"
_UNIT = r"(?P<unit>days|weeks|months|years)"
_BETWEEN = r"(?:between|from) (?P<a>.+?) (?:and|to|until) (?P<b>.+)"
_ENDS = r"(?:ends?|expires?|runs? out|lapses?|terminates?)"
_IF_IT_ENDS = rf"if (?:\w+ )*?(?:{_ENDS}|is to end) on (?P<date>.+)"

_CHOICE = (
    rf"(?:which|what)(?: of the two)? (?:is|are|was|comes) (?:the )?{_MORE_OR_LESS}\s*[,:;–-]?\s+"
    r"(?P<a>.+?),? or (?P<b>.+)",
    rf"(?:is|are|was) (?P<a>.+?) or (?P<b>.+?) (?:the )?{_MORE_OR_LESS}(?: (?:one|amount|value|date))?",
    rf"which of (?P<a>.+?) and (?P<b>.+?) (?:is|are|was|comes) (?:the )?{_MORE_OR_LESS}",
)
_SUM = (
    r"what (?:do|does|did|would) (?P<parts>.+?) (?:add up to|come to|sum up to|amount to)"
    r"(?: in total| together)?",
    r"what is the (?:sum|total|total amount|sum total) of (?P<parts>.+)",
    rf"(?:how much|what) (?:is|are|do|does) (?P<parts>.+?) (?:cost |amount to |come to |make )?{_TOGETHER}",
    r"(?:please )?add (?:up )?(?P<parts>.+)",
    r"(?:how much|what) is (?P<parts>.+? plus .+)",
)
_EXCESS = (
    r"by how much (?:does|do|did) (?P<a>.+?) (?:exceed|surpass|outweigh) (?P<b>.+)",
    rf"(?:by )?how much {_MORE_OR_LESS} (?:is|are|was) (?P<a>.+?) than (?P<b>.+)",
    rf"by how much (?:is|are|was) (?P<a>.+?) {_MORE_OR_LESS} than (?P<b>.+)",
)
_DIFFERENCE = (
    rf"how many {_UNIT} (?:are there |are |is it |lie |pass |elapse )?{_BETWEEN}",
    rf"how (?:long|much time) (?:is it |is there |is |lies |passes |elapses )?{_BETWEEN}",
    rf"what is the (?:difference|gap)(?: in {_UNIT})? between (?P<a>.+?) and (?P<b>.+)",
)
_END_OF_TERM = (
    r"(?:when|on what date|on which date|on what day) does (?P<term>the (?:\w+ )?term)"
    rf"(?P<of> of (?:the|this) \w+)? {_ENDS}",
)
_LAST_NOTICE = (
    r"(?:what|when) is the (?:last|latest) (?:possible )?(?:day|date) (?:for|to give|to serve|of) "
    rf"(?P<notice>.*?\bnotice\b.*?) {_IF_IT_ENDS}",
    rf"(?:by|until) when must (?P<notice>.*?\bnotice\b.*?) be (?:given|served) {_IF_IT_ENDS}",
)
_SHIFT = (
    r"(?:what date is|which date is|when is|what day is|what is the date(?: of)?) "
    r"(?P<length>.+?) (?P<way>after|before|from) (?P<date>.+)",
)
_CONVERSION = (
    r"(?:what|how much) (?:is|are|was) (?P<a>.+?),? (?:expressed |stated |converted )?"
    r"(?:in|to|into) (?P<into>[\w. ]+)",
    r"(?:please )?convert (?P<a>.+?) (?:in|to|into) (?P<into>[\w. ]+)",
)
_PLACE_FIRST = re.compile(r"(?P<where>(?:in|on|under|according to) [^,]{3,60}), (?P<asked>.+)", re.IGNORECASE)
_SPLIT = re.compile(r",?\s+(?:and|plus)\s+|,\s+", re.IGNORECASE)
_WHY = re.compile(r"\b(?:non-?renewal|renewal|termination|cancellation)\b", re.IGNORECASE)


def read_computation(asked: str, told: str = "") -> Computation | None:
    """The computation that a question asks for beyond doubt; None for every other question.

    `told` is the question with everything around it: how to round, and which statement to look in.
    """
    text = " ".join(asked.split()).strip(" ?.!")
    return _plainly_asked(text) or _from_figures(text, told or asked)


def _plainly_asked(text: str) -> Computation | None:
    if found := _PLACE_FIRST.fullmatch(text):
        computation = _plainly_asked(found["asked"])
        return _placed(computation, found["where"]) if computation else None
    for read in _READERS:
        if computation := read(text):
            return computation
    return None


def _from_figures(text: str, told: str) -> Computation | None:
    question, formulas = formulas_in(text)
    question = without_wishes(question)
    # A second sentence may say how to compute in a way that nobody read.
    if "?" in question:
        return None
    return read_figures(question, wishes_in(told), statement_in(told), formulas)


def _placed(computation: Computation, where: str) -> Computation:
    """The computation from values that are looked for in one place."""

    def there(value: OperandQuestion) -> OperandQuestion:
        place = where[:1].lower() + where[1:]
        return replace(value, question=f"{value.question.rstrip('?')} {place}?")

    inputs = tuple(there(each) if isinstance(each, OperandQuestion) else each for each in computation.inputs)
    return replace(computation, inputs=inputs, stated=computation.stated and there(computation.stated))


def _choice(text: str) -> Computation | None:
    found = _first(_CHOICE, text)
    if not found:
        return None
    pair = pair_of(found["a"], found["b"])
    if not pair or any(isinstance(each, Constant) for each in pair):
        return None
    return Computation("choose", pair, descending=bool(found["larger"]))


def _sum(text: str) -> Computation | None:
    found = _first(_SUM, text)
    if not found:
        return None
    if whole := listed.total_of(found["parts"]):
        return whole
    parts = [quantity(part) for part in sharing_place(_SPLIT.split(found["parts"]))]
    known = tuple(part for part in parts if part)
    if len(known) < 2 or len(known) < len(parts) or len({part.answer_type for part in known}) > 1:
        return None
    return None if known[0].answer_type == "date" else Computation("add", known)


def _excess(text: str) -> Computation | None:
    found = _first(_EXCESS, text)
    pair = pair_of(found["a"], found["b"]) if found else None
    if not found or not pair:
        return None
    swapped = bool(found.groupdict().get("smaller"))
    return Computation("subtract", (pair[1], pair[0]) if swapped else pair)


def _difference(text: str) -> Computation | None:
    found = _first(_DIFFERENCE, text)
    pair = pair_of(found["a"], found["b"]) if found else None
    if not found or not pair:
        return None
    dates = all(each.answer_type == "date" for each in pair)
    if not dates and not text.lower().startswith("what"):
        return None
    return Computation("difference", pair, unit=_unit(found.groupdict().get("unit")))


def _end_of_term(text: str) -> Computation | None:
    found = _first(_END_OF_TERM, text)
    if not found:
        return None
    of = found["of"] or ""
    start = OperandQuestion("effective date", f"What is the effective date{of}?", "date")
    length = OperandQuestion(named(found["term"]), f"How long is {found['term']}{of}?", "duration")
    stated = OperandQuestion(f"end of {found['term']}", f"{text}?", "date")
    return Computation("shift", (start, length), stated=stated)


def _last_notice(text: str) -> Computation | None:
    found = _first(_LAST_NOTICE, text)
    day = constant(found["date"]) if found else None
    if not found or not day or day.answer_type != "date":
        return None
    why = _WHY.search(found["notice"])
    question = f"What is the notice period{f' for {why[0]}' if why else ''}?"
    return Computation("shift", (day, OperandQuestion("notice period", question, "duration")), backwards=True)


def _shift(text: str) -> Computation | None:
    found = _first(_SHIFT, text)
    if not found:
        return None
    length = constant(found["length"]) or quantity(found["length"], "duration")
    day = constant(found["date"]) or quantity(found["date"], "date")
    if not length or not day or (length.answer_type, day.answer_type) != ("duration", "date"):
        return None
    if isinstance(length, Constant) and isinstance(day, Constant):
        return None
    return Computation("shift", (day, length), backwards=found["way"].lower() == "before")


def _conversion(text: str) -> Computation | None:
    found = _first(_CONVERSION, text)
    currency = currency_of(found["into"]) if found else None
    operand = quantity(found["a"], "amount") if found and currency else None
    return Computation("convert", (operand,), currency=currency) if operand and currency else None


_READERS: tuple[Callable[[str], Computation | None], ...] = (
    _choice, read_comparison, _sum, _excess, _difference, _end_of_term, _last_notice, _shift, _conversion,
    listed.read_order, listed.read_count,
)  # fmt: skip


def _first(patterns: tuple[str, ...], text: str) -> re.Match[str] | None:
    for pattern in patterns:
        if found := re.fullmatch(pattern, text, re.IGNORECASE):
            return found
    return None


def _unit(written: str | None) -> UnitOfTime:
    match (written or "").lower():
        case "weeks":
            return "weeks"
        case "months":
            return "months"
        case "years":
            return "years"
    return "days"
