"""Find every place of a text that gives an answer: its own, its quote's, and where the value is said again.

A value is looked for with our own parsers, so "thirty (30) days" is found to say again what "30 days"
says. What no parser reads, a clause or a yes or no, is found by its quote, and its whole paragraph counts:
"Notwithstanding the foregoing, either party may …" answers the same question as the sentence before it.
"""

from __future__ import annotations

import functools
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from pydantic import BaseModel, ValidationError

from pincite.ingest.text import TextParser
from pincite.prove.quote import locate
from pincite.quality.questions import GoldAnswer, GoldRow
from pincite.records.span import Span
from pincite.values.agreement import may_be_one
from pincite.values.readings import Reading
from pincite.values.registered import OF_WHOLE_BLOCKS, find, moved, value_types
from pincite.values.types import Amount, DateValue, Number, same

# What an answer without a typed value may be all the same, the more telling first.
_TELLING = ("date", "amount", "percentage", "duration", "iban", "organisation")
_FEWEST_LETTERS = 4
_SHORTEST_SENTENCE = 40
_LONGEST_PARAGRAPH = 2000


def blocks_of(text: str) -> tuple[Span, ...]:
    """The sentences, list items, rows and headings of a text, as an answer would cite them."""
    return _parts(text)[0]


def touched(text: str, start: int, end: int) -> list[Span]:
    """The blocks that hold some of a place."""
    return _touched(blocks_of(text), start, end)


# The rows of one document come one after another, and each of them needs its sentences.
@functools.lru_cache(maxsize=4)
def _parts(text: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    document = TextParser().read(text.encode(), "text.txt")
    return (
        tuple(sorted(block.span for block in document.blocks)),
        tuple(sorted(paragraph.span for paragraph in document.paragraphs)),
    )


def _touched(parts: Sequence[Span], start: int, end: int) -> list[Span]:
    first = max(0, bisect_right(parts, start, key=lambda part: part.start) - 1)
    found: list[Span] = []
    for part in parts[first:]:
        if part.start >= end:
            break
        if part.end > start:
            found.append(part)
    return found


def anchored(row: GoldRow, text: str) -> GoldRow:
    """The row with places for every answer that has none: of its quote, its words, or else its value."""
    answers = (_anchored(row.answer_type, answer, text) for answer in row.answers)
    return row.model_copy(update={"answers": tuple(answers)})


def _anchored(answer_type: str | None, answer: GoldAnswer, text: str) -> GoldAnswer:
    if answer.spans:
        return answer
    # "Yes" and "No" are words of the gold, and not of the document.
    for words in (answer.quote, answer.text if answer_type != "boolean" else ""):
        spans = tuple((match.start, match.end) for match in locate(words, text))
        if spans:
            return answer.model_copy(update={"spans": spans})
    kind, value = said(answer_type, answer)
    if kind is None or value is None:
        return answer
    again = tuple((reading.start, reading.end) for reading in said_again(kind, value, text))
    return answer.model_copy(update={"spans": again or None})


def stating(row: GoldRow, text: str) -> list[Span] | None:
    """Every place that gives an answer of the row; None when some answer has no place, or only a common word.

    An answer of a few letters would be found in words that have nothing to do with it.
    """
    places: set[Span] = set()
    for answer in anchored(row, text).answers:
        kind, value = said(row.answer_type, answer)
        if not answer.spans or (kind is None and not _is_telling(row, answer)):
            return None
        own = {Span(start, end) for start, end in answer.spans} | {*_matches(row, answer, text)}
        places |= {_widened(text, place) for place in own} if kind is None else own
        if kind is not None and value is not None:
            places |= {Span(again.start, again.end) for again in said_again(kind, value, text)}
    return sorted(places)


def _widened(text: str, place: Span) -> Span:
    """Of a place that holds a sentence, its paragraph; of a long paragraph, one sentence on either side."""
    if place.end - place.start < _SHORTEST_SENTENCE:
        return place
    blocks, paragraphs = _parts(text)
    whole = _touched(paragraphs, place.start, place.end)
    if whole and whole[-1].end - whole[0].start <= _LONGEST_PARAGRAPH:
        return Span(min(place.start, whole[0].start), max(place.end, whole[-1].end))
    inside = _touched(blocks, place.start, place.end)
    if not inside:
        return place
    first, last = blocks.index(inside[0]), blocks.index(inside[-1])
    return Span(blocks[max(0, first - 1)].start, blocks[min(len(blocks) - 1, last + 1)].end)


def said(answer_type: str | None, answer: GoldAnswer) -> tuple[str | None, BaseModel | None]:
    """The typed value of an answer with the name of its type; of a text that is a date, the date."""
    if answer_type is not None and answer_type not in OF_WHOLE_BLOCKS and answer.value is not None:
        try:
            return answer_type, value_types()[answer_type].model.model_validate(answer.value)
        except (KeyError, ValidationError):
            return None, None
    for kind in _TELLING if answer_type != "boolean" else ():
        for reading in find(kind, answer.text) if len(answer.text) < 200 else ():
            if reading.original(answer.text).strip(" .,") == answer.text.strip(" .,"):
                return kind, reading.value
    return None, None


def said_again(kind: str, value: BaseModel, text: str) -> Iterator[Reading[BaseModel]]:
    """Every reading of the text that says the value, or so much of it that it would pass for the answer."""
    for block in blocks_of(text):
        for reading in find(kind, block.of(text)):
            if restates(reading.value, value):
                yield moved(reading, block.start)


def restates(one: BaseModel, other: BaseModel) -> bool:
    """Whether two values are the same, as far as both say something: 4,500 may be EUR 4,500."""
    match one, other:
        case Amount(), Amount():
            return one.value == other.value and may_be_one(one.currency, other.currency)
        case Number(), Number():
            return one.value == other.value and may_be_one(one.unit, other.unit)
        case DateValue(), DateValue() if "year" not in (one.precision, other.precision):
            return one.iso[:7] == other.iso[:7] and may_be_one(one.iso[7:] or None, other.iso[7:] or None)
    return same(one, other)


def _is_telling(row: GoldRow, answer: GoldAnswer) -> bool:
    words = answer.quote if row.answer_type == "boolean" else answer.text or answer.quote
    return sum(character.isalnum() for character in words) >= _FEWEST_LETTERS


def _matches(row: GoldRow, answer: GoldAnswer, text: str) -> Iterable[Span]:
    # The text of a yes or no is "Yes", which is not what the document says.
    wordings = {answer.quote} if row.answer_type == "boolean" else {answer.quote, answer.text}
    for words in sorted(wordings - {""}):
        for match in locate(words, text):
            yield Span(match.start, match.end)
