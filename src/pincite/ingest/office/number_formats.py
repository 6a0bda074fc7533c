"""Show a number as the number format of its cell shows it.

Without the format a cell that reads 5% would be cited as 0.05, and a date as 45352. Dates are written
in ISO form, whatever their format, with as much of date and time as the format shows.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal

GENERAL = "General"
# By number, for files that state the number only. Those of the country's currency (5 to 8, 41 to 44) show
# none here: the file does not say which one it is.
BUILT_IN = {
    0: GENERAL, 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 5: "#,##0", 6: "#,##0", 7: "#,##0.00",
    8: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 14: "yyyy-mm-dd", 15: "yyyy-mm-dd", 16: "mm-dd",
    17: "yyyy-mm", 18: "h:mm", 19: "h:mm:ss", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd h:mm",
    37: "#,##0;(#,##0)", 38: "#,##0;(#,##0)", 39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;(#,##0.00)",
    41: "#,##0;(#,##0)", 42: "#,##0;(#,##0)", 43: "#,##0.00;(#,##0.00)", 44: "#,##0.00;(#,##0.00)",
    45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss", 48: "0.0E+0",
}  # fmt: skip

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|_.|\*.|\[(?P<bracket>[^\]]*)\]?|(?P<general>General)'
    r"|(?P<ampm>AM/PM|A/P)|(?P<exponent>[eE][+-])|(?P<date>[yYmMdDhHsS]+)|(?P<digit>[0#?])|(?P<sign>.)",
    re.DOTALL | re.IGNORECASE,
)
_CONDITION = re.compile(r"[<>=]")
_ELAPSED = re.compile(r"(?:h+|m+|s+)$", re.IGNORECASE)
_CURRENCY = re.compile(r"\$([^-]*)")
_EPOCH, _EPOCH_1904 = datetime(1899, 12, 30), datetime(1904, 1, 1)
_LAST_DAY = 2_958_465
_MAX_DECIMALS = 30
_LARGEST = 1e40


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a format code, for positive, negative, zero or text."""

    before: str
    after: str
    digits: str
    """Its placeholders, thousands comma and decimal point: `#,##0.00`; with an exponent `0.00E+00`."""
    percents: int = 0
    date: str = ""
    """The letters of a date or time in order: `yyyymmdd`, `hhmm`; elapsed hours as `[h]`."""
    general: bool = False
    understood: bool = True


def shown(value: float, code: str, since_1904: bool = False) -> tuple[str, bool]:
    """A number as its cell shows it, and whether the format was understood; if not, the plain number."""
    sections = _sections(code)
    section, signed = _chosen(value, sections)
    if not section.understood or abs(value) >= _LARGEST:
        return plain(value), section.general
    if section.date:
        text = _date(value, section.date, since_1904)
        return (text, True) if text else (plain(value), False)
    if section.general:
        return _around(section, plain(value if signed else abs(value))), True
    return _number(Decimal(f"{value:.15g}"), section, signed), True


def divisor(value: float, code: str) -> int:
    """By what a format divides a number before it shows it: `#,##0,` shows thousands."""
    section, _ = _chosen(value, _sections(code))
    return 1 if section.date or section.general else 1000 ** _cut(section)[1]


def plain(value: float) -> str:
    """A number with the 15 digits that a spreadsheet keeps: 0.1 + 0.2 is 0.3, and 5.0 is 5."""
    number = Decimal(f"{value:.15g}")
    if number and not -10 <= number.adjusted() <= 20:
        return f"{number.normalize():E}"
    return f"{number.normalize():f}" if number else "0"


def _chosen(value: float, sections: tuple[Section, ...]) -> tuple[Section, bool]:
    """The section for a value, and whether a minus sign has to be written before it."""
    if len(sections) == 1 or value > 0:
        return sections[0], True
    if value < 0:
        # Where the two look alike but for their colour, words alone would lose the sign.
        alike = _beside(sections[0]) == _beside(sections[1])
        return sections[1], alike
    return (sections[2] if len(sections) > 2 else sections[0]), False


@functools.lru_cache(maxsize=4096)
def _sections(code: str) -> tuple[Section, ...]:
    parts: list[list[re.Match[str]]] = [[]]
    for token in _TOKEN.finditer(code):
        if token["sign"] == ";":
            parts.append([])
        else:
            parts[-1].append(token)
    return tuple(_section(part) for part in parts)


