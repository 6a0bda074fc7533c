"""The wordings by which a question asks for arithmetic with figures, once its periods are taken out.

Each names what it leaves: `row`, or two rows `a` and `b`, what both are `of`, and `who` they belong to.
What each group accounts for is measured by `evals/bench/computations.py`.
"""

from __future__ import annotations

import re

from pincite.patterns import pattern

_MOVE = (
    r"(?:(?:(?:net|total|overall|nominal|absolute)\s+)?(?:increase\s*[/(]+\s*\(?decrease\)?|change|increase"
    r"|decrease|growth|difference|decline|rise|reduction|variance))"
)
_MOVED = r"(?:grow|grown|increased?|changed?|rise|risen|fall|fallen|decreased?|declined?|drop(?:ped)?|differ)"
_PERCENT = r"(?:percentage|percentual|percent|per cent|%)"
_SHARE = rf"(?:{_PERCENT}|proportion|share|fraction)"
_YEARLY = r"(?:(?:year[- ](?:on|over)[- ]year|annual|yearly|total|net|overall|company['’]s)\s+)*"
_MORE = r"(?P<larger>higher|larger|greater|bigger|more|highest|largest|greatest|biggest|most)"
_LESS = r"(?P<smaller>lower|smaller|less|fewer|lowest|smallest|least)"
_WHO = r"(?P<who>(?:[^,]{1,60}?['’]s?|the)\s+)?"
_OF_YEARS = r"(?:(?:\d+|two|three|four|five|ten)[- ]?year\s+)?"
_CAGR = r"(?:CAGR|compound(?:ed)? annual growth rate)"
_ALL = r"(?:,? (?:altogether|combined|in total|together))"
_YEAR = r"(?:in )?which (?:of the )?(?:(?:fiscal|financial) )?(?:years?|periods?|quarters?)(?: ends?)?"

# How far apart two values are, whichever is more; a change has a sign.
DIFFERENCE = pattern(r"(?:the\s+)?difference\b", re.IGNORECASE)

