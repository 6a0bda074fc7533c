"""Find the limits of one value in its sentence, and keep them apart from those of the other values in it.

"EUR 500 if paid early and EUR 900 if paid late": each amount has its own condition. What stands before
all values of a clause holds for each of them; what stands between two belongs to one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pincite.language.limiting import (
    BOUND,
    CONDITION,
    COUNTED_FROM,
    FRONTED_FOR,
    GIVEN_FOR,
    NAMED_BOUND,
    NOTICE,
    PROVISO,
    SHARE_OF,
    SPREAD,
    STOP,
    SUBJECT_TO,
)
from pincite.patterns import pattern

Ends = tuple[int, int]
"""Where a wording begins and ends in the text of a block."""

# These bound a day or a length of time; before an amount they say something else.
_OF_TIME = pattern(r"(?:by|before|not\s+before|on\s+or\s+(?:before|after)|within)\Z", re.IGNORECASE)
CONNECTOR = pattern(
    r"[,;](?!\d|\s+(?:19|20)\d\d\b)|\s[–—]\s|\b(?:and|or|but|while|whereas|otherwise|then|compared)\b",
    re.IGNORECASE,
)
# "If the order exceeds EUR 10,000": the second amount belongs to the condition of the first.
_THRESHOLD = pattern(
    r"\b(?:(?<!not )exceed\w*|over|above|below|under|(?<!\bno \w{4} )than|reach\w*|at least|between|of)\s*$",
    re.IGNORECASE,
)
_MAIN_CLAUSE = pattern(
    r",\s+(?=(?:the|an?|each|any|this|such|no|all|either|neither|it|they|we|you|our|its|there)\b|[A-Z])"
)
# Where no comma parts them: "Where luggage arrives late we pay EUR 150".
_SUBJECT = pattern(
    r"\s(?=(?:we|you|they|the\s+\w+)\s+(?:pays?|will|shall|must|refunds?|charges?|bears?|grants?)\b)",
    re.IGNORECASE,
)
_SENTENCE_END = pattern(r"(?<=[a-z\d)”\"]{3})(?<!excl)(?<!incl)(?<!prox)(?<!max)(?<!min)\.\s+(?=[A-Z“\"])")
# "… is 17 hours, and its oral clearance is 5 L/h": the second half is not about the hours.
_NEXT_CLAUSE = pattern(
    r"[,;]?\s(?:and|but|while|whereas)\s+(?:\w+\s+){0,5}?(?:is|are|was|were|shall|will|may|must|has|have)\b",
    re.IGNORECASE,
)
_NUMBER = pattern(r"\d\s*\w+\s*$")
_RELATIVE = pattern(r"\b(?:on|in|of|by|from)\s+which\b", re.IGNORECASE)
_ANY_STOP = pattern(r"[;:()]|,(?!\d)|\.(?!\d)")
_NEAR_WORDS = 4
_AND = pattern(r"\s*(?:,|and|or|,\s*and)\s+", re.IGNORECASE)
_BEHIND = {
    "duration": COUNTED_FROM,
    "date": COUNTED_FROM,
    "percentage": SHARE_OF,
    "amount": GIVEN_FOR,
    "number": GIVEN_FOR,
}


def limits_in(text: str, start: int, value: Stretch, others: Sequence[Stretch], kind: str) -> list[Ends]:
    """The limits in the value's own part of a sentence that begins at `start`."""
    start, text = _sentence(text, start, value)
    spread = [(name, m.span()) for name, words in SPREAD.items() for m in words.finditer(text, start)]
    # A number that belongs to a limit ("patients over 65") parts nothing.
    rivals = [o for o in others if not any(a <= o.start < b for _, (a, b) in spread)]
    part = _Portion(text, start, value, rivals)
    found = [*_bounds(part, kind), *_behind(part, kind), *_conditions(part)]
    for name, span in spread:
        shared = part.shares(span) and not (rivals and any(n == name and part.owns(s) for n, s in spread))
        if (part.owns(span) or shared) and part.is_of_this(name, span):
            found.append(span)
    found += [m.span() for m in NAMED_BOUND.finditer(text, start, value.start) if part.holds(m.span())]
    return [(a, b) for a, b in found if b <= value.start or a >= value.end]


def _sentence(text: str, start: int, value: Stretch) -> tuple[int, str]:
    """Where the value's sentence begins, and the text up to its end: a block may hold a second one."""
    before = [end.end() for end in _SENTENCE_END.finditer(text, start, value.start)]
    after = _SENTENCE_END.search(text, value.end) if value.end <= len(text) else None
    return max([start, *before]), text[: after.start()] if after else text


@dataclass(frozen=True, slots=True)
class Stretch:
    """Characters of a block's text that are one value, a range counting as one."""

    start: int
    end: int


