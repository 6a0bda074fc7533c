"""Read how long a contract lasts: "This Agreement shall remain in force for three years".

Other periods run from the same dates and stand beside the same words: how long someone may not compete,
what survives the end, how long before it notice is given. They are told apart by what is said to last.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

THIS = (
    r"(?:\b(?:this|the|said)\s+(?:[\w&-]+\s+){0,5}?(?:agreement|contract|lease|deed|nda|undertaking|letter)\b"
    r"(?:\s+agreement\b)?"
    r"|\b(?:obligations|undertakings|commitments|covenants)\b[^.;]{0,60}?\b(?:hereunder|herein)\b)"
)
_BESIDE = r"(?:\s*\([^()]{0,80}\))?(?:\s*,[^,.;]{0,120},)?"
_LASTS = (
    r"(?:(?:shall|will|is\s+to|must|does)\s+(?:(?!not\b)\w+\s+){0,3}?)?"
    r"(?:remains?\b|continues?\b|lasts?\b|runs?\b|expires?\b|ends?\b|terminates?\b|lapses?\b|ceases?\b|commences?\b|begins?\b"
    r"|takes?\s+effect|becomes?\s+effective|(?:stays?|be|is|are|stand)\s+(?:\w+\s+){0,2}?(?:in\s+(?:full\s+)?(?:force|effect)"
    r"|effective|valid|binding)|(?:be|is|are)\s+(?:made\s+|concluded\s+|entered\s+into\s+)?for\b"
    r"|ha(?:s|ve)\s+an?\s+(?:\w+\s+)?(?:term|duration))"
)
_SAID = re.compile(
    rf"{THIS}{_BESIDE}\s+{_LASTS}"
    rf"|\b(?:term|duration)\s+(?:of\s+{THIS}|hereof){_BESIDE}[^.;]{{0,120}}?\s(?:shall|will|is|begins?|commences?|starts?|expires?|ends?)\b"
    r"|\b(?:the|an?|its)\s+(?:initial|original|fixed|minimum|contract|lease)\s+(?:term|period)"
    r"(?:\s+of\s+(?:this|the)\s+\w+)?\s+(?:of|is|shall|will|commences?|begins?|runs?|lasts?)\b"
    r"|\bthe\s+term\s+(?:shall|will|is(?!\s+(?:defined|used|not))|commences?|begins?|runs?|lasts?)\b"
    r"|\bfor\s+an?\s+(?:fixed\s+|minimum\s+|initial\s+)?term\s+of\b",
    re.IGNORECASE,
)
_DEFINED = re.compile(
    r"[^.;()]{0,160}\(\s*(?:collectively,?\s+|together,?\s+)?(?:the\s+|hereinafter\s+|its\s+)?"
    r"[“\"'‘](?:initial\s+|contract\s+|lease\s+)?term\b",
    re.IGNORECASE,
)
_BRACKET = re.compile(r"\(\W*(?:the\s+)?[“\"](?:initial\s+)?term\b", re.IGNORECASE)
_TITLE = re.compile(
    r"[\W\d]*(?:(?:section|article|clause)\s+[\dIVXL.]+\W*)?(?:initial\s+|contract\s+|lease\s+)?"
    r"(?:term|duration|period)(?:\s+of\s+(?:(?:this|the)\s+)?\w+)?(?:\s*(?:and|&|;|,)\s*\w+(?:\s\w+)?)?\W*",
    re.IGNORECASE,
)
_RUNS = re.compile(
    r"\b(?:commenc|begin|start|continu|remain|last|run|expir|effective|in\s+force|period\s+of|term\s+of|valid)\w*",
    re.IGNORECASE,
)
_DURING = re.compile(
    r"\b(?:(?:during|throughout|after|before|prior\s+to|following|(?:end|expir\w+|termination|remainder|rest|part)\s+of)"
    r"\s+(?:the\s+)?|(?:portion|part|section|paragraph|clause|article|payments?)\b[^.;]{0,30}\s)$",
    re.IGNORECASE,
)
# "continue to be paid" is said of somebody, "survive" of what outlasts the contract.
_OF_ANOTHER = re.compile(
    r"\b(?:surviv\w+|provided\s+(?:that|however)|provided,\s+however|renew\w*|employ(?:ed|ment)|compet\w+|solicit\w*|if|unless"
    r"\s+\w+\s+gives?|notice|in\s+the\s+event|thereafter|upon|confidential\w*|disclos\w+)\b|[;.]\s",
    re.IGNORECASE,
)
_NOTICE = re.compile(
    r"[’']?\s*(?:of\s+)?(?:(?:prior|advance|written|days?|previous)\s+){0,3}notice\b|\s+(?:after|following)\s+(?:(?:the|its|such"
    r"|any)\s+)?(?:\w+\s+){0,2}?(?:terminat|expir|receipt|notice|separation|employment|disclosure)",
    re.IGNORECASE,
)
_LEADS = re.compile(
    r"(?:^|[.;]\s+)[\W\d]*(?:\w+\.\s+)?(?:for|during|throughout)\s+(?:an?\s+|the\s+)?(?:\w+\s+)?(?:period|term)\s+of\s+$",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"\b(?:until|through|to|till|expir\w+|terminat\w+|end(?:s|ing)?|lapses?|ceases?)\b(?:(?!\bcommenc|\bbegin|\bstart)[^.;]){0,60}$",
    re.IGNORECASE,
)
_OPEN_END = re.compile(r"\b(?:later|latest|earlier|earliest)\b", re.IGNORECASE)
_FARTHEST = 220


def stated(text: str, titles: Sequence[str]) -> bool:
    """Whether a text says how long the contract lasts."""
    if any(not _DURING.search(text, 0, found.start()) for found in _SAID.finditer(text)):
        return True
    return (
        _headed(text, titles)
        or re.search(r"\(\W*(?:the\s+)?[“\"](?:initial\s+)?term\b", text, re.I) is not None
    )


def given(text: str, titles: Sequence[str], start: int, end: int) -> bool:
    """Whether the period or date at these characters is how long the contract lasts."""
    if _NOTICE.match(text, end):
        return False
    if _DEFINED.match(text, end):
        return True
    for found in _SAID.finditer(text):
        if _DURING.search(text, 0, found.start()):
            continue
        between = text[found.end() : start] if found.end() <= start else text[end : found.start()]
        follows = found.end() <= start <= found.end() + _FARTHEST
        leads = end <= found.start() and _LEADS.search(text[:start])
        if (follows or leads) and not _OF_ANOTHER.search(between):
            return True
    return _headed(text, titles) and not _OF_ANOTHER.search(text[:start])


def given_as_end(text: str, start: int) -> bool:
    """Whether a day is said to be an end: that a contract starts on it does not tell how long it lasts."""
    said = _ENDS.search(text[:start])
    return said is not None and not _OPEN_END.search(said[0])


def _headed(text: str, titles: Sequence[str]) -> bool:
    """Whether the title right over a text, or the words it starts with, announce the term."""
    head = text[:40].split(".")[0]
    announced = any(_TITLE.fullmatch(title) for title in (*titles[-1:], head))
    return announced and _RUNS.search(text) is not None