def _section(tokens: list[re.Match[str]]) -> Section:
    before, digits, after, date = "", "", "", ""
    percents, general, understood = 0, False, True
    for token in tokens:
        literal = token["quoted"] or token["escaped"] or ""
        if (bracket := token["bracket"]) is not None:
            if _ELAPSED.match(bracket):
                date += f"[{bracket[0].lower()}]"
            elif currency := _CURRENCY.match(bracket):
                literal = currency[1]
            understood = understood and _CONDITION.match(bracket) is None
        elif token["general"] or token["sign"] == "@":
            general = True
        elif token["date"]:
            date += token["date"].lower()
        elif token["exponent"]:
            digits += "E"
        elif token["digit"] or (token["sign"] in (",", ".") and (digits or token["sign"] == ".")):
            # Text between the digits, as in a telephone number, moves them about.
            understood = understood and not after.strip()
            digits += token[0]
        elif token["sign"]:
            percents += token["sign"] == "%"
            # A fraction.
            understood = understood and not (token["sign"] == "/" and bool(digits))
            literal = token["sign"]
        if digits or general:
            after += literal
        else:
            before += literal
    if date:
        # Separators of a date are not needed; its literals are not either.
        return Section("", "", "", date=date)
    return Section(before, after, digits, percents, general=general, understood=understood)


def _number(value: Decimal, section: Section, signed: bool) -> str:
    value = value.scaleb(2 * section.percents)
    placeholders, thousands = _cut(section)
    value = value.scaleb(-3 * thousands)
    whole, _, fraction = placeholders.partition(".")
    exponent = "E" in section.digits
    minus = "-" if signed and value < 0 else ""
    if not section.digits:
        return _around(section, "", minus)
    if exponent:
        return _around(section, f"{abs(value):.{min(len(fraction), _MAX_DECIMALS)}E}", minus)
    decimals = min(len(fraction), _MAX_DECIMALS)
    rounded = abs(value).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP, Context(prec=100))
    minus = minus if rounded else ""
    left, _, right = f"{rounded:{',' if ',' in whole else ''}f}".partition(".")
    least = whole.replace(",", "").count("0")
    left = "" if left == "0" and not least else left.zfill(least)
    kept = len(fraction.rstrip("#?"))
    right = right[:kept] + right[kept:].rstrip("0")
    return _around(section, left + ("." + right if right else ""), minus)


def _cut(section: Section) -> tuple[str, int]:
    """The placeholders before an exponent, and how many thousands are cut off: commas behind them."""
    mantissa = section.digits.partition("E")[0]
    placeholders = mantissa.rstrip(",")
    return placeholders, len(mantissa) - len(placeholders)


def _beside(section: Section) -> tuple[str, str]:
    return section.before.strip(), section.after.strip()


def _around(section: Section, number: str, minus: str = "") -> str:
    return f"{minus}{section.before}{number}{section.after}".strip()


def _date(serial: float, letters: str, since_1904: bool) -> str:
    """A day counted from 1900 (or 1904) in ISO form; empty when no calendar has it."""
    if letters.startswith("["):
        return _elapsed(serial, letters)
    if not 0 <= serial <= _LAST_DAY:
        return ""
    # The first spreadsheets took 1900 for a leap year, and all others had to follow.
    epoch = _EPOCH_1904 if since_1904 else _EPOCH + timedelta(days=1 if serial < 60 else 0)
    seconds = round(serial % 1 * 86400)
    moment = epoch + timedelta(days=int(serial), seconds=seconds)
    clock = "h" in letters or "s" in letters
    day = "y" in letters or "d" in letters or not clock
    time = moment.strftime("%H:%M:%S" if "s" in letters else "%H:%M") if clock else ""
    if not day:
        return time
    if not since_1904 and int(serial) == 60:
        return f"1900-02-29 {time}".strip()
    pattern = "%Y-%m-%d" if "d" in letters else "%Y-%m" if "m" in letters else "%Y"
    # `m` after hours is minutes; then the date has to be complete.
    return f"{moment.strftime('%Y-%m-%d' if clock else pattern)} {time}".strip()


def _elapsed(serial: float, letters: str) -> str:
    sign, seconds = ("-" if serial < 0 else ""), round(abs(serial) * 86400)
    if letters.startswith("[s"):
        return f"{sign}{seconds}"
    if letters.startswith("[m"):
        return f"{sign}{seconds // 60}:{seconds % 60:02d}"
    minutes = f"{sign}{seconds // 3600}:{seconds // 60 % 60:02d}"
    return f"{minutes}:{seconds % 60:02d}" if "s" in letters else minutes
