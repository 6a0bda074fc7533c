"""Find the contents page of a document: which lines list its sections, and where each one leads.

A line of a contents page reads like the heading it lists, so these lines must never be headings. A list
is recognised by what single lines cannot have: page numbers that count up, links, dots that lead to a
number, or titles that all come again further on.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pincite.ingest import numbering
from pincite.ingest.pdf.glyphs import PrintedLine
from pincite.ingest.pdf.outline import Entry, Link
from pincite.ingest.pdf.places import Places, fold
from pincite.ingest.sections import Heading, levels
from pincite.records.span import Span

_TITLE = re.compile(
    r"(?:.{0,40}\b)?(?:table\s+of\s+)?contents[\W\d]*$|i\s?n\s?d\s?e\s?x$"
    r"|inhalt(?:sverzeichnis)?$|sommaire$|table des matières$",
    re.IGNORECASE,
)
_LABEL = re.compile(r"(?:^|[\s.·•…_–-])([A-Z]{1,2}-\d{1,3}|\d{1,4}|[ivxlc]{1,7})$")
_LEADERS = " .·•…_–-"
_LONE = re.compile(r"(?:[A-Z]{1,2}-\d{1,3}|\d{1,4}|[ivxlc]{1,7})$")
_HEAD = re.compile(r"(?:section|item|title)?\s*page(?:\s+no\.?|s|\(s\))?$|no\.$", re.IGNORECASE)
_COLUMN_HEAD = re.compile(r"\s+Page(?:\s+No\.?|s)?$")
_OF_TABLES = re.compile(
    r"(?:list of )?(?:tables|figures|exhibits|illustrations|charts)\b.{0,20}$", re.IGNORECASE
)
_CAPTION = re.compile(r"(?:table|figure|fig\.|chart|plate|box)\s+[\dA-Z]", re.IGNORECASE)
_FIRST_PAGES, _SHARE = 15, 8
_MIN_ENTRIES = 4
_MAX_GAP = 6
_TITLE_REACH = 8


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a list: what it names, the page number it prints, the link it carries."""

    index: int
    title: str
    label: str
    dotted: bool
    link: Link | None


