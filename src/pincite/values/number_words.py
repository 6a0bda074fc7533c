"""Read a number written in words, up to trillions.

"one hundred and fifty thousand", "twenty-five hundred", "two and one-half", "a million". A row of
words that is not one number ("twenty twenty") is read apart and says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import product

from pincite.values.gaps import GAP, HYPHEN, SPACE, listed

_SMALL = {
    word: number
    for number, word in enumerate(
        listed(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen "
            "fourteen fifteen sixteen seventeen eighteen nineteen"
        )
    )
}
_TENS = {
    word: 10 * number
    for number, word in enumerate(listed("twenty thirty forty fifty sixty seventy eighty ninety"), start=2)
} | {"fourty": 40}
SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12, "lakh": 5, "lac": 5, "crore": 7}
_SCALE_VALUES = {word: 10**zeros for word, zeros in SCALES.items()}
_FRACTIONS = {
    "half": "0.5",
    "quarter": "0.25",
    "fifth": "0.2",
    "eighth": "0.125",
    "tenth": "0.1",
    "hundredth": "0.01",
}
_FRACTIONS |= {f"{word}s": value for word, value in _FRACTIONS.items()} | {"halves": "0.5"}
_PLURALS = {f"{word}s": word for word in SCALES}
_CARDINALS = {*_SMALL, *_TENS, *SCALES, "hundred"}
NUMBER_WORDS = frozenset(
    _CARDINALS | {*_FRACTIONS, *_PLURALS} | {ten + one for ten, one in product(_TENS, list(_SMALL)[1:10])}
)

_COUNTING = _CARDINALS | {*_FRACTIONS, *_PLURALS}
_WORD = re.compile(r"(?<![\w])[A-Za-z]{3,10}(?![\w])")
_LINK = re.compile(
    rf"(?P<join>{SPACE}|{HYPHEN})|(?P<comma>,{SPACE})|{SPACE}(?i:and){SPACE}(?P<a>(?i:a){SPACE})?|(?P<break>)",
)
# "twenty- five": a hyphen that spacing has torn off.
_TORN = re.compile(r"[^\S\n]{0,2}[-\u2010\u2011][^\S\n]{1,2}|[^\S\n]{1,2}[-\u2010\u2011]")
_OF_ONE = re.compile(rf"(?:{GAP}\([^()\n]{{1,20}}\))?{SPACE}(?i:of){SPACE}(?:(?i:an?|one)|1)(?![\w])")
# "ninety-nine point nine five"; of "two point twenty-five" nobody can tell.
_DIGITS = "|".join(list(_SMALL)[:10])
_POINT = re.compile(
    rf"{SPACE}(?i:point){SPACE}(?P<digits>(?i:{_DIGITS})(?:(?:{SPACE}|{HYPHEN})(?i:{_DIGITS})){{0,5}})(?![\w-])"
    rf"|{SPACE}(?i:point){SPACE}(?i:{'|'.join(sorted(_CARDINALS - {'hundred', *SCALES}))})(?![\w])"
)
_A = re.compile(r"(?<![\w-])(?i:an?)[^\S\n]{0,4}\n?[^\S\n]{0,40}$")

Link = str  # "join", "hyphen", "and", "and a", "comma" or "" for none


@dataclass(frozen=True, slots=True)
class _Token:
    word: str
    start: int
    end: int
    link: Link  # to the token before
    of_one: bool = False  # "of one", "of a" or "of 1" follows


@dataclass(frozen=True, slots=True)
class _Sum:
    """What has been read: whole groups, the open group, and what the open group still takes."""

    total: int = 0
    group: int = 0
    ceiling: int = 10**15
    room: int = 1000

    @property
    def value(self) -> int:
        return self.total + self.group

    @property
    def takes_and(self) -> bool:
        return self.room == 100 or (self.room == 1000 and self.total > 0)

    def plus(self, word: str) -> _Sum | None:
        """With one more word, or None when the word does not go on with this number."""
        if word in _SMALL:
            fits = 0 < _SMALL[word] < self.room
            return _Sum(self.total, self.group + _SMALL[word], self.ceiling, 1) if fits else None
        if word in _TENS:
            fits = self.room >= 100
            return _Sum(self.total, self.group + _TENS[word], self.ceiling, 10) if fits else None
        if word == "hundred":
            fits = 0 < self.group < 100
            return _Sum(self.total, self.group * 100, self.ceiling, 100) if fits else None
        scale = _SCALE_VALUES.get(word, 0)
        fits = self.group > 0 and 0 < scale < self.ceiling
        return _Sum(self.total + self.group * scale, 0, scale, 1000) if fits else None


Words = tuple[Decimal, int, int, str]
"""What the words say, where they start and end, and what else they may mean."""


def find_words(text: str) -> Iterator[Words]:
    """Every number written in words, in order."""
    tokens = _tokens(text)
    at, point = 0, None
    while at < len(tokens):
        value, start, after = _read(text, tokens, at)
        if value is None:
            at = max(after, at + 1)
            continue
        follows = after < len(tokens) and tokens[after].link in ("join", "hyphen")
        led = tokens[at].link in ("join", "hyphen")
        note = "number words in a row that are not one number" if follows or led else ""
        led_by_point, point = bool(point and not point["digits"]), _POINT.match(text, tokens[after - 1].end)
        if point and point["digits"]:
            value, after = _with_decimals(tokens, after, value, point["digits"])
        elif point or led_by_point:
            note = "a decimal point in words"
        yield (value, start, tokens[after - 1].end, note)
        at = after


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    for found in _WORD.finditer(text):
        if found[0].lower() not in _COUNTING:
            continue
        word = _PLURALS.get(found[0].lower(), found[0].lower())
        link = _link(text, tokens[-1].end, found.start()) if tokens else ""
        if not link and tokens and tokens[-1].word in _TENS and 0 < _SMALL.get(word, 0) < 10:
            link = "hyphen" if _TORN.fullmatch(text, tokens[-1].end, found.start()) else ""
        of_one = word in _FRACTIONS and bool(_OF_ONE.match(text, found.end()))
        tokens.append(_Token(word, found.start(), found.end(), link, of_one))
    return tokens


def _link(text: str, end: int, start: int) -> Link:
    if start - end > 100:
        return ""
    found = _LINK.fullmatch(text, end, start)
    if found is None or found["break"] is not None:
        return ""
    if found["join"]:
        return "join" if found["join"].isspace() else "hyphen"
    if found["comma"]:
        return "comma"
    return "and a" if found["a"] else "and"


def _read(text: str, tokens: list[_Token], at: int) -> tuple[Decimal | None, int, int]:
    """The number that begins with token `at`: its value, its start and the token after it."""
    first = tokens[at]
    if first.word in _FRACTIONS:
        value = Decimal("0.5") if first.word == "half" and first.of_one and not first.link else None
        return value, first.start, at + 1
    if first.word == "zero":
        return Decimal(0), first.start, at + 1
    fraction = _fraction(tokens, at)
    if fraction is not None:
        return fraction, first.start, at + 2
    led_by_a = _A.search(text, max(0, first.start - 48), first.start) if first.word not in _TENS else None
    a = led_by_a and (first.word == "hundred" or first.word in SCALES)
    if (first.word == "hundred" or first.word in SCALES) and not a:
        return None, first.start, at + 1
    start = led_by_a.start() if a and led_by_a else first.start
    total, after = _integer(tokens, at, _Sum(group=1, room=1) if a else _Sum())
    value, after = _with_fraction(tokens, after, Decimal(total.value))
    return value, start, after


def _with_decimals(tokens: list[_Token], at: int, value: Decimal, digits: str) -> tuple[Decimal, int]:
    """The value with the digits said after "point", and a scale after those: "one point five million"."""
    said = [str(_SMALL[word]) for word in re.split(r"[^a-z]+", digits.lower())]
    value, at = value + Decimal("0." + "".join(said)), at + len(said)
    if at < len(tokens) and tokens[at].link == "join" and tokens[at].word in SCALES:
        return Decimal(format(value.scaleb(SCALES[tokens[at].word]), "f")), at + 1
    return value, at


def _fraction(tokens: list[_Token], at: int, *, after_whole: bool = False) -> Decimal | None:
    """ "one-half", "three-quarters": with no hyphen it needs its "of one", or it is a period or a place.

    After a whole number it needs none: "two and three quarters".
    """
    if at + 1 >= len(tokens) or tokens[at].word not in _SMALL or tokens[at + 1].word not in _FRACTIONS:
        return None
    part = tokens[at + 1]
    plain = part.link == "join" and (after_whole or part.of_one or part.word in ("half", "halves"))
    if part.link == "hyphen" or plain:
        return _SMALL[tokens[at].word] * Decimal(_FRACTIONS[tokens[at + 1].word])
    return None


def _integer(tokens: list[_Token], at: int, so_far: _Sum) -> tuple[_Sum, int]:
    before_and: tuple[_Sum, int] | None = None
    first = at
    while at < len(tokens):
        token = tokens[at]
        if at > first and not _goes_on(tokens, at, so_far):
            break
        longer = so_far.plus(token.word)
        if longer is None:
            # "one hundred and two hundred" is two numbers: step back to before the "and".
            if before_and and (token.word == "hundred" or token.word in SCALES):
                return before_and
            break
        if token.link == "and" and at > first:
            before_and = (so_far, at)
        so_far, at = longer, at + 1
    return so_far, at


def _goes_on(tokens: list[_Token], at: int, so_far: _Sum) -> bool:
    token = tokens[at]
    if token.link in ("join", "hyphen"):
        return True
    if not so_far.takes_and or token.word in SCALES or token.word == "hundred":
        return False
    if token.link == "and":
        return _fraction(tokens, at, after_whole=True) is None
    # "one million, two hundred thousand" goes on; "five thousand, two of which" does not.
    following = [later.word for later in tokens[at + 1 : at + 4] if later.link in ("join", "hyphen")]
    return token.link == "comma" and any(word == "hundred" or word in SCALES for word in following)


def _with_fraction(tokens: list[_Token], at: int, value: Decimal) -> tuple[Decimal, int]:
    """The value with "and a half" or "and one-half" added, and a scale after that."""
    if at >= len(tokens) or value >= 1000:
        return value, at
    if tokens[at].link == "and a" and tokens[at].word in ("half", "quarter"):
        value, at = value + Decimal(_FRACTIONS[tokens[at].word]), at + 1
    elif tokens[at].link == "and" and (part := _fraction(tokens, at, after_whole=True)) is not None:
        value, at = value + part, at + 2
    else:
        return value, at
    if at < len(tokens) and tokens[at].link == "join" and tokens[at].word in SCALES:
        return Decimal(format(value.scaleb(SCALES[tokens[at].word]), "f")), at + 1
    return value, at
