"""Tell by typography whether a value is part of a larger expression: "EUR 400 or more", "50 % of EUR 400".

What stands beside the value decides: an operator, a percent, a second figure of its type, one of a few words
that bound it. The expression, in the document's words, is then what is shown first. Nothing is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import BaseModel

from pincite.answer.answers import Item
from pincite.answer.checks import Check
from pincite.prove.against import Grounds, checked
from pincite.prove.value import Words, words_of
from pincite.records.span import Span
from pincite.structure.cell_facts import fact_at
from pincite.structure.cells import values_in
from pincite.values.printed_figure import printed_figure
from pincite.values.readings import Reading
from pincite.values.registered import find
from pincite.values.types import same

_KINDS = frozenset({"amount", "date", "date_range", "duration", "percentage", "number"})
_GAP = r"[\s ]*"
# What bounds, estimates, multiplies or chooses, right before a value.
_BEFORE = re.compile(
    r"(?:(?:\b(?:(?:no|not)\s+(?:less|more|later|earlier|fewer)\s+than|(?:less|more|later|earlier|fewer|greater"
    r"|higher|lower|lesser|larger|smaller|longer|shorter)\s+(?:than|of)|at\s+(?:least|most)|up\s+to|as\s+much\s+as"
    r"|minimum|maximum|min\.|max\.|(?:a\s+)?(?:minimum|maximum)\s+of|exceed(?:s|ing)?|(?:in\s+)?excess\s+of|over|above"
    r"|below|under|about|around|approximately|approx\.|circa|ca\.|roughly|nearly|almost|some|between|from|within"
    r"|until|before|after|by|since|plus|minus|times|twice|double|half|per|formerly|originally)(?:\s+(?:either|both|the|a|an|and|including))*"
    rf"|[~≈<>≤≥±+×*/=−]|\d{_GAP}[x×*]){_GAP})+\Z",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    rf"{_GAP}(?:[+×*/±%‰^]|\b(?:or|and)\s+(?:more|less|above|below|over|under|later|earlier|longer|shorter)\b"
    r"|\bper\s+\w+|\ba(?:n)?\s+(?:day|week|month|year|hour|person|unit|share)\b|\beach\b|\bp\.a\.|\bper\s+cent\s+of\b"
    r"|\b(?:above|below|at\s+(?:least|most)|minimum|maximum|times|multiplied|divided|increased|reduced|thereafter|whichever)\b)"
    r"[^.;:,()]{0,40}",
    re.IGNORECASE,
)
DENIED_BEFORE = re.compile(
    r"\b(?:(?:shall|must|may|can|could|will|would|should|is|are|was|were|do|does|did|has|have|need)\s+)?"
    r"(?:not|never|no|nor|neither|cannot|without|n[’']t)\s+(?:\w+\s+){0,3}\Z",
    re.IGNORECASE,
)
_PER = re.compile(rf"{_GAP}(?:per\s+\w+|p\.\s?a\.|a\s+year|each\s+year)", re.IGNORECASE)
_PART_OF = re.compile(
    r"(?:\d[\d.,]*\s?(?:%|‰|per\s?cent|percent)|\b(?:half|third|quarter|tenth|multiple))\s+of\s+(?:the\s+)?\Z",
    re.IGNORECASE,
)
_WORD = r"[^\W\d]+(?:[-’'][^\W\d]+)*"
_OF = re.compile(
    rf"\s*of\s+(?:(?:[A-Z]{{3}}|[$€£¥])\s?\d(?:[\d.,]*\d)?|{_WORD}(?:\s+{_WORD}){{0,3}})", re.IGNORECASE
)
_CHOICE = re.compile(
    r"\b(?:the\s+)?(?:greater|higher|lower|lesser|larger|smaller|earlier|later|longer|shorter|least|greatest|sum|total"
    r"|average|product|difference)\s+(?:of|between)\s*(?:\(?\w{1,3}\)\s*)?\Z",
    re.IGNORECASE,
)
_WAS = re.compile(r"\b(?:was|were|is|are)\s+\Z", re.IGNORECASE)
# "EURIBOR + 2 %": what it is added to.
_ADDED = re.compile(r"[\w%]+\s*[+×*/−]\s*\Z")
_REST = re.compile(r"(?:[^.;:]|[.](?=\d)){0,160}")
_YEAR = re.compile(r"(?:19|20)\d\d")
_MOST_WORDS = 3


def prove_plain(item: Item, grounds: Grounds) -> Check | None:
    """Whether nothing adjoins the value, or all that does is shown; None of a cell and of no figure."""
    found = _expression(item, grounds)
    if found is None:
        return None
    words, whole = found
    said = " ".join(whole.of(words.ground.text).split())
    shown = item.model_copy(update={"original": said})
    if not words.span.covers(whole) and any(True for _ in words_of(shown, grounds)):
        return checked("plain", "contradicted", f"“{item.original}” is only part of “{said}”")
    read = find(item.type, said)
    # The ends of a range have words of their own around them.
    most = len(said) if item.type != "date_range" else 0
    itself = any(same(each.value, item.value) and len(each.original(said)) >= most for each in read)
    if itself or not read:
        return checked("plain", "proved", "nothing adjoins the value")
    return checked("plain", "open", f"the value is part of “{said}”")


def with_expression(item: Item, grounds: Grounds) -> Item:
    """The item with the larger expression that its value is part of as its words, where there is one."""
    found = _expression(item, grounds)
    if found is None or found[0].span.covers(found[1]):
        return item
    words, whole = found
    shown = item.model_copy(update={"original": " ".join(whole.of(words.ground.text).split())})
    return shown if any(True for _ in words_of(shown, grounds)) else item


def _expression(item: Item, grounds: Grounds) -> tuple[Words, Span] | None:
    if item.type not in _KINDS or item.derivation is not None:
        return None
    words = next(words_of(item, grounds), None)
    if words is None:
        return None
    document = words.ground.document
    fact = fact_at(document, words.span) if document is not None else None
    if fact is not None and fact.printed is not None:
        return None
    if document is None and printed_figure(words.place.snippet) is not None:
        return None
    return words, expression(item.type, words)


def expression(kind: str, words: Words) -> Span:
    """A value with all that adjoins it; its own words where nothing does."""
    sentence, readings = _sentence(kind, words)
    text = sentence.of(words.ground.text)
    own = _own(readings, Span(words.span.start - sentence.start, words.span.end - sentence.start))
    while (wider := _wider(kind, text, readings, own)) != own:
        own = wider
    return Span(sentence.start + own.start, sentence.start + own.end)


def _wider(kind: str, text: str, readings: Sequence[Reading[BaseModel]], own: Span) -> Span:
    start, end = own.start, own.end
    for other in readings:
        if other.end <= own.start and _few(text[other.end : own.start]):
            start = min(start, other.start)
        if other.start >= own.end and _few(text[own.end : other.start]):
            end = max(end, other.end)
    # "was EUR 400 and is now EUR 900"
    if (start, end) != (own.start, own.end) and (was := _WAS.search(text, 0, start)):
        start = was.start()
    if chosen := _CHOICE.search(text, 0, start):
        start = chosen.start()
        rest = _REST.match(text, end)
        end = rest.end() if rest else end
    if share := _PART_OF.search(text, 0, start):
        start = share.start()
    if kind == "percentage" and (of := _OF.match(text, end)):
        end = of.end()
    if kind != "date_range" and (before := _BEFORE.search(text, 0, start)):
        start = before.start()
        # "shall not exceed" without its "not" would say the opposite.
        if denied := DENIED_BEFORE.search(text, 0, start):
            start = denied.start()
        if added := _ADDED.search(text, 0, own.start):
            start = min(start, added.start())
    # "4 % per year" is a rate that says what it is of.
    behind = _BEHIND.match(text, end)
    if behind and not (kind == "percentage" and _PER.match(text, end)):
        end = behind.end()
    # No word is cut in two.
    while end > own.end and text[end - 1 : end + 1].isalnum() and len(text) > end:
        end -= 1
    while end > own.end and (text[end - 1].isspace() or text[end - 1] in ",;:"):
        end -= 1
    while start < own.start and text[start].isspace():
        start += 1
    return Span(start, end)


def _own(readings: Sequence[Reading[BaseModel]], words: Span) -> Span:
    """The value's own reading where there is one: its words may be narrower, as a number without its unit."""
    for reading in readings:
        if reading.start <= words.start and words.end <= reading.end:
            return Span(reading.start, reading.end)
    return words


def _sentence(kind: str, words: Words) -> tuple[Span, Sequence[Reading[BaseModel]]]:
    document = words.ground.document
    blocks = document.blocks_of(words.span) if document else ()
    span, read = Span(words.place.start, words.place.end), find(kind, words.place.snippet)
    if document is not None and len(blocks) == 1:
        cell = document.cell_of(words.span)
        span, read = blocks[0].span, values_in(kind, document, blocks[0])
        if cell is not None:
            span, read = cell.span, find(kind, cell.span.of(document.text))
    text = span.of(words.ground.text)
    return span, [each for each in read if kind != "number" or not _YEAR.fullmatch(each.original(text))]


def _few(between: str) -> bool:
    """Whether two figures stand beside each other: a sentence goes on between what is further apart."""
    apart = between.strip() in ("", ",", "|", '"') or any(mark in between for mark in '.;:|“”"')
    return not apart and len(between.split()) <= _MOST_WORDS
