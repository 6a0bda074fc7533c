"""Read what belongs to a sum after its digits: the "m" of "€5m", "and 50/100", the ",-" of "500,- EUR"."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from pincite.values.gaps import GAP, SPACE
from pincite.values.number_words import SCALES
from pincite.values.numerals import Numeral

_ABBREVIATION = re.compile(
    rf"{GAP}(?:(?P<k>[kK])|(?P<m>m|M|(?i:mn|mm|mln|mio|mill?|millionen|millones|milioni|milhões))"
    rf"|(?P<bn>b|B|(?i:bn|bln|mrd|mia|milliarden?|milliards?|miliardi))"
    rf"|(?P<tn>T|(?i:tn|trn))|(?P<cr>(?i:cr)))(?![\w])\.?(?=[^\w]|\Z)"
)
_ZEROS = {"k": 3, "m": 6, "bn": 9, "tn": 12, "cr": 7}
_HUNDREDTHS = re.compile(
    rf"{SPACE}(?i:and|&){SPACE}(?P<cents>[0-9]{{2}}|(?i:no|xx))/100(?:ths)?(?![\w])"
    rf"|{SPACE}(?i:and){SPACE}(?i:no{SPACE}cents)(?![\w])"
)
_SCALE_WORD = re.compile(rf"{GAP}(?P<word>(?i:{'|'.join(SCALES)}))s?(?![\w])")
_NO_CENTS = re.compile(r"[,.][-–—]{1,2}(?![\w-])")


def short_scale(text: str, numeral: Numeral) -> Numeral:
    """The numeral with "k", "m" or "bn" after it. Only beside a currency: "5 m" is a length."""
    found = None if numeral.scaled or numeral.in_words else _ABBREVIATION.match(text, numeral.end)
    if not found:
        return numeral
    zeros = next(_ZEROS[name] for name, word in found.groupdict().items() if word)
    value = Decimal(format(numeral.value.scaleb(zeros), "f"))
    note = "" if numeral.ambiguous.startswith("a decimal") else numeral.ambiguous
    return replace(numeral, value=value, end=found.end(), scaled=True, after="", ambiguous=note)


def scale_after(text: str, numeral: Numeral) -> Numeral:
    """The numeral with the scale that follows its closing bracket: "$(3.2) billion"."""
    found = None if numeral.scaled else _SCALE_WORD.match(text, numeral.end)
    if not found:
        return short_scale(text, numeral)
    value = Decimal(format(numeral.value.scaleb(SCALES[found["word"].lower()]), "f"))
    return replace(numeral, value=value, end=found.end(), scaled=True, ambiguous="")


def hundredths_after(text: str, end: int) -> tuple[Decimal, int]:
    """The cents of "and 50/100" and where it ends; nothing and `end` when it does not follow."""
    found = _HUNDREDTHS.match(text, end)
    if not found:
        return Decimal(0), end
    return Decimal(int(found["cents"]) if (found["cents"] or "").isdigit() else 0) / 100, found.end()


def without_cents(text: str, numeral: Numeral) -> Numeral:
    """The numeral with its ",-": who writes no cents groups the digits of "12.500,-" by the dot."""
    found = _NO_CENTS.match(text, numeral.end)
    if not found:
        return numeral
    grouped = found[0][0] == "," and numeral.ambiguous.startswith("a decimal point")
    value = Decimal(format(numeral.value.scaleb(3), "f")) if grouped else numeral.value
    return replace(numeral, value=value, end=found.end(), ambiguous="" if grouped else numeral.ambiguous)
