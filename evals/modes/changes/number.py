"""Write another number in the form of the original one: in figures, in words or in both.

Only the digits that tell change: 4,500 becomes 7,800, and "4.5 thousand" beside it 7.8 thousand. So a value
that is said again in another form still says the same as before the change.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal

from pydantic import BaseModel

from evals.modes.edits import Edit, edited
from pincite.values.figures import find_figures
from pincite.values.number_words import SCALES, find_words
from pincite.values.types import Amount, Duration, Number, Percentage

Rewrite = Callable[[str], str | None]
"""Other words in the form of the given ones; None when their form is not known."""

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()
_GROUPS = ((10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred"))
_UNIT_OF_ONE = re.compile(r"(?<=[\s)])(?:day|week|month|year|hour|minute)(?![\w-])")
_WAYS = 8


def rewrites(value: BaseModel, turn: int) -> Iterator[Rewrite]:
    """Ways to write another number for the value; `turn` says with which one to begin."""
    number = _number(value)
    if number is None or not number:
        return
    old = _telling(number)
    for way in range(_WAYS):
        new = "".join(_other(digit, 1 + (turn + way) % _WAYS) for digit in old)
        share = number / int(old) * int(new)
        if new != "1" and not (isinstance(value, Percentage) and number <= 100 < share):
            yield lambda words, new=new: _rewritten(words, old, new)  # type: ignore[misc]  # bound at once


def spelled(number: int) -> str:
    """A whole number below a trillion in words: "one hundred twenty-five thousand"."""
    for size, name in _GROUPS:
        if number >= size:
            rest = f" {spelled(number % size)}" if number % size else ""
            return f"{spelled(number // size)} {name}{rest}"
    if number < len(_SMALL):
        return _SMALL[number]
    return _TENS[number // 10] + (f"-{_SMALL[number % 10]}" if number % 10 else "")


def _number(value: BaseModel) -> Decimal | None:
    match value:
        case Amount() | Number() | Percentage():
            return abs(value.value)
        case Duration():
            first = re.search(r"\d+(?:\.\d+)?", value.iso8601)
            return Decimal(first[0]) if first else None
    return None


def _telling(number: Decimal) -> str:
    """The digits without the zeros around them: 45 of 4500.00, 12 of 0.12."""
    return format(number, "f").replace(".", "").strip("0")


def _other(digit: str, by: int) -> str:
    """Another digit. A nought stays, so that a round number stays round."""
    return digit if digit == "0" else str((int(digit) - 1 + by) % 9 + 1)


def _rewritten(words: str, old: str, new: str) -> str | None:
    edits = [
        Edit(start, end, _in_figures(words[start:end], old, new))
        for value, start, end, _ in find_figures(words)
        if value and _telling(value) == old and _telling(Decimal(_digits(words[start:end]) or 0)) == old
    ]
    for value, start, end, _ in find_words(words):
        if words[start:end].lower().rstrip("s") in {*SCALES, "hundred"} or not value:
            continue
        if value == int(value) < 10**12 and _telling(value) == old:
            other = int(value / int(old) * int(new))
            edits.append(Edit(start, end, _in_style(spelled(other), words[start:end])))
    if not edits:
        return None
    result = edited(words, edits).text
    return _UNIT_OF_ONE.sub(lambda found: found[0] + "s", result) if old == "1" else result


def _digits(figure: str) -> str:
    return "".join(character for character in figure if character in "0123456789")


def _in_figures(figure: str, old: str, new: str) -> str:
    """The digits that tell exchanged one by one, whatever stands between them."""
    left = list(new)
    characters = []
    for character in figure:
        begun = len(left) < len(old)
        if left and character.isdigit() and (begun or character != "0"):
            character = left.pop(0)
        characters.append(character)
    return "".join(characters)


def _in_style(words: str, like: str) -> str:
    if like.isupper():
        return words.upper()
    if not like[0].isupper():
        return words
    titled = len(like.replace("-", " ").split()) == 1 or like.replace("-", " ").istitle()
    return words.title() if titled else words[0].upper() + words[1:]
