"""The text as it is: one reading, without the space around it."""

from __future__ import annotations

from pincite.values.readings import Reading
from pincite.values.types import Text


def read_text(text: str) -> list[Reading[Text]]:
    """The whole text as a value; nothing when it is blank."""
    words = text.strip()
    if not words:
        return []
    start = text.index(words)
    return [Reading(Text(text=words), start, start + len(words))]
