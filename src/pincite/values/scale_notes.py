"""Read a note that figures are to be multiplied: "(in thousands, except per share data)", "€m", "$000".

Only words that stand for themselves are such a note: "3.5 million" says something of 3.5 alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pincite.patterns import pattern
from pincite.values.currencies import ISO_4217, find_marks

_SIGN = r"(?-i:(?:[A-Z]{1,3}\s?)?[$€£¥₹]|[A-Z]{3}|Rs\.?|R)"
_NAME = (
    r"(?:(?:U\.?S\.?|Canadian|Australian|Swiss)\s+)?(?:dollars?|euros?|pounds?(?:\s+sterling)?|sterling"
    r"|francs?|yen|rupees?|kron[ae]r?|pesos|rand|reais|yuan)"
)
_MANY = r"thousands?|millions?|billions?|crores?|lakhs?|tausend|millionen"
_ZEROS = r"['’‘]?000['’]?s?"
# Not behind a number, as in "2.5 million", and not within a word.
_FREE = r"(?<![\w.,])(?<![0-9][\s\u00a0])"
_FORMS = (
    # in thousands · $ in millions · in thousands of euros · in 000s · in EUR millions · in Mio. EUR
    rf"{_FREE}(?:(?P<of>shares|units|ounces|tonnes|barrels|options)\s+|(?:{_SIGN}|{_NAME})\s*)?\bin\s+(?:(?:{_SIGN}|{_NAME})\s*)?"
    rf"(?P<a>{_MANY}|{_ZEROS}|mio\.?|mn|bn|tsd\.?)(?![\w])(?:\s+(?:of\s+)?(?:{_NAME}|{_SIGN})(?![\w]))?",
    # $000 · £m · €bn · EUR million · US$ millions · TEUR · k€
    rf"(?<![\w.])(?:{_SIGN})[\s'’]?[(]?(?P<b>{_MANY}|{_ZEROS}|(?-i:m(?:n|io\.?|m)?|bn|k|Mrd\.?|tsd\.?))(?![\w])",
    # $M · US$ MM: only behind a sign, because "FROM" is no currency
    r"(?<![\w.])(?-i:(?:[A-Z]{1,3}\s?)?[$€£¥₹]\s?(?P<i>MM?|Mn|B|Bn|BN|K))(?![\w])",
    rf"(?<![\w])(?-i:(?P<c>[Tk])\s?(?:[€$£]|{'|'.join(sorted(ISO_4217))}))(?![\w])",
    # (thousands) · (thousands of dollars) · thousands of dollars · million pesos · (000s omitted)
    rf"[(\[](?P<d>{_MANY}|{_ZEROS}|mio\.?)(?:\s+of\s+(?:{_NAME}|{_SIGN}))?(?=[,;)\]]|\s+(?:except|omitted))",
    rf"{_FREE}(?P<e>{_MANY})\s+(?:of\s+)?(?:{_NAME}|{_SIGN})(?![\w])",
    rf"\b{_NAME}\s+(?P<f>{_MANY})\b",
    r"['’‘](?P<g>000)s?(?![\w])",
)
_NOTES = tuple(pattern(form, re.IGNORECASE) for form in _FORMS)
# In the few words of a head also what else is counted: "million tonnes".
_COUNTED = pattern(rf"(?:\A|[(\[,;:–-]\s*){_FREE}(?P<h>{_MANY})\s+(?:of\s+)?[a-z]{{3,}}", re.IGNORECASE)
_HEAD = 60
# "per thousand employees" and "above one million dollars" say nothing of other figures.
_NUMBERED = pattern(
    r"\b(?:per|one|two|three|four|five|ten|a|each|every|over|above|below|under|than|several|hundred)\s+\Z",
    re.IGNORECASE,
)
_FACTORS = {
    "thousand": 1_000, "000": 1_000, "k": 1_000, "t": 1_000, "tsd": 1_000, "lakh": 100_000,
    "million": 1_000_000, "m": 1_000_000, "mn": 1_000_000, "mm": 1_000_000, "mio": 1_000_000,
    "tausend": 1_000, "millionen": 1_000_000, "crore": 10_000_000,
    "b": 1_000_000_000, "billion": 1_000_000_000, "bn": 1_000_000_000, "mrd": 1_000_000_000,
}  # fmt: skip
_EXCEPT = pattern(r"[^.]{0,40}?\b(?:except|excluding|other than)\b(?P<what>[^.\n)\]]*)", re.IGNORECASE)
_MONEY = pattern(rf"(?:[A-Z]{{1,2}}\s?)?[$€£¥₹]|(?<=[Tk])[A-Z]{{3}}\b|\b[A-Z]{{3}}(?=m|bn|k|\b)|(?i:{_NAME})")


@dataclass(frozen=True, slots=True)
class ScaleNote:
    """Figures are multiplied by `factor`, as characters `start` up to `end` of a text say."""

    factor: int
    start: int
    end: int
    currency: str | None = None
    excepted: str = ""
    """The words that say for what it does not hold: "per share data"."""
    of: str = ""
    """What alone it holds for: "shares in thousands"; empty where it holds for all figures."""


def scale_notes(text: str) -> list[ScaleNote]:
    """Every note of a scale in the text, in order; of two that overlap the longer one."""
    found = sorted(_each(text), key=lambda note: (note.start, -note.end))
    kept: list[ScaleNote] = []
    for note in found:
        if not kept or note.start >= kept[-1].end:
            kept.append(note)
    return kept


def _each(text: str) -> Iterator[ScaleNote]:
    for form in (*_NOTES, *((_COUNTED,) if len(text) <= _HEAD else ())):
        for found in form.finditer(text):
            if _NUMBERED.search(text, 0, found.start()):
                continue
            words = found.groupdict()
            of = words.pop("of", None) or ""
            word = next(said for said in words.values() if said)
            excepted = _EXCEPT.match(text, found.end())
            yield ScaleNote(
                factor=_FACTORS[_plain(word)],
                start=found.start(),
                end=excepted.end() if excepted else found.end(),
                currency=_currency(found[0]),
                excepted=excepted["what"].strip() if excepted else "",
                of=of.lower(),
            )


def _plain(word: str) -> str:
    bare = word.lower().strip(".'’‘")
    return bare if bare in _FACTORS else bare.rstrip("s").strip("'’")


def _currency(words: str) -> str | None:
    """The one currency that is named; None where none is, or several are."""
    named = (find_marks(f"{found[0]} 1") for found in _MONEY.finditer(words))
    codes = {marks[0].code for marks in named if marks and marks[0].code}
    return codes.pop() if len(codes) == 1 else None
