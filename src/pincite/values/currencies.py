"""Currencies: their ISO 4217 codes, their signs and their names.

Conventions, decided once: "$" and "dollars" alone are US dollars, "rupees" alone are Indian,
"pounds" alone may be a weight and are no currency. A sign that several currencies share ("kr",
"¥") is never settled here: the note says so, and "kr" has no code.
"""

from __future__ import annotations

from pincite.values.gaps import listed

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
