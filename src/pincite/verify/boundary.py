"""Decide whether a quote may begin or end at a place in the text.

"exclusive" stands in "non-exclusive", "500" in "(500)", "$5" in "$5 million": each is in the text, letter
for letter, and each says what the document does not. So a place where a word or a number would be parted
from what belongs to it is no place to begin or end. A number belongs to its sign, bracket, currency,
percent, scale, unit and exponent, whether it is written in digits or in words.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable

from pincite.records.fold import IGNORABLE, LINE_BREAKS, MARKS


def may_begin(text: str, at: int) -> bool:
    """Whether a quote may begin at `at`: nothing before it belongs to what follows."""
    return _allowed(text, at, _ties)


def may_end(text: str, at: int) -> bool:
    """Whether a quote may end at `at`: nothing after it belongs to what stands before."""
    return _allowed(text, at, _ties_at_end)


_LETTER = r"[^\W\d_]"
_FRACTION = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_DIGIT = rf"[\d{_FRACTION}⁰¹²³⁴-⁹]"
_DASH = r"[-\u2010-\u2015\u2212]"
_HYPHEN = r"[-\u2010-\u2013\u2212]"  # any dash but the long ones, which part sentences

_SMALL = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen"
    "|seventeen|eighteen|nineteen"
)
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_SCALE = "(?:hundred|thousand|million|billion|trillion|dozen|lakh|crore)s?"
_SHORT_SCALE = "(?-i:mn|mln|mio|MM|bn|tn|k)"
_NUMBER_WORD = rf"\b(?:zero|half|{_SMALL}|{_TENS}|{_SCALE})\b"
_PARTS = r"(?:half|halves|(?:third|quarter|fourth|fifth|sixth|eighth|tenth|hundredth|thousandth)s)\b"
_PART = rf"(?:{_PARTS}|(?:third|quarter|fourth|fifth|sixth|eighth|tenth|hundredth)\b)"

_SYMBOL = r"[$€£¥¢₹₽₩₪₫₴₱₺₿฿₦₡₲₵₸]"
_CODE = (
    r"(?-i:USD|EUR|GBP|CHF|JPY|CNY|RMB|HKD|SGD|TWD|NTD|KRW|INR|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RUB|TRY"
    r"|BRL|MXN|ZAR|ILS|NIS|AED|SAR|THB|IDR|MYR|PHP|VND|Rs)"
)
_NATION = (
    r"(?:U\.?\s?S\.?(?:\s?A\.?)?|United\s+States|American|Canadian|Australian|New\s+Zealand|Hong\s+Kong"
    r"|Singapore|Taiwan|British|Swiss|Japanese|Indian|Chinese|Swedish|Norwegian|Danish)\s+"
)
# One coin with a capital may be a name: "(2) Dollar General".
_MONEY_WORD = (
    rf"(?:{_NATION})?(?:dollars|euros|pounds|cents|pence|yen|yuan|renminbi|francs|rupees|pesos|kron(?:or|er)"
    r"|shekels|rubles|(?-i:dollar|euro|pound|cent|franc|rupee|peso|kron[ae]))\b"
)
_MONEY = rf"(?:{_CODE}\b(?!\s?[\d\[])|{_MONEY_WORD})"
_PERCENT = r"(?:[%‰‱]|(?:per\s?-?cents?|pct|percentage\s+points?|basis\s+points?|(?-i:bps?))\b)"

_UNIT = (
    r"(?-i:[munpμµk]?g|mcg|ug|lbs?|oz|[mdcμµ]?[lL]|[munpμµ]?mol|[mμµn]M|IU|mEq|[kMG]?Hz|[kMGT]?W[hp]?|[km]?V"
    r"|m?Ah|mA|[kM]?J|k?cal|[kMh]?Pa|mmHg|mbar|psi|[kcmnμµ]?m|m[23²³]|ft|yd|mph|sq|ha|bbl|[kKMGT]B|[KMGkmg]bps"
    r"|rpm|dB|BTU|MMB[Tt][Uu]|Btu|[MB]cf|MMcf|ppm|ppb|DWT|TEU|M|B|K|U)(?![\w&])"
)
_UNIT_WORD = (
    r"(?:(?:square|cubic|metric|short|long|nautical)\s+)?"
    r"(?:(?:kilo|milli|micro|centi|mega|giga|tera)?(?:gram|gramme|meter|metre|liter|litre|watt|byte|bit)s?"
    r"|(?:ton|tonne|barrel|gallon|ounce|mile|yard|acre|hectare|degree)s?|feet|foot|inch(?:es)?)\b"
)
_TIME = (
    r"(?:(?:business|calendar|working|consecutive|trading|banking|full|additional|successive)\s+)*"
    r"(?:(?:day|week|month|year|hour|minute|second|quarter|decade)s?|hrs?|mins?)\b(?!\s+\d)"
)

_STARTS_NUMBER = rf"\(?(?:{_SYMBOL}|{_CODE}\s?)?\s?[.,]?{_DIGIT}"
_ENDS_NUMBER = (
    rf"(?:{_DIGIT}|{_NUMBER_WORD}|\d\s?{_SHORT_SCALE}|{_NUMBER_WORD}[\s-]*\({_DIGIT}[\d.,]*\)"
    rf"|\d\s*\([\w\s-]*{_NUMBER_WORD}\))"
)
# What a bracket holds when it holds a number and nothing else.
_AMOUNT = (
    rf"[-–−+]?\s?(?:[A-Z]{{0,3}}{_SYMBOL}|{_CODE})?\s?[-–−+]?[.,]?{_DIGIT}(?:[\d.,' ]*{_DIGIT})?"
    rf"\s?(?:{_PERCENT}|{_SCALE}|{_SHORT_SCALE}|[mb])?\s?(?:{_SYMBOL}|{_CODE}|{_MONEY_WORD})?"
)
_SOME_PART = rf"(?:\d+\s?/\s?\d|(?:a\b|{_NUMBER_WORD})[-\s]+{_PART})"

_GLUED, _NARROW, _LINE, _ANY = "", "[ \u00a0\u2007\u2009\u202f]?", rf"[^\S{LINE_BREAKS}]*", r"\s*"

# What stands before a place, the space there, and what follows, when the two may not be parted.
_WORD_TIES = (
    (rf"[\w{MARKS}⁺⁻]", _GLUED, r"[\w⁺⁻]"),
    (r".", _GLUED, f"[{MARKS}]"),
    (r"\w", _GLUED, r"['’‘ʼ]\w"),
    (r"\w['’‘ʼ]", _GLUED, r"\w"),
    (r"\w", _GLUED, rf"{_HYPHEN}\w"),
    (rf"\w{_HYPHEN}", _GLUED, r"\w"),
    # Where line breaks were lost "non-\nexclusive" reads "non- exclusive"; "pre- and post-" is no such word.
    (rf"{_LETTER}[-‐‑]", r"\s+", r"(?!(?:and|or|to)\b)(?-i:[a-z])"),
    (_LETTER, _GLUED, r"[-‐‑]\s+(?!(?:and|or|to)\b)(?-i:[a-z])"),
    (r"\bnon", _ANY, rf"[-‐‑]?\s*{_LETTER}"),
    (r"\bnon[-‐‑]", _ANY, _LETTER),
    (r"\w", _GLUED, r"(?:[/&@\\]\w|://)"),
    (r"(?:\w[/&@\\]|:/?/?)", _GLUED, r"[\w/]"),
    (r"\w", _GLUED, r"\.(?-i:[a-z])"),
    (r"\w\.", _GLUED, r"(?-i:[a-z])"),
    (rf"(?<!\w){_LETTER}", _GLUED, rf"\.{_LETTER}"),
    (rf"(?<!\w){_LETTER}\.", _GLUED, _LETTER),
)
_NUMBER_TIES = (
    (r"\d", _GLUED, r"[.,:/'’·]\d"),
    (r"\d[.,:/'’·]", _GLUED, r"\d"),
    (r"(?<!\w)[.,]", _GLUED, r"\d"),
    (r"\d", _GLUED, rf"{_DASH}\s?\d"),
    (r"\d", _LINE, rf"{_HYPHEN}\s?\d"),
    (_DASH, _GLUED, _STARTS_NUMBER),
    # A hyphen that opens its line is a bullet; any other before a number is a minus or a range.
    (rf"\S{_LINE}{_HYPHEN}", _LINE, _STARTS_NUMBER),
    (r"(?:[−+±∓<>≤≥≠~≈∼]|\b(?:minus|negative))", _ANY, _STARTS_NUMBER),
    (r"\d", _ANY, r"[×x*]\s?\d"),
    (r"\d\s?[×x*]", _ANY, r"\d"),
    (r"[\w)]", _GLUED, r"\^"),
    (r"\^", _GLUED, r"[-−+({\w]"),
    (r"\d", _NARROW, f"[{_FRACTION}]"),
    (r"(?<!\d)\d{1,3}", _NARROW, r"\d{1,2}/\d{1,3}(?![\d/])"),
    # A line break parts numbers: page numbers stand before clauses.
    (r"(?<!\d)\d{1,3}", _NARROW, r"\d{3}(?!\d)"),
    (r"[(\[]", _ANY, rf"{_AMOUNT}\s?[)\]]"),
    (rf"[(\[]\s?{_AMOUNT}", _ANY, r"[)\]]"),
    (rf"\b(?:{_TENS})", r"[\s-]*", rf"(?:{_SMALL})\b"),
    (rf"\b{_SCALE},?", _ANY, rf",?\s*(?:and\s+)?{_NUMBER_WORD}"),
    (rf"\b{_SCALE}\s+and", _ANY, _NUMBER_WORD),
    (_ENDS_NUMBER, _ANY, rf"and\s+{_SOME_PART}"),
    (rf"{_ENDS_NUMBER}\s+and", _ANY, _SOME_PART),
    (_NUMBER_WORD, _ANY, rf"(?:{_PARTS}|point\s+{_NUMBER_WORD})"),
    (rf"{_NUMBER_WORD}\s+point", _ANY, _NUMBER_WORD),
)
_AMOUNT_TIES = (
    (r"\w", _GLUED, _SYMBOL),
    (_SYMBOL, _ANY, r"[(\[]?[.,]?[\d\[*]"),
    (_ENDS_NUMBER, _ANY, rf"{_SYMBOL}(?!\s?[\d\[.])"),
    (rf"\b(?:{_CODE}\.?|Rupees)", _ANY, rf"(?:{_STARTS_NUMBER}|\[)"),
    (_ENDS_NUMBER, _ANY, _MONEY),
    (_ENDS_NUMBER, _ANY, _PERCENT),
    (r"[)\]]", _ANY, "[%‰‱]"),
    (r"\bper", _ANY, r"cents?\b"),
    (r"\b(?:percentage|basis)", _ANY, r"points?\b"),
    (_ENDS_NUMBER, _ANY, rf"-?(?:{_SCALE}|{_SHORT_SCALE})\b"),
    (r"\d", _ANY, r"[°′″]"),
    (r"°", _ANY, r"(?-i:[CFK])\b"),
    (r"\d", _ANY, rf"(?-i:(?=[a-zμµ][A-Za-zμµ])){_UNIT}"),
)
# A quote may begin with the unit of a number it does not hold, but not end without that of one it does.
_UNIT_TIES = (
    (_ENDS_NUMBER, _LINE, rf"[-‐‑]?(?:{_UNIT}|{_UNIT_WORD}|{_TIME})"),
    (_ENDS_NUMBER, _ANY, rf"(?-i:{_UNIT}|{_UNIT_WORD}|{_TIME})"),
)

_Tie = tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]


# Compiled on first use: fifty patterns would be a noticeable part of `import pincite`.
@functools.cache
def _ties() -> tuple[_Tie, ...]:
    return _compiled(_WORD_TIES + _NUMBER_TIES + _AMOUNT_TIES)


@functools.cache
def _ties_at_end() -> tuple[_Tie, ...]:
    return _ties() + _compiled(_UNIT_TIES)


def _compiled(ties: Iterable[tuple[str, str, str]]) -> tuple[_Tie, ...]:
    def pattern(source: str) -> re.Pattern[str]:
        return re.compile(source, re.IGNORECASE | re.DOTALL)

    return tuple((pattern(rf"(?:{left})\Z"), pattern(gap), pattern(right)) for left, gap, right in ties)


def _allowed(text: str, at: int, ties: Callable[[], tuple[_Tie, ...]]) -> bool:
    if not 0 < at < len(text):
        return True
    if text[at - 1].isalnum() and text[at].isalnum():
        return False
    if _between_ordinary_words(text, at):
        return True
    before, gap, after = _surroundings(text, at)
    return not any(
        right.match(after) and space.fullmatch(gap) and left.search(before) for left, space, right in ties()
    )


_COUNTING = re.compile(rf"(?:{_NUMBER_WORD}|non|per|percentage|basis|point|minus|negative)\Z", re.IGNORECASE)


def _between_ordinary_words(text: str, at: int) -> bool:
    """Whether `at` is at the space between two words that count nothing: the usual case, and quickly seen."""
    if not (text[at - 1].isspace() or text[at].isspace()):
        return False
    before, after = text[max(0, at - 24) : at].split(), text[at : at + 24].split()
    return bool(before and after) and _ordinary(before[-1]) and _ordinary(after[0])


def _ordinary(word: str) -> bool:
    bare = word.strip('.,;:()"')
    return bare.isalpha() and not _COUNTING.match(bare)


_WINDOW = 64
_SOFT = re.compile(rf"\u00ad[^\S{LINE_BREAKS}]*[{LINE_BREAKS}]\s*|[{IGNORABLE}]")
_WRAPPED = re.compile(rf"([-\u2010-\u2015/])[^\S{LINE_BREAKS}]*[{LINE_BREAKS}]\s*")


def _surroundings(text: str, at: int) -> tuple[str, str, str]:
    """What stands before `at`, the space around it, and what follows, as if no line were broken in a word."""
    before, after = _unbroken(text[max(0, at - _WINDOW) : at]), _unbroken(text[at : at + _WINDOW])
    left, right = before.rstrip(), after.lstrip()
    gap = before[len(left) :] + after[: len(after) - len(right)]
    return left, ("" if _WRAPPED.fullmatch(left[-1:] + gap) else gap), right


def _unbroken(window: str) -> str:
    return _WRAPPED.sub(r"\1", _SOFT.sub("", window))