def pages_searched(count: int) -> int:
    """On how many of its first pages a document is searched for lists."""
    return max(_FIRST_PAGES, count // _SHARE)


def lists(lines: Sequence[PrintedLine], links: Mapping[int, Sequence[Link]]) -> list[list[Item]]:
    """The lists of sections near the start of a document."""
    if not lines:
        return []
    last = pages_searched(lines[-1].page)
    near = [index for index, line in enumerate(lines) if line.page <= last]
    items = [_item(index, lines[index], links.get(lines[index].page, ())) for index in near]
    return _numbered_lists(items) or _bare_lists(items, lines)


def entries(
    found: Sequence[Sequence[Item]], lines: Sequence[PrintedLine], places: Places, heights: Sequence[float]
) -> list[Entry]:
    """What the lists name, with the page to which each entry leads where that can be told."""
    items = [item for members in found for item in _named(_joined(members, lines, places))]
    named: list[Entry] = []
    for item, page, level in zip(items, _aligned(items, places), _depths(items, lines), strict=True):
        if item.link is not None and item.link.page <= len(heights):
            rise = item.link.rise
            top = None if rise is None else heights[item.link.page - 1] - rise
            named.append(Entry(item.title, level, item.link.page, top, "links"))
        else:
            named.append(Entry(item.title, level, page, None, "contents"))
    return named


def _item(index: int, line: PrintedLine, links: Sequence[Link]) -> Item:
    text = " ".join(line.text.split())
    covering = [link for link in links if _covers(link, line)]
    found = _LABEL.search(text, max(len(text) - 9, 0))
    if found is not None:
        title = text[: found.start(1)].rstrip(_LEADERS)
        dotted = len("".join(text[len(title) : found.start(1)].split())) > 2
        if any(character.isalpha() for character in title) and (dotted or _has_gap(line)):
            return Item(index, title, found[1], dotted, covering[0] if covering else None)
    # A link on a few words of a line leads to a note or a source, not to a section.
    width = sum(min(link.x1, line.edges[2]) - max(link.x0, line.edges[0]) for link in covering)
    is_link = covering and width > 0.4 * (line.edges[2] - line.edges[0])
    return Item(index, _COLUMN_HEAD.sub("", text), "", False, covering[0] if is_link else None)


def _covers(link: Link, line: PrintedLine) -> bool:
    x0, y0, x1, y1 = line.edges
    middle = (y0 + y1) / 2
    return link.y0 <= middle <= link.y1 and link.x0 < x1 and link.x1 > x0


def _has_gap(line: PrintedLine) -> bool:
    """Whether the last word stands apart from the others, as a page number at the margin does."""
    last = line.last_word - 1
    if last <= line.first_word:
        return False
    return line.words.edges[4 * last] - line.words.edges[4 * last - 2] > 1.2 * line.size


def _numbered_lists(items: Sequence[Item]) -> list[list[Item]]:
    """Runs of lines with page numbers or links, each from its title to its last line."""
    marked = [place for place, item in enumerate(items) if item.label or item.link]
    runs: list[list[int]] = []
    for place in marked:
        if runs and place - runs[-1][-1] <= _MAX_GAP:
            runs[-1].append(place)
        else:
            runs.append([place])
    found: list[list[Item]] = []
    for reach in runs:
        run = _trimmed(reach, items)
        title = _title_above(items, run[0])
        if _is_list([items[place] for place in run], run[-1] - run[0] + 1, title is not None):
            start = run[0] if title is None else title + 1
            found.append(list(items[start : run[-1] + 1]))
    return found


def _trimmed(run: list[int], items: Sequence[Item]) -> list[int]:
    """Where most lines of a run have page numbers, what follows the last of them is not of the list."""
    labelled = [number for number, place in enumerate(run) if items[place].label]
    return run[: labelled[-1] + 1] if 3 * len(labelled) > 2 * len(run) else run


def _title_above(items: Sequence[Item], place: int) -> int | None:
    for above in range(place - 1, max(place - _TITLE_REACH, 0) - 1, -1):
        if _TITLE.match(items[above].title):
            return above
    return None


def _is_list(marked: Sequence[Item], reach: int, titled: bool) -> bool:
    if len(marked) < _MIN_ENTRIES or 3 * len(marked) < reach:
        return False
    dotted = sum(item.dotted for item in marked)
    linked = [item.link.page for item in marked if item.link is not None]
    numbers = [int(item.label) for item in marked if item.label.isdigit()]
    if len(linked) >= _MIN_ENTRIES and 2 * len(linked) >= len(marked) and _rises(linked):
        return len(set(linked)) >= 3 and (titled or len(set(numbers)) >= 3)
    return len(set(numbers)) >= 3 and _rises(numbers) and (titled or 2 * dotted >= len(marked))


def _rises(numbers: Sequence[int]) -> bool:
    steps = [after >= before for before, after in pairwise(numbers)]
    return sum(steps) * 10 >= len(steps) * 8


def _bare_lists(items: Sequence[Item], lines: Sequence[PrintedLine]) -> list[list[Item]]:
    """Lists without page numbers: under a title, lines that all come again further on."""
    found: list[list[Item]] = []
    titles = [place for place, item in enumerate(items) if _TITLE.match(item.title)]
    if not titles:
        return found
    last = {fold(line.text): index for index, line in enumerate(lines)}
    names = [fold(item.title) for item in items]
    for title in titles:
        run: list[int] = []
        for place in range(title + 1, len(items)):
            if names[place] in {names[earlier] for earlier in run[:_MAX_GAP]}:
                # The first of what is listed comes again: here the list is over.
                break
            if lines[items[place].index].page > lines[items[run[-1] if run else title].index].page + 1:
                break
            if last.get(names[place], -1) <= items[place].index:
                continue
            near = place - (run[-1] if run else title) <= _MAX_GAP
            if not (near or _is_on_next_page(items, run, place, lines)):
                break
            run.append(place)
        if len(run) >= _MIN_ENTRIES and 2 * len(run) >= len(_filled(items, run)):
            found.append(_filled(items, [title + 1, *run]))
    return found


def _filled(items: Sequence[Item], run: Sequence[int]) -> list[Item]:
    """The lines of a run and the few between them, which are titles that wrap."""
    places = [run[0]]
    for before, place in pairwise(run):
        places += range(before + 1, place + 1) if place - before <= _MAX_GAP else [place]
    return [items[place] for place in dict.fromkeys(places)]


def _is_on_next_page(
    items: Sequence[Item], run: Sequence[int], place: int, lines: Sequence[PrintedLine]
) -> bool:
    """Whether a list goes on at the top of the next page."""
    if not run or place < 3:
        return False
    page = lines[items[place].index].page
    return page == lines[items[run[-1]].index].page + 1 and lines[items[place - 3].index].page < page


def _joined(items: Sequence[Item], lines: Sequence[PrintedLine], places: Places) -> list[Item]:
    """Entries with a title that wraps put together; heads of columns, captions and lone numbers left out."""
    joined: list[Item] = []
    of_tables = False
    for item in items:
        if _OF_TABLES.match(item.title) and not item.label:
            of_tables = True
        if _HEAD.match(item.title) or _LONE.match(item.title) or _TITLE.match(item.title):
            continue
        if of_tables or _CAPTION.match(item.title):
            continue
        above = joined[-1] if joined else None
        title = item.title if above is None else f"{above.title} {item.title}"
        printed = above is not None and not above.label and bool(places.pages_with(title))
        if above is not None and (printed or _wraps(above, item, lines)):
            joined[-1] = replace(item, index=above.index, title=title, link=above.link or item.link)
        else:
            joined.append(item)
    return joined


def _named(items: Sequence[Item]) -> list[Item]:
    """Among entries with page numbers, one that has neither that nor a number of its own names nothing."""
    if not any(item.label for item in items):
        return list(items)
    return [item for item in items if item.label or item.link or numbering.mark(item.title) is not None]


def _wraps(above: Item, item: Item, lines: Sequence[PrintedLine]) -> bool:
    """Whether an entry goes on: its number comes with its last line, and no new number starts that line."""
    if above.label or numbering.mark(item.title) is not None:
        return False
    mark = numbering.mark(above.title)
    if mark is not None and len(above.title) <= mark.end:
        # `Item 1.` beside or above its title; `ARTICLE IV` too.
        return True
    if above.link is not None and item.link is not None:
        return (above.link.page, above.link.rise) == (item.link.page, item.link.rise)
    upper, lower = lines[above.index], lines[item.index]
    return numbering.continues(item.title) or (
        bool(item.label) and upper.edges[2] > lower.edges[0] + 0.7 * (lower.edges[2] - lower.edges[0])
    )


def _depths(items: Sequence[Item], lines: Sequence[PrintedLine]) -> list[int]:
    """Levels from numbers; entries without one take that of the numbered ones at the same indent."""
    lefts = sorted({round(lines[item.index].edges[0]) for item in items})
    ranks: dict[int, int] = {}
    rank, before = 0, -99
    for left in lefts:
        rank += left - before > 4
        ranks[left], before = rank, left
    headings = [
        Heading(
            Span(number, number + 1),
            item.title,
            numbering.mark(item.title),
            "contents",
            rank=ranks[round(lines[item.index].edges[0])],
        )
        for number, item in enumerate(items)
    ]
    return levels(headings)


def _aligned(items: Sequence[Item], places: Places) -> list[int | None]:
    """The page that each printed page number stands for, where the titles found there agree on it."""
    votes: dict[str, Counter[int]] = defaultdict(Counter)
    for item in items:
        style, number = _count(item.label)
        for page in places.pages_with(item.title) if item.label else ():
            votes[style][page - number] += 1
    shifts = {style: _agreed(counter) for style, counter in votes.items()}
    found: list[int | None] = []
    for item in items:
        style, number = _count(item.label)
        shift = shifts.get(style)
        found.append(None if shift is None or not item.label else max(shift + number, 1))
    return found


def _agreed(votes: Counter[int]) -> int | None:
    (shift, most), *others = [*votes.most_common(2), (0, 0)][:2]
    return shift if most >= 2 and most > 2 * (others[0][1] if others else 0) else None


def _count(label: str) -> tuple[str, int]:
    """A printed page number as the kind of count it belongs to and its value."""
    if label.isdigit():
        return "arabic", int(label)
    prefix, dash, number = label.partition("-")
    return (prefix, int(number)) if dash else ("roman", numbering.roman_value(label))
