"""Tell which financial statements a question names, and whether it asks for one of them as a whole."""

from __future__ import annotations

import functools
import re

from pincite.patterns import pattern
from pincite.structure.lines import Statement, line_names, plain_words
from pincite.structure.statements import titles

_ASKS = pattern(
    r"^(?:please )?(?:(?:can|could|would|will) (?:you|i|we) )?(?:please )?"
    r"(?:i (?:want|need|would like)(?: to see)?"
    r"|show|give|print|display|reproduce|provide|get|see|find|extract|present|pull up|what (?:is|are|does|do)"
    r"|where (?:is|are)|whats)\b(?: me| us)?"
)
# What may follow the name of a statement that is wanted as a whole: whose it is, when, where, courtesies.
_REST = pattern(
    r"(?: and comprehensive (?:income|loss|earnings))?(?: (?:table|please|look like|say|here))*"
    r"(?: (?:for|of|as of|as at|at|from|in|on|dated) [a-z0-9 ]+)?(?: please)?"
)
# Before the name these show that something in the statement is wanted, not the statement.
_WITHIN = frozenset(
    "in on from of within using by per under to for and or as between total how much many".split()
)
_MOST_WORDS = 6


def statement_asked(question: str) -> Statement | None:
    """The statement that a question asks to see as a whole; None where it asks for anything else."""
    words = plain_words(question)
    opening = _ASKS.match(words)
    wanted = words[opening.end() :].strip() if opening else words
    named = _named(wanted)
    if len(named) != 1:
        return None
    ((statement, start, end),) = named
    before = wanted[:start].split()
    if len(before) > _MOST_WORDS or not _WITHIN.isdisjoint(before) or (not opening and len(before) > 2):
        return None
    if line_names(" ".join(word for word in before if word not in ("the", "a"))):
        return None
    return statement if _REST.fullmatch(wanted[end:].rstrip()) else None


def statements_named(question: str) -> tuple[Statement, ...]:
    """Every statement that a question names, in its order: "Using only the balance sheet, …" names one."""
    return tuple(dict.fromkeys(statement for statement, _, _ in _named(plain_words(question))))


def _named(words: str) -> list[tuple[Statement, int, int]]:
    return [(_by_title()[found[0]], *found.span()) for found in _titles().finditer(words)]


@functools.cache
def _by_title() -> dict[str, Statement]:
    return {title: statement for statement, called in titles().items() for title in called}


@functools.cache
def _titles() -> re.Pattern[str]:
    longest_first = sorted(_by_title(), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b")
