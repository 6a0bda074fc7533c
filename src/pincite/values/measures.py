"""Read the unit of a number: a measure ("mg/day", "°C", "square feet") or the thing counted ("employees")."""

from __future__ import annotations

import re

from pincite.values.gaps import GAP, HYPHEN, SPACE, listed, one_line

_SHORT = listed(
    "mg g kg mcg µg μg ug ng ml mL µL μL dL dl cl L l hl m cm mm km nm µm μm mi ft yd lb lbs oz "
    "kt W kW MW GW kWh MWh GWh Wh V kV mV mA Hz kHz MHz GHz kB KB MB GB TB PB kbps Mbps Gbps "
    "psi Pa kPa MPa hPa mbar mmHg mol mmol µmol mEq IU ppm ppb dB kN kJ MJ kcal rpm mph km/h "
    "bbl sqm sqft m² m³ m2 m3 cm² cm³ km² ft² ft³ °C °F °K ° ℃ ℉ Ω ms px dpi"
)
_LONG = listed(
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
    rf"(?:{HYPHEN})?{GAP}(?P<unit>{_ADJECTIVE}(?:{_SIGNS}|(?i:{'|'.join(_LONG)})){_OF}(?![\w°]){_BY}{{0,2}})(?![\w])"
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
