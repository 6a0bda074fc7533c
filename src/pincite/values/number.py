"""Find numbers that measure or count: "20 mg", "500 mg/day", "three (3) copies", "1,250".

What belongs to money, percentages, dates or lengths of time is left to them. Not read at all: names
("Section 7.2", "12.1 Fees", "No. 5"), telephone numbers, street numbers, long bare identifiers, a
number alone in brackets, and a bare "one", which is mostly a pronoun.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from decimal import Decimal

from pincite.records.span import Span
from pincite.values.amount import find_amounts
from pincite.values.date import find_dates
from pincite.values.duration import find_durations
from pincite.values.gaps import GAP, HYPHEN, SPACE, listed, one_line, read_unwrapped, stands_in_brackets
from pincite.values.number_words import NUMBER_WORDS
from pincite.values.numerals import Numeral, find_numerals
from pincite.values.pairs import head_of, stands_free
from pincite.values.percentage import find_percentages
from pincite.values.readings import Reading, in_order
from pincite.values.reference_numbers import is_label, labels
from pincite.values.surroundings import SIGN, after, before, weigh
from pincite.values.types import Number

_SHORT = listed(
    "mg g kg mcg µg μg ug ng ml mL µL μL dL dl cl L l hl m cm mm km nm µm μm mi ft yd lb lbs oz "
    "kt W kW MW GW kWh MWh GWh Wh V kV mV mA Hz kHz MHz GHz kB KB MB GB TB PB kbps Mbps Gbps "
    "psi Pa kPa MPa hPa mbar mmHg mol mmol µmol mEq IU ppm ppb dB kN kJ MJ kcal rpm mph km/h "
    "bbl sqm sqft m² m³ m2 m3 cm² cm³ km² ft² ft³ °C °F °K ° ℃ ℉ Ω ms px dpi"
)
_LONG_UNITS = listed(
    "milligrams? grams? kilograms? micrograms? millilit(?:er|re)s? lit(?:er|re)s? met(?:er|re)s? "
    "centimet(?:er|re)s? millimet(?:er|re)s? kilomet(?:er|re)s? miles? feet foot inch(?:es)? "
    "yards? acres? hectares? tons? tonnes? pounds? ounces? gallons? barrels? watts? kilowatts? "
    "megawatts? kilowatt-hours? megawatt-hours? volts? amperes? degrees? bytes? megabytes? "
    "gigabytes? terabytes? calories units? bar people persons? children men women"
)
_SIGNS = "|".join(sorted(map(re.escape, _SHORT), key=len, reverse=True))
_ADJECTIVE = rf"(?:(?i:square|cubic|metric|nautical|sq\.?|cu\.?){SPACE})?"
_OF = rf"(?:{SPACE}(?:Celsius|Fahrenheit|C|F)(?![\w]))?"
_BY = (
    rf"(?:{GAP}/{GAP}[0-9]{{1,4}}(?:\.[0-9]{{1,2}})?[ ]?(?:{_SIGNS})|/(?:[A-Za-zµμ]{{1,12}}[²³23]?)"
    rf"|{SPACE}(?i:per){SPACE}[0-9]{{1,4}}(?:\.[0-9]{{1,2}})?[ ]?(?:{_SIGNS})"
    rf"|{SPACE}(?i:per|an?){SPACE}(?!(?i:the|cent)(?![\w]))[A-Za-z]{{1,20}}[²³]?)"
)
_MEASURE = re.compile(
    rf"(?:{HYPHEN})?{GAP}(?P<unit>{_ADJECTIVE}(?:{_SIGNS}|(?i:{'|'.join(_LONG_UNITS)})){_OF}(?![\w°]){_BY}{{0,2}})(?![\w])"
)
# "20 days per year": a length of time by itself is a duration, by another one it is a number.
_RATE = re.compile(
    rf"{SPACE}(?P<unit>(?i:hours?|days?|weeks?|months?|minutes?|times)"
    rf"{SPACE}(?i:per|an?|each|every){SPACE}[a-z]{{3,20}})(?![\w])"
)
_KINDS = listed(
    "full-time part-time outstanding authori[sz]ed issued registered common ordinary preferred additional "
    "equal monthly quarterly annual weekly daily individual active permanent new other separate original "
    "certified consecutive successive different voting non-voting independent qualified eligible affected "
    "residential commercial licen[sc]ed concurrent named executed duplicate"
)
_THING = re.compile(
    rf"{SPACE}(?:(?i:or){SPACE}(?i:more|fewer|less){SPACE})?(?P<unit>(?:(?i:{'|'.join(_KINDS)}){SPACE}){{0,3}}(?P<noun>[A-Za-z]{{2,24}}s)(?![\w])(?!['’][A-Za-z])"
    rf"(?:{SPACE}(?i:per){SPACE}(?!(?i:the|cent|centum|annum)(?![\w]))[a-z]{{2,20}}(?![\w]))?)"
)
# Words in -s that count nothing, mostly what may follow the number of a party or an item.
_NO_THING = frozenset(
    listed(
        "is was has does this its his us as thus plus minus less unless across always towards "
        "perhaps besides versus agrees applies provides requires sets means includes contains "
        "states shows gives says makes takes becomes remains begins ends starts refers relates "
        "covers governs allows permits grants constitutes represents warrants exceeds equals "
        "represents constitutes expires business previous various following process access basis "
        "analysis address series gross class pass loss"
    )
)


def read_measure(text: str, end: int, *, plural: bool) -> tuple[str | None, int]:
    """The unit after a number that ends at `end`, and where the unit ends. None: nothing is named.

    Only several things have a name that can be told from a verb, so `plural` says whether to look
    for one.
    """
    found = _RATE.match(text, end) or _MEASURE.match(text, end)
    if found is None and plural:
        thing = _THING.match(text, end)
        found = thing if thing and _is_thing(thing["noun"]) else None
    return (one_line(found["unit"]), found.end()) if found else (None, end)


def _is_thing(word: str) -> bool:
    lower = word.lower()
    return not word.isupper() and lower not in _NO_THING and not lower.endswith(("ss", "us", "is"))


_LINE_START = re.compile(r"(?:\A|\n)[^\S\n]{0,40}\Z")
_HEADING_START = re.compile(r"(?:\A|[\n.;:]|\s\s)[^\S\n]{0,40}\Z")
# "11. 3. 3", "- 37 -", "10(g)", "9 U.S.C.": parts of an outline number, a page number, a citation.
# "5%" and "$5": of another type, also where that type does not read them.
_CLOCK_TIME = re.compile(rf"[0-9]{{4}}{GAP}(?i:hours?|hrs?|h)(?![\w]|{SPACE}(?i:per|an?|each|every))")
_TIME_OF_DAY = re.compile(rf"{GAP}(?:[ap]\.?m\.?(?![\w])|(?i:noon|midnight|o['’]clock)(?![\w]))")
_OF_OTHER_TYPE = re.compile(r"[$€£¥₹][^\S\n]?\Z")
_NAME_AFTER = re.compile(
    r"\s?[%‰]|\.\s?[0-9]|\([a-zA-Z]{1,4}\)|[ ]?-(?![\w])|[ ](?:U\.S\.C|C\.F\.R|CFR|F\.[23]d)"
)
_NAME_BEFORE = re.compile(r"[0-9]\.\s{1,3}\Z")
_HEADING = re.compile(r"[.):]?[^\S\n]{1,40}[A-Z]|[.):](?:\s|\Z)")
_STREET = re.compile(
    rf"{SPACE}(?:[A-Z][a-z]*\.?{SPACE}){{1,4}}(?:Street|St|Avenue|Ave|Road|Rd|Drive|Dr|Boulevard|Blvd|"
    rf"Lane|Ln|Way|Court|Place|Plaza|Parkway|Square)(?![\w])"
)
_SHARE = re.compile(rf"{SPACE}(?i:of)(?![\w])")
_PHONE = re.compile(
    r"(?<![\w])(?:\+[0-9]{1,3}[ .-]?(?:\([0-9]{1,5}\)[ .-]?)?|\([0-9]{2,5}\)[ .-]?|0(?=[0-9]{2,4}[ /-]))"
    r"[0-9]{2,8}(?:[ ./-][0-9]{2,8}){0,4}(?![\w])"
)
_STATE = re.compile(r"(?<![\w])[A-Z]{2}[ ]{1,2}\Z")
_YEARLIKE = "a year, or a number"
_PAGELIKE = "a number alone on its line: perhaps of the page"


_LONG = "columns, or parts of one long number"
_RATIO = "one side of a ratio"
_ONE = r"1(?:\.0+)?(?![\w]|[.,][0-9]|\s+[A-Za-z])"
_CLUES_BEFORE = (
    *SIGN,
    before("goes on from a larger unit", rf"[0-9][ ]?(?i:ft|feet|foot|lbs?|pounds?){GAP}", r"[0-9]{1,2}\s"),
    before("a probability", rf"(?<![\w])[pP](?:[- ]?values?)?{GAP}[<>=≤≥]{GAP}", ends="<>=≤≥"),
    before(
        "a bound of an interval",
        rf"(?<![\w])CI[:,=]?{GAP}[(\[]?(?:-?[0-9.]{{1,9}}{GAP}(?:,|;|to|[-–]){GAP})?",
    ),
    before(
        _RATIO, rf"[0-9]{SPACE}(?i:out{SPACE}of|of){SPACE}", r"[0-9.,]+(?<![.,])(?![0-9]|\s+[A-Za-z])", "fF"
    ),
    before(_RATIO, rf"[0-9]{SPACE}(?i:to){SPACE}", _ONE, "oO"),
    before(_LONG, r"(?<![0-9,.])[0-9]{4}[ ]", r"[0-9]{4}(?![0-9])", "0123456789"),
    before(
        "perhaps part of a name",
        rf"(?<![\w])(?!(?:of|and|for|in|per)\s)[a-z]+{SPACE}[A-Z][a-z]{{2,}}[ ]",
        r"[0-9]{1,3}(?!\w|[,.][0-9]|[ ][a-z])",
    ),
    before(
        "perhaps part of a name",
        r"(?<![\w-])(?!HR|OR|RR|SD|SE|AUC|BMI|IQR)[A-Z]{2,4}[ ]",
        r"[0-9]{1,3}(?:\.[0-9]+)?(?!\w|[,.][0-9]|[ ][a-z])",
    ),
)
_SMALLER = r"(?i:inch(?:es)?|in|oz|ounces?)(?![\w])"
_LARGER = r"(?i:ft|feet|foot|lbs?|pounds?)"
_CLUES_AFTER = (
    after("goes on in a smaller unit", rf"{GAP}[0-9]{{1,2}}{GAP}{_SMALLER}", _LARGER),
    after(_RATIO, rf"{SPACE}(?i:to){SPACE}{_ONE}"),
    after(_LONG, r"[ ][0-9]{4}(?![0-9])", r"(?<![0-9,.])[0-9]{4}"),
    after(_RATIO, rf"{GAP}(?:/|(?i:out{GAP}of|of|in|per){SPACE}){GAP}[0-9]"),
)


def find_numbers(text: str) -> list[Reading[Number]]:
    """All numbers of the text that are nothing more special, in order."""
    found = read_unwrapped(text, NUMBER_WORDS, _find)
    return weigh(text, _outside(found, _special(text)), _CLUES_BEFORE, _CLUES_AFTER)


def _find(text: str) -> list[Reading[Number]]:
    numerals = find_numerals(text)
    names = labels(text, numerals)
    phones = [found.span() for found in _PHONE.finditer(text)]
    # Backwards, so that the 10 of "10 to 20 mg" is first read with the unit it shares.
    readings = [
        reading
        for at in reversed(range(len(numerals)))
        if not _inside(phones, numerals[at].start)
        for reading in _read(text, numerals, at, names)
    ]
    return in_order(readings)


def _inside(spans: Sequence[tuple[int, int]], offset: int) -> bool:
    at = bisect_right(spans, (offset, 1 << 60)) - 1
    return at >= 0 and spans[at][0] <= offset < spans[at][1]


def _read(text: str, numerals: Sequence[Numeral], at: int, names: set[int]) -> Iterator[Reading[Number]]:
    numeral = numerals[at]
    if numeral.after == "×" or _is_share(text, numeral) or _belongs_to_other_type(text, numeral):
        return
    unit, end = read_measure(text, numeral.end, plural=numeral.value != 1 and not numeral.value % 1)
    # "5 Units" and nothing more is a count: a heading has its text below it.
    if _is_heading(text, numeral, _LINE_START) and (not unit or text[end : end + 200].strip()):
        return
    if unit and stands_free(text, numerals, at) and not is_label(text, numeral.start):
        head = head_of(text, numerals, at)
        if head:
            low, value = head.numeral, Number(value=head.numeral.value, unit=unit)
            yield Reading(value, low.start, low.end, low.doubt_with_unit, Span(head.start, end))
        yield Reading(Number(value=numeral.value, unit=unit), numeral.start, end, numeral.doubt_with_unit)
        return
    if not unit and not numeral.before and not numeral.after and not _is_name(text, numeral, names):
        value = Number(value=numeral.value, unit=None)
        yield Reading(value, numeral.start, numeral.end, numeral.ambiguous or _doubt(text, numeral))


def _is_share(text: str, numeral: Numeral) -> bool:
    """ "three-quarters of a mile" has its unit further on."""
    return 0 < numeral.value < 1 and numeral.in_words and bool(_SHARE.match(text, numeral.end))


def _belongs_to_other_type(text: str, numeral: Numeral) -> bool:
    clock = _CLOCK_TIME.match(text, numeral.start) or _TIME_OF_DAY.match(text, numeral.end)
    return bool(clock) or bool(_OF_OTHER_TYPE.search(text, max(0, numeral.start - 2), numeral.start))


def _is_heading(text: str, numeral: Numeral, before: re.Pattern[str]) -> bool:
    """ "12.1 Fees" and "3. Term" where a line, or without a unit a sentence, begins."""
    begins = before.search(text, max(0, numeral.start - 41), numeral.start)
    return bool(begins and not numeral.in_words and _HEADING.match(text, numeral.end))


def _is_name(text: str, numeral: Numeral, names: set[int]) -> bool:
    if numeral.start in names or stands_in_brackets(text, numeral.start, numeral.end):
        return True
    written = text[numeral.start : numeral.end]
    if written.lower() == "one" or _is_identifier(written):
        return True
    outlined = _NAME_BEFORE.search(text, max(0, numeral.start - 6), numeral.start)
    if outlined or _NAME_AFTER.match(text, numeral.end) or _is_heading(text, numeral, _HEADING_START):
        return True
    state = _STATE.search(text, max(0, numeral.start - 6), numeral.start)
    return bool(state or _STREET.match(text, numeral.end))


def _is_identifier(written: str) -> bool:
    leading_zero = len(written) > 1 and written[0] == "0" and written.isdigit()
    return leading_zero or (written.isdigit() and len(written) >= 9)


def _doubt(text: str, numeral: Numeral) -> str:
    written = text[numeral.start : numeral.end]
    if written.isdigit() and len(written) == 4 and 1900 <= numeral.value <= 2100:
        return _YEARLIKE
    alone = written.isdigit() and len(written) <= 3 and _is_alone_on_line(text, numeral)
    return _PAGELIKE if alone else ""


def _is_alone_on_line(text: str, numeral: Numeral) -> bool:
    """Whether other lines exist and this one holds the number only."""
    before, after = text[max(0, numeral.start - 40) : numeral.start], text[numeral.end : numeral.end + 40]
    line_before, line_after = before.rpartition("\n"), after.partition("\n")
    return bool(line_before[1] or line_after[1]) and not line_before[2].strip() and not line_after[0].strip()


def _special(text: str) -> list[Reading[Number]]:
    """The places of all values of a more special type, as numbers only to have one type."""
    zero = Number(value=Decimal(0), unit=None)
    finds = (find_amounts, find_percentages, find_dates, find_durations)
    return [
        Reading(zero, reading.start, reading.within.end if reading.within else reading.end)
        for find in finds
        for reading in find(text)
    ]


def _outside(found: Sequence[Reading[Number]], special: Sequence[Reading[Number]]) -> list[Reading[Number]]:
    taken = sorted((reading.start, reading.end) for reading in special)
    kept, at = [], 0
    for reading in found:
        while at < len(taken) and taken[at][1] <= reading.start:
            at += 1
        if at == len(taken) or taken[at][0] >= reading.end:
            kept.append(reading)
    return kept
