"""Decide whether a question itself denies: "Is it prohibited?" is yes where the document says no."""

from __future__ import annotations

import re

from pincite.patterns import pattern

_DENIES = pattern(
    r"\b(?:prohibit\w*|forbid\w*|forbidden|exclude[ds]?|barred|banned|contraindicated|disallowed"
    r"|not (?:allowed|permitted|covered|insured))\b",
    re.IGNORECASE,
)
_THAT = pattern(r"is it (?:so|true|correct|the case|right) that (?P<said>.+)", re.IGNORECASE)
_AUXILIARY = (
    r"(?:is|are|was|were|be|does|do|did|will|would|shall|should|may|might|can|could|must|has|have|had|need)"
)
_NOT = pattern(
    rf"\b{_AUXILIARY}(?:\s+\w+)?\s+not\b(?!\s+only\b)|\b{_AUXILIARY}n['’]t\b|\bcannot\b|\bnever\b"
    rf"|\bno longer\b"
    r"|\bno\b(?!\s+(?:later|less|more|fewer|earlier|greater|longer|doubt|matter)\b)(?!\.?\s*\d)"
    r"|\b(?:neither|nothing|nobody|none)\b|\b(?:required|obliged|bound) not to\b",
    re.IGNORECASE,
)
# What follows says when or of whom, and not whether.
_SUBORDINATE = pattern(
    r"\b(?:if|unless|when|where|which|who|that|because|although|while|until|as long as|except|in case)\b",
    re.IGNORECASE,
)
# "Does the policy not cover hail?" denies; "Doesn't it cover hail?" only expects a yes.
_DOES_NOT = pattern(
    rf"{_AUXILIARY}\s+(?:(?!(?:to|than|as|not|and|or|but|{_AUXILIARY})\b)[\w'’.-]+\s+){{1,6}}?"
    r"(?:not\s+(?!only\b|later\b|more\b|less\b|yet\b|to\b)|(?<=required )not to\b|(?<=obliged )not to\b)",
    re.IGNORECASE,
)


def denies(asked: str) -> bool:
    """Whether a sentence that denies affirms what is asked; two denials cancel each other."""
    if said := _THAT.match(asked):
        main = _SUBORDINATE.split(said["said"])[0]
        return (len(_NOT.findall(main)) + len(_forbidding(main))) % 2 == 1
    if _DOES_NOT.match(_SUBORDINATE.split(asked)[0]):
        return not re.search(r"\bnot (?:prohibit|forbid|exclud|barred|banned)", asked, re.IGNORECASE)
    return bool(_DENIES.search(asked))


def _forbidding(said: str) -> list[str]:
    """What forbids by itself; "not allowed" is counted by its "not"."""
    return [found for found in _DENIES.findall(said) if not found.lower().startswith("not")]
