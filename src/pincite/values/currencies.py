"""Currencies: their codes, signs and names, and every mention of one in a text.

Conventions, decided once: "$" and "dollars" alone are US dollars, "rupees" alone are Indian,
"pounds" alone may be a weight and are no currency. A sign that several currencies share ("kr",
"¥") is never settled here: the note says so, and "kr" has no code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pincite.patterns import pattern
from pincite.values.gaps import GAP, SPACE, after_gap, before_gap, listed

ISO_4217 = frozenset(
    listed(
        "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN "
        "BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD "
        "FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD "
        "JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT "
        "MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG "
        "QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS "
        "TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR "
        "ZMW ZWL"
    )
)
# Whoever writes "$" may mean each of these.
DOLLARS = frozenset(
    listed(
        "USD CAD AUD NZD HKD SGD TWD MXN ARS CLP COP UYU DOP CUP BRL BSD BBD BMD BND BZD FJD GYD JMD KYD "
        "LRD NAD SBD SRD TTD XCD"
    )
)
# Codes that are English words when a heading is set in capitals: "ALL 5 SHARES", "TOP 10".
WORDLIKE_CODES = frozenset(
    {"ALL", "TOP", "CUP", "PEN", "MAD", "GEL", "SOS", "MOP", "TRY", "BOB", "COP", "LAK"}
)

DOLLAR_SIGNS = {
    "": "USD", "US": "USD", "U.S.": "USD", "USD": "USD", "C": "CAD", "CA": "CAD", "CDN": "CAD", "CAD": "CAD",
    "A": "AUD", "AU": "AUD", "AUD": "AUD", "NZ": "NZD", "NZD": "NZD", "HK": "HKD", "HKD": "HKD", "S": "SGD",
    "SG": "SGD", "SGD": "SGD", "NT": "TWD", "R": "BRL", "MX": "MXN", "Can": "CAD", "CAN": "CAD",
}  # fmt: skip
SIGNS = {
    "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₩": "KRW", "₽": "RUB", "₺": "TRY", "₪": "ILS",
    "฿": "THB", "₫": "VND", "₦": "NGN", "zł": "PLN", "Kč": "CZK", "SFr.": "CHF", "SFr": "CHF", "sFr.": "CHF",
    "Rs.": "INR", "Rs": "INR", "RMB": "CNY", "RM": "MYR", "Rp": "IDR", "kr.": None, "kr": None, "Fr.": None,
    "₱": "PHP", "₴": "UAH", "₸": "KZT", "₵": "GHS", "GH₵": "GHS", "₾": "GEL", "₼": "AZN", "৳": "BDT",
    "₡": "CRC", "₲": "PYG", "JP¥": "JPY", "CN¥": "CNY", "RMB¥": "CNY", "￥": "JPY", "円": "JPY", "¢": None,
}  # fmt: skip
_YEN_OR_YUAN = "the sign may mean yen or yuan"
_CENTS = "cents of a currency that is not named"
# Read only where a sum in figures says the same: "500 pounds" alone may be a weight.
ONLY_IN_PAIR = "pounds of money, or of weight"
SIGN_NOTES = {
    "¥": _YEN_OR_YUAN,
    "￥": _YEN_OR_YUAN,
    "¢": _CENTS,
    "kr": "kr may be Danish, Norwegian, Swedish or Icelandic",
    "kr.": "kr may be Danish, Norwegian, Swedish or Icelandic",
    "Fr.": "Fr. may be Swiss or other francs",
}
DOLLAR_COUNTRIES = {
    "u.s.": "USD", "us": "USD", "united states": "USD", "american": "USD", "canadian": "CAD",
    "cdn": "CAD", "cdn.": "CAD", "australian": "AUD", "new zealand": "NZD", "hong kong": "HKD",
    "singapore": "SGD", "singaporean": "SGD", "taiwan": "TWD", "new taiwan": "TWD", "taiwanese": "TWD",
    "nt": "TWD", "hk": "HKD", "nz": "NZD",
}  # fmt: skip
# Dollars or pesos written "$" in countries whose codes we do not settle.
OTHER_DOLLAR_COUNTRIES = listed(
    "bahamian bermudian bermuda barbadian barbados liberian namibian fijian fiji guyanese guyana surinamese "
    "jamaican jamaica mexican zimbabwean belizean belize brunei trinidad cayman caribbean argentine chilean"
)
NAMES = {
    "euro": "EUR", "euros": "EUR", "pounds sterling": "GBP", "pound sterling": "GBP", "british pounds": "GBP",
    "sterling": "GBP", "swiss francs": "CHF", "swiss franc": "CHF", "yen": "JPY", "japanese yen": "JPY",
    "rupees": "INR", "indian rupees": "INR", "pakistani rupees": "PKR", "sri lankan rupees": "LKR",
    "yuan": "CNY", "renminbi": "CNY", "chinese yuan": "CNY", "korean won": "KRW", "danish kroner": "DKK",
    "norwegian kroner": "NOK", "swedish kronor": "SEK", "swedish krona": "SEK", "polish zloty": "PLN",
    "south african rand": "ZAR", "mexican pesos": "MXN", "israeli shekels": "ILS", "uae dirhams": "AED",
    "turkish lira": "TRY", "brazilian reais": "BRL", "russian rubles": "RUB", "dollar": "USD",
    "dollars": "USD", "pound": "GBP", "pounds": "GBP", "pence": "GBP", "cents": None, "cent": None,
    "euro cents": "EUR", "euro cent": "EUR", "paise": "INR",
    **{f"{adjective} dollars": code for adjective, code in DOLLAR_COUNTRIES.items()},
}  # fmt: skip
NAME_NOTES = {"pound": ONLY_IN_PAIR, "pounds": ONLY_IN_PAIR, "cents": _CENTS, "cent": _CENTS}
HUNDREDTHS = frozenset({"pence", "cents", "cent", "euro cents", "euro cent", "paise", "¢"})
LEADING_NAMES = frozenset(
    {"euro", "euros", "rupees", *(f"{country} dollars" for country in DOLLAR_COUNTRIES)}
)
CURRENCY_WORDS = frozenset(word for name in NAMES for word in name.split())


@dataclass(frozen=True, slots=True)
class Mark:
    """One mention of a currency. `leads`: it may stand before its number, as "EUR" may.

    `minor`: hundredths of it, as "pence" are. `said`: named once more after its sign, "$500 (USD)".
    """

    start: int
    end: int
    code: str | None
    leads: bool = True
    word: bool = False
    note: str = ""
    minor: bool = False
    said: bool = False


def find_marks(text: str) -> list[Mark]:
    """Every currency sign, code and name of the text, in order."""
    marks = [*_dollars(text), *_codes(text), *_signs(text), *_names(text)]
    return sorted(marks, key=lambda mark: mark.start)


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
        """The currency just after `end`; only its name follows a hyphen, as in "ten-dollar"."""
        mark = self.by_start.get(end) or self.by_start.get(after_gap(text, end))
        if mark or text[end : end + 1] not in ("-", "\u2010", "\u2011"):
            return mark
        name = self.by_start.get(end + 1)
        return name if name and name.word and not name.note else None


def _alternatives(words: Iterable[str]) -> str:
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\ ", SPACE) for word in longest_first)


# A single letter must be glued to its sign: "Plan A $500" is in US dollars.
_SPACED = _alternatives(letters for letters in DOLLAR_SIGNS if len(letters) > 1 and letters.isupper())
_PREFIX = pattern(
    rf"(?<![A-Za-z$.])(?P<letters>(?:{_alternatives(filter(None, DOLLAR_SIGNS))})|(?:{_SPACED})[ ]"
    rf"|[A-Z]{{1,3}}|)$"
)
# "CA $500" may be read in Canada or in California.
_PLACES = frozenset({"CA", "AU", "SG", "NT", "MX", "CAN"})
_ANY_COUNTRY = rf"(?i:(?P<known>{_alternatives(DOLLAR_COUNTRIES)})|{'|'.join(OTHER_DOLLAR_COUNTRIES)})"
_COUNTRY = pattern(rf"(?<![\w])(?P<place>(?i:in|at|from|to){SPACE})?{_ANY_COUNTRY}{SPACE}$")
_FUNDS = rf"(?P<funds>{SPACE}(?i:dollars|funds|currency|money)(?![\w]))"
_COUNTRY_AFTER = pattern(
    rf"{GAP}(?P<opens>[(\[]{GAP})?(?P<in>(?i:in){SPACE})?{_ANY_COUNTRY}(?![\w])"
    rf"(?(in){_FUNDS}|{_FUNDS.replace('funds>', 'more>')}?)(?(opens){GAP}[)\]])"
)
_CODE_AFTER = pattern(rf"{GAP}[(\[]{GAP}(?P<code>[A-Z]{{3}}){GAP}[)\]]")
_COUNTRY_OF_SIGN = pattern(r"(?P<letters>US|CAN|CDN|CA|AU|A|NZ|HK)(?=[ ]?[0-9])")
_NOUN_AFTER = pattern(rf"{SPACE}[A-Za-z]")
_OTHER_COUNTRY = "dollars or pesos of another country"
_CODE = pattern(r"(?<![A-Za-z])[A-Z]{3}(?![A-Za-z$])")
_FIRST_OF_SIGN = "".join(sorted({sign[0] for sign in SIGNS}))
_SIGN = pattern(rf"(?=[{_FIRST_OF_SIGN}])(?<![^\W\d])(?:{_alternatives(SIGNS)})(?![A-Za-z])")
_LAST_WORDS = frozenset(name.split()[-1] for name in NAMES)
_LETTERS = pattern(r"[a-z]{3,9}")
_WORD = pattern(r"(?<![^\W_])[A-Za-z]{3,9}(?![\w])")
_NAME = pattern(rf"(?<![^\W_])(?i:{_alternatives(NAMES)})$")


def _dollars(text: str) -> Iterator[Mark]:
    at = text.find("$")
    while at >= 0:
        found = _PREFIX.search(text, max(0, at - 5), at)
        country = _COUNTRY.search(text, max(0, at - 60), at)
        letters = found["letters"].strip() if found else None
        if country:
            note = "the country may be a place" if country["place"] else ""
            yield _of_country(country, country.end("place") if note else country.start(), at + 1, note)
        # "B$" and "J$" are dollars too, but not of a country we could name.
        elif found and letters in DOLLAR_SIGNS:
            spaced = letters in _PLACES and text[at - 1].isspace()
            note = f"{letters} may be a place" if spaced else ""
            yield _dollar(text, found.start(), at + 1, letters, note)
        at = text.find("$", at + 1)


def _dollar(text: str, start: int, end: int, letters: str, note: str) -> Mark:
    """The sign with the letters before it, or after it as in "$US 500"."""
    behind = _COUNTRY_OF_SIGN.match(text, end) if not letters else None
    if behind:
        return Mark(start, behind.end(), DOLLAR_SIGNS[behind["letters"]], note=note)
    return Mark(start, end, DOLLAR_SIGNS[letters], note=note)


def _of_country(found: re.Match[str], start: int, end: int, note: str) -> Mark:
    if not found["known"]:
        return Mark(start, end, None, note=_OTHER_COUNTRY)
    return Mark(start, end, DOLLAR_COUNTRIES[" ".join(found["known"].lower().split())], note=note)


def country_after(text: str, end: int) -> Mark | None:
    """The country named after bare dollars: "$500 Canadian", "dollars (Canadian)", "$500 (CAD)"."""
    code = _CODE_AFTER.match(text, end)
    if code and code["code"] in DOLLARS:
        return Mark(code.start(), code.end(), code["code"], said=True)
    found = _COUNTRY_AFTER.match(text, end)
    if not found:
        return None
    said = found["opens"] or found["funds"] or found["more"]
    adjective = not said and _NOUN_AFTER.match(text, found.end())
    note = "the country may belong to what follows" if adjective else ""
    return _of_country(found, found.start(), found.end(), note)


def _codes(text: str) -> Iterator[Mark]:
    for found in _CODE.finditer(text):
        code = "CAD" if found[0] == "CDN" else found[0]
        if code in ISO_4217:
            yield Mark(found.start(), found.end(), code)


def _signs(text: str) -> Iterator[Mark]:
    for found in _SIGN.finditer(text):
        sign, note = found[0], SIGN_NOTES.get(found[0], "")
        yield Mark(found.start(), found.end(), SIGNS[sign], note=note, minor=sign in HUNDREDTHS)


def _names(text: str) -> Iterator[Mark]:
    if _LAST_WORDS.isdisjoint(_LETTERS.findall(text.lower())):
        return
    for word in _WORD.finditer(text):
        if word[0].lower() not in _LAST_WORDS:
            continue
        found = _NAME.search(text, max(0, word.start() - 60), word.end())
        if found:
            name = " ".join(found[0].lower().split())
            leads, note, minor = name in LEADING_NAMES, NAME_NOTES.get(name, ""), name in HUNDREDTHS
            yield Mark(found.start(), found.end(), NAMES[name], leads, True, note, minor)
