"""Read from when a contract has effect: "effective as of 1 May 2024", "made as of …", "(“Effective Date”)".

A day on which something else begins or ends, or on which another contract was made, is told apart by what is
said to happen on it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.contract.matters.term import THIS

OF_DATE = (
    r"\s*(?:on|from|as\s+of|as\s+from|at|since|with\s+effect\s+from|this|the|and|is|of|[:,()“”\"'’]|\s)*$"
)
_BEGINS = (
    r"(?:effective|takes?\s+effect|(?:comes?|enters?|enter(?:ed)?)\s+into\s+(?:force|effect)|in\s+(?:force|effect)|commences?"
    r"|begins?|starts?|runs?)"
)
OWN = (
    r"(?:\bthis\s+(?:(?!(?:agreement|contract|is|was|are|shall|will)\b)[\w&,/-]+\s+){0,12}?"
    r"(?:agreement|contract|lease|deed|nda|undertaking|letter)\b(?:\s+agreement\b)?"
    r"|^\W*(?:the\s+)?(?:[\w-]+\s+){0,4}(?:agreement|contract|lease|deed)\b)(?:\s*\([^()]{0,80}\))?\s*,?"
)
_MADE = r"(?:made|entered\s+into|concluded|executed|dated|signed)"
_IS_MADE = (
    rf"\s+(?:(?:is|was|has|been|being|are|hereby)\s+){{0,3}}{_MADE}"
    rf"(?:\s*,?\s+(?:and\s+)?(?:{_MADE}|effective|to\s+be\s+effective))*"
)
_SAID_BEFORE = re.compile(
    rf"(?:{THIS}|\bit\b|\bterms\b)[^.;]{{0,200}}?\b{_BEGINS}{OF_DATE}"
    rf"|\b(?:effective|commencement|start(?:ing)?)\s+date\b[”\"'’)]*\s*(?:of\s+{THIS}\s+)?(?:means|is|shall\s+(?:be|mean))?{OF_DATE}"
    r"|\beffective\s+(?:as\s+of|on|from)\s+(?:the\s+|this\s+)?$",
    re.IGNORECASE,
)
# Without another word on it a contract has effect from when it is made.
_MADE_ON = re.compile(
    rf"{OWN}{_IS_MADE}{OF_DATE}|{OWN}[^;]{{0,300}}?\b(?:is|are)\s+{_MADE}\s+(?:as\s+of|on)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_DATED = re.compile(
    rf"\b(?:agreement|contract|lease|deed)\s*,?\s+{_MADE}\s+(?:as\s+of\s+|on\s+)?(?:the\s+)?$", re.IGNORECASE
)
_THIS_IT_IS = re.compile(
    r"\s*,?\s*\(\s*(?:this|hereinafter|the)\s+[“\"'‘](?:\w+\s+)?(?:agreement|contract|lease|deed)\b",
    re.IGNORECASE,
)
_ELSE = re.compile(
    r"\beffective\b|\btakes?\s+effect\b|\binto\s+(?:force|effect)\b|\bcommenc\w+", re.IGNORECASE
)
_DEFINED = re.compile(
    r"[^.;()]{0,40}\(\s*(?:(?:such\s+date|hereinafter|herein|referred\s+to\s+as|being|is|as|called|the|and)\s*,?\s*){0,6}"
    r"[“\"'‘]?\s*(?:the\s+)?[“\"'‘]?(?:effective|commencement|start)\s+date",
    re.IGNORECASE,
)
# "(the “Separation Date”)": the day has another name.
_OTHER_DAY = re.compile(
    r"[^.;()]{0,40}\([^()]{0,20}[“\"'‘](?!effective|commencement|start|agreement|contract)[\w\s-]{0,30}(?:date|day|time|deadline)\b",
    re.IGNORECASE,
)
OTHER_EVENT = re.compile(
    r"\b(?:terminat|expir|end(?:s|ing|ed)|until|through|separat|resign|retire|vest|clos(?:e|ing)|that\s+certain|pursuant\s+to"
    r"|amend|supersed|previous|prior\s+to|before|no\s+later\s+than|deliver)\w*\b[^.;]{0,60}$",
    re.IGNORECASE,
)
_OTHER_PAPER = re.compile(
    r"\b(?:plan|policy|program|act|rules?|regulations?|statement|form|licen[sc]e|bill|letter)\s*,?\s+(?:as\s+amended\s+)?(?:effective|dated)\s+(?:as\s+of\s+|on\s+)?$",
    re.IGNORECASE,
)
# “Bill of Sale” means the Bill of Sale effective as of 1 May 2024: the day is that of another paper.
_MEANS_ANOTHER = re.compile(
    r"[“\"](?!effective|commencement|start)[^“”\"]{2,60}[”\"]\s+(?:means|shall\s+mean|refers\s+to)\b[^;]*$",
    re.IGNORECASE,
)
_STATED = re.compile(
    rf"\b(?:effective|commencement|start(?:ing)?)\s+date\b|\beffective\s+(?:as\s+of|on|from)\b"
    rf"|(?:{THIS}|\bit\b)[^.;]{{0,200}}?\b{_BEGINS}\b",
    re.IGNORECASE,
)
_MADE_SOME_DAY = re.compile(rf"{OWN}[^;]{{0,300}}?\b{_MADE}\b", re.IGNORECASE)


def stated(text: str, titles: Sequence[str]) -> bool:
    """Whether a text says from when the contract has effect."""
    return says_outright(text) or _MADE_SOME_DAY.search(text) is not None


def calls_day(text: str, titles: Sequence[str]) -> bool:
    """Whether a text speaks of the day by its name: that a contract is made on a day does not call it so."""
    return says_outright(text)


def says_outright(text: str) -> bool:
    """Whether it says so itself, and not only on which day the contract is made."""
    return _STATED.search(text) is not None


def given(text: str, start: int, end: int) -> bool:
    """Whether the day at these characters is the one from which the contract has effect."""
    before = text[:start]
    if _OTHER_DAY.match(text, end) or OTHER_EVENT.search(before[-80:]) or _OTHER_PAPER.search(before):
        return False
    if _MEANS_ANOTHER.search(before):
        return False
    if _DEFINED.match(text, end) or _SAID_BEFORE.search(before[-420:]):
        return True
    return made_on(text, start, end) and not _ELSE.search(text)


def made_on(text: str, start: int, end: int) -> bool:
    """Whether the contract says of itself that it is made on the day at these characters."""
    before = text[:start]
    return bool(_MADE_ON.search(before) or (_DATED.search(before) and _THIS_IT_IS.match(text, end)))