GROWTH = (
    rf"{_YEARLY}(?:{_PERCENT}\s+{_MOVE}|growth rates?)\s+(?:in|of|for|on)\s+(?P<row>.+)",
    rf"{_YEARLY}{_MOVE}\s+(?:in|of|for)\s+(?P<row>.+?),? (?:as an?|in) {_PERCENT}",
)
YEARLY_GROWTH = (
    rf"{_WHO}{_OF_YEARS}{_CAGR}\s+(?:of|in|for)\s+(?P<row>.+)",
    rf"{_WHO}{_OF_YEARS}(?P<row>.+?)\s+{_CAGR}",
)
CHANGE = (
    rf"{_YEARLY}{_MOVE}\s+(?:in|of|for|on|between)\s+(?P<row>.+)",
    rf"(?:by )?how much (?:did|has|have) (?P<row>.+?) {_MOVED}(?: by)?",
)
TOLD_CHANGE = pattern(
    r"(?:by )?how much|(?:increase|decrease|decline|rise|reduction)\b(?!\s*[/(])", re.IGNORECASE
)
"""Documents often say how much something rose: that sentence is looked for first."""
AVERAGE = (
    rf"{_WHO}{_OF_YEARS}average\s+(?:annual\s+|yearly\s+)?(?:of\s+)?(?:the\s+)?(?P<row>.+)",
)  # fmt: skip
SUM_OF = rf"(?:combined |total )?(?:sum|total)(?: amount| value| number)? of (?:the )?(?P<row>.+?){_ALL}?"
SUM = (SUM_OF, rf"(?P<row>total .+?){_ALL}?")
MOST = (
    rf"{_YEAR} (?:was|were|is|are) (?P<row>.+?) (?:the )?(?:{_MORE}|{_LESS})",
    rf"{_YEAR} (?:has|had|saw|shows?|recorded|reported) (?:the |an? )?(?:{_MORE}|{_LESS})"
    r" (?:amount of |number of )?(?P<row>.+)",
)
SHARE_OF = (
    r"(?:(?:percentage|proportion|share) of )?(?P<a>.+?),? (?:expressed |stated |shown |calculated )?as an? "
    rf"{_SHARE}(?: share)? of (?P<b>.+)"
)
SHARE = (
    SHARE_OF,
    rf"(?:{_SHARE}|percentage constitution|percentage share)(?:,? \(?in percentage\)?,?)? "
    r"of (?P<a>.+?) (?:out of|over|among|relative to) (?P<b>.+)",
    r"percentage(?: constitution| share)? of (?P<a>.+?) in (?P<b>(?:the )?(?:total|overall) .+)",
    rf"how many {_PERCENT} (?:does|do|did) (?P<a>.+?) (?:make up|represent|account for|form)"
    r" (?:out )?of (?P<b>.+)",
)
SHARE_IN = (
    rf"(?:what|which|how much) {_SHARE} of (?P<b>.+?) (?:comes?|came|(?:was|were|is|are) (?:generated|derived"
    r"|received|earned))(?P<source> from .+)",
    rf"(?:what|which|how much) {_SHARE} of (?P<b>.+?) (?:was|were|is|are|consist(?:s|ed)? of)"
    r"(?: (?:made up|composed|comprised|accounted|represented|attributable|constituted)"
    r"(?: of| by| for by| to)?)? (?P<a>.+)",
    rf"(?:what|which|how much) {_SHARE} of (?P<b>.+?) (?:does|do|did) (?P<a>.+?)"
    r" (?:make up|represent|account for|accounted for|form part of|form|constitute|comprise)",
)
"""Without a period such a question is about a duty: "What percentage of the price is the deposit?"."""
RATIO = (
    r"(?:ratio|proportion) of (?P<a>.+?) (?:to|over) (?P<b>.+)",
    rf"{_WHO}(?P<a>[\w&'’ ]+?)[- ]to[- ](?P<b>[\w&'’ ]+?) ratio(?P<tail> (?:for|of) .+)?",
)
MORE_THAN = (
    rf"(?:by )?how much {_MORE} (?P<of>.+?) (?:came|comes|was (?:generated|earned|received)|were generated)"
    r" from (?P<a>.+?) (?:as )?(?:compared (?:to|with)|than(?: from)?) (?P<b>.+)",
)
BETWEEN_ROWS = (
    r"difference (?:in|of) (?P<of>.+?) between (?P<a>.+?) and (?P<b>.+)",
    r"difference (?:between|of|in) (?P<a>.+?) and (?P<b>.+)",
)
MARGIN = pattern(
    rf"{_WHO}(?P<which>gross|operating|net profit|net income|net|(?P<how>(?:un)?adjusted )?EBITDA)"
    r"(?: profit)?(?: %| percentage)? margin(?: \(?(?:as an? |in )?(?:%|percent(?:age)?)\)?)?"
    r"(?P<tail> (?:for|of|at) .+)?",
    re.IGNORECASE,
)
MARGINS = {
    "gross": "gross profit", "operating": "operating income", "net": "net income", "net profit": "net income",
    "net income": "net income", "ebitda": "EBITDA",
}  # fmt: skip
"""The margins that everybody computes alike, and what is divided by the revenue."""
UNCLEAR = pattern(
    r"\b(?:respectively|respective|why|driven|drove|caused?|reasons?|because|each|which|what|who|when|if|how"
    r"|attributed|compris\w+|consist\w*|as well as|sum of)\b"
    r"|\b(?:by|due|to|from|than|between|and|of|in|the)\s*$|^(?:and|or|to|by|than)\b",
    re.IGNORECASE,
)
"""What no words of a row hold: then the question asks for something else, or for several things."""


def first(patterns: tuple[str, ...], text: str) -> re.Match[str] | None:
    """How the whole text follows the first wording that it follows."""
    for each in patterns:
        if found := re.fullmatch(each, text, re.IGNORECASE):
            return found
    return None
