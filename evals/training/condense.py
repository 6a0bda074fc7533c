"""Shorten a long source to the sentences that speak of a claim, in their order."""

from __future__ import annotations

import re
from collections import Counter

MAX_CHARS = 1800
WINDOW_CHARS = 1000
_WORD = re.compile(r"\w+")
_PIECE = re.compile(r"[^\n.!?;]+(?:[.!?;]+(?=\s|$)|\n|$|[.!?;])", re.DOTALL)
_MAX_PIECE_CHARS = 500


def condense(claim: str, source: str, limit: int = MAX_CHARS) -> str:
    """The source itself when it is short; otherwise the pieces with the rarest words of the claim.

    Each piece brings its neighbours along as far as there is room: what "it" means stands before.
    """
    if len(source) <= limit:
        return source
    pieces = _pieces(source)
    wanted = {word for word in _WORD.findall(claim.lower()) if len(word) > 2}
    held = [wanted & set(_WORD.findall(piece.lower())) for piece in pieces]
    spread = Counter(word for words in held for word in words)
    weight = [sum(1 / spread[word] ** 0.5 for word in words) for words in held]
    order = sorted(range(len(pieces)), key=lambda at: (-weight[at], at))
    chosen = _fill(order, [len(piece) for piece in pieces], limit)
    return " ".join(pieces[at] for at in sorted(chosen))


def windows(claim: str, source: str, size: int = WINDOW_CHARS, most: int = 4) -> list[str]:
    """The stretches of a source, half overlapping, that share most with the claim; rare words weigh more."""
    if len(source) <= size:
        return [source]
    pieces = _pieces(source)
    found: list[str] = []
    first = 0
    while first < len(pieces):
        last, length = first, 0
        while last < len(pieces) and (last == first or length + len(pieces[last]) <= size):
            length += len(pieces[last]) + 1
            last += 1
        found.append(" ".join(pieces[first:last]))
        if last == len(pieces):
            break
        first = max(first + 1, (first + last) // 2)
    wanted = {word for word in _WORD.findall(claim.lower()) if len(word) > 2}
    held = [wanted & set(_WORD.findall(window.lower())) for window in found]
    spread = Counter(word for words in held for word in words)
    weight = [sum(1 / spread[word] ** 0.5 for word in words) for words in held]
    best = sorted(range(len(found)), key=lambda at: (-weight[at], at))[:most]
    return [found[at] for at in sorted(best)]


def _pieces(source: str) -> list[str]:
    found = []
    for match in _PIECE.finditer(source):
        piece = " ".join(match[0].split())
        found += [piece[at : at + _MAX_PIECE_CHARS] for at in range(0, len(piece), _MAX_PIECE_CHARS)]
    return found


def _fill(order: list[int], lengths: list[int], limit: int) -> set[int]:
    chosen: set[int] = set()
    room = limit
    for best in order:
        for at in (best, best - 1, best + 1):
            if 0 <= at < len(lengths) and at not in chosen and lengths[at] + 1 <= room:
                chosen.add(at)
                room -= lengths[at] + 1
        if room < 40:
            break
    return chosen
