"""Why a sentence that affirms or denies does not answer a yes-or-no question.

It may set a limit, permit what is asked to be a duty, except what is asked about, say what a word means, or
suppose the very thing that is asked and say what follows from it.
"""

from __future__ import annotations

import re

from pincite.contract.vocabulary import occurs, stems
from pincite.records.question import Question

_OBLIGES = re.compile(r"\s*(?:must|shall|does .* have to|is .* required)\b", re.IGNORECASE)
_PERMITS = re.compile(r"\b(?:may|can|should)\b(?! not)", re.IGNORECASE)
_ONLY = re.compile(r"\b(?:only|solely|exclusively|merely)\b", re.IGNORECASE)
_NOTHING_ELSE = re.compile(
    r"(?<!not )\b(?:only|solely|exclusively|merely|limited to|restricted to|nothing but|(?:no|none) other)\b",
    re.IGNORECASE,
)
# What a word means is settled apart from what anybody may or must do.
_ACTS = re.compile(
    r"\b(?:may|shall|must|can|will|ha(?:s|ve)\s+to|allowed|permitted|required|obliged|forbidden)\b",
    re.IGNORECASE,
)
_MEANING = re.compile(
    r"\b(?:mean|means|include|includes|defined|deemed|considered|constitute)\b", re.IGNORECASE
)
_DEFINES = re.compile(
    r"\W*(?:\(?\w{1,3}[.)]\s*)?(?:the\s+term\s+)?[“\"'‘][^“”\"]{2,60}[”\"'’]\s+(?:shall\s+)?(?:means?|includes?)\b",
    re.IGNORECASE,
)
_SUPPOSES = re.compile(
    r"\W*(?:\(?\w{1,4}[.)]\s*)?(?:\w+ly,?\s+)?(?:(?:upon|in\s+the\s+event|in\s+case|if|after|following|when|where)\b[^,;]*[,;]"
    r"|(?:the\s+|any\s+|such\s+)?(?:termination|expiration|expiry)\b[^,;]*?\b(?:shall|will|does)\b)",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"\b(?:upon|in the event|in case|if|after|following|when|where|on|surviv\w*)\b", re.IGNORECASE
)
_SURVIVES = re.compile(r"\bsurvives?\b", re.IGNORECASE)
_ASIDE = re.compile(
    r"\([^()]*\)|\bsurvives?\b[^,;]*|\b(?:before|after|upon|following|from)\s+(?:such\s+|any\s+|the\s+)?\w+",
    re.IGNORECASE,
)
_EXCEPTION = re.compile(
    r"\b(?:except(?:ing)?(?: for)?|other than|excluding|save for|apart from)\b", re.IGNORECASE
)

# "shall not exceed EUR 5 million" is no No to whether there is a cap.
_BOUND = re.compile(
    r"\b(?:not|never|no)\s+(?:\w+\s+){0,3}?(?:exceed|surpass|go\s+beyond|(?:more|less|fewer|greater|longer|later|earlier)\s+than)"
    r"|\bno\s+event\b[^.;]{0,80}\bexceed",
    re.IGNORECASE,
)
_BEYOND = re.compile(
    r"\b(?:exceed\w*|surpass\w*|beyond|above|below|over|under|more|less|fewer|greater|longer|later|earlier|unlimited)\b",
    re.IGNORECASE,
)
# "a private company with limited liability" says what it is, and not for what it is liable.
_LEGAL_FORM = re.compile(
    r"\b(?:company|partnership)\s+with\s+limited\s+liability|\blimited\s+liability\s+(?:company|partnership)",
    re.IGNORECASE,
)


def no_answer(question: Question, text: str, affirms: bool) -> str:
    """Why a text that affirms or denies does not answer a question; empty when nothing speaks against it."""
    asked = question.generation.asked
    if not affirms and _BOUND.search(text) and not _BEYOND.search(asked):
        return "it says how far something goes, which denies nothing but what lies beyond"
    if _LEGAL_FORM.search(text) and not _LEGAL_FORM.search(asked):
        return "it says what form a company has"
    if _OBLIGES.match(asked) and _PERMITS.search(text):
        return "what is permitted is not therefore a duty"
    if _ONLY.search(asked) and not _NOTHING_ELSE.search(text):
        return "that it is so does not say that it is so alone"
    if _is_only_supposed(question, text):
        return "the text supposes what was asked about and says what follows"
    if _ACTS.search(asked) and not _MEANING.search(asked) and _DEFINES.match(text):
        return "what a word means does not say what may or must be done"
    return _in_exception(question, text)


def _is_only_supposed(question: Question, text: str) -> bool:
    """ "Upon termination for any reason the keys are returned" does not say that anyone may terminate."""
    supposed = _SUPPOSES.match(text)
    if _SUPPOSED.search(question.generation.asked) or not (supposed or _SURVIVES.search(text)):
        return False
    rest = stems(_ASIDE.sub(" ", text[supposed.end() :] if supposed else text))
    terms = [term for term in question.retrieval.terms if not term.common]
    return not any(occurs(wording, rest, set(rest)) for term in terms for wording in term.wordings)


def _in_exception(question: Question, text: str) -> str:
    """Whether what was asked about stands in the exception: "may keep pets except dogs"."""
    exception = _EXCEPTION.search(text)
    if not exception:
        return ""
    for term in question.retrieval.terms:
        rule, excepted = stems(text[: exception.start()]), stems(text[exception.end() :])
        behind = any(occurs(wording, excepted, set(excepted)) for wording in term.wordings)
        if behind and not any(occurs(wording, rule, set(rule)) for wording in term.wordings):
            return f"{term.asked!r} stands in an exception"
    return ""
