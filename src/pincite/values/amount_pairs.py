"""Tell what an amount in words and its repetition in figures have in common, in value and in currency."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from pincite.values.currencies import DOLLARS
from pincite.values.gaps import GAP
from pincite.values.readings import Reading
from pincite.values.types import Amount

_NAMES_COUNTRY = re.compile(r"(?i:US|U\.S|America|United)")
_CODE_AFTER = re.compile(rf"(?<=[)\]]){GAP}(?P<code>[A-Z]{{3}})(?![\w])")


def named_after(text: str, reading: Reading[Amount]) -> Reading[Amount]:
    """ "five hundred dollars ($500) CAD" are Canadian."""
    found = _CODE_AFTER.match(text, reading.end)
    if not found or found["code"] not in DOLLARS or not _is_bare_dollar(text, reading):
        return reading
    value = reading.value.model_copy(update={"currency": found["code"]})
    return replace(reading, value=value, end=found.end())


def comparable(a: Amount, b: Amount) -> bool:
    """Of two currencies one sum may be the other's worth: "five dollars (EUR 4.60)"; an equal one hardly."""
    return a.currency == b.currency or a.value == b.value


def common(text: str, a: Reading[Amount], b: Reading[Amount]) -> Amount | None:
    """The amount that both say: "Canadian dollars ($1,000)", "fifty thousand euros (EUR 50.000)"."""
    currency = _common_currency(text, a, b)
    value = next((x for x in _values(a) for y in _values(b) if x == y), None)
    if value is None or (currency is None and a.value.currency != b.value.currency):
        return None
    return Amount(value=value, currency=currency, unit=None)


def _common_currency(text: str, a: Reading[Amount], b: Reading[Amount]) -> str | None:
    first, second = a.value.currency, b.value.currency
    if first == second or not second:
        return first
    if not first or (_is_bare_dollar(text, a) and second in DOLLARS):
        return second
    return first if _is_bare_dollar(text, b) and first in DOLLARS else None


def _is_bare_dollar(text: str, reading: Reading[Amount]) -> bool:
    return reading.value.currency == "USD" and not _NAMES_COUNTRY.search(text, reading.start, reading.end)


def _values(reading: Reading[Amount]) -> list[Decimal]:
    grouped = reading.ambiguous.startswith("a decimal point")
    return [reading.value.value, *([reading.value.value * 1000] if grouped else [])]
