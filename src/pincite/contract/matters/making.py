"""Read on which day a contract is made: "This Agreement is made as of 1 May 2024", "Lease dated 3 June 2024".

Contracts name the days of other contracts as often as their own. Only what opens or closes this one says
its day.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.contract.matters.effect import OF_DATE, OTHER_EVENT, OWN, made_on

# "between A, of Leeds, and B, of York, dated as of 1 May 2024"
_DATED_LATER = re.compile(
    r"\bthis\s+(?:[\w&,/-]+\s+){0,12}?(?:agreement|contract|lease|deed)\b"
    r"(?:(?!(?<![“\"'‘])\b(?:agreement|contract|lease|letter|plan|policy|amendment|statement)\b)[^;]){0,600}?"
    r"\b(?:dated|entered\s+into|made)(?:\s+and\s+(?:effective|entered\s+into|dated))?"
    r"(?:,?\s+for\s+reference(?:\s+purposes)?(?:\s+only)?,?)?"
    rf"(?:\s+(?:as\s+of|on))?{OF_DATE}",
    re.IGNORECASE,
)
_EXECUTED = re.compile(
    rf"\bin\s+witness\s+(?:whereof|hereof)\b[^;]{{0,200}}?\b(?:executed|signed|made|entered|delivered)\b[^;]{{0,160}}?{OF_DATE}",
    re.IGNORECASE,
)
_NAMED_SO = re.compile(
    r"[^.;()]{0,20}\([^()]{0,30}[“\"'‘](?:agreement|contract|signing|execution)\s+date[”\"'’]", re.IGNORECASE
)
_CALLED_SO = re.compile(
    rf"^\W*(?:date\s+of\s+(?:this\s+|the\s+)?(?:agreement|contract|lease)|(?:agreement|contract)\s+date|dated?){OF_DATE}",
    re.IGNORECASE,
)
# "That certain supply agreement dated 1 May 2024" is another one, and so is one that is amended or cited.
_ANOTHER_ONE = re.compile(
    r"\b(?:that\s+certain|pursuant\s+to|amend(?:s|ed|ing)|supersed\w*|prior|previous|means|whereas)\b[^;]{0,300}$",
    re.IGNORECASE,
)
_MADE_SOME_DAY = re.compile(
    rf"{OWN}[^;]{{0,600}}?\b(?:made|entered\s+into|concluded|executed|dated|signed)\b"
    r"|\bin\s+witness\s+(?:whereof|hereof)\b|\b(?:agreement|contract)\s+date\b|^\W*(?:date\s+of\s+|dated?\b)",
    re.IGNORECASE,
)


def stated(text: str, titles: Sequence[str]) -> bool:
    """Whether a text may say on which day the contract is made."""
    return _MADE_SOME_DAY.search(text) is not None


def given(text: str, start: int, end: int) -> bool:
    """Whether the day at these characters is the one on which the contract is made."""
    before = text[:start]
    if _NAMED_SO.match(text, end):
        return True
    if OTHER_EVENT.search(before[-80:]) or _ANOTHER_ONE.search(before[-340:]):
        return False
    if made_on(text, start, end):
        return True
    return any(form.search(before) for form in (_DATED_LATER, _EXECUTED, _CALLED_SO))
