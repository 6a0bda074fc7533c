"""Find amounts of money: "EUR 48,500.00", "€1.5m", "ten thousand euros (EUR 10,000) per month".

Brackets mean a negative amount only around the bare number beside its currency, "EUR (500)"; of
"($500)" nobody can tell, and the reading says so. In "$5 to $10 million" the 5 is left out: it
hardly means five dollars, and nothing says it means five million.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from itertools import zip_longest

from pincite.records.span import Span
from pincite.values.currencies import CURRENCY_WORDS, DOLLARS, ONLY_IN_PAIR, find_marks
from pincite.values.gaps import GAP, SPACE, after_gap, read_unwrapped, stands_in_brackets
from pincite.values.money import UNIT_WORDS, Money, read_moneys, read_unit, short_scale
from pincite.values.number_words import NUMBER_WORDS
from pincite.values.numerals import Numeral, find_numerals
from pincite.values.pairs import (
    DISAGREE,
    FIGURES,
    IN_BRACKETS,
    WORDS,
    Written,
    head_of,
    join_pairs,
    with_bare_numbers,
)
from pincite.values.readings import Reading, in_order
from pincite.values.surroundings import SIGN, after, before, weigh
from pincite.values.types import Amount

_NAMES_COUNTRY = re.compile(r"(?i:US|U\.S|America|United)")
_CODE_AFTER = re.compile(rf"(?<=[)\]]){GAP}(?P<code>[A-Z]{{3}})(?![\w])")


def named_after(text: str, reading: Reading[Amount]) -> Reading[Amount]:
    """ "five hundred dollars ($500) CAD" are Canadian."""
    found = _CODE_AFTER.match(text, reading.end)
    if not found or found["code"] not in DOLLARS or not _is_bare_dollar(text, reading):
        return reading
    value = reading.value.model_copy(update={"currency": found["code"]})
    return replace(reading, value=value, end=found.end())


def comparable(a: Amount, b: Amount) -> bool:
    """Of two currencies one sum may be the other's worth: "five dollars (EUR 4.60)"; an equal one hardly."""
    return a.currency == b.currency or a.value == b.value


def common(text: str, a: Reading[Amount], b: Reading[Amount]) -> Amount | None:
    """The amount that both say: "Canadian dollars ($1,000)", "fifty thousand euros (EUR 50.000)"."""
    currency = _common_currency(text, a, b)
    value = next((x for x in _values(a) for y in _values(b) if x == y), None)
    if value is None or (currency is None and a.value.currency != b.value.currency):
        return None
    return Amount(value=value, currency=currency, unit=None)


def _common_currency(text: str, a: Reading[Amount], b: Reading[Amount]) -> str | None:
    first, second = a.value.currency, b.value.currency
    if first == second or not second:
        return first
    if not first or (_is_bare_dollar(text, a) and second in DOLLARS):
        return second
    return first if _is_bare_dollar(text, b) and first in DOLLARS else None


def _is_bare_dollar(text: str, reading: Reading[Amount]) -> bool:
    return reading.value.currency == "USD" and not _NAMES_COUNTRY.search(text, reading.start, reading.end)


def _values(reading: Reading[Amount]) -> list[Decimal]:
    grouped = reading.ambiguous.startswith("a decimal point")
    return [reading.value.value, *([reading.value.value * 1000] if grouped else [])]


# What may follow the second number of "EUR 5,000 to 10,000"; a noun would make it a count.
_ENDS = re.compile(
    rf"{GAP}(?:\Z|[^\w\s]|\n|(?i:per|an?|each|in|and|or|for|as|plus|is|shall|may|monthly|annually)(?![\w]))"
)
_TO = re.compile(rf"{GAP}[-–—]{GAP}|{SPACE}(?i:to|and|or){SPACE}")
_UP_TO = re.compile(rf"{GAP}[-–—]{GAP}|{SPACE}(?i:to){SPACE}")


def led_by_range(
    text: str, numerals: Sequence[Numeral], moneys: Sequence[Money | None], at: int
) -> Money | None:
    """The 10,000 of "EUR 5,000 to 10,000"."""
    low = moneys[at - 1] if at else None
    if low is None or not low.leads:
        return None
    high = short_scale(text, numerals[at])
    if not low.value < high.value or high.after:
        return None
    if (
        high.start - low.end > 90
        or not _TO.fullmatch(text, low.end, high.start)
        or not _ENDS.match(text, high.end)
    ):
        return None
    within = Span(low.start, high.end)
    return Money(high.value, high.start, high.end, low.currency, low.note, scaled=high.scaled, within=within)


