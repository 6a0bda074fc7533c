"""Read one number together with the currency beside it.

Which of two numbers a currency belongs to: a sign glued to digits belongs to them; a code between
two numbers ("2024 EUR 500") to the second, unless the second has a currency after it as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from pincite.records.span import Span
from pincite.values.currencies import DOLLARS, WORDLIKE_CODES, Mark, Marks, country_after
from pincite.values.gaps import GAP, SPACE, after_gap, before_gap, listed
from pincite.values.number_words import SCALES
from pincite.values.numerals import Numeral
from pincite.values.pairs import stands_free

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


_PERIODS = listed("hour day week fortnight month quarter year night annum")
_THINGS = listed(
    "share unit head piece person ton tonne barrel litre liter gallon claim user seat item copy word page"
)
# What a policy pays for each time: "each occurrence", "any one claim".
_EVENTS = listed(
    "claim occurrence accident event loss incident person employee location policy vehicle building "
    "offense offence claimant invoice transaction order breach violation share unit item user seat copy "
    "day month year"
)
_ADVERBS = {
    "hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter",
    "annually": "year", "yearly": "year",
}  # fmt: skip
_ADJECTIVES = listed(
    "calendar business working full square cubic metric individual additional single insured "
    "contract fiscal lease policy fluid ordinary common preferred"
)
# "per" also means "according to", and "per cent" is no unit of money.
_NO_UNIT = listed(
    "the this that these such its our your their his her any section schedule exhibit clause article "
    "cent centum"
)
_COUNT = rf"(?:[0-9]{{1,3}}(?:,?[0-9]{{3}}){{0,3}}{SPACE})?"
_NOUN = (
    rf"(?!(?i:{'|'.join(_NO_UNIT)})(?![\w]))"
    rf"(?P<noun>(?i:sq|cu)\.?{GAP}(?i:ft|in|yd|mi|km|m)(?![\w])\.?|{_COUNT}(?:(?i:{'|'.join(_ADJECTIVES)}){SPACE})?[A-Za-z]+[²³]?)(?![\w])"
)
_SUM = rf"(?:(?P<which>(?i:annual|general|policy|overall|total)){SPACE})?(?i:aggregate)"
_UNIT = re.compile(
    rf"""{SPACE}(?i:per){SPACE}{_NOUN}
    |{GAP}/{GAP}{_NOUN.replace("noun", "slash")}
    |{SPACE}(?i:an?|each|every){SPACE}
        (?P<period>(?:(?i:calendar|business|contract){SPACE})?(?i:{"|".join(_PERIODS)}))(?![\w])
    |{SPACE}(?i:an?){SPACE}(?P<thing>(?i:{"|".join(_THINGS)}))(?![\w])
    |{SPACE}(?P<adverb>(?i:{"|".join(_ADVERBS)}))(?![\w])
    |{SPACE}(?:(?i:for){SPACE})?(?i:each|every|any{SPACE}one|any{SPACE}single)
        (?:{SPACE}(?i:and{SPACE}every))?{SPACE}(?P<event>(?i:{"|".join(_EVENTS)}))(?![\w])
    |{SPACE}(?P<aggregate>(?i:in){SPACE}(?:(?i:the|an){SPACE})?{_SUM})(?![\w])
    |{SPACE}(?P<sum>{_SUM.replace("which", "kind")})(?=\s*(?:[.,;:)/\]]|\Z|(?i:and|limits?)(?![\w])))
    |{SPACE}(?P<each>(?i:each))(?=\s*(?:[.,;:)\]]|\Z))
    |{GAP}(?P<pa>p\.?a\.?)(?![\w])""",
    re.VERBOSE,
)
_AND_SUM = re.compile(rf"{SPACE}(?i:and|or){SPACE}(?:(?i:in){SPACE}(?:(?i:the|an){SPACE})?)?{_SUM}(?![\w])")
_SAME = {"annum": "year"}
UNIT_WORDS = frozenset({*_PERIODS, *_THINGS, *_EVENTS, *_ADVERBS, "aggregate"})
MOST_UNITS = 3


def read_unit(text: str, start: int) -> tuple[str | None, int]:
    """The unit that begins at `start` and where it ends: "per user per month". None: there is none."""
    units = []
    for _ in range(MOST_UNITS):
        found = _UNIT.match(text, start)
        if not found:
            break
        unit = _normalised(found)
        if unit in units:
            break  # "per day for each day of delay"
        units.append(unit)
        start = found.end()
    both = _AND_SUM.match(text, start) if units else None
    if both:
        units.append(f"{both[0].split()[0].lower()} {_aggregate(both['which'])}")
        start = both.end()
    return " ".join(units) or None, start


def _normalised(found: re.Match[str]) -> str:
    if found["aggregate"] or found["sum"]:
        return _aggregate(found["which"] or found["kind"])
    if found["each"]:
        return "each"
    if found["adverb"]:
        return "per " + _ADVERBS[found["adverb"].lower()]
    if found["pa"]:
        return "per year"
    noun = found["noun"] or found["slash"] or found["period"] or found["thing"] or found["event"]
    return "per " + " ".join(_lower(word) for word in noun.split())


def _aggregate(kind: str | None) -> str:
    return f"in the {kind.lower()} aggregate" if kind else "in the aggregate"


def _lower(word: str) -> str:
    """ "Claim" and "CLAIM" are "claim"; "MWh" and "GB" are written as they are."""
    lower = word.lower() if word.istitle() or (word.isupper() and len(word) > 3) else word
    return _SAME.get(lower, lower)


# "payable in EUR 30 days after receipt": the number counts days.
_COUNTS_TIME = re.compile(
    rf"(?:{GAP}|-)(?i:(?:business|calendar|working|consecutive){SPACE})?"
    rf"(?i:days?|weeks?|months?|years?|hours?)(?![\w])"
)
_NAMES_DOLLARS = re.compile(r"(?i:US|U\.S|America|United)")
_NEGATIVE = re.compile(rf"(?<![\w])[-−]\Z|(?<![\w-])(?i:negative){SPACE}\Z")
_AND = re.compile(rf"{SPACE}(?i:and){SPACE}")
_CENTS = re.compile(rf"{SPACE}(?i:cents?)(?![\w])")


@dataclass(frozen=True, slots=True)
class Money:
    """A number with its currency. `sign`: led by a sign such as "$"; `leads`: only a mark before it.

    `minor`: written in hundredths, as "10 pence".
    """

    value: Decimal
    start: int
    end: int
    currency: str | None
    note: str = ""
    leads: bool = False
    sign: bool = False
    scaled: bool = False
    within: Span | None = None
    minor: bool = False


def read_moneys(text: str, numerals: Sequence[Numeral]) -> list[Money | None]:
    """For each numeral what it says as money; None when no currency belongs to it."""
    marks, moneys = Marks.of(text), list[Money | None]()
    if not marks.by_start:
        return [None] * len(numerals)
    for at in range(len(numerals)):
        moneys.append(_read(text, marks, numerals, at, moneys[-1] if moneys else None))
    return moneys


def _read(
    text: str, marks: Marks, numerals: Sequence[Numeral], at: int, previous: Money | None
) -> Money | None:
    numeral = numerals[at]
    if previous and numeral.start < previous.end:
        return None  # the cents of "five dollars and fifty cents"
    if text[numeral.start : numeral.end] in ("00", "000"):
        return None  # "$000" and "USD (000)" head a column in thousands
    lead = marks.before(text, numeral.start)
    if lead and previous and lead.start < previous.end:
        lead = None
    if lead and lead.end < numeral.start and _COUNTS_TIME.match(text, numeral.end):
        lead = None
    if lead is None and (negative := _negative_in_brackets(text, marks, numeral)):
        return negative
    number = _whole(text, marks, numeral, lead)
    trail = marks.after(text, number.end)
    if trail and _belongs_to_next(text, marks, numerals, at, lead, trail):
        trail = None
    if not _glue_is_known(text, numerals, at, number, lead, trail):
        return None
    money = _led(text, marks, number, lead, trail) if lead else _trailed(number, trail)
    if money is None:
        return None
    money = _with_country(text, _doubted(text, marks, numerals, at, money))
    return _with_cents(text, numerals, at, money)


def _negative_in_brackets(text: str, marks: Marks, numeral: Numeral) -> Money | None:
    """ "EUR (500)", "$(500)" and "(500) EUR"."""
    closing = after_gap(text, numeral.end)
    if (
        text[numeral.start - 1 : numeral.start] != "("
        or text[closing : closing + 1] != ")"
        or numeral.in_words
    ):
        return None
    number = scale_after(text, replace(numeral, end=closing + 1))
    lead, trail = marks.before(text, numeral.start - 1), marks.after(text, number.end)
    mark = lead if lead and not lead.word else trail
    if mark is None or (mark.word and not number.scaled) or mark.code in WORDLIKE_CODES:
        return None
    note = "a negative amount, or a note number" if 0 < number.value < 100 else number.ambiguous
    start, end = min(mark.start, numeral.start - 1), max(mark.end, number.end)
    leads, scaled = mark is lead, number.scaled
    return Money(-number.value, start, end, mark.code, mark.note or note, leads=leads, scaled=scaled)


def _whole(text: str, marks: Marks, numeral: Numeral, lead: Mark | None) -> Numeral:
    """The number with all that belongs to it when a currency stands before or after it."""
    number = short_scale(text, numeral)
    number = number if lead or marks.after(text, number.end) else numeral
    cents, end = hundredths_after(text, number.end)
    number = replace(number, value=number.value + cents, end=end) if cents or end > number.end else number
    plain = without_cents(text, number)
    return plain if lead or marks.after(text, plain.end) else number


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


def _led(text: str, marks: Marks, number: Numeral, lead: Mark, trail: Mark | None) -> Money | None:
    if lead.code in WORDLIKE_CODES and number.value < 1000 and not number.value % 1:
        return None
    again = marks.before(text, lead.start)
    start = again.start if again and again.code == lead.code else lead.start  # "GBP £500"
    signed = _NEGATIVE.search(text, max(0, start - 50), start)
    sign = lead.end > lead.start and not text[lead.end - 1].isalpha()
    money = Money(
        -number.value if signed else number.value, signed.start() if signed else start, number.end,
        lead.code, number.doubt_with_unit or lead.note, leads=True, sign=sign, scaled=number.scaled,
    )  # fmt: skip
    return _with_trail(text, money, lead, trail) if trail else money


def _with_trail(text: str, money: Money, lead: Mark, trail: Mark) -> Money:
    """ "$500 CAD" are Canadian dollars; of "US$500 CAD" nobody can tell."""
    bare_dollar = text[lead.start : lead.end] == "$"
    if trail.code == lead.code or (bare_dollar and trail.code in DOLLARS):
        return replace(money, currency=trail.code, end=trail.end, leads=False)
    if trail.code in WORDLIKE_CODES or trail.minor or "\n" in text[money.end : trail.start]:
        return money
    return replace(money, note=money.note or "two currencies beside one number")


def _trailed(number: Numeral, trail: Mark | None) -> Money | None:
    if trail is None or (trail.code in WORDLIKE_CODES and number.value < 1000 and not number.value % 1):
        return None
    note = number.doubt_with_unit or trail.note
    value = Decimal(format(number.value.scaleb(-2), "f")) if trail.minor else number.value
    return Money(value, number.start, trail.end, trail.code, note, scaled=number.scaled, minor=trail.minor)


def _with_country(text: str, money: Money) -> Money:
    """ "$500 Canadian" and "500 dollars (Canadian)" are not US dollars."""
    bare = money.currency == "USD" and not _NAMES_DOLLARS.search(text, money.start, money.end)
    country = country_after(text, money.end) if bare else None
    if country is None or (country.code == "USD" and not country.said):
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
    cents, end = hundredths_after(text, money.end)
    if end > money.end:
        return replace(money, value=money.value + cents, end=end)
    following = numerals[at + 1] if at + 1 < len(numerals) else None
    if following is None or following.start - money.end > 90:
        return money
    cents_word = _CENTS.match(text, following.end)
    if not cents_word or not _AND.fullmatch(text, money.end, following.start) or following.value >= 100:
        return money
    return replace(money, value=money.value + following.value / 100, end=cents_word.end())
