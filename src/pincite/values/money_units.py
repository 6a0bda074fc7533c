"""Read what an amount is paid for: "per claim", "a month", "monthly", "each", "in the aggregate".

One wording for one meaning: "a month", "monthly", "each month" and "/month" are all "per month".
"""

from __future__ import annotations

import re

from pincite.values.gaps import GAP, SPACE, listed

_PERIODS = listed("hour day week fortnight month quarter year night annum")
_THINGS = listed(
    "share unit head piece person ton tonne barrel litre liter gallon claim user seat item copy word page"
)
# What a policy pays for each time: "each occurrence", "any one claim".
_EVENTS = listed(
    "claim occurrence accident event loss incident person employee location policy vehicle building "
    "offense offence claimant invoice transaction order breach violation share unit item user seat copy "
    "day month year"
)
_ADVERBS = {
    "hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter",
    "annually": "year", "yearly": "year",
}  # fmt: skip
_ADJECTIVES = listed(
    "calendar business working full square cubic metric individual additional single insured "
    "contract fiscal lease policy fluid ordinary common preferred"
)
# "per" also means "according to", and "per cent" is no unit of money.
_NO_UNIT = listed(
    "the this that these such its our your their his her any section schedule exhibit clause article "
    "cent centum"
)
_COUNT = rf"(?:[0-9]{{1,3}}(?:,?[0-9]{{3}}){{0,3}}{SPACE})?"
_NOUN = (
    rf"(?!(?i:{'|'.join(_NO_UNIT)})(?![\w]))"
    rf"(?P<noun>(?i:sq|cu)\.?{GAP}(?i:ft|in|yd|mi|km|m)(?![\w])\.?|{_COUNT}(?:(?i:{'|'.join(_ADJECTIVES)}){SPACE})?[A-Za-z]+[²³]?)(?![\w])"
)
_SUM = rf"(?:(?P<which>(?i:annual|general|policy|overall|total)){SPACE})?(?i:aggregate)"
_UNIT = re.compile(
    rf"""{SPACE}(?i:per){SPACE}{_NOUN}
    |{GAP}/{GAP}{_NOUN.replace("noun", "slash")}
    |{SPACE}(?i:an?|each|every){SPACE}
        (?P<period>(?:(?i:calendar|business|contract){SPACE})?(?i:{"|".join(_PERIODS)}))(?![\w])
    |{SPACE}(?i:an?){SPACE}(?P<thing>(?i:{"|".join(_THINGS)}))(?![\w])
    |{SPACE}(?P<adverb>(?i:{"|".join(_ADVERBS)}))(?![\w])
    |{SPACE}(?:(?i:for){SPACE})?(?i:each|every|any{SPACE}one|any{SPACE}single)
        (?:{SPACE}(?i:and{SPACE}every))?{SPACE}(?P<event>(?i:{"|".join(_EVENTS)}))(?![\w])
    |{SPACE}(?P<aggregate>(?i:in){SPACE}(?:(?i:the|an){SPACE})?{_SUM})(?![\w])
    |{SPACE}(?P<sum>{_SUM.replace("which", "kind")})(?=\s*(?:[.,;:)/\]]|\Z|(?i:and|limits?)(?![\w])))
    |{SPACE}(?P<each>(?i:each))(?=\s*(?:[.,;:)\]]|\Z))
    |{GAP}(?P<pa>p\.?a\.?)(?![\w])""",
    re.VERBOSE,
)
_AND_SUM = re.compile(rf"{SPACE}(?i:and|or){SPACE}(?:(?i:in){SPACE}(?:(?i:the|an){SPACE})?)?{_SUM}(?![\w])")
_SAME = {"annum": "year"}
UNIT_WORDS = frozenset({*_PERIODS, *_THINGS, *_EVENTS, *_ADVERBS, "aggregate"})
MOST_UNITS = 3


def read_unit(text: str, start: int) -> tuple[str | None, int]:
    """The unit that begins at `start` and where it ends: "per user per month". None: there is none."""
    units = []
    for _ in range(MOST_UNITS):
        found = _UNIT.match(text, start)
        if not found:
            break
        unit = _normalised(found)
        if unit in units:
            break  # "per day for each day of delay"
        units.append(unit)
        start = found.end()
    both = _AND_SUM.match(text, start) if units else None
    if both:
        units.append(f"{both[0].split()[0].lower()} {_aggregate(both['which'])}")
        start = both.end()
    return " ".join(units) or None, start


def _normalised(found: re.Match[str]) -> str:
    if found["aggregate"] or found["sum"]:
        return _aggregate(found["which"] or found["kind"])
    if found["each"]:
        return "each"
    if found["adverb"]:
        return "per " + _ADVERBS[found["adverb"].lower()]
    if found["pa"]:
        return "per year"
    noun = found["noun"] or found["slash"] or found["period"] or found["thing"] or found["event"]
    return "per " + " ".join(_lower(word) for word in noun.split())


def _aggregate(kind: str | None) -> str:
    return f"in the {kind.lower()} aggregate" if kind else "in the aggregate"


def _lower(word: str) -> str:
    """ "Claim" and "CLAIM" are "claim"; "MWh" and "GB" are written as they are."""
    lower = word.lower() if word.istitle() or (word.isupper() and len(word) > 3) else word
    return _SAME.get(lower, lower)