def in_range(text: str, numerals: Sequence[Numeral], moneys: Sequence[Money | None], at: int) -> Money | None:
    """The 5,000 of "5,000 to 10,000 euros"."""
    high = moneys[at + 1] if at + 1 < len(moneys) else None
    head = head_of(text, numerals, at + 1) if high and not high.leads and not high.sign else None
    if high is None or head is None:
        return None
    low, within = head.numeral, Span(head.start, high.end)
    note = low.ambiguous or high.note
    value = low.value / 100 if high.minor else low.value  # "5 to 10 pence"
    return Money(value, low.start, low.end, high.currency, note, scaled=low.scaled, within=within)


def scale_is_open(text: str, numerals: Sequence[Numeral], moneys: Sequence[Money | None], at: int) -> bool:
    """Whether "million" after the range may also be meant for its first number."""
    if at + 1 >= len(numerals):
        return False
    low, high, money, other = numerals[at], short_scale(text, numerals[at + 1]), moneys[at], moneys[at + 1]
    end, start = money.end if money else low.end, other.start if other else high.start
    scaled = money.scaled if money else low.scaled
    if scaled or low.value >= 1000 or not high.scaled or not end <= start <= end + 90:
        return False
    return bool(_TO.fullmatch(text, end, start))


def share_units(text: str, readings: Sequence[Reading[Amount]]) -> list[Reading[Amount]]:
    """ "$1.00 to $5.00 per unit": both are paid per unit."""
    return [_sharing(text, low, high) for low, high in zip_longest(readings, readings[1:])]


def _sharing(text: str, low: Reading[Amount], high: Reading[Amount] | None) -> Reading[Amount]:
    if high is None or low.value.unit or not high.value.unit:
        return low
    if low.value.currency != high.value.currency or high.start - low.end > 90:
        return low
    if not _UP_TO.fullmatch(text, low.end, high.start):
        return low
    value = low.value.model_copy(update={"unit": high.value.unit})
    start = low.within.start if low.within else low.start
    return replace(low, value=value, within=Span(start, high.end))


_VOCABULARY = NUMBER_WORDS | CURRENCY_WORDS | UNIT_WORDS
_OPENS = re.compile(rf"{GAP}[(\[]{GAP}")
_NO_PAISE = re.compile(r"/[-–]")


_THREE_DECIMALS = frozenset({"BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"})
_GROUPED_TWICE = re.compile(r"[0-9],[0-9]{3}\.[0-9]{3}(?![0-9])|[0-9]\.[0-9]{3},[0-9]{3}(?![0-9])")
_CRORE = re.compile(r"[0-9]\s?(?i:cr)\.?\Z")
_HAS_SCALE = re.compile(r"(?i:thousand|million|billion|lakh|crore)|[0-9][ ]?(?:[kKmMbB]|[mb]n)(?![\w])")
_LARGE = r"(?i:thousands|millions|billions|lakhs|crores|mn|bn)"
# "(in thousands)", "dollars are in millions", "US$'000".
_IN_SCALE = re.compile(
    rf"(?:(?i:dollars|euros|pounds|amounts?|figures|USD|EUR|GBP)|[$€£(\[])"
    rf"(?:{SPACE}(?i:are|is|expressed|stated))?{GAP}(?i:in){SPACE}(?:(?:US|U\.S\.)?[$€£]?{GAP})?{_LARGE}(?![\w])"
    rf"|(?<![0-9])[$€£('’]{GAP}['’]?000['’]?s?(?![\w,.])"
)
_SCALE_NOTE = "in thousands or millions"
_BEFORE = (
    *SIGN,
    before("a credit or debit", rf"(?<![\w])(?:CR|DR|Cr|Dr)\.?{GAP}", r"[^A-Za-z]", "RrTt."),
    before(_SCALE_NOTE, rf"(?<![\w])(?:{_LARGE}|(?i:million|thousand|billion))[:)]?{SPACE}", r"[A-Z$€£¥₹]"),
)
_AFTER = (
    after(_SCALE_NOTE, rf"{GAP}[(\[]?{GAP}(?:(?i:in){SPACE})?(?:{_LARGE}|['’]?000['’]?s?)(?![\w])"),
    after("a credit or debit", rf"{GAP}(?:CR|DR|Cr|Dr|[(\[](?i:credit|debit|cr|dr)\.?[)\]])(?![\w])"),
    after("in angle brackets: perhaps below zero", r">(?![=\w])"),
    after("digits that may be misread", r",[0-9OoIl]{3}(?![\w])", r"[0-9]"),
    after("a dash, or an amount below zero", r"[-−–](?![\w]|\s?[$€£0-9])", r"[0-9]"),
    after("the price of several", rf"{SPACE}(?i:(?:for{SPACE})?(?:each|every)|per|for){SPACE}[0-9]"),
    after("litres, or lakh", rf"{GAP}L(?![\w])"),
    after("a price for a time or a thing", r"-(?i:an?|per)-", r"[0-9]"),
)


