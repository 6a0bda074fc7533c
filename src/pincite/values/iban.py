"""Find bank account numbers (IBAN): "DE89 3704 0044 0532 0130 00".

The two digits after the country are a checksum over all the others, so that a slip of the pen shows. A
number whose checksum or length is wrong is read, because somebody wrote it as an account, and says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.records.span import Span
from pincite.values.gaps import GAP
from pincite.values.readings import Reading
from pincite.values.types import Iban

# How many characters the numbers of each country have.
LENGTHS = {
    country: length
    for length, countries in (
        (15, "NO"), (16, "BE"), (18, "DK FI FK FO GL NL SD"), (19, "MK SI"), (20, "AT BA EE KZ LT LU XK"),
        (21, "CH HR LI LV"), (22, "BG BH CR DE GB GE IE ME RS VA"), (23, "AE GI IL IQ OM SO TL"),
        (24, "AD CZ ES MD PK RO SA SE SK TN VG"), (25, "LY PT ST"), (26, "IS TR"),
        (27, "BI DJ FR GR IT MC MR SM"), (28, "AL AZ BY CY DO GT HU LB NI PL SV"), (29, "BR EG PS QA UA"),
        (30, "JO KW MU YE"), (31, "MT SC"), (32, "LC"), (33, "RU"),
    )
    for country in countries.split()
}  # fmt: skip

_HEAD = re.compile(r"(?<![\w-])[A-Za-z]{2}[0-9]{2}(?=[\s\xa0-]?[0-9A-Za-z])")
_NEXT = re.compile(r"(?:[ \xa0\u202f-]|[ \t]*\n[ \t]*)?([0-9A-Za-z])")
_LABEL = re.compile(rf"(?i:IBAN)(?:{GAP}(?i:no|number|nr|code)\.?)?{GAP}[:.#(]{{0,2}}{GAP}\Z")
_WORD_GOES_ON = re.compile(r"[0-9A-Za-z]")
# Fewer characters than in the shortest number, and too few to be a mistyped one.
_FEWEST = 12
_CHECKSUM = "its checksum is wrong"


def find_ibans(text: str) -> list[Reading[Iban]]:
    """All bank account numbers in the text, in order."""
    readings: list[Reading[Iban]] = []
    for found in _HEAD.finditer(text):
        if readings and found.start() < readings[-1].end:
            continue
        readings += _read(text, found)
    return readings


def _read(text: str, found: re.Match[str]) -> Iterator[Reading[Iban]]:
    label = _LABEL.search(text, max(0, found.start() - 30), found.start())
    written_small = not found[0].isupper()
    length = LENGTHS.get(found[0][:2].upper())
    if label is None and (written_small or length is None):
        return
    iban, end = _characters(text, found, length or 34)
    note = _doubt(text, iban, end, length)
    if len(iban) < _FEWEST or (note and label is None and not _looks_mistyped(iban, length)):
        return
    # What only its label makes an account number can be read again only with it.
    within = Span(label.start(), end) if label and (note or written_small) else None
    yield Reading(Iban(iban=iban), found.start(), end, note, within)


def _characters(text: str, found: re.Match[str], most: int) -> tuple[str, int]:
    """The characters of the number up to its length, single spaces between them left out."""
    iban, end = found[0].upper(), found.end()
    upper = found[0][:2].isupper()
    while len(iban) < most and (following := _NEXT.match(text, end)):
        if following[1].islower() and upper:
            break
        iban, end = iban + following[1].upper(), following.end()
    return iban, end


def _doubt(text: str, iban: str, end: int, length: int | None) -> str:
    if length is None:
        return f"no country {iban[:2]} has such account numbers"
    if len(iban) != length or _WORD_GOES_ON.match(text, end):
        return f"an account number of {iban[:2]} has {length} characters"
    return "" if _checks(iban) else _CHECKSUM


def _checks(iban: str) -> bool:
    """ISO 13616: with the first four characters last and letters as numbers, one is left over of 97."""
    return int("".join(str(int(character, 36)) for character in iban[4:] + iban[:4])) % 97 == 1


def _looks_mistyped(iban: str, length: int | None) -> bool:
    """Whether what is no number by its checksum looks like a slip of the pen, and not like another code."""
    return length is not None and abs(len(iban) - length) <= 1 and sum(c.isdigit() for c in iban) >= 10
