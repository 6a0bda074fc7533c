"""The clause in which a value stands, and whether it denies the value or speaks of what is not so."""

from __future__ import annotations

import re

from pincite.records.span import Span

# What stands on the other side of such a break is said of something else.
_BREAK = re.compile(
    r"[;:|\t]|,\s*(?:and|but|or|while|whereas|although|though|however|compared|versus|which|with)\b"
    r"|\b(?:while|whereas|but|although|compared\s+(?:with|to))\b|\.\s+(?=[A-Z])",
    re.IGNORECASE,
)
_DENIAL = re.compile(r"\b(?:not|no|never|neither|nor|none|cannot|without)\b|n[’']t\b", re.IGNORECASE)
# "Not more than", "not before", "no later than", "not … until": a bound is stated, and nothing denied.
_BOUND = re.compile(
    r"\b(?:exceed\w*|excess|more|less|fewer|greater|later|earlier|longer|shorter|higher|lower|above|below|over|under"
    r"|beyond|before|after|until|till|unless|except|other|only|than|without|limited|least|most|within|prior|save|if"
    r"|any|delay|prejudice|event|case)\b|,|\band\b|\bor\b|\bbut\b",
    re.IGNORECASE,
)
_TAKEN_BACK = re.compile(
    r"[^.;]{0,24}?\b(?:(?:is|are|was|were|shall|will|be|been|has|have|does|do|did)\s+)+(?:not|never|no\s+longer)\s+(?:be\s+)?"
    r"(?:payable|due|owed|paid|charged|charge|apply|applicable|levied|required|in\s+force|effective|agreed|pay|owe)\b"
    r"|[^.;]{0,24}?\b(?:is|are|was|were|has\s+been|have\s+been|shall\s+be)\s+(?:hereby\s+)?"
    r"(?:waived|deleted|abolished|cancelled|canceled|repealed|withdrawn|rejected|superseded|replaced|struck|revoked)\b",
    re.IGNORECASE,
)
# What a sentence says of something that is not, not yet or no more so.
_UNREAL = re.compile(
    r"\b(?:no\s+longer(?!\s+than)|not\s+(?:yet\s+)?(?:in\s+force|agreed|adopted|accepted|been\s+used|valid|binding)|illustrat\w+"
    r"|hypothetical\w*|assum(?:e|es|ed|ing)\s+(?:that|for)|suppos(?:e|ing)\s+that|imagine|fictitious|specimen"
    r"|superseded|outdated|obsolete|withdrawn|rescinded|revoked|void|lapsed|struck\s+out|was\s+rejected|were\s+rejected"
    r"|earlier\s+(?:version|draft|edition)|(?:model|sample)\s+(?:form|text|wording|contract)|by\s+way\s+of\s+example"
    r"|would\s+have\s+been|had\s+(?:initially\s+|originally\s+|first\s+)?(?:asked|proposed|demanded|requested|offered)"
    r"|(?:was|were|been)\s+(?:since\s+|later\s+)?(?:deleted|replaced|removed|dropped|cancell?ed|abandoned|overruled)"
    r"|erroneous\w*|by\s+mistake|misprint|placeholder)\b",
    re.IGNORECASE,
)
_SAYS_NO = re.compile(
    r"\bnot\s+(?:be\s+)?(?:agreed|adopted|accepted|valid|binding)\b|\bvoid\b", re.IGNORECASE
)
# Who asks for just that gets it.
_ASKS_UNREAL = re.compile(
    r"\b(?:previous|former|original|earlier|old|example|illustrat|propos|draft|would|assum|sample|reject|withdr|offer"
    r"|asked|no\s+longer|void|lapse|hypothe|delet|replac|remov|drop|cancel|abandon)\w*",
    re.IGNORECASE,
)


def unreal(asked: str, text: str) -> bool:
    """Whether a sentence speaks of what is not so, and the question does not."""
    return _UNREAL.search(text) is not None and _ASKS_UNREAL.search(asked) is None


def unreal_but_for_its_denial(asked: str, text: str) -> bool:
    """The same of a sentence that says no: "not valid" is what it has to say."""
    return unreal(asked, _SAYS_NO.sub(" ", text))


def clause_around(text: str, value: Span) -> Span:
    """The part of a sentence, between its breaks, that holds the value."""
    start, end = 0, len(text)
    for found in _BREAK.finditer(text):
        if found.end() <= value.start:
            start = found.end()
        elif found.start() >= value.end:
            end = found.start()
            break
    return Span(start, max(end, value.end))


def denied(text: str, value: Span) -> bool:
    """Whether the clause says that the value is not so."""
    clause = clause_around(text, value)
    before = text[clause.start : value.start]
    for found in _DENIAL.finditer(before):
        if not _BOUND.search(before, found.end()):
            return True
    return _TAKEN_BACK.match(text, value.end) is not None
