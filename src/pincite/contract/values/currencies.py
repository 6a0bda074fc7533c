"""Currencies: their ISO 4217 codes, their signs and their names.

Conventions, decided once: "$" and "dollars" alone are US dollars, "rupees" alone are Indian,
"pounds" alone may be a weight and are no currency. A sign that several currencies share ("kr",
"¥") is never settled here: the note says so, and "kr" has no code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pincite.contract.values.gaps import GAP, SPACE, listed

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
DOLLARS = frozenset(listed("USD CAD AUD NZD HKD SGD TWD"))


@dataclass(frozen=True, slots=True)
class Mark:
    """One mention of a currency. `leads`: it may stand before its number, as "EUR" may."""

    start: int
    end: int
    code: str | None
    leads: bool = True
    word: bool = False
    note: str = ""


def find_marks(text: str) -> list[Mark]:
    """Every currency sign, code and name of the text, in order."""
    marks = [*_dollars(text), *_codes(text), *_signs(text), *_names(text)]
    return sorted(marks, key=lambda mark: mark.start)


# Codes that are English words when a heading is set in capitals: "ALL 5 SHARES", "TOP 10".
WORDLIKE_CODES = frozenset(
    {"ALL", "TOP", "CUP", "PEN", "MAD", "GEL", "SOS", "MOP", "TRY", "BOB", "COP", "LAK"}
)

_DOLLAR_SIGNS = {
    "": "USD", "US": "USD", "U.S.": "USD", "USD": "USD", "C": "CAD", "CA": "CAD", "CDN": "CAD", "CAD": "CAD",
    "A": "AUD", "AU": "AUD", "AUD": "AUD", "NZ": "NZD", "NZD": "NZD", "HK": "HKD", "HKD": "HKD", "S": "SGD",
    "SG": "SGD", "SGD": "SGD", "NT": "TWD", "R": "BRL", "MX": "MXN",
}  # fmt: skip
_SIGNS = {
    "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₩": "KRW", "₽": "RUB", "₺": "TRY", "₪": "ILS",
    "฿": "THB", "₫": "VND", "₦": "NGN", "zł": "PLN", "Kč": "CZK", "SFr.": "CHF", "SFr": "CHF", "sFr.": "CHF",
    "Rs.": "INR", "Rs": "INR", "RMB": "CNY", "RM": "MYR", "Rp": "IDR", "kr.": None, "kr": None, "Fr.": None,
}  # fmt: skip
_NOTES = {
    "¥": "the sign may mean yen or yuan",
    "kr": "kr may be Danish, Norwegian, Swedish or Icelandic",
    "kr.": "kr may be Danish, Norwegian, Swedish or Icelandic",
    "Fr.": "Fr. may be Swiss or other francs",
}
_DOLLAR_NAMES = {
    "u.s.": "USD", "us": "USD", "united states": "USD", "american": "USD", "canadian": "CAD",
    "cdn": "CAD", "cdn.": "CAD", "australian": "AUD", "new zealand": "NZD", "hong kong": "HKD",
    "singapore": "SGD", "singaporean": "SGD", "taiwan": "TWD", "new taiwan": "TWD", "taiwanese": "TWD",
}  # fmt: skip
# Dollars or pesos written "$" in countries whose codes we do not settle.
_OTHER_DOLLARS = listed(
    "bahamian bermudian bermuda barbadian barbados liberian namibian fijian fiji guyanese guyana surinamese "
    "jamaican jamaica mexican zimbabwean belizean belize brunei trinidad cayman caribbean argentine chilean"
)
_NAMES = {
    "euro": "EUR", "euros": "EUR", "pounds sterling": "GBP", "pound sterling": "GBP", "british pounds": "GBP",
    "sterling": "GBP", "swiss francs": "CHF", "swiss franc": "CHF", "yen": "JPY", "japanese yen": "JPY",
    "rupees": "INR", "indian rupees": "INR", "pakistani rupees": "PKR", "sri lankan rupees": "LKR",
    "yuan": "CNY", "renminbi": "CNY", "chinese yuan": "CNY", "korean won": "KRW", "danish kroner": "DKK",
    "norwegian kroner": "NOK", "swedish kronor": "SEK", "swedish krona": "SEK", "polish zloty": "PLN",
    "south african rand": "ZAR", "mexican pesos": "MXN", "israeli shekels": "ILS", "uae dirhams": "AED",
    "turkish lira": "TRY", "brazilian reais": "BRL", "russian rubles": "RUB", "dollar": "USD",
    "dollars": "USD",
    **{f"{adjective} dollars": code for adjective, code in _DOLLAR_NAMES.items()},
}  # fmt: skip
_LEADING_NAMES = frozenset({"euro", "euros", "rupees", *(f"{country} dollars" for country in _DOLLAR_NAMES)})
CURRENCY_WORDS = frozenset(word for name in _NAMES for word in name.split())
_LAST_WORDS = frozenset(name.split()[-1] for name in _NAMES)


def _alternatives(words: Iterable[str]) -> str:
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\ ", SPACE) for word in longest_first)


# A single letter must be glued to its sign: "Plan A $500" is in US dollars.
_SPACED = _alternatives(letters for letters in _DOLLAR_SIGNS if len(letters) > 1)
_PREFIX = re.compile(
    rf"(?<![A-Za-z$.])(?P<letters>(?:{_alternatives(filter(None, _DOLLAR_SIGNS))})|(?:{_SPACED})[ ]"
    rf"|[A-Z]{{1,3}}|)$"
)
# "CA $500" may be read in Canada or in California.
_PLACES = frozenset({"CA", "AU", "SG", "NT", "MX"})
_ANY_COUNTRY = rf"(?i:(?P<known>{_alternatives(_DOLLAR_NAMES)})|{'|'.join(_OTHER_DOLLARS)})"
_COUNTRY = re.compile(rf"(?<![\w])(?P<place>(?i:in|at|from|to){SPACE})?{_ANY_COUNTRY}{SPACE}$")
_COUNTRY_AFTER = re.compile(rf"{GAP}(?P<opens>[(\[]{GAP})?{_ANY_COUNTRY}(?![\w])(?(opens){GAP}[)\]])")
_NOUN_AFTER = re.compile(rf"{SPACE}[A-Za-z]")
_OTHER_COUNTRY = "dollars or pesos of another country"
_CODE = re.compile(r"(?<![A-Za-z])[A-Z]{3}(?![A-Za-z$])")
_SIGN = re.compile(rf"(?=[€£¥₹₩₽₺₪฿₫₦zKsSRkF])(?<![^\W\d])(?:{_alternatives(_SIGNS)})(?![A-Za-z])")
_WORD = re.compile(r"(?<![^\W_])[A-Za-z]{3,9}(?![\w])")
_NAME = re.compile(rf"(?<![^\W_])(?i:{_alternatives(_NAMES)})$")


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
        elif found and letters in _DOLLAR_SIGNS:
            spaced = letters in _PLACES and text[at - 1].isspace()
            note = f"{letters} may be a place" if spaced else ""
            yield Mark(found.start(), at + 1, _DOLLAR_SIGNS[letters], note=note)
        at = text.find("$", at + 1)


def _of_country(found: re.Match[str], start: int, end: int, note: str) -> Mark:
    if not found["known"]:
        return Mark(start, end, None, note=_OTHER_COUNTRY)
    return Mark(start, end, _DOLLAR_NAMES[" ".join(found["known"].lower().split())], note=note)


def country_after(text: str, end: int) -> Mark | None:
    """The country named after bare dollars: "$500 Canadian", "dollars (Canadian)"."""
    found = _COUNTRY_AFTER.match(text, end)
    if not found:
        return None
    adjective = not found["opens"] and _NOUN_AFTER.match(text, found.end())
    note = "the country may belong to what follows" if adjective else ""
    return _of_country(found, found.start(), found.end(), note)


def _codes(text: str) -> Iterator[Mark]:
    for found in _CODE.finditer(text):
        if found[0] in ISO_4217:
            yield Mark(found.start(), found.end(), found[0])


def _signs(text: str) -> Iterator[Mark]:
    for found in _SIGN.finditer(text):
        yield Mark(found.start(), found.end(), _SIGNS[found[0]], note=_NOTES.get(found[0], ""))


def _names(text: str) -> Iterator[Mark]:
    for word in _WORD.finditer(text):
        if word[0].lower() not in _LAST_WORDS:
            continue
        found = _NAME.search(text, max(0, word.start() - 60), word.end())
        if found:
            name = " ".join(found[0].lower().split())
            yield Mark(found.start(), found.end(), _NAMES[name], leads=name in _LEADING_NAMES, word=True)
