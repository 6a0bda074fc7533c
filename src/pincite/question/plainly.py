"""Write a question plainly: the same words for "What's the term, please" and "What is the term?"."""

from __future__ import annotations

import re

_WHOLE = {"can't": "can not", "won't": "will not", "shan't": "shall not", "let's": "let us"}
_SHORTENED = re.compile(r"\b(?:can't|won't|shan't|let's)(?!\w)", re.IGNORECASE)
_NOT = re.compile(r"\b(?P<verb>[a-z]+)n't\b", re.IGNORECASE)
_IS = re.compile(r"\b(?P<who>what|who|when|where|how|why|which|that|there|here|it|he|she)'s\b", re.IGNORECASE)
_ENDINGS = (
    (re.compile(r"\b(?P<who>\w+)'re\b", re.IGNORECASE), "are"),
    (re.compile(r"\b(?P<who>\w+)'ve\b", re.IGNORECASE), "have"),
    (re.compile(r"\b(?P<who>\w+)'ll\b", re.IGNORECASE), "will"),
    (re.compile(r"\b(?P<who>i|you|he|she|it|we|they|who)'d\b", re.IGNORECASE), "would"),
    (re.compile(r"\b(?P<who>i)'m\b", re.IGNORECASE), "am"),
)
_PLEASE = re.compile(
    r"(?:[,;]?\s*\b(?:please|kindly|thanks(?:\s+a\s+lot)?|thank\s+you(?:\s+very\s+much)?|many\s+thanks)\b[,;.!]*\s*)+",
    re.IGNORECASE,
)
_END = re.compile(r"[\s?!.…]*\Z")


def plainly(asked: str) -> str:
    """The question without contractions and courtesies, and with one mark at its end."""
    text = asked.lower() if asked.isupper() else asked
    text = text.replace("’", "'").replace("`", "'")
    text = _SHORTENED.sub(_in_full, text)
    text = _NOT.sub(r"\g<verb> not", text)
    text = _IS.sub(r"\g<who> is", text)
    for shortened, verb in _ENDINGS:
        text = shortened.sub(rf"\g<who> {verb}", text)
    text = " ".join(_PLEASE.sub(" ", text).split()) or asked
    return f"{_END.sub('', text) or text}?"


def _in_full(found: re.Match[str]) -> str:
    words = _WHOLE[found[0].lower()]
    return words.capitalize() if found[0][0].isupper() else words
