"""Make a sentence deny what it affirms, or affirm what it denies."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.contract.registry import find
from pincite.contract.values.types import Boolean
from pincite.evaluate.edits import Edit, edited

_VERB = re.compile(
    r"(?<![\w-])(?:shall|will|may|must|can|should|is|are|was|were|has|have|does|do)(?![\w'’-])", re.IGNORECASE
)
_DENIED = re.compile(
    r"(?<![\w-])(?P<verb>shall|will|may|must|can|should|is|are|was|were|has|have|does|do|be)\s+not(?![\w-])"
    r"|(?<![\w-])can(?P<glued>not)(?![\w-])",
    re.IGNORECASE,
)


def turned(sentence: str) -> Edit | None:
    """The edit that turns a sentence around; None when it has no clear yes or no, before or after."""
    said = _polarity(sentence)
    if said is None:
        return None
    edits = _denials(sentence) if said else _affirmations(sentence)
    return next((edit for edit in edits if _polarity(edited(sentence, [edit]).text) is (not said)), None)


def _polarity(sentence: str) -> bool | None:
    readings = find("boolean", sentence)
    if len(readings) != 1 or readings[0].ambiguous or not isinstance(readings[0].value, Boolean):
        return None
    return readings[0].value.value


def _denials(sentence: str) -> Iterator[Edit]:
    for verb in _VERB.finditer(sentence):
        yield Edit(verb.end(), verb.end(), "not" if verb[0].lower() == "can" else " not")


def _affirmations(sentence: str) -> Iterator[Edit]:
    for denied in _DENIED.finditer(sentence):
        start = denied.end("verb") if denied["verb"] else denied.start("glued")
        yield Edit(start, denied.end())
