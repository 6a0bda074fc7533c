"""Say in a schema how dates, durations, codes and figures are written, for servers that hold a model to it.

The patterns use what every grammar of a server knows: no lookahead, no `\\d`, no groups of another kind.
They let through what our own reading lets through, or less; what they cannot say, that reading still asks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from pincite.values.currencies import ISO_4217

_YEAR = "[1-9][0-9]{3}"
_MONTH = "(0[1-9]|1[0-2])"
_LEAP_YEAR = "([1-9][0-9](0[48]|[2468][048]|[13579][26])|([13579][26]|[2468][048])00)"
_MONTH_AND_DAY = (
    "((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))"
)
_DATES: Final = {
    "day": f"({_YEAR}-{_MONTH_AND_DAY}|{_LEAP_YEAR}-02-29)",
    "month": f"{_YEAR}-{_MONTH}",
    "year": _YEAR,
}
_LENGTH = r"[0-9]+(\.[0-9]+)?"


def _some_of(units: str) -> str:
    """At least one of the units, each at most once and in this order."""
    rest = [f"({_LENGTH}{unit})?" for unit in units]
    return "|".join(f"{_LENGTH}{unit}{''.join(rest[at + 1 :])}" for at, unit in enumerate(units))


_TIME = f"T({_some_of('HMS')})"
_WRITTEN: Final[Mapping[str, Mapping[str, Any]]] = {
    "partial-date": {"pattern": f"^({'|'.join(_DATES.values())})$"},
    "duration": {"pattern": f"^-?P(({_some_of('YMWD')})({_TIME})?|{_TIME})$"},
    "iban": {"pattern": "^[A-Z]{2}[0-9]{2}[0-9A-Z]{6,30}$"},
    "currency": {"enum": sorted(ISO_4217)},
}
_REPEATED = re.compile(r"\[(?:\\.|[^\]])*\]|\\.|[+*]")


def spelled(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema with a pattern or a list in place of every format of ours."""
    said = {keyword: _spelled(value) for keyword, value in schema.items()}
    said |= _WRITTEN.get(str(said.pop("format", "")), {})
    if isinstance(pattern := said.get("pattern"), str):
        said["pattern"] = pattern.replace(r"\d", "[0-9]")
    dated = said.get("properties", {})
    if isinstance(dated, Mapping) and {"iso", "precision"} <= dated.keys():
        return {"anyOf": [_precise(said, precision) for precision in _DATES]}
    return said


def ending(pattern: str, longest: int) -> str:
    """The pattern with an end to all that it repeats: digits alone can go on for ever."""
    ends = {"+": f"{{1,{longest}}}", "*": f"{{0,{longest}}}"}
    return _REPEATED.sub(lambda found: ends.get(found[0], found[0]), pattern)


def _spelled(value: Any) -> Any:
    if isinstance(value, Mapping):
        return spelled(value)
    if isinstance(value, list):
        return [_spelled(each) for each in value]
    return value


def _precise(schema: Mapping[str, Any], precision: str) -> dict[str, Any]:
    """A date of one precision: the two are written apart, and one follows from the other."""
    fields = {
        "iso": {"type": "string", "pattern": f"^{_DATES[precision]}$"},
        "precision": {"type": "string", "enum": [precision]},
    }
    return {**schema, "properties": {**schema["properties"], **fields}}
