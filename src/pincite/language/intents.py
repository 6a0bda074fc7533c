"""Read what limits a question or a sentence, once, into one record."""

from __future__ import annotations

import re

from pincite.language.vocabulary import stems, telling
from pincite.records.question import Bound, Force, Intent, Modality, Period

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_FIGURE = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*(?![\w])")
_LEAST = re.compile(r"\b(?:at least|minimum|least|no(?:t)? (?:less|fewer) than|lowest)\b", re.IGNORECASE)
_MOST = re.compile(
    r"\b(?:at most|maximum|most|no(?:t)? more than|up to|not exceed\w*|highest|limit\w*|cap)\b", re.IGNORECASE
)
_ADVERBS: tuple[tuple[Period, str], ...] = (
    ("day", "daily"),
    ("week", "weekly"),
    ("month", "monthly"),
    ("quarter", "quarterly"),
    ("year", "annual(?:ly)?|yearly|per annum"),
)
_PERIODS = tuple(
    (period, re.compile(rf"\b(?:(?:per|each|every|a|an|any) {period}|{adverb})\b", re.IGNORECASE))
    for period, adverb in _ADVERBS
)
_CONDITION = re.compile(
    r"\b(?:if|when|unless|where|in case|in the event|after|during|without|except)\b(?P<named>[^,;.]{0,80})",
    re.IGNORECASE,
)
_DENIAL = re.compile(r"\b(?:no|not|never|none|neither|nor|cannot|without)\b", re.IGNORECASE)
_MUST = re.compile(r"\b(?:shall|must|required|obliged|has to|have to|need to|needs to)\b", re.IGNORECASE)
_MAY = re.compile(r"\b(?:may|can|could|allowed|permitted|entitled|free to|option)\b", re.IGNORECASE)
_PAST = re.compile(
    r"\b(?:previous(?:ly)?|former(?:ly)?|originally|used to|until then|was|were|had been)\b", re.IGNORECASE
)
_PROPOSED = re.compile(
    r"\b(?:propos\w+|draft|plan(?:s|ned)?|expect\w*|would|for example|hypothetical\w*|provisional\w*"
    r"|intend\w*|suppose\w*)\b",
    re.IGNORECASE,
)
_TAKES_BACK = re.compile(
    r"\b(?:in fact|correct(?:ed|ion)|instead|no longer|withdrawn|supersed\w+|replac\w+|deleted|however"
    r"|moved to|amended|does not apply|except)\b",
    re.IGNORECASE,
)


def intent_of(text: str) -> Intent:
    """What a question or a sentence says of when, how much, under which condition, and whether it denies."""
    years = frozenset(_YEAR.findall(text))
    conditions = [frozenset(telling(stems(found["named"]))) for found in _CONDITION.finditer(text)]
    return Intent(
        years=years,
        figures=frozenset(_FIGURE.findall(text)) - years,
        bound=_bound(text),
        period=next((period for period, said in _PERIODS if said.search(text)), ""),
        conditions=tuple(each for each in conditions if each),
        conditional=bool(conditions),
        denies=bool(_DENIAL.search(text)),
        modality=_modality(text),
        force=_force(text),
        takes_back=bool(_TAKES_BACK.search(text)),
    )


def _bound(text: str) -> Bound:
    least, most = bool(_LEAST.search(text)), bool(_MOST.search(text))
    return "" if least == most else ("least" if least else "most")


def _modality(text: str) -> Modality:
    must, may = bool(_MUST.search(text)), bool(_MAY.search(text))
    return "" if must == may else ("must" if must else "may")


def _force(text: str) -> Force:
    past, proposed = bool(_PAST.search(text)), bool(_PROPOSED.search(text))
    return "" if past == proposed else ("past" if past else "proposed")
