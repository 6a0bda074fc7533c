"""Tell by typography whether a value is part of a larger expression: "EUR 400 or more", "50 % of EUR 400".

What stands beside the value decides: an operator, a percent, a second figure of its type, one of a few words
that bound it. The expression, in the document's words, is then what is shown first. Nothing is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.answer.answers import Item
from pincite.answer.checks import Check
from pincite.prove.checks import Grounds, checked
from pincite.prove.value import Words, words_of
from pincite.records.span import Span
from pincite.structure.cells import values_in
from pincite.values.readings import Reading
from pincite.values.registered import find

_KINDS = frozenset({"amount", "date", "date_range", "duration", "percentage", "number"})
_GAP = r"[\s ]*"
# What bounds, estimates, multiplies or chooses, right before a value.
_BEFORE = re.compile(
    r"(?:(?:\b(?:(?:no|not)\s+(?:less|more|later|earlier|fewer)\s+than|(?:less|more|later|earlier|fewer|greater"
    r"|higher|lower|lesser|larger|smaller|longer|shorter)\s+(?:than|of)|at\s+(?:least|most)|up\s+to|as\s+much\s+as"
    r"|minimum|maximum|min\.|max\.|(?:a\s+)?(?:minimum|maximum)\s+of|exceed(?:s|ing)?|(?:in\s+)?excess\s+of|over|above"
    r"|below|under|about|around|approximately|approx\.|circa|ca\.|roughly|nearly|almost|some|between|from|within"
    r"|until|before|after|by|since|plus|minus|times|twice|double|half|per|was|were|formerly|originally)(?:\s+(?:either|both|the|a|an|and|including))*"
    rf"|[~≈<>≤≥±+×*/=−]|\d{_GAP}[x×*]){_GAP})+\Z",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    rf"{_GAP}(?:[+×*/±%‰^]|\b(?:or|and)\s+(?:more|less|above|below|over|under|later|earlier|longer|shorter)\b"
    r"|\bper\s+\w+|\ba(?:n)?\s+(?:day|week|month|year|hour|person|unit|share)\b|\beach\b|\bp\.a\.|\bper\s+cent\s+of\b"
    r"|\b(?:at\s+(?:least|most)|minimum|maximum|plus|minus|times|multiplied|divided|increased|reduced|thereafter|whichever)\b)"
    r"[^.;:,()]{0,40}",
    re.IGNORECASE,
)
_PART_OF = re.compile(
    r"(?:\d[\d.,]*\s?(?:%|‰|per\s?cent|percent)|\b(?:half|third|quarter|tenth|multiple))\s+of\s+(?:the\s+)?\Z",
    re.IGNORECASE,
)
_OF = re.compile(
    r"(?:\d[\d.,]*\s?(?:%|‰|per\s?cent|percent)|\b(?:half|third|quarter|tenth|multiple))\s+of\s+(?:the\s+)?\Z",
    re.IGNORECASE,
)
_OF = re.compile(r"(?P<share>\d[\d.,]*\s?(?:%|‰|per\s?cent|percent)|\b(?:half|third|quarter|tenth|multiple))\s+of\s+(?:the\s+)?\Z", re.IGNORECASE)  # fmt: skip
_OF = re.compile(r"\s*of\s+[^.;:,()]{1,60}", re.IGNORECASE)
_CHOICE = re.compile(
    r"\b(?:the\s+)?(?:greater|higher|lower|lesser|larger|smaller|earlier|later|longer|shorter|least|greatest|sum|total"
    r"|average|product|difference)\s+(?:of|between)\s*(?:\(?\w{1,3}\)\s*)?\Z",
    re.IGNORECASE,
)
# "EURIBOR + 2 %": what it is added to.
_ADDED = re.compile(r"[\w%]+\s*[+×*/−]\s*\Z")
_REST = re.compile(r"[^.;:]{0,160}")
_MOST_WORDS = 3


def prove_plain(item: Item, grounds: Grounds) -> Check | None:
    """Whether nothing adjoins the value; None of what is no figure, and of a cell."""
    if item.type not in _KINDS or item.derivation is not None:
        return None
    for words in words_of(item, grounds):
        document = words.ground.document
        if document is not None and document.cell_of(words.span) is not None:
            return None
        whole = expression(item.type, words)
        if whole is None:
            return checked("plain", "proved", "nothing adjoins the value")
        said = " ".join(whole.of(words.ground.text).split())
        return checked("plain", "open", f"it is part of “{said}”")
    return None


def expression(kind: str, words: Words) -> Span | None:
    """The larger expression that a value is part of; None where it stands by itself."""
    sentence, readings = _sentence(kind, words)
    text = sentence.of(words.ground.text)
    own = _own(readings, Span(words.span.start - sentence.start, words.span.end - sentence.start))
    start, end = own.start, own.end
    for other in readings:
        if other.end <= own.start and _few(text[other.end : own.start]):
            start = min(start, other.start)
        if other.start >= own.end and _few(text[own.end : other.start]):
            end = max(end, other.end)
    if chosen := _CHOICE.search(text, 0, start):
        start = chosen.start()
        rest = _REST.match(text, end)
        end = rest.end() if rest else end
    if share := _PART_OF.search(text, 0, start):
        start = share.start()
    if kind == "percentage" and (of := _OF.match(text, end)):
        end = of.end()
    if before := _BEFORE.search(text, 0, start):
        start = before.start()
        if added := _ADDED.search(text, 0, own.start):
            start = min(start, added.start())
    if behind := _BEHIND.match(text, end):
        end = behind.end()
    while end > own.end and text[end - 1].isspace():
        end -= 1
    while start < own.start and text[start].isspace():
        start += 1
    found = Span(sentence.start + start, sentence.start + end)
    return None if words.span.covers(found) else found


def _own(readings: Sequence[Reading], words: Span) -> Span:  # type: ignore[type-arg]
    """The value's own reading where there is one: its words may be narrower, as a number without its unit."""
    for reading in readings:
        if reading.start <= words.start and words.end <= reading.end:
            return Span(reading.start, reading.end)
    return words


def _sentence(kind: str, words: Words) -> tuple[Span, Sequence[Reading]]:  # type: ignore[type-arg]
    document = words.ground.document
    blocks = document.blocks_of(words.span) if document else ()
    if document is not None and len(blocks) == 1:
        return blocks[0].span, values_in(kind, document, blocks[0])
    span = Span(words.place.start, words.place.end)
    return span, find(kind, words.place.snippet)


def _few(between: str) -> bool:
    """Whether two figures stand beside each other: a sentence goes on between what is further apart."""
    return len(between.split()) <= _MOST_WORDS and not any(mark in between for mark in ".;:")
