"""Say what became of a cited passage in a new version: it holds, moved, changed or vanished.

The same words are what `locate` finds, so a figure, sign, date, name or "not" that differs is never the
same. The whole sentence counts, because words that are put around a quote can turn what it says. The same
place is between the same neighbours and under the same heading; pages and lines may be others.

A quote may be a figure alone. Whether it still says what it said is told by its whole sentence; the number of
a clause is not part of that, because a clause keeps its meaning where others are put before it.

"(a) sublet the premises" says one thing after "The Tenant may:" and the opposite after "The Tenant may not:".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pincite.answer.reanchorings import Kept
from pincite.audit.alignment import Alignment, Rewordings, align, folded_words
from pincite.ingest.numbering import Mark, follows, mark
from pincite.prove.quote import Match, locate
from pincite.records.document import Block, Document
from pincite.records.span import Span
from pincite.structure.lead_ins import lead_in

# What may be left off a sentence: an item ends with ";" in the middle of a list and with "." at its end.
_TRAILING = " \t\r\n.,;:"
_SIBLINGS = 60


@dataclass(frozen=True, slots=True)
class Sentence:
    """A stretch of whole sentences without the number before it and the stop behind it."""

    span: Span
    number: str
    """The number of the clause or item; empty where it has none."""


def sentence_of(document: Document, span: Span) -> Sentence:
    """The whole sentences or rows that a span touches."""
    blocks = document.blocks_of(span)
    if not blocks:
        return Sentence(span, "")
    listed = clause_mark(document, blocks[0])
    start = blocks[0].span.start + (listed.end if listed else 0)
    end = max(span.end, blocks[-1].span.end)
    words = document.seen_text[start:end]
    start += len(words) - len(words.lstrip())
    end = start + len(words.strip().rstrip(_TRAILING))
    if start >= end:
        return Sentence(span, "")
    return Sentence(Span(start, end), listed.label if listed else "")


def clause_mark(document: Document, block: Block) -> Mark | None:
    """The number or mark of a clause or list item; None where the text begins with words or a figure.

    "4.5 million users" begins like clause 4.5. A number counts only where a neighbour goes on with it, or
    its section has its first part, so that no figure is ever taken for the number of a clause.
    """
    found = mark(block.span.of(document.seen_text))
    if found is None or block.kind == "table_row" or found.style in ("bare", "keyword"):
        return None
    if found.style == "symbol" or _under_its_section(document, block, found):
        return found
    at = block.number - 1
    near = document.blocks[max(0, at - _SIBLINGS) : at + _SIBLINGS]
    marks = [(each.number, mark(each.span.of(document.seen_text))) for each in near]
    for number, other in marks:
        if other is None or number == block.number:
            continue
        if follows(other, found) if number < block.number else follows(found, other):
            return found
    return None


def _under_its_section(document: Document, block: Block, found: Mark) -> bool:
    """Whether a clause is numbered by its section: 7.2 under "7. Fees"."""
    parent = found.label.rpartition(".")[0]
    titles = (mark(f"{section.title} ") for section in document.section_path(block.section))
    return bool(parent) and any(title is not None and title.label == parent for title in titles)


def introduction(document: Document, span: Span) -> Span | None:
    """What introduces the list, table or long sentence that a passage is part of; None where nothing does."""
    blocks = document.blocks_of(span)
    if not blocks:
        return None
    before = lead_in(document, blocks[0]) or _first_part(document, blocks[0])
    return sentence_of(document, before.span).span if before else None


def _first_part(document: Document, block: Block) -> Block | None:
    """The start of a sentence that was too long to be one block; None where it is that itself."""
    first = block
    while first.split and first.number > 1:
        before = document.blocks[first.number - 2]
        if not before.split or before.section != block.section:
            break
        first = before
    return None if first is block else first


def introduced_alike(
    old: Document, new: Document, alignment: Alignment, was: Span | None, now: Span | None
) -> bool:
    """Whether two passages are introduced in the same words.

    Parsers differ in what they take for a list: words that only one of them takes for an introduction count
    as the same where the other text has them at the corresponding place.
    """
    if was and now and _reads(was.of(old.seen_text), now.of(new.seen_text)):
        return True
    kept = was is None or _stands(was.of(old.seen_text), new.seen_text, alignment.in_new(was))
    known = now is None or _stands(now.of(new.seen_text), old.seen_text, alignment.in_old(now))
    return kept and known


def _reads(one: str, other: str) -> bool:
    return any((match.start, match.end) == (0, len(other)) for match in locate(one, other))


def _stands(words: str, text: str, gap: tuple[int, int]) -> bool:
    return bool(locate(words, text[gap[0] : gap[1]]))


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