def _bounds(part: _Portion, kind: str) -> Iterator[Ends]:
    """The bound right before the value, or before the first of several that "and" joins."""
    start = part.value.start
    for rival in reversed(part.rivals):
        if rival.end <= start and _AND.fullmatch(part.text, rival.end, start):
            start = rival.start
    for end in dict.fromkeys((part.value.start, start)):
        bound = BOUND.search(part.text[part.start : end])
        if not bound or (end != part.value.start and _THRESHOLD.search(bound["words"])):
            continue
        if kind in {"date", "duration"} or not _OF_TIME.search(bound["words"]):
            yield part.start + bound.start("words"), part.start + bound.end("words")
            return


def _behind(part: _Portion, kind: str) -> Iterator[Ends]:
    """The limits right behind the value: what it is counted from, a share of, or given for."""
    text, value = part.text, part.value
    if kind == "duration" and (notice := NOTICE.match(text, value.end)):
        yield notice.span("words")
    behind = _BEHIND.get(kind)
    if behind and (first := behind.match(text, value.end)):
        end = min(_stop(text, first.end()), part.right)
        if text[first.end() : end].strip():
            yield first.start("words"), end


@dataclass(frozen=True, slots=True)
class _Portion:
    """What of a sentence belongs to one value: up to the word that leads over to the next one."""

    text: str = field(repr=False)
    start: int
    value: Stretch
    rivals: Sequence[Stretch]

    def owns(self, span: Ends) -> bool:
        """Whether a wording stands on the value's side of what parts it from its neighbours."""
        if span[0] >= self.value.end:
            return span[1] <= self.right and ";" not in self.text[self.value.end : span[0]]
        return self.left <= span[0] and span[1] <= self.value.start and self.left > self.start

    def shares(self, span: Ends) -> bool:
        """Whether a wording stands before all values of the clause, and so holds for each."""
        first = min([self.value.start, *(r.start for r in self.rivals)])
        return span[1] <= first and ";" not in self.text[span[1] : self.value.start]

    def is_of_this(self, kind: str, span: Ends) -> bool:
        """Whether a wording belongs to this value and not to another number, or to the clause after it."""
        after = _NEXT_CLAUSE.search(self.text, self.value.end)
        if after and span[0] > after.start():
            return False
        follows = _NUMBER.search(self.text[: span[0]])
        return kind != "frequency" or follows is None or span[0] >= self.value.end >= follows.start()

    def holds(self, span: Ends) -> bool:
        return self.owns(span) or self.shares(span)

    @property
    def left(self) -> int:
        before = [rival.end for rival in self.rivals if rival.end <= self.value.start]
        if not before:
            return self.start
        parting = list(CONNECTOR.finditer(self.text, max(before), self.value.start))
        return parting[-1].end() if parting else self.value.start

    @property
    def right(self) -> int:
        """Where the next value's part begins; one that stands in a condition of this value begins none."""
        position = self.value.end
        for rival in self.rivals:
            if rival.start < position:
                continue
            parting = list(CONNECTOR.finditer(self.text, position, rival.start))
            lead = self.text[parting[-1].end() : rival.start] if parting else ""
            if parting and len(lead.split()) <= _NEAR_WORDS and not _THRESHOLD.search(lead):
                return parting[-1].start()
            position = rival.end
        return len(self.text)


def _conditions(part: _Portion) -> Iterator[Ends]:
    """Conditions of the value; one that the value itself stands in is none of them."""
    text, last = part.text, 0
    if (case := FRONTED_FOR.match(text, part.start)) and part.shares(case.span()):
        yield case.span()
    for words, long in ((CONDITION, True), (SUBJECT_TO, False)):
        for found in words.finditer(text, part.start):
            begin, after = found.span()
            if begin < last and long:
                continue
            if begin >= part.value.end:
                end = min(_end_of_condition(text, after) if long else _stop(text, after), part.right)
                apart = ";" in text[part.value.end : begin]
                holds = begin < part.right and (not apart or PROVISO.match(text, begin) is not None)
            else:
                end = _fronted(text, after, part.value.start) if long else _stop(text, after)
                holds = end <= part.value.start and part.holds((begin, end))
            if holds and end > after:
                last = end
                yield begin, end


def _fronted(text: str, after: int, value: int) -> int:
    """Where a condition before the value ends: at the comma that leads to the main clause."""
    if comma := _MAIN_CLAUSE.search(text, after, value):
        return comma.start()
    if "," in text[after:value]:
        return text.rindex(",", after, value)
    subject = _SUBJECT.search(text, after, value)
    return subject.start() if subject else len(text)


def _end_of_condition(text: str, after: int) -> int:
    depth = 0
    for position in range(after, len(text)):
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        if depth < 0 or text[position] == ";":
            return position
    return len(text)


def _stop(text: str, after: int) -> int:
    stop = STOP.search(text, after)
    if stop and _RELATIVE.search(text, after, stop.start()):
        stop = _ANY_STOP.search(text, after)
    return stop.start() if stop else len(text)
