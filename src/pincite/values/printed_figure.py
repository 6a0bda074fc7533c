"""Read what a cell of a table prints as one figure: its digits, sign, currency, percent and scale.

In a cell "(2.4)" and "2.4-" are below zero, which a sentence would not mean, and "1,204 (1)" has the mark
of a note behind it. What holds more than one figure, or words of its own, is no figure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from pincite.patterns import pattern
from pincite.values.currencies import find_marks
from pincite.values.figures import MAX_DIGITS, read_marks

DecimalMark = Literal["", ".", ","]
"""By which mark a table parts decimals; empty where its figures do not tell."""

_NIL = pattern(
    r"[\s$€£¥(]*(?:[-–—−‒―\s]+|\.{2,}|-,-|nil|none|n/?a|n\.a\.|n/?m|not applicable)[\s)%]*", re.IGNORECASE
)
_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
# "(1)", "(a)", "[2]", "¹", "*", "†" behind a figure: a note. "(1,204)" is no note.
_NOTE = (
    r"(?:\s*(?:[({\[](?:[0-9]{1,2}|[a-z]{1,2}|[ivx]{1,4}|\*+)[)}\]]"
    rf"|[{_SUPERSCRIPTS}]+|[*†‡§#]+))*"
)
_CURRENCY = r"(?:[A-Z]{1,3}\s?)?[$€£¥₹₩₽₪฿]|[A-Z]{3}|Rs\.?|R|kr"
_FIGURE = pattern(
    rf"""\s*(?P<before>(?:{_CURRENCY})?)\s*
    (?P<open>[(\[]?)\s*(?P<inner>(?:{_CURRENCY})?)\s*
    (?P<sign>[-–−+]?)\s*(?P<within>[$€£¥₹]?)\s*
    (?P<digits>[0-9]{{1,3}}(?:[ \u00a0\u202f\u2009][0-9]{{3}})+(?:[.,][0-9]+)?
        |[0-9]+(?:[.,'’][0-9]+)*|\.[0-9]+)
    \s*(?P<percent>%?)\s*(?P<many>(?:(?:thousand|million|billion|mn|mio|bn|m|k|tn|trillion)\b\.?)?)
    \s*(?P<close>[)\]]?)\s*(?P<behind>%?)\s*(?P<minus>[-–−]?)\s*(?P<side>(?:(?:CR|Cr|DR|Dr)\b\.?)?)
    \s*(?P<after>(?:{_CURRENCY}|p|pp|bps)?)(?P<note>{_NOTE})\s*""",
    re.VERBOSE,
)
_MANY = {
    "thousand": 3, "k": 3, "million": 6, "mn": 6, "mio": 6, "m": 6,
    "billion": 9, "bn": 9, "trillion": 12, "tn": 12,
}  # fmt: skip
_EITHER = re.compile(r"[1-9][0-9]{0,2}[.][0-9]{3}|[1-9][0-9]{0,2},[0-9]{3}")


@dataclass(frozen=True, slots=True)
class Printed:
    """A figure as printed. It is `value` before any scale that a head or title states."""

    value: Decimal
    start: int
    end: int
    """Where it stands in the cell, with sign, brackets and currency, without the mark of a note."""
    currency: str | None = None
    percent: bool = False
    scaled: bool = False
    """Whether the cell itself says how it is multiplied: "1.2 million"."""
    doubt: str = ""


def printed_figure(text: str, decimal: DecimalMark = "") -> Printed | None:
    """The one figure that a cell prints; None where it prints none, several, or words beside it."""
    found = _FIGURE.fullmatch(text)
    if not found or len(found["digits"]) > MAX_DIGITS or bool(found["open"]) < bool(found["close"]):
        return None
    if found["digits"] == "000":  # "US$000" over a column says by what its figures are multiplied
        return None
    read = _number(found["digits"], decimal)
    if read is None:
        return None
    value, doubt = read
    many = found["many"].rstrip(".").lower()
    value = value.scaleb(_MANY[many]) if many else value
    signs = sum(map(bool, (found["open"], found["sign"] in "-–−" and found["sign"], found["minus"])))
    below = bool(signs) or found["side"].upper().startswith("CR")
    if signs > 1:
        doubt = "it has two signs"
    money = next((found[name] for name in ("before", "inner", "within", "after") if found[name]), "")
    currency, known = _currency(money)
    # "5 m" may be metres.
    if not known or (len(many) == 1 and not money) or found["open"] == "[":
        return None
    return Printed(
        value=Decimal(format(-value if below else value, "f")),
        start=_first(found),
        end=len(text[: found.start("note")].rstrip()) if found["note"] else len(text.rstrip()),
        currency=currency,
        percent=bool(found["percent"] or found["behind"]),
        scaled=bool(many),
        doubt=doubt,
    )


def is_nil(text: str) -> bool:
    """Whether a cell prints that there is nothing, or that nothing is stated: "—", "nil", "n/a"."""
    return bool(text.strip()) and _NIL.fullmatch(text) is not None


def decimal_mark(texts: list[str]) -> DecimalMark:
    """By which mark the figures of a table part decimals, as those tell that have two marks or one in
    another place than between groups of three digits."""
    votes = {".": 0, ",": 0}
    for text in texts:
        found = _FIGURE.fullmatch(text)
        if not found:
            continue
        digits = found["digits"]
        if "," in digits and "." in digits:
            votes[max(",.", key=digits.rfind)] += 1
        elif _EITHER.fullmatch(digits):
            continue
        elif "." in digits or "," in digits:
            mark = "." if "." in digits else ","
            if digits.count(mark) > 1:
                votes["," if mark == "." else "."] += 1
            else:
                votes[mark] += 1
    if votes["."] == votes[","]:
        return ""
    return "." if votes["."] > votes[","] else ","


def _number(digits: str, decimal: DecimalMark) -> tuple[Decimal, str] | None:
    """What the digits say; a figure that can be read in two ways is read as the others of its table."""
    plain = re.sub(r"[ \u00a0\u202f\u2009]", "", digits)
    if decimal and _EITHER.fullmatch(plain):
        mark = "." if "." in plain else ","
        return Decimal(plain.replace(mark, "." if mark == decimal else "")), ""
    if decimal == "," and plain.count(",") == 1 and "." not in plain:
        return Decimal(plain.replace(",", ".")), ""
    return read_marks(plain)


def _currency(mark: str) -> tuple[str | None, bool]:
    """The currency that a mark names, and whether it names one at all; no mark is no currency."""
    if mark in ("p", "pp", "bps"):  # pence and points of a percentage are no money of the table's scale
        return None, False
    if not mark:
        return None, True
    marks = find_marks(f"{mark}1")
    if marks and marks[0].start == 0:
        return marks[0].code, True
    return None, mark in ("R", "Rs", "Rs.", "kr")


def _first(found: re.Match[str]) -> int:
    parts = ("before", "open", "inner", "sign", "within", "digits")
    return min(found.start(name) for name in parts if found[name])
