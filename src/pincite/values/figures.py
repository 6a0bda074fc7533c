"""Read a number written in digits.

Which mark groups and which one parts the decimals is settled by the figure itself:
- two different marks: the last one parts the decimals (1,234.56 and 1.234,56);
- a mark that repeats groups (1,234,567 and 1.234.567 and, Indian, 12,34,567);
- one comma before three digits groups (48,500), one dot parts decimals (1.5), as in English;
- "1.234" and "12,50" could be either: read as 1.234 and 12.50, and the reading says so.
Anything else ("1,2,3", "7.2.1") is not one number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

MAX_DIGITS = 24
FRACTION_OR_DATE = "a fraction, or a day and a month"

_SPACES = "\u00a0\u202f\u2009"
_VULGAR = {"½": "0.5", "¼": "0.25", "¾": "0.75", "⅛": "0.125", "⅜": "0.375", "⅝": "0.625", "⅞": "0.875"}
_WHOLE_DECIMALS = frozenset({2, 4, 5, 8, 10, 16, 20, 25, 32, 50, 64})
_PARTS = "".join(_VULGAR)
_FIGURE = re.compile(
    rf"""(?=[0-9.{_PARTS}])(?:
    (?P<fraction>(?:[0-9]{{1,4}}(?:[ ]|-|[ ]and[ ]))?[0-9]{{1,2}}/[0-9]{{1,3}}(?![0-9/]))
    |(?P<spaced>[0-9]{{1,3}}(?:[ {_SPACES}][0-9]{{3}})+(?:[.,][0-9]{{1,8}})?(?![0-9]|[.,][0-9]))
    |(?P<vulgar>(?:[0-9]{{1,4}}[ ]?)?[{_PARTS}])
    |(?P<plain>[0-9]+(?:[.,'’][0-9]+)*|(?<![\w.,])\.[0-9]+))""",
    re.VERBOSE,
)
_INDIAN = re.compile(r"[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}")
_CONTINUES = re.compile(r",[^\S\n]{0,4}\n[^\S\n]{0,8}[0-9]{3}(?![0-9])")

Figure = tuple[Decimal, int, int, str]
"""What the digits say, where they start and end, and what else they may mean."""


def find_figures(text: str) -> Iterator[Figure]:
    """Every figure of the text that can be read, signs and scale words not yet considered."""
    for found in _FIGURE.finditer(text):
        start, end = found.span()
        if found["fraction"]:
            read = _fraction(found[0])
            if read is None or text[start - 1 : start] == "/":
                continue
            yield (read[0], start, end, read[1])
        elif found["spaced"]:
            yield from _spaced(found[0], start)
        elif found["vulgar"]:
            whole = found[0][:-1].strip() or "0"
            yield (Decimal(whole) + Decimal(_VULGAR[found[0][-1]]), start, end, "")
        else:
            yield from _plain(text, found[0], start)


def _fraction(words: str) -> tuple[Decimal, str] | None:
    *whole, part = words.replace(" and ", " ").replace("-", " ").split()
    above, below = (int(side) for side in part.split("/"))
    if below not in _WHOLE_DECIMALS or not 0 < above < below:
        return None
    value = Decimal(above) / Decimal(below) + Decimal(whole[0] if whole else 0)
    return value, "" if whole else FRACTION_OR_DATE


def _spaced(words: str, start: int) -> Iterator[Figure]:
    groups = re.split(rf"[ {_SPACES}]", words)
    round_number = all(group[:3] == "000" for group in groups[1:])
    clear = " " not in words or round_number
    # Columns of a table look like "120 135 142": a plain space groups such digits only for zeros.
    if not clear and len(groups[0]) == 3:
        yield from _columns(words, start)
        return
    read = read_marks("".join(groups)) if len(words) <= MAX_DIGITS else None
    if read is not None:
        value = Decimal("".join(groups).replace(",", "."))
        yield (value, start, start + len(words), "" if clear else "digits grouped by spaces, or columns")


def _columns(words: str, start: int) -> Iterator[Figure]:
    for found in re.finditer(r"[^ ]+", words):
        read = read_marks(found[0])
        if read is not None:
            yield (
                read[0],
                start + found.start(),
                start + found.end(),
                "columns, or digits grouped by spaces",
            )


def _plain(text: str, words: str, start: int) -> Iterator[Figure]:
    read = read_marks(words)
    if read is None:
        return
    end = start + len(words)
    note = "the number may go on in the next line" if _CONTINUES.match(text, end) else read[1]
    yield (read[0], start, end, note)


def read_marks(words: str) -> tuple[Decimal, str] | None:
    """What digits with commas, dots and apostrophes say, and the doubt; None when not one number."""
    if len(words) > MAX_DIGITS:
        return None
    words = words.replace("’", "'")
    if "'" in words:
        grouped = re.fullmatch(r"[0-9]{1,3}(?:'[0-9]{3})+(?:\.[0-9]+)?", words)
        return (Decimal(words.replace("'", "")), "") if grouped else None
    if "," in words and "." in words:
        return _two_marks(words)
    if "," in words:
        return _commas(words)
    return _dots(words)


def _two_marks(words: str) -> tuple[Decimal, str] | None:
    decimal = max(",.", key=words.rfind)
    group = "," if decimal == "." else "."
    whole, _, part = words.rpartition(decimal)
    if decimal in whole or not (_in_threes(whole, group) or _INDIAN.fullmatch(whole)):
        return None
    return Decimal(whole.replace(group, "") + "." + part), ""


def _commas(words: str) -> tuple[Decimal, str] | None:
    whole, _, part = words.partition(",")
    if whole.strip("0") and (_in_threes(words, ",") or _INDIAN.fullmatch(words)):
        return Decimal(words.replace(",", "")), ""
    if "," in part or (len(part) > 2 and whole != "0"):
        return None
    return Decimal(f"{whole}.{part}"), "" if whole == "0" else "a decimal comma, or two numbers"


def _dots(words: str) -> tuple[Decimal, str] | None:
    if words.count(".") > 1:
        return (Decimal(words.replace(".", "")), "") if _in_threes(words, ".") else None
    either = _in_threes(words, ".") and "." in words and words[0] != "0"
    return Decimal(words), "a decimal point, or digits grouped by a dot" if either else ""


def _in_threes(words: str, mark: str) -> bool:
    first, *rest = words.split(mark)
    return 1 <= len(first) <= 3 and all(len(group) == 3 for group in rest)
