"""The wordings in which a text puts a term or a reference in the place of a value.

"equals the Annual Fee", "shall be as set out in Schedule 1". A list of words to review; `links` decides
what follows from them.
"""

from __future__ import annotations

import functools
import re

from pincite.language.vocabulary import stems, telling
from pincite.patterns import pattern

_SPACE = r"[\s*_“\"]*"
_FILLER = (
    rf"(?:{_SPACE}(?:equal\s+to|equivalent\s+to|the\s+(?:sum|amount|period|date)\s+of|an?\s+(?:amount|sum|period)\s+"
    rf"(?:of|equal\s+to)|limited\s+to|capped\s+at|fixed\s+at|set\s+at|up\s+to|the|an?|its|such|then|current"
    rf"|applicable|relevant|same(?:\s+as)?|no\s+(?:more|less|later)\s+than|on|by|until|for)){{0,5}}{_SPACE}\Z"
)
OPENING = pattern(rf"\A{_FILLER}", re.IGNORECASE)
_IS = (
    r"(?:\b(?:(?:(?:shall|will|must|may)\s+)?(?:not\s+exceed|be|equal|amount\s+to|correspond\s+to)|is|are|was|equals"
    r"|means?|being|amounts\s+to|corresponds\s+to|(?:limited|capped|set|fixed)\s+(?:to|at))|[:=|\t])"
)
# What may lead to a value of each kind beside "is": "shall pay the Annual Fee", "by the Due Date".
_LEADS = {
    "amount": (
        r"|\b(?:(?<!who )(?<!which )pays?|up\s+to|refunds?|charges?"
        r"|(?:sum|amount|total|payment|fee|cap|limit|maximum)\s+of)"
    ),
    "percentage": r"|\b(?:at|rate\s+of)",
    "date": r"|\b(?:on|by|until|from|before|no\s+later\s+than)",
    "duration": r"|\b(?:for|within|during|period\s+of|term\s+of|notice\s+of)",
    "number": r"|\b(?:number|total|dose)\s+of",
}
# What makes another value of a term that stands in the value's place.
CHANGED = pattern(
    r"[”\"*_\s]*(?:(?:and|or|plus|less|minus|multiplied|times|divided|x|×|paid|received|invoiced|per)\b|[×*+/-]"
    r"|for\s+(?:each|every)\b|(?:payable|due|accrued|incurred)\s+(?:in|during|over|for)\b"
    r"|in\s+the\s+(?:preceding|previous)\b|[’']s?\b|[A-Z]\w+)"
)
_VALUES = {
    "amount": "amounts?|sums?|fees?|charges?|prices?|rates?|figures?|totals?|limits?|payments?|costs?",
    "percentage": "percentages?|rates?|shares?|figures?",
    "date": "dates?|days?|deadlines?",
    "duration": "periods?|times?|terms?|durations?|deadlines?",
    "number": "numbers?|figures?|quantit(?:y|ies)|doses?|amounts?",
}
_SAID_IN = (
    r"(?P<link>(?:\b(?:(?:shall|will|must|may)\s+be|is|are|was|were|has\s+been|have\s+been|being|be|as|those"
    r"|payable|paid|charged|due|(?:the\s+)?(?:%s))\s+|[(:,|\t–—-]\s*)*)"
    r"(?P<said>\b(?:set\s+(?:out|forth)|specified|stated|described|listed|given|shown|defined|determined|provided|indicated"
    r"|contained|found|detailed|laid\s+down|agreed|calculated|as\s+per|see|refer\s+to|according\s+to"
    r"|in\s+accordance\s+with|pursuant\s+to|(?:has|have)\s+the\s+(?:same\s+)?meaning\s+(?:given|set\s+out|assigned)"
    r"(?:\s+to\s+(?:it|that\s+term|them))?|governed|in)(?:\s+(?:in|by|under|at|to))?"
    r"(?:\s+(?:the\s+)?(?:table|list)\s+in)?[\s(]*)\Z"
)
# Says that the whole of one paragraph is what a term means.
MEANING = pattern(r"\b(?:has|have)\s+the\s+(?:same\s+)?meaning\b|\bdefined\s+in\b", re.IGNORECASE)
# Parts what was asked from a value that is said of something else.
BREAK = pattern(
    r"\b(?:and|but|which|that|who|is|are|was|were|if|where|when|unless|while|may|shall|will|must|applies|apply)\b|[;:]",
    re.IGNORECASE,
)
# Opens a condition or a clause of its own, in which a value is not said of what was asked.
HELD = pattern(
    r"\b(?:if|when|where|unless|once|after|before|until|upon|while|who|which|that|provided|in\s+case)\b[^,]*\Z",
    re.IGNORECASE,
)
# A body with one of these says how a value is worked out, not which it is.
WORKED_OUT = pattern(
    r"\b(?:less|minus|discount\w*|reduc\w+|increas\w+|deduct\w+|multipl\w+|times|divided"
    r"|(?:sum(?!\s+of\s+(?:[A-Z]{3}|[$€£])\s?\d)|lower|greater|higher|lesser|lowest|highest"
    r"|average) of|whichever|plus(?!\s+(?:any\s+|applicable\s+)?(?:VAT|GST|tax|value)))\b",
    re.IGNORECASE,
)


def leads_to_value(answer_type: str) -> re.Pattern[str]:
    """What ends where a term stands in a value's place: "equals the", "shall pay the"."""
    return re.compile(rf"(?:{_IS}{_LEADS.get(answer_type, '')}){_FILLER}", re.IGNORECASE)


def said_in(answer_type: str) -> re.Pattern[str]:
    """What ends where a reference says in which part a value stands: "is set out in"."""
    return re.compile(_SAID_IN % _VALUES.get(answer_type, "values?"), re.IGNORECASE)


@functools.cache
def saying_nothing() -> frozenset[str]:
    """The stems that say of no thing in particular that it is a value, or where it stands."""
    return frozenset(telling(stems(_SAYS_NOTHING)))


_SAYS_NOTHING = """
    amount total sum price value rate fixed payable due agreed figure equal date pay paid charged set out
    forth specified stated described listed given shown defined determined provided indicated contained found
    detailed laid calculated see refer according accordance pursuant meaning table list
"""
