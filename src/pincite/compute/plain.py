"""Tell whether an item of a list is plainly one of what is added up or ranked: not taken off, nor left open.

"Discount EUR 50" stands among fees and lowers them, "EUR 200 (waived)" is owed no more, and what is owed
"alternatively" is so only where something else is not. A sum with any of these is not the sum.
"""

from __future__ import annotations

import re
from decimal import Decimal

from pydantic import BaseModel

from pincite.language.vocabulary import stems
from pincite.patterns import pattern

_GIVEN_UP = pattern(
    r"\b(?:no(?!\s+(?:later|less|more|fewer)\b)|not(?!\s+(?:later|less|more|fewer|exceed\w*)\b)|(?:reduced|lowered|cut)\s+by|waived|cancel?led|deleted|withdrawn|abolished|repealed|superseded|expired|former|formerly|previous"
    r"|previously|no\s+longer(?!\s+than)|not\s+applicable|void|struck\s+out|obsolete|free\s+of\s+charge)\b",
    re.IGNORECASE,
)
_TAKEN_OFF = pattern(
    r"\b(?:discounts?|rebates?|refunds?|refunded|deductions?|deducted|reductions?|allowances?|minus"
    r"|less(?!\s+than)|credits?(?!\s+(?:card|check|line|facility|insurance|report|transfer|rating)\w*)|credited)\b",
    re.IGNORECASE,
)
_LEFT_OPEN = pattern(
    r"\b(?:if|unless|optional|optionally|alternative|alternatively|either|instead|on\s+request|upon\s+request|subject\s+to"
    r"|in\s+case|in\s+the\s+event|where\s+applicable|as\s+applicable|where\s+required|as\s+required|may\s+be\s+charged)\b",
    re.IGNORECASE,
)


def given_up(noun: str, text: str) -> str:
    """The words by which an item says that it is so no more; empty when it does not."""
    return _unasked(_GIVEN_UP, noun, text)


def not_plainly_added(noun: str, text: str, value: BaseModel) -> str:
    """The words for which a value cannot just be added: it is taken off, or owed in some cases only."""
    number = getattr(value, "value", None)
    below_zero = isinstance(number, Decimal) and number < 0
    return _unasked(_LEFT_OPEN, noun, text) or ("" if below_zero else _unasked(_TAKEN_OFF, noun, text))


def _unasked(pattern: re.Pattern[str], noun: str, text: str) -> str:
    """What a text says, unless just that is asked for: "the total of all optional fees"."""
    asked = set(stems(noun))
    said = (" ".join(found[0].split()) for found in pattern.finditer(text))
    return next((words for words in said if asked.isdisjoint(stems(words))), "")
