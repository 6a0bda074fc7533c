"""Say a value as a person would: EUR 48,500.00, 31 December 2027, 60 days, Yes, DE89 3704 0044 …"""

from __future__ import annotations

import re

from pydantic import BaseModel

from pincite.answer.answers import Item
from pincite.language.line_ends import on_one_line
from pincite.values.in_words import date_in_words, duration_in_words, grouped, joined
from pincite.values.types import (
    Address,
    Amount,
    Boolean,
    Clause,
    DateRange,
    DateValue,
    Duration,
    Iban,
    Number,
    Organisation,
    Percentage,
    PersonName,
    TableValue,
    Text,
)

_LONGEST_CONDITION = 200
_MARKER = re.compile(r"\W*(?:(?:\d{1,3}|[a-zA-Z]|[ivxlcIVXLC]{1,6})[.)])?\W*")


def item_in_words(item: Item) -> str:
    """The value with what limits it."""
    words = said(item)
    if isinstance(item.value, Boolean):
        conditions = (_condition(item.value, on_one_line(each)) for each in item.limits)
        return ", ".join([words, *conditions])
    # A unit of the value may say the same: "EUR 700 per month".
    limits = [on_one_line(limit) for limit in item.limits if on_one_line(limit) not in words]
    return f"{words} ({', '.join(limits)})" if limits else words


def said(item: Item) -> str:
    """The value for a reader; words that are no value by themselves stand in their sentence, marked.

    A quote may be cut from behind a "not", and a figure from the expression that it is a part of.
    """
    if is_words(item):
        before, words, after = in_sentence(item)
        return f"{before}«{words}»{after}" if words else before
    if any(check.check == "plain" and check.state == "open" for check in item.proof):
        return on_one_line(item.original)
    return in_words(item.value)


def is_words(item: Item) -> bool:
    """Whether the value is words of the document, and no cell, whole list item or computed value."""
    return isinstance(item.value, Text | Clause) and item.derivation is None and not item.is_cell


def in_sentence(item: Item) -> tuple[str, str, str]:
    """The sentence of an item's words as what stands before them, the words, and what stands after them.

    The words are empty where they are all of it, but for the mark of a list item.
    """
    sentence, words = on_one_line(item.words.snippet), on_one_line(item.original)
    place = re.search(rf"(?<!\w){re.escape(words)}(?!\w)", sentence)
    if place is None:
        return (words, "", "") if sentence in words else (sentence, "", "")
    before, after = sentence[: place.start()], sentence[place.end() :]
    if _MARKER.fullmatch(before) and not re.search(r"\w", after):
        return words, "", ""
    return before, words, after


def shortened(text: str, longest: int) -> str:
    """The text, or as many whole words of it as there is room for."""
    return text if len(text) <= longest else text[:longest].rsplit(" ", 1)[0] + " …"


def in_words(value: BaseModel) -> str:
    """The value for a reader; a kind that is not known here is shown as its JSON."""
    match value:
        case Amount():
            return joined(value.currency, grouped(value.value), value.unit)
        case DateValue():
            return date_in_words(value.iso)
        case DateRange():
            return _range(value)
        case Duration():
            return duration_in_words(value.iso8601)
        case Percentage():
            return f"{grouped(value.value)} %"
        case Number():
            return joined(grouped(value.value), value.unit)
        case Boolean():
            return "Yes" if value.value else "No"
        case Address():
            town = joined(value.postal_code, value.city)
            return ", ".join(part for part in (value.street, town, value.country) if part)
        case PersonName():
            return joined(value.first, value.middle, value.last)
        case Organisation():
            return on_one_line(value.name)
        case Iban():
            return " ".join(value.iban[at : at + 4] for at in range(0, len(value.iban), 4))
        case TableValue():
            return _table(value)
        case Text() | Clause():
            return on_one_line(value.text)
    return value.model_dump_json()


def _range(value: DateRange) -> str:
    if value.start is None or value.end is None:
        return (
            f"from {date_in_words(value.start)}" if value.start else f"until {date_in_words(value.end or '')}"
        )
    return f"{date_in_words(value.start)} to {date_in_words(value.end)}"


def _table(value: TableValue) -> str:
    """How large it is and what names its columns; the rows stand below, in the cited words."""
    rows = "1 row" if len(value.rows) == 1 else f"{len(value.rows)} rows"
    named = f": {', '.join(on_one_line(header) or '–' for header in value.headers)}" if value.headers else ""
    return f"a table of {rows} and {len(value.rows[0])} columns{named}"


def _condition(answer: Boolean, words: str) -> str:
    """What limits a yes or no, in the document's words; "not" for who reads it: "No, not without consent"."""
    said = words[:1].lower() + words[1:]
    denied = not answer.value and said.startswith("without ")
    return shortened(f"not {said}" if denied else said, _LONGEST_CONDITION)
