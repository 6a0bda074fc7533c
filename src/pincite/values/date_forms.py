"""The forms in which a date is written, and the names of the months in seven languages.

English names need their capital: "may" is mostly a verb. French "mars" has none: "Mars" is a planet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.patterns import pattern
from pincite.values.gaps import GAP, HYPHEN, SPACE, listed
from pincite.values.number_words import find_words

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


ORDINALS = {
    word: number
    for number, word in enumerate(
        listed(
            "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
            "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth "
            "twentieth"
        ),
        start=1,
    )
}
ORDINALS |= {f"twenty-{word}": 20 + number for word, number in list(ORDINALS.items())[:9]}
ORDINALS |= {"thirtieth": 30, "thirty-first": 31}

_UNITS = listed(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety"
)
# A raised ending may be torn apart: "21s t day of May".
_TH = r"(?:(?:(?i:s[ ]?t|n[ ]?d|r[ ]?d|t[ ]?h)|er|º)(?![\w]))"
_WORDS = "|".join(sorted(ORDINALS, key=len, reverse=True)).replace("-", rf"(?:{HYPHEN}|{SPACE})")
_FREE = r"(?<![\w])(?<![0-9][/.,])(?<![A-Za-z]-)"
_NO_MORE = r"(?![\w]|[-/.][0-9])"
# "two thousand and nineteen (2019)", "nineteen ninety-nine".
_SPELLED = (
    rf"(?P<spelled>(?i:two{SPACE}thousand|nineteen{SPACE}hundred|nineteen|twenty)"
    rf"(?:(?:{SPACE}(?i:and{SPACE})?|{HYPHEN})(?i:{'|'.join(_UNITS)})(?![A-Za-z])){{0,2}})(?![\w-])"
    rf"(?:{GAP}\({GAP}(?P<year_again>[12][0-9]{{3}}){GAP}\))?"
)
_LED = (
    rf"(?:(?i:of|del?){SPACE}|(?i:in{SPACE}the{SPACE}year(?:{SPACE}of{SPACE}our{SPACE}lord)?),?{SPACE}"
    rf"|A\.?D\.?{SPACE})?"
)
_YEAR = rf"{_LED}(?:(?P<year>[12][0-9]{{3}}){_NO_MORE}|{_SPELLED})"
_SHORT_YEAR = rf"(?:{GAP},?{GAP}['’]|[- ])(?P<yy>[0-9]{{2}})(?![\w-]|[.,:/%][0-9])"
# "the first (1st) day": the same day once more.
_AGAIN = rf"(?:{GAP}\({GAP}(?P<again>[0-9A-Za-z-]{{1,14}}){GAP}\))?"
_OF_MONTH = (
    rf"{_AGAIN}(?P<day_of>(?:{SPACE}(?i:calendar{SPACE})?(?i:day))?(?:{SPACE}(?i:of|de))?"
    rf"(?:{SPACE}(?i:the{SPACE}month{SPACE}of))?)(?:{GAP}|[-/]),?{GAP}{MONTH}"
    rf"(?:(?:{GAP},?{GAP}|[-/]){_YEAR}|{_SHORT_YEAR})"
)
DAY_FIRST = pattern(rf"(?=[0-9]){_FREE}(?P<day>[0-9]{{1,2}})(?:{GAP}{_TH})?\.?{_OF_MONTH}")
WORD_DAY_FIRST = pattern(rf"(?=[fstentFSTENT]){_FREE}(?P<word>(?i:{_WORDS})){_OF_MONTH}")
MONTH_FIRST = pattern(
    rf"{_FREE}{MONTH}(?:{GAP}|-)"
    rf"(?:(?:the{SPACE})?(?P<day>[0-9]{{1,2}})(?:{GAP}{_TH})?|(?:the{SPACE})?(?P<word>(?i:{_WORDS}))(?![\w-]))"
    rf"(?:(?:{GAP}[,.]{GAP}|{SPACE}|-){_YEAR}|{GAP},?{GAP}['’](?P<yy>[0-9]{{2}})(?![\w]))"
)
MONTH_ONLY = pattern(
    rf"{_FREE}{MONTH}(?:(?:{GAP}|-),?{GAP}(?:(?i:of|del?){SPACE})?(?P<year>[12][0-9]{{3}}){_NO_MORE}"
    rf"|{GAP},?{GAP}['’](?P<yy>[0-9]{{2}})(?![\w]))"
)
YEAR_AND_NAME = pattern(
    rf"(?=[12]){_FREE}(?P<year>[12][0-9]{{3}})(?:,?{SPACE}|-){MONTH}(?:{SPACE}|-)(?P<day>[0-9]{{1,2}}){_NO_MORE}"
    rf"(?!{GAP}{_TH}|{GAP},?{GAP}[12][0-9]{{3}})"
)
_CLOCK = r"T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?(?:Z|[+-][0-9]{2}:?[0-9]{2})?"
YEAR_FIRST = pattern(
    r"(?<![\w])(?<![\w][-/.,])(?P<year>[12][0-9]{3})(?P<mark>[-/.])(?P<month>[0-9]{1,2})(?P=mark)"
    rf"(?P<day>[0-9]{{1,2}})(?:{_CLOCK})?(?![\w]|[-/.][\w])"
)
EAST_ASIAN = pattern(
    r"(?<![0-9])(?P<year>[12][0-9]{3})[ ]?[年년][ ]?(?P<month>[0-9]{1,2})[ ]?[月월][ ]?"
    r"(?P<day>[0-9]{1,2})[ ]?[日일]"
)
# "10.10.2010-12.12.2012" are two dates.
NUMBERS = pattern(
    r"(?<![\w])(?:(?<![\w][-/.,])|(?<=[./][12][0-9]{3}[-–]))(?P<a>[0-9]{1,2})"
    r"(?P<mark>[-/.]|\.[ ]|[ ]/[ ])(?P<b>[0-9]{1,2})(?P=mark)"
    r"(?P<year>[12][0-9]{3}|[0-9]{2})(?![\w]|[/.,][\w]|-(?![0-9]{1,2}[./][0-9]{1,2}[./])[\w])"
)
MONTH_AND_YEAR = pattern(
    r"(?<![\w])(?<![\w)][-/.,])(?P<month>0?[1-9]|1[0-2])/(?P<year>(?:19|20)[0-9]{2})(?![\w]|[-/.,][\w])"
)
_IN_DIGITS = (YEAR_FIRST, EAST_ASIAN, NUMBERS, MONTH_AND_YEAR)
_MARKED = pattern(r"[0-9][ ]?[-/.年년][ ]?[0-9]")


def find_forms(text: str) -> Iterator[re.Match[str]]:
    """Everything that is written like a date, form by form."""
    names = month_places(text)
    for form in (DAY_FIRST, WORD_DAY_FIRST, YEAR_AND_NAME) if names else ():
        yield from form.finditer(text)
    for form in (MONTH_FIRST, MONTH_ONLY) if names else ():
        yield from filter(None, (form.match(text, start) for start in names))
    for form in _IN_DIGITS if _MARKED.search(text) else ():
        yield from form.finditer(text)


def is_form(found: re.Match[str], *forms: re.Pattern[str]) -> bool:
    """Whether what was found is written in one of these forms."""
    return any(found.re.pattern == form.pattern for form in forms)


def spelled_year(words: str) -> int | None:
    """ "two thousand and nineteen" is 2019, "nineteen ninety-nine" 1999; None when it is no year."""
    plain = " ".join(words.replace("-", " ").lower().split())
    century, _, rest = plain.partition(" ")
    spoken = century in ("nineteen", "twenty") and not rest.startswith("hundred")
    value = next((int(found[0]) for found in find_words(rest if spoken else plain) if not found[3]), 0)
    year = (1900 if century == "nineteen" else 2000) + value if spoken and 10 <= value < 100 else value
    return year if 1000 < year < 3000 else None
