"""Take a compound question apart: what can be asked by itself, what builds on it, and on what condition."""

from __future__ import annotations

import re

from pincite.patterns import pattern
from pincite.question.instructions import without_instructions
from pincite.question.to_compute import read_computation
from pincite.records.question import Part

_WH = r"(?:what|who|whom|whose|when|where|how|which|why)\b"
_AUXILIARY = r"(?:is|are|was|were|does|do|did|can|could|may|must|will|would|shall|should|has|have|am)"
_SUBJECT = (
    r"(?:it|they|there|he|she|i|we|you|the|that|this|these|those|an?|any|either|each|my|our|[a-z]+ing)\b"
)
_OPENING = (
    rf"(?:(?:and\s+)?(?:by|in|on|at|from|to|for|under|with|within|since|until)\s+)?(?:{_WH}|{_AUXILIARY}\s)"
)
_FOR_HOW_LONG = r"(?:by|from|at|to|for|under|since|until)\s+(?:what|whom|which|how|when)\b"
_ASKS = pattern(_OPENING, re.IGNORECASE)
# After "and" any question may follow; after a mere comma "which" and "who" mostly go on with a noun.
_SPLIT = pattern(
    rf"(?P<link>(?:\s*[,;])?\s+and\s+(?:then\s+)?|\s*[,;]\s*then\s+|\s*;\s*)(?={_WH}"
    rf"|{_FOR_HOW_LONG}|{_AUXILIARY}\s+{_SUBJECT})"
    rf"|(?P<comma>\s*,\s*)(?=(?:what|how)\s+\w+|{_AUXILIARY}\s+{_SUBJECT})",
    re.IGNORECASE,
)
_FIRST_THEN = pattern(r"first,?\s+(?P<first>.+?)[,;.]\s*(?:and\s+)?then\s+(?P<then>.+)", re.IGNORECASE)
_UNDER = (
    r"(?:if|in case(?: of)?|in the event (?:of|that)|provided(?: that)?|assuming(?: that)?|unless|once"
    r"|as soon as"
    r"|as long as)"
)
_CONDITION_FIRST = pattern(
    rf"(?:{_UNDER}|should|when|where|after"
    rf"|upon)\s+(?P<condition>[^,?]+),\s*(?:then\s+)?(?P<asked>{_OPENING}.*)",
    re.IGNORECASE,
)
_CONDITION_LAST = pattern(
    rf"(?P<asked>{_OPENING}.*?\w)\s*,?\s+(?:{_UNDER}|(?P<time>when|where))\s+(?P<condition>[^?]+?)[?.]?",
    re.IGNORECASE,
)
_HAPPENS = pattern(
    r"(?:i|we|you|they|he|she|it)\s+\w+|.*\s(?:is|are|was|were|has|have|had|\w+(?<!s)s|\w+ed)\b.*",
    re.IGNORECASE,
)
_THING = pattern(
    rf"(?:(?:what|who|where|how (?:long|much|high|many))\s+(?:is|are|was|were)|(?:when\s+|where\s+"
    rf"|how\s+)?{_AUXILIARY})\s+"
    r"(?P<thing>(?:(?:the|an?|our|my)\s+)?[\w-]+(?:\s+(?!(?:of|for|in|on|to|at|by|with|under|per|from"
    r"|during|start|end"
    r"|begin|cover|pay|allowed|included|due|expire|last)\b)[\w-]+){0,2})",
    re.IGNORECASE,
)
_ELLIPSIS = pattern(
    rf"(?:{_FOR_HOW_LONG}(?:\s+\w+)?|when|where|why|how|how (?:much|long|often|many))\s*\??", re.IGNORECASE
)
_BUILDS_ON = pattern(
    r"\b(?:that|those|these|this|such)\s+(?!is\b|are\b)[a-z]+|\b(?:it|its|they|their|them)\b", re.IGNORECASE
)
_PRONOUN = pattern(r"\b(?:it|they|them)\b", re.IGNORECASE)


def parts_of(asked: str) -> tuple[Part, ...]:
    """The parts of a compound question; none of a simple one."""
    if read_computation(asked):
        return ()
    if found := _FIRST_THEN.fullmatch(asked):
        each = (without_instructions(found[group]).asked for group in ("first", "then"))
        return tuple(Part(_as_question(part), "sequential") for part in each)
    return _conditional_first(asked) or _several(asked) or _conditional_last(asked)


def _several(asked: str) -> tuple[Part, ...]:
    pieces: list[str] = []
    builds = False
    for sentence in re.split(r"(?<=\?)", asked):
        if _ASKS.match(sentence.strip()):
            found, then = _pieces(sentence.strip())
            pieces, builds = [*pieces, *found], builds or then
    if len(pieces) < 2:
        return ()
    thing = _THING.match(pieces[0])
    if thing and not builds:
        pieces = [pieces[0], *(_PRONOUN.sub(thing["thing"], piece, count=1) for piece in pieces[1:])]
    builds = builds or any(_BUILDS_ON.search(each) or _ELLIPSIS.fullmatch(each) for each in pieces[1:])
    return tuple(Part(_as_question(piece), "sequential" if builds else "independent") for piece in pieces)


def _pieces(sentence: str) -> tuple[list[str], bool]:
    """The questions of one sentence, and whether one is to come after another."""
    pieces, start, builds = [], 0, False
    for found in _SPLIT.finditer(sentence):
        if _stands_alone(sentence[start : found.start()]) and _stands_alone(sentence[found.end() :]):
            pieces.append(sentence[start : found.start()])
            start, builds = found.end(), builds or "then" in found[0].lower()
    return [*pieces, sentence[start:]], builds


def _stands_alone(piece: str) -> bool:
    """Whether a piece is a question; "if" of "if and when" is not."""
    words = piece.split()
    return bool(_ASKS.match(piece)) and words[-1].lower() not in ("if", "and", "or")


def _conditional_first(asked: str) -> tuple[Part, ...]:
    found = _CONDITION_FIRST.fullmatch(asked)
    return _under_condition(found) if found and not _SPLIT.search(found["asked"]) else ()


def _conditional_last(asked: str) -> tuple[Part, ...]:
    found = _CONDITION_LAST.fullmatch(asked)
    if not found or (found["time"] and not _HAPPENS.match(found["condition"])):
        return ()
    return _under_condition(found)


def _under_condition(found: re.Match[str]) -> tuple[Part, ...]:
    asked = _as_question(found["asked"])
    return Part(found["condition"].strip(), "conditional"), Part(asked, "conditional")


def _as_question(piece: str) -> str:
    return f"{piece.strip(' ?.,;')}?"
