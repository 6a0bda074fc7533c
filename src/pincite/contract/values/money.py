"""Read one number together with the currency beside it.

Which of two numbers a currency belongs to: a sign glued to digits belongs to them; a code between
two numbers ("2024 EUR 500") to the second, unless the second has a currency after it as well.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from pincite.contract.values.currencies import DOLLARS, WORDLIKE_CODES, Mark, country_after, find_marks
from pincite.contract.values.gaps import GAP, SPACE, after_gap, before_gap
from pincite.contract.values.numerals import Numeral
from pincite.contract.values.ranges import stands_free
from pincite.records.span import Span

_ABBREVIATION = re.compile(
    rf"{GAP}(?:(?P<k>[kK])|(?P<m>m|M|(?i:mn|mm|mln|mio|mill?))|(?P<bn>b|B|(?i:bn|bln|mrd|mia))"
    rf"|(?P<tn>T|(?i:tn|trn))|(?P<cr>(?i:cr)))(?![\w])\.?(?=[^\w]|\Z)"
)
_ZEROS = {"k": 3, "m": 6, "bn": 9, "tn": 12, "cr": 7}
_HUNDREDTHS = re.compile(rf"{SPACE}(?i:and|&){SPACE}(?P<cents>[0-9]{{2}}|(?i:no|xx))/100(?:ths)?(?![\w])")
# "payable in EUR 30 days after receipt": the number counts days.
_COUNTS_TIME = re.compile(
    rf"(?:{GAP}|-)(?i:(?:business|calendar|working|consecutive){SPACE})?"
    rf"(?i:days?|weeks?|months?|years?|hours?)(?![\w])"
)
_NAMES_DOLLARS = re.compile(r"(?i:US|U\.S|America|United)")
_AND = re.compile(rf"{SPACE}(?i:and){SPACE}")
_CENTS = re.compile(rf"{SPACE}(?i:cents?)(?![\w])")


@dataclass(frozen=True, slots=True)
class Money:
    """A number with its currency. `sign`: led by a sign such as "$"; `leads`: only a mark before it."""

    value: Decimal
    start: int
    end: int
    currency: str | None
    note: str = ""
    leads: bool = False
    sign: bool = False
    scaled: bool = False
    within: Span | None = None


@dataclass(frozen=True, slots=True)
class Marks:
    """The currencies of a text by the place where they start and end."""

    by_start: Mapping[int, Mark]
    by_end: Mapping[int, Mark]

    @classmethod
    def of(cls, text: str) -> Marks:
        marks = find_marks(text)
        return cls({mark.start: mark for mark in marks}, {mark.end: mark for mark in marks})

    def before(self, text: str, start: int) -> Mark | None:
        """The currency just before `start`, if it is one that may lead."""
        mark = self.by_end.get(start) or self.by_end.get(before_gap(text, start))
        return mark if mark and mark.leads else None

    def after(self, text: str, end: int) -> Mark | None:
        return self.by_start.get(end) or self.by_start.get(after_gap(text, end))


def read_moneys(text: str, numerals: Sequence[Numeral]) -> list[Money | None]:
    """For each numeral what it says as money; None when no currency belongs to it."""
    marks, moneys = Marks.of(text), list[Money | None]()
    for at in range(len(numerals)):
        moneys.append(_read(text, marks, numerals, at, moneys[-1] if moneys else None))
    return moneys


def short_scale(text: str, numeral: Numeral) -> Numeral:
    """The numeral with "k", "m" or "bn" after it. Only beside a currency: "5 m" is a length."""
    found = None if numeral.scaled or numeral.in_words else _ABBREVIATION.match(text, numeral.end)
    if not found:
        return numeral
    zeros = next(_ZEROS[name] for name, word in found.groupdict().items() if word)
    value = Decimal(format(numeral.value.scaleb(zeros), "f"))
    note = "" if numeral.ambiguous.startswith("a decimal") else numeral.ambiguous
    return replace(numeral, value=value, end=found.end(), scaled=True, after="", ambiguous=note)


def _read(
    text: str, marks: Marks, numerals: Sequence[Numeral], at: int, previous: Money | None
) -> Money | None:
    numeral = numerals[at]
    if text[numeral.start : numeral.end] in ("00", "000"):
        return None  # "$000" and "USD (000)" head a column in thousands
    lead = marks.before(text, numeral.start)
    if lead and previous and lead.start < previous.end:
        lead = None
    if lead and lead.end < numeral.start and _COUNTS_TIME.match(text, numeral.end):
        lead = None
    if lead is None and (negative := _negative_in_brackets(text, marks, numeral)):
        return negative
    number = short_scale(text, numeral) if lead or _trail_after_scale(text, marks, numeral) else numeral
    number = _with_hundredths(text, number)
    trail = marks.after(text, number.end)
    if trail and _belongs_to_next(text, marks, numerals, at, lead, trail):
        trail = None
    if not _glue_is_known(text, numerals, at, number, lead, trail):
        return None
    money = _led(text, number, lead, trail) if lead else _trailed(number, trail)
    if money is None:
        return None
    money = _with_country(text, _doubted(text, marks, numerals, at, money))
    return _with_cents(text, numerals, at, money)


def _negative_in_brackets(text: str, marks: Marks, numeral: Numeral) -> Money | None:
    """ "EUR (500)" and "$(500)"."""
    closing = after_gap(text, numeral.end)
    if (
        text[numeral.start - 1 : numeral.start] != "("
        or text[closing : closing + 1] != ")"
        or numeral.in_words
    ):
        return None
    lead = marks.before(text, numeral.start - 1)
    if lead is None or lead.word:
        return None
    note = "a negative amount, or a note number" if 0 < numeral.value < 100 else numeral.ambiguous
    return Money(-numeral.value, lead.start, closing + 1, lead.code, lead.note or note, leads=True)


def _trail_after_scale(text: str, marks: Marks, numeral: Numeral) -> bool:
    number = short_scale(text, numeral)
    return number.end != numeral.end and marks.after(text, number.end) is not None


def _with_hundredths(text: str, number: Numeral) -> Numeral:
    """ "Ten Thousand and 00/100 Dollars"."""
    found = _HUNDREDTHS.match(text, number.end)
    if not found:
        return number
    cents = int(found["cents"]) if found["cents"].isdigit() else 0
    return replace(number, value=number.value + Decimal(cents) / 100, end=found.end())


def _belongs_to_next(
    text: str, marks: Marks, numerals: Sequence[Numeral], at: int, lead: Mark | None, trail: Mark
) -> bool:
    start = after_gap(text, trail.end)
    following = numerals[at + 1] if at + 1 < len(numerals) else None
    if following is None or following.start != start or trail.word or following.in_words:
        return False
    if start == trail.end:
        return True
    if "\n" in text[trail.end : start]:
        return False
    return lead is not None or marks.after(text, following.end) is None


def _glue_is_known(
    text: str, numerals: Sequence[Numeral], at: int, number: Numeral, lead: Mark | None, trail: Mark | None
) -> bool:
    led = lead is not None and lead.end == number.start
    if not led and not stands_free(text, numerals, at):
        return False
    if trail is not None and trail.start == number.end:
        return True
    following = text[number.end + 1 : number.end + 2]
    return not number.after or (number.after in "-–/" and (number.after != "/" or not following.isdigit()))


def _led(text: str, number: Numeral, lead: Mark, trail: Mark | None) -> Money | None:
    if lead.code in WORDLIKE_CODES and number.value < 1000 and not number.value % 1:
        return None
    sign_at = lead.start - 1
    negative = text[sign_at : lead.start] in ("-", "−") and not text[max(0, sign_at - 1) : sign_at].isalnum()
    sign = lead.end > lead.start and not text[lead.end - 1].isalpha()
    money = Money(
        -number.value if negative else number.value, lead.start - negative, number.end, lead.code,
        number.doubt_with_unit or lead.note, leads=True, sign=sign, scaled=number.scaled,
    )  # fmt: skip
    bare_dollar = text[lead.start : lead.end] == "$"
    if trail and (trail.code == lead.code or (bare_dollar and trail.code in DOLLARS)):
        return replace(money, currency=trail.code, end=trail.end, leads=False)
    return money


def _trailed(number: Numeral, trail: Mark | None) -> Money | None:
    if trail is None or (trail.code in WORDLIKE_CODES and number.value < 1000 and not number.value % 1):
        return None
    note = number.doubt_with_unit or trail.note
    return Money(number.value, number.start, trail.end, trail.code, note, scaled=number.scaled)


def _with_country(text: str, money: Money) -> Money:
    """ "$500 Canadian" and "500 dollars (Canadian)" are not US dollars."""
    bare = money.currency == "USD" and not _NAMES_DOLLARS.search(text, money.start, money.end)
    country = country_after(text, money.end) if bare else None
    if country is None or country.code == "USD":
        return money
    note = money.note or country.note
    return replace(money, currency=country.code, end=country.end, note=note, leads=False)


def _doubted(text: str, marks: Marks, numerals: Sequence[Numeral], at: int, money: Money) -> Money:
    """In "100 EUR 200 items" the code between the numbers may belong to either."""
    before = numerals[at - 1] if at else None
    if not money.leads or money.sign or money.note or before is None:
        return money
    adjoins = before_gap(text, money.start) == before.end and "\n" not in text[before.end : money.start]
    if not adjoins or marks.before(text, before.start):
        return money
    return replace(money, note="the currency may belong to the number before it")


def _with_cents(text: str, numerals: Sequence[Numeral], at: int, money: Money) -> Money:
    """ "five dollars and fifty cents", "Ten Thousand Dollars and 00/100"."""
    hundredths = _HUNDREDTHS.match(text, money.end)
    if hundredths:
        cents = int(hundredths["cents"]) if hundredths["cents"].isdigit() else 0
        return replace(money, value=money.value + Decimal(cents) / 100, end=hundredths.end())
    following = numerals[at + 1] if at + 1 < len(numerals) else None
    if following is None or following.start - money.end > 90:
        return money
    cents_word = _CENTS.match(text, following.end)
    if not cents_word or not _AND.fullmatch(text, money.end, following.start) or following.value >= 100:
        return money
    return replace(money, value=money.value + following.value / 100, end=cents_word.end())
