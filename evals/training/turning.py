"""Make a sentence deny what it affirms, or affirm what it denies."""

from __future__ import annotations

import re
from collections.abc import Iterator

from evals.modes.edits import Edit, edited
from pincite.values.registered import find
from pincite.values.types import Boolean

_VERB = re.compile(
    r"(?<![\w-])(?:shall|will|may|must|can|should|is|are|was|were|has|have|does|do)(?![\w'’-])", re.IGNORECASE
)
_DENIED = re.compile(
    r"(?<![\w-])(?P<verb>shall|will|may|must|can|should|is|are|was|were|has|have|does|do|be)\s+not(?![\w-])"
    r"|(?<![\w-])can(?P<glued>not)(?![\w-])",
    re.IGNORECASE,
)
# "Neither party may", "No deductible applies", also after the number of a clause.
_NOBODY = re.compile(r"^(?:[(\d][\w.()]{0,8}\s+)?(Neither|No)(?=\s)")
_NOR = re.compile(r"(?<!\w)nor(?!\w)")


def turned(sentence: str) -> Edit | None:
    """The edit that turns a sentence around; None when it has no clear yes or no, before or after."""
    said = _polarity(sentence)
    if said is None:
        return None
    opposite = (not said[0], said[1])
    edits = _denials(sentence) if said[0] else _affirmations(sentence)
    return next((edit for edit in edits if _polarity(edited(sentence, [edit]).text) == opposite), None)


def _polarity(sentence: str) -> tuple[bool, str] | None:
    """Yes or no, and what limits it. A limit ("without consent") stays when the sentence is turned."""
    readings = find("boolean", sentence)
    if len(readings) != 1:
        return None
    (reading,) = readings
    if not isinstance(reading.value, Boolean) or not _is_clear(reading.ambiguous):
        return None
    return reading.value.value, reading.ambiguous


def _is_clear(doubt: str) -> bool:
    return not doubt or doubt.startswith("limited by")


def _denials(sentence: str) -> Iterator[Edit]:
    for verb in _VERB.finditer(sentence):
        yield Edit(verb.end(), verb.end(), "not" if verb[0].lower() == "can" else " not")


def _affirmations(sentence: str) -> Iterator[Edit]:
    for denied in _DENIED.finditer(sentence):
        start = denied.end("verb") if denied["verb"] else denied.start("glued")
        yield Edit(start, denied.end())
    leading = _NOBODY.search(sentence)
    if leading and not _NOR.search(sentence):
        yield Edit(leading.start(1), leading.end(1), "Either" if leading[1] == "Neither" else "Any")
