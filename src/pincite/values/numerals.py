"""Find every numeral of a text, in digits, in words, or in both ("sixty (60)").

A numeral also says what it is glued to. The 12 of "B12", the 7 of "24x7" and the 19 of "COVID-19"
are parts of names: a parser takes a glued numeral only when it knows what it is glued to (the
"mg" of "20mg", the "-month" of "18-month").
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from pincite.values.figures import FRACTION_OR_DATE, find_figures
from pincite.values.gaps import CLOSING, GAP, HYPHEN, SPACE, after_gap
from pincite.values.number_words import SCALES, find_words

_SCALE = re.compile(
    rf"(?:{HYPHEN}|{GAP})(?P<word>(?i:{'|'.join(SCALES)}|hundred))s?(?![\w])"
    rf"(?:{SPACE}(?P<crore>(?i:crores?))(?![\w]))?"
    rf"|(?P<half>{SPACE}(?i:and){SPACE}(?i:a|one)(?:{SPACE}|-)(?i:half))(?![\w])"
)
_POWER = re.compile(r"[ ]?[x×·*][ ]?10(?![0-9])|[ ]?[x×][ ]?[0-9]|[*]{1,2}[0-9]")
_RAISED = re.compile(r"[0-9][*]{1,2}\Z")
# "two dozen" and "two thirds" are not two.
_MANY = re.compile(
    rf"(?:{SPACE}|-)(?i:dozen|score|gross|thirds|fourths|(?:fif|six|seven|eigh|nin|ten|twelf)ths"
    rf"|(?:hundred|thousand)ths)(?![\w])"
)
_OPENS = re.compile(rf"{GAP}[(\[]{GAP}")
_SIGNED_AFTER = "([$€£¥₹=|<>≤≥,;"
_BEFORE_SIGN = re.compile(r"(?<![\w-])(?i:(negative)|(minus))[^\S\n]{1,4}$")


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number and its place. `before` and `after` are what it is glued to, "" when it stands free."""

    value: Decimal
    start: int
    end: int
    in_words: bool = False
    ambiguous: str = ""
    scaled: bool = False
    before: str = ""
    after: str = ""

    @property
    def doubt_with_unit(self) -> str:
        """The doubt that is left when a unit follows: "1/2 %" is no day and month."""
        return "" if self.ambiguous == FRACTION_OR_DATE else self.ambiguous


# Five parsers read the same text one after another: the last few texts are worth remembering.
@lru_cache(maxsize=4)
def find_numerals(text: str) -> tuple[Numeral, ...]:
    """All numerals in order. None overlaps another."""
    figures = [_figure(text, *figure) for figure in find_figures(text)]
    words = [Numeral(value, start, end, True, note) for value, start, end, note in find_words(text)]
    return tuple(_join_pairs(text, [_glued(text, numeral) for numeral in _merged(figures, words)]))


def _figure(text: str, value: Decimal, start: int, end: int, note: str) -> Numeral:
    scale = _SCALE.match(text, end)
    scaled = bool(scale and scale["word"])
    if scale:
        value = value + Decimal("0.5") if scale["half"] else _scaled(value, scale)
        end = scale.end()
        # "1.234 million" has its decimals: nobody groups digits before a scale word.
        note = "" if note.startswith("a decimal") else note
    numeral = Numeral(value, start, end, ambiguous=note, scaled=scaled)
    return _signed(text, numeral)


def _scaled(value: Decimal, scale: re.Match[str]) -> Decimal:
    zeros = SCALES.get(scale["word"].lower(), 2) + (SCALES["crore"] if scale["crore"] else 0)
    return Decimal(format(value.scaleb(zeros), "f"))


def _signed(text: str, numeral: Numeral) -> Numeral:
    start, value = numeral.start, numeral.value
    sign = text[start - 1 : start]
    if sign == "±":
        return replace(numeral, ambiguous="plus or minus")
    if sign and sign in "-−+" and _may_carry_sign(text, start - 1):
        return replace(numeral, start=start - 1, value=value if sign == "+" else -value)
    word = _BEFORE_SIGN.search(text, max(0, start - 14), start)
    if word and word[1]:
        return replace(numeral, start=word.start(), value=-value)
    if word:
        return replace(numeral, ambiguous="less this number, or a number below zero")
    return numeral


def _may_carry_sign(text: str, sign_at: int) -> bool:
    before = text[sign_at - 1 : sign_at]
    return not before or before.isspace() or before in _SIGNED_AFTER


def _merged(figures: list[Numeral], words: list[Numeral]) -> list[Numeral]:
    """Both kinds in one order; a scale word that a figure has taken is not read again."""
    merged: list[Numeral] = []
    for numeral in sorted([*figures, *words], key=lambda each: (each.start, -each.end)):
        if not merged or numeral.start >= merged[-1].end:
            merged.append(numeral)
    return merged


def _glued(text: str, numeral: Numeral) -> Numeral:
    before, after = _glue_before(text, numeral.start), _glue_after(text, numeral.end)
    # Most numerals stand free, and a copy costs more than all the looking.
    return replace(numeral, before=before, after=after) if before or after else numeral


def _glue_before(text: str, start: int) -> str:
    last, one_earlier = text[start - 1 : start], text[start - 2 : start - 1] if start > 1 else ""
    if last.isalnum() or last in ("_", "^", "#", "@"):
        return last
    if last and last in "-\u2010\u2011–−/.'’" and one_earlier.isalnum():
        return last
    if last and last in ":,—" and one_earlier.isdigit():
        return last
    return "*" if _RAISED.search(text, max(0, start - 3), start) else ""


def _glue_after(text: str, end: int) -> str:
    first, next_one = text[end : end + 1], text[end + 1 : end + 2]
    if first.isalnum() or first in ("_", "^"):
        return first
    if first and first in "-\u2010\u2011–/'’" and (next_one.isalnum() or next_one == "\n"):
        return first
    if first and first in ":.,—" and next_one.isdigit():
        return first
    return "×" if _POWER.match(text, end) or _MANY.match(text, end) else ""


def _join_pairs(text: str, numerals: list[Numeral]) -> list[Numeral]:
    """ "sixty (60)" and "60 (sixty)" become one; when the two disagree the numeral says so."""
    joined: list[Numeral] = []
    for numeral in numerals:
        pair = _pair(text, joined[-1], numeral) if joined else None
        if pair:
            joined[-1] = pair
        else:
            joined.append(numeral)
    return joined


def _pair(text: str, first: Numeral, second: Numeral) -> Numeral | None:
    closing = after_gap(text, second.end)
    opens = _OPENS.fullmatch(text, first.end, second.start) if second.start - first.end < 200 else None
    if not opens or text[closing : closing + 1] not in tuple(CLOSING) or first.end == second.start:
        return None
    agree = first.value == second.value
    if not agree and first.in_words == second.in_words:
        return None
    note = "" if agree else f"words and figures disagree: {first.value:f} and {second.value:f}"
    scaled = first.scaled or second.scaled
    whole = Numeral(first.value, first.start, closing + 1, True, note, scaled, first.before)
    whole = whole if scaled else _with_scale(text, whole)
    after = _glue_after(text, whole.end)
    return replace(whole, after=after) if after else whole


def _with_scale(text: str, numeral: Numeral) -> Numeral:
    """ "ten (10) million" is ten million."""
    scale = _SCALE.match(text, numeral.end)
    if not scale or not scale["word"]:
        return numeral
    value = _scaled(numeral.value, scale)
    return replace(numeral, value=value, end=scale.end(), scaled=True)
