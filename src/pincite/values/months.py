"""The names of the months in seven languages, written out and short.

English names need their capital: "may" is mostly a verb. French "mars" has none: "Mars" is a planet.
"""

from __future__ import annotations

import re

from pincite.values.gaps import listed

_ENGLISH = listed("January February March April May June July August September October November December")
# German, French, Spanish, Italian, Portuguese, Dutch; a name that English has too is left out.
_FOREIGN = (
    listed("Januar Februar März - Mai Juni Juli - - Oktober - Dezember"),
    listed("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
    listed("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
    listed("gennaio febbraio - aprile maggio giugno luglio - settembre ottobre - dicembre"),
    listed("janeiro fevereiro março - maio junho julho - setembro outubro novembro dezembro"),
    listed("januari februari maart - mei juni juli augustus - oktober - -"),
)
_ENGLISH_SHORT = {name[:3]: number for number, name in enumerate(_ENGLISH, start=1)} | {"Sept": 9}
_FOREIGN_SHORT = {
    "Mär": 3, "Mrz": 3, "Okt": 10, "Dez": 12, "janv": 1, "févr": 2, "avr": 4, "juil": 7, "déc": 12,
    "ene": 1, "abr": 4, "dic": 12,
}  # fmt: skip


def _written(name: str, *, english: bool) -> set[str]:
    if english:
        return {name, name.upper()}
    return {name} if name == "mars" else {name, name.title(), name.upper()}


# In small letters only beside a day: "march 2024" alone may be anything, and "may" mostly is a verb.
_SMALL = {name.lower(): number for number, name in enumerate(_ENGLISH, start=1) if name != "May"}
_NUMBERS = _SMALL | {
    form: number
    for names, english in ((_ENGLISH, True), *((each, False) for each in _FOREIGN))
    for number, name in enumerate(names, start=1)
    if name != "-"
    for form in _written(name, english=english)
}
_SHORT_NUMBERS = {
    form: number
    for short, english in ((_ENGLISH_SHORT, True), (_FOREIGN_SHORT, False))
    for name, number in short.items()
    for form in _written(name, english=english)
}
_ANY = _SHORT_NUMBERS | _NUMBERS
_WORD = re.compile(r"[^\W\d_]{3,10}")
# What a line end may cut in two.
MONTH_WORDS = frozenset(name.lower() for name in _NUMBERS)


def _longest_first(names: dict[str, int]) -> str:
    return "|".join(sorted(names, key=lambda name: (-len(name), name)))


MONTH = (
    rf"(?:(?P<month>{_longest_first(_NUMBERS)})(?:\.(?=\s))?|(?P<short>{_longest_first(_SHORT_NUMBERS)})\.?)"
    r"(?![^\W\d_])"
)


def is_small(name: str) -> bool:
    """Whether an English month is written without its capital."""
    return name in _SMALL


def month_number(name: str) -> int:
    """The number of the month of that name, 1 to 12."""
    return _ANY[name]


def month_places(text: str) -> list[int]:
    """Where the names of months begin: most texts have none, and need no search for such dates."""
    return [found.start() for found in _WORD.finditer(text) if found[0] in _ANY]
