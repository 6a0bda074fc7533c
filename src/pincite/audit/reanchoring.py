"""Say what became of a cited passage in a new version: it holds, moved, changed or vanished.

The same words are what `locate` finds, so a figure, sign, date, name or "not" that differs is never the
same. The whole sentence counts, because words that are put around a quote can turn what it says. The same
place is between the same neighbours and under the same heading; pages and lines may be others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pincite.answer.reanchorings import Kept
from pincite.audit.alignment import Alignment, align
from pincite.audit.alike import Rewordings, folded_words
from pincite.audit.cited_sentences import Sentence, sentence_of
from pincite.audit.introductions import introduced_alike, introduction
from pincite.records.document import Document
from pincite.records.span import Span
from pincite.verify.quote import Match, locate

# Lines that tables repeat by the thousand are looked at no farther.
_MOST_EQUAL = 50
_CONTEXT_WORDS = 12
_CONTEXT_CHARS = 400


@dataclass(frozen=True)
class Versions:
    """Two versions of a document, and what a comparison of them needs once."""

    old: Document
    new: Document

    @cached_property
    def alignment(self) -> Alignment:
        return align(self.old.seen_text, self.new.seen_text)

    @cached_property
    def rewordings(self) -> Rewordings:
        return Rewordings.of(self.old, self.new)


@dataclass(frozen=True, slots=True)
class Found:
    """What became of one cited span."""

    status: Kept
    sentence: Span
    """The sentence that was cited from, in the old version."""
    new_sentence: Span | None = None
    span: Span | None = None
    """What was cited, in the new version; the whole sentence where the words are others."""
    grade: str = "exact"
    also: tuple[Span, ...] = ()
    certain: bool = True
    note: str = ""
    introductions: tuple[Span | None, Span | None] = (None, None)
    """What introduces it in either version, where that is what changed."""


def find_again(versions: Versions, span: Span) -> Found:
    """What became of a span of the old version."""
    found = _find(versions, span)
    if found.status in ("changed", "vanished") or found.new_sentence is None:
        return found
    was = introduction(versions.old, found.sentence)
    now = introduction(versions.new, found.new_sentence)
    if introduced_alike(versions.old, versions.new, versions.alignment, was, now):
        return found
    note = "The words that introduce it are others now."
    return replace(found, status="changed", note=note, introductions=(was, now))


def _find(versions: Versions, span: Span) -> Found:
    sentence = sentence_of(versions.old, span)
    low, high = versions.alignment.in_new(sentence.span)
    matches = locate(sentence.span.of(versions.old.seen_text), versions.new.seen_text)
    here = _saying_no_more(versions, sentence, [m for m in matches if low <= m.start and m.end <= high])
    away = _saying_no_more(versions, sentence, [m for m in matches if m.start < low or high < m.end])
    same = sorted([*here, *away], key=lambda match: match.start)
    if here:
        return _in_place(versions, span, sentence, here, same)
    if changed := versions.rewordings.at_its_place(sentence.span, (low, high)):
        return _changed(versions, sentence, changed, same)
    if away:
        return _elsewhere(versions, span, sentence, away)
    if changed := versions.rewordings.elsewhere(sentence.span):
        return replace(_changed(versions, sentence, changed, ()), note="It is also at another place now.")
    return Found("vanished", sentence.span)


def _saying_no_more(versions: Versions, sentence: Sentence, matches: Sequence[Match]) -> list[Match]:
    """The places, at most a few dozen, that a reader sees and that say the sentence and nothing more."""
    return [
        match
        for match in matches[:_MOST_EQUAL]
        if not versions.new.unseen_in(Span(match.start, match.end))
        and _nothing_added(versions, sentence, match)
    ]


def _nothing_added(versions: Versions, sentence: Sentence, match: Match) -> bool:
    """Whether the sentence of a match has no words that the old one had not.

    Two parsers may part sentences differently: words beside the match are none of its own where the same
    stood beside the old sentence.
    """
    whole = sentence_of(versions.new, Span(match.start, match.end)).span
    before = folded_words(versions.new.seen_text[min(whole.start, match.start) : match.start])
    behind = folded_words(versions.new.seen_text[match.end : max(whole.end, match.end)])
    old = versions.old.seen_text
    start, end = sentence.span.start, sentence.span.end
    stood_before = folded_words(old[max(0, start - _reach(before)) : start])
    stood_behind = folded_words(old[end : end + _reach(behind)])
    fits_before = not before or stood_before[-len(before) :] == before
    return fits_before and stood_behind[: len(behind)] == behind


def _reach(said: Sequence[str]) -> int:
    """How far to look for some words, with all white space that may stand between them."""
    return 2 * sum(len(word) + 2 for word in said) + 80


def _in_place(
    versions: Versions, span: Span, sentence: Sentence, here: Sequence[Match], same: Sequence[Match]
) -> Found:
    match, certain = _nearest(versions, sentence, here)
    place = Span(match.start, match.end)
    now = sentence_of(versions.new, place)
    note = ""
    if sentence.number and now.number and sentence.number != now.number:
        note = f"The clause was {sentence.number} and is {now.number}."
    elif not _same_heading(versions, sentence.span, place):
        if changed := _reworded_here(versions, sentence):
            return _changed(versions, sentence, changed, same)
        note = "It is now under another heading."
    return Found(
        "moved" if note else "holds",
        sentence.span,
        place,
        _within(versions, span, sentence.span, place),
        match.grade,
        _others(same, match),
        certain,
        note,
    )


def _reworded_here(versions: Versions, sentence: Sentence) -> Span | None:
    """What stands under the same heading in other words, where the old words stand under another one."""
    gap = versions.alignment.in_new(sentence.span)
    changed = versions.rewordings.at_its_place(sentence.span, gap)
    return changed if changed and _same_heading(versions, sentence.span, changed) else None


def _elsewhere(versions: Versions, span: Span, sentence: Sentence, same: Sequence[Match]) -> Found:
    match, certain = _nearest(versions, sentence, same)
    place = Span(match.start, match.end)
    cited = _within(versions, span, sentence.span, place)
    return Found("moved", sentence.span, place, cited, match.grade, _others(same, match), certain)


def _changed(versions: Versions, sentence: Sentence, changed: Span, same: Sequence[Match]) -> Found:
    place = sentence_of(versions.new, changed).span
    note = "The old words are at another place now." if same else ""
    return Found("changed", sentence.span, place, place, also=_others(same, None), note=note)


def _others(same: Sequence[Match], chosen: Match | None) -> tuple[Span, ...]:
    return tuple(Span(each.start, each.end) for each in same if each is not chosen)


def _nearest(versions: Versions, sentence: Sentence, places: Sequence[Match]) -> tuple[Match, bool]:
    """The place whose surroundings are most like those of the old one, and whether that can be told.

    Where the old version had the sentence as often between the same neighbours, they are told apart by their
    order.
    """
    if len(places) == 1:
        return places[0], True
    scores = [_context(versions, sentence.span, each) for each in places]
    best = max(scores)
    if scores.count(best) == 1:
        return places[scores.index(best)], True
    low, high = versions.alignment.in_old(Span(places[0].start, places[-1].end))
    said = sentence.span.of(versions.old.seen_text)
    before = [each for each in locate(said, versions.old.seen_text) if low <= each.start and each.end <= high]
    numbers = [number for number, each in enumerate(before) if each.start == sentence.span.start]
    if len(before) == len(places) and numbers:
        return places[numbers[0]], True
    return places[scores.index(best)], False


def _context(versions: Versions, sentence: Span, match: Match) -> int:
    """How many words before and behind two places are the same, and as much again for the same heading."""
    old, new = versions.old.seen_text, versions.new.seen_text
    before = zip(
        reversed(folded_words(old[max(0, sentence.start - _CONTEXT_CHARS) : sentence.start])),
        reversed(folded_words(new[max(0, match.start - _CONTEXT_CHARS) : match.start])),
        strict=False,
    )
    behind = zip(
        folded_words(old[sentence.end : sentence.end + _CONTEXT_CHARS]),
        folded_words(new[match.end : match.end + _CONTEXT_CHARS]),
        strict=False,
    )
    titled = _title(versions.old, sentence) == _title(versions.new, Span(match.start, match.end))
    return _alike_from_start(before) + _alike_from_start(behind) + (_CONTEXT_WORDS if titled else 0)


def _alike_from_start(pairs: zip[tuple[str, str]]) -> int:
    count = 0
    for one, other in pairs:
        if one != other or count == _CONTEXT_WORDS:
            break
        count += 1
    return count


def _within(versions: Versions, cited: Span, sentence: Span, place: Span) -> Span:
    """Where what was cited of a sentence stands in the same sentence of the new version."""
    if cited.covers(sentence):
        return place
    old, new = versions.old.seen_text, versions.new.seen_text
    start, end = max(cited.start, sentence.start), min(cited.end, sentence.end)
    if start >= end:
        return place
    said = old[start:end]
    before = [match.start + sentence.start for match in locate(said, sentence.of(old))]
    again = [Span(place.start + each.start, place.start + each.end) for each in locate(said, place.of(new))]
    if len(before) == len(again) and start in before:
        return again[before.index(start)]
    return place


def _same_heading(versions: Versions, old: Span, new: Span) -> bool:
    """Whether two places stand under the same heading.

    Parsers do not find the same headings in the same text. So a title that only one of them has counts as the
    same where its words stand in the other version at the place that corresponds to it.
    """
    was, now = _heading(versions.old, old), _heading(versions.new, new)
    if was and now and folded_words(was[0]) == folded_words(now[0]):
        return True
    alignment = versions.alignment
    kept = was is None or _stands_between(was[0], versions.new.seen_text, alignment.in_new(was[1]), new.start)
    known = now is None or _stands_between(
        now[0], versions.old.seen_text, alignment.in_old(now[1]), old.start
    )
    return kept and known


def _stands_between(title: str, text: str, gap: tuple[int, int], before: int) -> bool:
    low, high = gap[0], min(gap[1], before)
    wanted, there = folded_words(title), folded_words(text[low:high])
    size = len(wanted)
    return any(there[at : at + size] == wanted for at in range(len(there) - size + 1))


def _title(document: Document, span: Span) -> list[str]:
    heading = _heading(document, span)
    return folded_words(heading[0]) if heading else []


def _heading(document: Document, span: Span) -> tuple[str, Span] | None:
    """The title of the innermost section of a place, and where its heading stands."""
    blocks = document.blocks_of(span)
    path = document.section_path(blocks[0].section) if blocks else ()
    if not path:
        return None
    section = path[-1]
    end = min(section.span.end, section.span.start + max(1, len(section.title)))
    return section.title, Span(section.span.start, end)