def find_amounts(text: str) -> list[Reading[Amount]]:
    """All amounts of money in the text, in order."""
    return read_unwrapped(text, _VOCABULARY, _find)


def _find(text: str) -> list[Reading[Amount]]:
    numerals = find_numerals(text)
    moneys = read_moneys(text, numerals)
    if not any(moneys):  # most texts with numbers speak of no money at all
        return []
    found: list[Written[Amount]] = []
    for at, numeral in enumerate(numerals):
        money = moneys[at] or led_by_range(text, numerals, moneys, at) or in_range(text, numerals, moneys, at)
        if money and not scale_is_open(text, numerals, moneys, at):
            bare = numerals[at - 1] if at and not moneys[at - 1] else None
            form = WORDS if numeral.in_words else FIGURES
            found.append(Written(_reading(text, bare, money), form, numeral.value))
    told = with_bare_numbers(text, found, numerals)
    pairs = join_pairs(text, told, comparable, lambda a, b: common(text, a, b))
    clear = [named_after(text, reading) for reading in pairs if reading.ambiguous != ONLY_IN_PAIR]
    readings = share_units(text, in_order(_with_unit(text, reading) for reading in clear))
    return [_in_scale(text, reading) for reading in weigh(text, readings, _BEFORE, _AFTER)]


# "Came to (USD 500)" may be below zero; "the fee (USD 500)" is a remark.
_LEADS_TO = re.compile(r"\b(?:to|of|was|is|were|are|at|by)\s*\(\s*\Z", re.IGNORECASE)


def _reading(text: str, before: Numeral | None, money: Money) -> Reading[Amount]:
    value = Amount(value=money.value, currency=money.currency, unit=None)
    reading = Reading(value, money.start, money.end, money.note, money.within)
    if not stands_in_brackets(text, money.start, money.end):
        return reading
    if before and before.in_words and _OPENS.fullmatch(text, before.end, money.start):
        return _after_words(text, before, reading)
    doubtful = (money.sign or _LEADS_TO.search(text, 0, money.start)) and not money.note
    return replace(reading, ambiguous=f"{IN_BRACKETS}, or a negative amount") if doubtful else reading


def _after_words(text: str, before: Numeral, reading: Reading[Amount]) -> Reading[Amount]:
    """ "ten thousand ($10,000) dollars" is one amount."""
    closing = after_gap(text, reading.end) + 1
    trail = find_marks(text[closing : closing + 60])
    adjoins = bool(trail) and trail[0].start == after_gap(text, closing) - closing
    end = closing + trail[0].end if adjoins and trail[0].code == reading.value.currency else closing
    note = "" if before.value == reading.value.value else DISAGREE
    return replace(reading, start=before.start, end=end, ambiguous=reading.ambiguous or note)


def _in_scale(text: str, reading: Reading[Amount]) -> Reading[Amount]:
    """Doubted for its own words, or for "(in thousands)" at the head of a table of bare amounts."""
    own = reading.original(text)
    if reading.ambiguous:
        return reading
    if reading.value.currency not in _THREE_DECIMALS and _GROUPED_TWICE.search(own):
        return replace(reading, ambiguous="three decimals, or digits grouped by two marks")
    if own.startswith("INR") and abs(reading.value.value) < 20:
        return replace(reading, ambiguous="rupees, or a measure of how blood clots")
    if _CRORE.search(own) and reading.value.currency != "INR":
        return replace(reading, ambiguous="crore, or a credit")
    if _HAS_SCALE.search(own) or not _states_scale(text):
        return reading
    return replace(reading, ambiguous=_SCALE_NOTE)


# The same text is asked once for each of its amounts.
@lru_cache(maxsize=4)
def _states_scale(text: str) -> bool:
    return bool(_IN_SCALE.search(text))


def _with_unit(text: str, reading: Reading[Amount]) -> Reading[Amount]:
    if reading.within and reading.within.end > reading.end:
        return reading
    slash = _NO_PAISE.match(text, reading.end)
    unit, end = read_unit(text, slash.end() if slash else reading.end)
    end = end if unit else reading.end
    within = reading.within and Span(reading.within.start, end)
    value = reading.value.model_copy(update={"unit": unit})
    return replace(reading, value=value, end=end, within=within)
