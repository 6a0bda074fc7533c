"""Read how a computed result is to be written, and the statement that holds its figures."""

from __future__ import annotations

import re

from pincite.patterns import pattern
from pincite.records.computation import Scale, Wishes

_DECIMALS = pattern(
    r"\b(?P<number>no|zero|one|two|three|four|\d)\s+decimals?\b"
    r"|\bnearest\s+(?:whole number|integer|percent)",
    re.IGNORECASE,
)
_NUMBERS = {"no": 0, "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4}
_SCALE = pattern(
    r"\b(?:in|to)\s+(?:[A-Z$€£]+\s+|US dollars?\s+)?(?P<scale>thousand|million|billion)s?\b", re.IGNORECASE
)
_PERCENT = pattern(
    r"\b(?:in|as)\s+(?:an?\s+)?(?:units of\s+)?(?:percent(?:age|ages|s)?|%)(?!\s+of\b|\w)", re.IGNORECASE
)
_STATEMENT = pattern(
    r"\b(?:consolidated\s+)?(?:balance sheets?|(?:income|cash flows?|P&L) statements?"
    r"|statements? of (?:income|operations|cash flows?|financial position|profit (?:and|or) loss))",
    re.IGNORECASE,
)
_SAID = pattern(
    r"\s*\((?:in|as an?|rounded?|units)\b[^()]*\)"
    r"|[,.;]?\s+(?:and\s+)?(?:please\s+)?(?:round(?:ed|ing)?|answer in|give the answer in"
    r"|express(?:ed)? (?:it|the answer|your answer|in))\b[^?]*$"
    r"|\s+in (?:USD |US dollars? |EUR |GBP |\$ ?)?(?:thousand|million|billion)s$",
    re.IGNORECASE,
)


def wishes_in(text: str) -> Wishes:
    """How many decimals, in percent or not, in millions or not."""
    found = _DECIMALS.search(text)
    decimals = None
    if found:
        number = (found["number"] or "0").lower()
        decimals = _NUMBERS[number] if number in _NUMBERS else int(number)
    scale = _SCALE.search(text)
    return Wishes(bool(_PERCENT.search(text)), decimals, _scale(scale["scale"]) if scale else "")


def without_wishes(text: str) -> str:
    """The question alone."""
    return " ".join(_SAID.sub(" ", text).split()).strip(" ?.!")


def statement_in(text: str) -> str:
    """ " in the balance sheet", where the question names one statement and no other; else nothing."""
    named = {re.sub(r"\s+", " ", found.lower()) for found in _STATEMENT.findall(text)}
    return f" in the {named.pop()}" if len(named) == 1 else ""


def _scale(word: str) -> Scale:
    match word.lower():
        case "thousand":
            return "thousand"
        case "million":
            return "million"
        case "billion":
            return "billion"
    return ""
