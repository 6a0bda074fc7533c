"""Compare the places that an answer cites with the places where the gold says it stands.

A place cites a gold place when they share at least half of the shorter one: a sentence cites the figure
in it, and the figure cites the sentence. It must also be a citation at all: a place of more than 1,000
characters that is more than four times as long as the gold's points at nothing, or the whole document
would prove everything.
"""

from __future__ import annotations

from pincite.quality.gold import GoldAnswer
from pincite.quality.observation import ObservedItem, Place

Range = tuple[int, int]

_LONG = 1_000
_TIMES = 4
# No passage that a lead may be is longer.
_LEAD = 2_000
# A full page of small print; what is longer stands on no one page.
_PAGE = 6_000
_TELLING = 40


def shared(one: Range, other: Range) -> int:
    """How many characters two ranges have in common."""
    return max(0, min(one[1], other[1]) - max(one[0], other[0]))


def is_oversized(cited: int, gold: int) -> bool:
    """Whether so many characters are too many to be a citation of so few."""
    return cited > _LONG and cited > _TIMES * gold


def cites(place: Place, span: Range) -> bool:
    """Whether a place is a citation of a gold place."""
    cited, gold = place.end - place.start, span[1] - span[0]
    common = shared((place.start, place.end), span)
    return common > 0 and 2 * common >= min(cited, gold) and not is_oversized(cited, gold)


def cites_as_answer(place: Place, span: Range) -> bool:
    """Whether a place answers by itself: it cites the gold place, and not just a word or two of it."""
    common = shared((place.start, place.end), span)
    return cites(place, span) and 2 * common >= min(2 * _TELLING, span[1] - span[0])


def leads_to(place: Place, span: Range) -> bool:
    """Whether whoever reads a place comes upon the gold place: they touch, and it is one passage."""
    length = place.end - place.start
    return length <= _LEAD and shared((place.start, place.end), span) > 0


def on_page(place: Place, gold: GoldAnswer) -> bool:
    """Whether a place stands on the gold's page, and is no longer than a page."""
    length = place.end - place.start
    if length > _PAGE or (gold.quote and is_oversized(length, len(gold.quote))):
        return False
    return place.page is not None and place.page == gold.page


def stands_right(item: ObservedItem, gold: GoldAnswer) -> bool:
    """Whether an item cites a place of the gold answer: by characters where they are known, else by page.

    Where the gold knows neither, a place must at least be one: no longer than a page.
    """
    if gold.spans:
        return any(cites(place, span) for place in item.places for span in gold.spans)
    if gold.page is not None:
        return any(on_page(place, gold) for place in item.places)
    return any(place.end - place.start <= _PAGE for place in item.places)
