"""Write a number as a list shows it: 4, iv, D, 4th, ④."""

from __future__ import annotations

from collections.abc import Callable

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_MAX_ROMAN = 32767
_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_IRREGULAR = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
}  # fmt: skip
_NOTE_SIGNS = "*†‡§"


def numeral(count: int, style: str) -> str:
    """The number in one of Word's styles; in digits where the style is not known."""
    if style.startswith("0"):
        return str(count).zfill(len(style.split(",")[0].strip()))
    return _STYLES.get(style, str)(count)


def _letters(count: int) -> str:
    """a … z, aa, bb … zz, aaa: not as the columns of a spreadsheet go on."""
    if not 1 <= count <= 26 * 30:
        return str(count)
    repeats, letter = divmod(count - 1, 26)
    return chr(ord("a") + letter) * (repeats + 1)


def _roman(count: int) -> str:
    if not 1 <= count <= _MAX_ROMAN:
        return str(count)
    written = ""
    for worth, digits in _ROMAN:
        repeats, count = divmod(count, worth)
        written += digits * repeats
    return written


def _ordinal(count: int) -> str:
    teen = 10 <= count % 100 <= 20
    return str(count) + ("th" if teen else {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th"))


def _words(count: int) -> str:
    if not 0 <= count < 1000:
        return str(count)
    if count < 20:
        return _UNITS[count]
    if count < 100:
        tens, rest = divmod(count, 10)
        return _TENS[tens - 2] + (f"-{_UNITS[rest]}" if rest else "")
    hundreds, rest = divmod(count, 100)
    return f"{_UNITS[hundreds]} hundred" + (f" {_words(rest)}" if rest else "")


def _ordinal_words(count: int) -> str:
    words = _words(count)
    if words.isdigit():
        return _ordinal(count)
    start = max(words.rfind(" "), words.rfind("-")) + 1
    last = words[start:]
    regular = last[:-1] + "ieth" if last.endswith("y") else last + "th"
    return words[:start] + _IRREGULAR.get(last, regular)


def _circled(count: int) -> str:
    return chr(0x2460 + count - 1) if 1 <= count <= 20 else str(count)


def _note_sign(count: int) -> str:
    repeats, sign = divmod(max(count, 1) - 1, len(_NOTE_SIGNS))
    return _NOTE_SIGNS[sign] * (repeats + 1) if repeats < 30 else str(count)


_STYLES: dict[str, Callable[[int], str]] = {
    "lowerLetter": _letters,
    "upperLetter": lambda count: _letters(count).upper(),
    "lowerRoman": _roman,
    "upperRoman": lambda count: _roman(count).upper(),
    "decimalZero": lambda count: str(count).zfill(2),
    "ordinal": _ordinal,
    "cardinalText": lambda count: _words(count).capitalize(),
    "ordinalText": lambda count: _ordinal_words(count).capitalize(),
    "hex": lambda count: f"{count:X}" if count >= 0 else str(count),
    "chicago": _note_sign,
    "decimalEnclosedCircle": _circled,
    "numberInDash": lambda count: f"- {count} -",
    "none": lambda count: "",
}
