"""Find amounts of money: "EUR 48,500.00", "€1.5m", "ten thousand euros (EUR 10,000) per month".

Brackets mean a negative amount only around the bare number beside its currency, "EUR (500)"; of
"($500)" nobody can tell, and the reading says so. In "$5 to $10 million" the 5 is left out: it
hardly means five dollars, and nothing says it means five million.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from pincite.records.span import Span
from pincite.values.amount_pairs import common, comparable, named_after
from pincite.values.amount_ranges import in_range, led_by_range, scale_is_open, share_units
from pincite.values.currencies import CURRENCY_WORDS, ONLY_IN_PAIR
from pincite.values.currency_marks import find_marks
from pincite.values.gaps import GAP, SPACE, after_gap, stands_in_brackets
from pincite.values.money import Money, read_moneys
from pincite.values.money_units import UNIT_WORDS, read_unit
from pincite.values.number_words import NUMBER_WORDS
from pincite.values.numerals import Numeral, find_numerals
from pincite.values.pairs import (
    DISAGREE,
    FIGURES,
    IN_BRACKETS,
    WORDS,
    Written,
    join_pairs,
    with_bare_numbers,
)
from pincite.values.readings import Reading, in_order
from pincite.values.surroundings import SIGN, after, before, weigh
from pincite.values.types import Amount
from pincite.values.wrapping import read_unwrapped

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
