"""Where the gold answers of a row stand, in the lines of a view, as a reader names them: numbers and words.

The words are the gold's own, and so is the value: none is made by our parsers, or a reader of known honesty
would only say what they can read anyway. Where a set gives values alone (kleister), our parsers find the
place of a date or a length of time, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from pydantic import BaseModel, ValidationError

from evals.modes.stating import said_again
from evals.score.observation import Place
from pincite.answer.view_and_form import ReadItem, View, ViewLine
from pincite.prove.quote import locate
from pincite.quality.observing import Range
from pincite.quality.questions import GoldAnswer, GoldRow
from pincite.records.document import FURNITURE, Block
from pincite.records.library import Held
from pincite.records.span import Span
from pincite.values.registered import value_types

LONGEST_WORDS = 2_000
_OF_WORDS = frozenset({"text", "clause", "table"})
# The keys of a value whose row does not say which type it has.
_TYPES_BY_KEY = {"iso": "date", "iso8601": "duration", "currency": "amount"}
_FEWEST_LETTERS = 3
_SCALES = {Decimal(10**3): "thousand", Decimal(10**6): "million", Decimal(10**9): "billion"}
_LONGEST_NOTE = 300


def value_of(row: GoldRow, gold: GoldAnswer) -> tuple[str, BaseModel] | None:
    """The gold's own value with the name of its type; None where it has words alone."""
    written = gold.value or {}
    kind = row.answer_type or next((name for key, name in _TYPES_BY_KEY.items() if key in written), None)
    if kind is None or kind in _OF_WORDS or not written:
        return None
    model = value_types()[kind].model
    try:
        return kind, model.model_validate(dict.fromkeys(model.model_fields) | written)
    except ValidationError:
        return None


def yes_or_no(row: GoldRow) -> bool | None:
    """What a row says whose answer is a yes or no; None for any other."""
    said = (row.answers[0].value or {}).get("value") if row.answers else None
    return said if isinstance(said, bool) else None


def has_place(row: GoldRow) -> bool:
    """Whether the gold says where an answer stands."""
    return any(gold.spans or gold.quote for gold in row.answers)


def places_of(row: GoldRow, gold: GoldAnswer, held: Held) -> list[Range]:
    """Where a gold answer stands in a document: at its places, or wherever its quote, words or value are."""
    text = held.document.text
    if gold.spans:
        return [span for span in gold.spans if span[1] <= len(text)]
    if gold.quote:
        return [(match.start, match.end) for match in locate(gold.quote, text)]
    if has_place(row) or sum(map(str.isalnum, gold.text)) < _FEWEST_LETTERS:
        return []
    found = [(match.start, match.end) for match in locate(gold.text, text)]
    typed = value_of(row, gold)
    if found or typed is None or typed[0] not in ("date", "duration"):
        return found
    return [(reading.start, reading.end) for reading in said_again(*typed, text)]


def is_placed(row: GoldRow, held: Held) -> bool:
    """Whether some gold answer stands in lines that a view can show."""
    return any(_blocks(held, place) for gold in row.answers for place in places_of(row, gold, held))


def item_of(
    row: GoldRow, gold: GoldAnswer, held: Held, view: View, offered: Sequence[str]
) -> tuple[ReadItem, Place] | None:
    """A gold answer as an item that names lines of the view, and its place; None where they are not shown.

    `offered` are the types of value that the form has for this question.
    """
    for start, end in places_of(row, gold, held):
        blocks = _blocks(held, (start, end))
        lines = [
            line
            for line in view.lines
            if line.identity == held.identity and any(line.block == block.number for block in blocks)
        ]
        if not lines or {line.block for line in lines} != {block.number for block in blocks}:
            continue
        typed = value_of(row, gold)
        kind, value = typed if typed and typed[0] in offered else ("", None)
        words = _words(row, gold, held, (start, end), lines)
        numbers = [line.number for line in lines]
        if (stated := _scale_line(view, lines, words, value)) is not None:
            numbers.append(stated)
        item = ReadItem(tuple(dict.fromkeys(numbers)), words, value, kind)
        span = Span(blocks[0].span.start, blocks[-1].span.end)
        return item, Place(
            start=span.start, end=span.end, page=blocks[0].page, snippet=span.of(held.document.text)
        )
    return None


def _blocks(held: Held, place: Range) -> list[Block]:
    """The sentences, items and rows of a place; none where it stands in what no view shows."""
    blocks = held.document.blocks_of(Span(*place))
    return [] if any(block.kind in FURNITURE for block in blocks) else list(blocks)


def _words(row: GoldRow, gold: GoldAnswer, held: Held, place: Range, lines: Sequence[ViewLine]) -> str:
    """The gold's own words as they stand in these lines; empty for all of them, where they cut a word."""
    text = held.document.text
    own = gold.text if gold.quote and not gold.spans else text[slice(*place)]
    if yes_or_no(row) is not None or not own.strip() or len(own) > LONGEST_WORDS:
        return ""
    first, last = lines[0].span.start, lines[-1].span.end
    inside = any(first <= match.start and match.end <= last for match in locate(own, text))
    return own if inside else ""


def _scale_line(view: View, lines: Sequence[ViewLine], words: str, value: BaseModel | None) -> int | None:
    """The nearest line that states in what a figure is printed, where the gold gives it in full."""
    full = getattr(value, "value", None)
    printed = re.sub(r"[^\d.]", "", words)
    if not isinstance(full, Decimal) or not re.fullmatch(r"\d+(?:\.\d+)?", printed) or not Decimal(printed):
        return None
    scale = _SCALES.get(abs(full) / Decimal(printed))
    at = lines[0].number
    stating = [line for line in view.lines if scale and scale in line.text.casefold()]
    own = [line for line in stating if line.identity == lines[0].identity and len(line.text) < _LONGEST_NOTE]
    # A note stands above its table, or else somewhere near it.
    return min(own, key=lambda line: (line.number > at, abs(line.number - at))).number if own else None
