"""Find the place that the selectors of an annotation mean, by code alone.

The quote decides: it must stand in the document as `locate` finds quotes. What stands before and behind it,
then the position and the page, choose among equal places. A position alone is believed only of the very file
that it was made for. However many annotations there are, each is looked for once.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from pincite.audit.alike import folded_words
from pincite.audit.annotation_file import Selected
from pincite.records.document import Document
from pincite.records.span import Span
from pincite.verify.boundary import may_begin, may_end
from pincite.verify.quote import Match, locate

# Beyond this many equal places the words around the quote are looked for together with it.
_FEW = 50
MOST_SHOWN = 5
# What stands farther off decides nothing more, however long a prefix is.
_AROUND_CHARS = 200
_AROUND_WORDS = 8


@dataclass(frozen=True, slots=True)
class Placed:
    """The places that fit, at most a few: one is the place, several cannot be told apart."""

    places: tuple[Match, ...] = ()
    note: str = ""


@dataclass(slots=True)
class AnnotatedPlaces:
    """One document, and what was found in it so far."""

    document: Document
    source: str
    """How annotations of ours name its file."""
    _found: dict[str, list[Match]] = field(default_factory=dict, init=False)
    _beside: dict[tuple[int, int], tuple[list[str], list[str]]] = field(default_factory=dict, init=False)

    def place_of(self, selected: Selected) -> Placed:
        """Where an annotation points."""
        if not selected.exact.strip():
            return self._by_position(selected)
        if at_once := self._as_it_was(selected):
            return Placed((at_once,))
        matches = self._matches(selected.exact)
        if not matches:
            return Placed(note="The document does not have these words.")
        if len(matches) == 1:
            around = self._around(selected, matches)
            note = "" if around else "The words around it are others than in the annotation."
            return Placed(tuple(matches), note)
        return self._chosen(selected, matches)

    def _as_it_was(self, selected: Selected) -> Match | None:
        """The very place, where position, quote and surroundings agree letter for letter."""
        start, end = selected.start, selected.end
        text = self.document.seen_text
        if start is None or end is None or not start < end <= len(text) or text[start:end] != selected.exact:
            return None
        prefix, suffix = selected.prefix[-_AROUND_CHARS:], selected.suffix[:_AROUND_CHARS]
        around = text[max(0, start - len(prefix)) : start] == prefix and text.startswith(suffix, end)
        return Match(start, end, "exact") if around and self._is_whole(Span(start, end)) else None

    def _by_position(self, selected: Selected) -> Placed:
        start, end = selected.start, selected.end
        if selected.source != self.source:
            return Placed(note="It has a position and no quote, and was not made for this file.")
        if start is None or end is None or not start < end <= len(self.document.seen_text):
            return Placed(note="Its position is outside of the document.")
        if not self._is_whole(Span(start, end)):
            return Placed(note="Its position starts or ends inside a word or a number.")
        return Placed(
            (Match(start, end, "exact"),), "Found by its position alone: it has no quote to compare."
        )

    def _is_whole(self, span: Span) -> bool:
        text = self.document.seen_text
        seen = not self.document.unseen_in(span) and bool(self.document.lines_of(span))
        words = any(character.isalnum() for character in span.of(text))
        return seen and words and may_begin(text, span.start) and may_end(text, span.end)

    def _matches(self, exact: str) -> list[Match]:
        if exact not in self._found:
            self._found[exact] = [
                match
                for match in locate(exact, self.document.seen_text)
                if not self.document.unseen_in(Span(match.start, match.end))
            ]
        return self._found[exact]

    def _chosen(self, selected: Selected, matches: Sequence[Match]) -> Placed:
        """Among equal places the one that the surroundings, then the position, then the page point at."""
        count = len(matches)
        if selected.prefix.strip() or selected.suffix.strip():
            fitting = self._around(selected, matches) if count <= _FEW else self._with_surroundings(selected)
            if len(fitting) == 1:
                return Placed(tuple(fitting))
            matches = fitting or matches
        there = _starting(matches, selected.start, None if selected.start is None else selected.start + 1)
        if len(there) != 1 and selected.page and selected.page <= len(self.document.pages):
            page = self.document.pages[selected.page - 1]
            there = _starting(matches, page.start, page.end)
        if len(there) == 1:
            return Placed(tuple(there))
        note = f"The same words are at {count:,} places; it cannot be told which one is meant."
        return Placed(tuple(matches[:MOST_SHOWN]), note)

    def _around(self, selected: Selected, matches: Sequence[Match]) -> list[Match]:
        """The places before and behind which the same words stand."""
        before, behind = _tail(selected.prefix), _head(selected.suffix)
        return [
            match
            for match in matches
            if _ends(self._words_beside(match)[0], before)
            and self._words_beside(match)[1][: len(behind)] == behind
        ]

    def _words_beside(self, match: Match) -> tuple[list[str], list[str]]:
        """The last words before a place and the first behind it; many annotations may ask for the same."""
        known = self._beside.get((match.start, match.end))
        if known is None:
            text = self.document.seen_text
            before = folded_words(text[max(0, match.start - _AROUND_CHARS) : match.start])
            behind = folded_words(text[match.end : match.end + _AROUND_CHARS])
            known = self._beside[match.start, match.end] = before[-_AROUND_WORDS:], behind[:_AROUND_WORDS]
        return known

    def _with_surroundings(self, selected: Selected) -> list[Match]:
        """The places of the quote together with the words beside it, found in one search."""
        before = _whole_words(selected.prefix[-_AROUND_CHARS:], from_end=True)
        behind = _whole_words(selected.suffix[:_AROUND_CHARS], from_end=False)
        whole = locate(before + selected.exact + behind, self.document.seen_text)
        found = []
        for match in whole[: _FEW + 1]:
            inside = locate(selected.exact, self.document.seen_text[match.start : match.end])
            nearest = min(inside, key=lambda each: abs(each.start - len(before)), default=None)
            if nearest:
                start = match.start + nearest.start
                found.append(Match(start, match.start + nearest.end, nearest.grade))
        return found


def _starting(matches: Sequence[Match], start: int | None, end: int | None) -> Sequence[Match]:
    """The places that start in a stretch."""
    if start is None or end is None:
        return ()
    first, last = (bisect_left(matches, at, key=lambda match: match.start) for at in (start, end))
    return matches[first:last]


def _tail(prefix: str) -> list[str]:
    """The last words of a prefix; its first may be cut and counts only where there is no other."""
    words = folded_words(prefix[-_AROUND_CHARS:])
    return (words[1:] if len(words) > 1 else words)[-_AROUND_WORDS:]


def _head(suffix: str) -> list[str]:
    """The first words of a suffix, without the last, which may be cut."""
    words = folded_words(suffix[:_AROUND_CHARS])
    return words[:-1][:_AROUND_WORDS]


def _ends(words: Sequence[str], wanted: Sequence[str]) -> bool:
    if not wanted:
        return True
    return list(words[-len(wanted) + 1 :] if len(wanted) > 1 else []) == list(wanted[1:]) and (
        len(words) >= len(wanted) and words[-len(wanted)].endswith(wanted[0])
    )


def _whole_words(context: str, *, from_end: bool) -> str:
    """Without the word at the outer end, which may be cut."""
    parts = context.split(None, 1) if from_end else context.rsplit(None, 1)
    if len(parts) < 2:
        return ""
    return parts[1] if from_end else parts[0]
