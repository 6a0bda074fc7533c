"""Read clauses word for word: each numbered clause of a text, or else the whole of it.

A clause begins with its number at the start of a line ("7.2 Either party …") and goes on to the next
number of the same kind, so that none is cut short. A text without numbers is one clause.
"""

from __future__ import annotations

import re

from pincite.values.readings import Reading
from pincite.values.types import Clause

_NUMBER = re.compile(
    r"^[ \t]*(?:(?P<plain>[0-9]{1,3})\.(?=[ \t]+\S)|(?P<dotted>[0-9]{1,3}(?:\.[0-9]{1,3}){1,4})\.?(?=[ "
    r"\t]+\S)"
    r"|(?P<named>(?i:Article|Section|Clause)[ ](?:[0-9]{1,3}(?:\.[0-9]{1,3}){0,4}|[IVXLC]{1,6}))\b)",
    re.MULTILINE,
)


def find_clauses(text: str) -> list[Reading[Clause]]:
    """The clauses of a text in order: the numbered ones with what stands before the first, or all as one."""
    starts = _starts(text)
    ends = [*starts[1:], len(text)]
    return [reading for start, end in zip(starts, ends, strict=True) for reading in _whole(text, start, end)]


def _starts(text: str) -> list[int]:
    """Where the clauses of the outermost kind of number begin, and the text itself."""
    found = list(_NUMBER.finditer(text))
    kinds = [match.lastgroup for match in found]
    starts = [match.start() for match, kind in zip(found, kinds, strict=True) if kind == kinds[0]]
    return starts if starts and not text[: starts[0]].strip() else [0, *starts]


def _whole(text: str, start: int, end: int) -> list[Reading[Clause]]:
    words = text[start:end].strip()
    if not words:
        return []
    first = text.index(words, start)
    return [Reading(Clause(text=words), first, first + len(words))]
