"""Recognise headers, footers and page numbers by what pages have in common.

Careful on purpose: a header that is missed only interrupts the text, but a line of the body taken
for a header would be torn out of its sentence. So a line must repeat, at the same height, outside
the frame in which the body stands.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from pincite.ingest.pdf.glyphs import PrintedLine, PrintedPage

FurnitureKind = Literal["header", "footer"]
_ZONES: tuple[FurnitureKind, ...] = ("header", "footer")

_ZONE = 0.16
"""Share of the page's height, from either edge, in which furniture is looked for."""
_DEPTH = 5
_SAME_HEIGHT = 6.0
_FREE = 1.0
"""White space around a line that stands apart, in heights of the line."""
_NUMBERS = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)
_PAGE_NUMBER = re.compile(
    r"(?:page|p\.|seite|pagina|página)?\s*[-–—|\[(]?\s*(\d{1,4}|[ivxlc]{1,7})\s*[-–—|\])]?\s*"
    r"(?:(?:of|/|von|sur|de)\s*\d{1,4})?$",
    re.IGNORECASE,
)
_BARE_NUMBER = re.compile(r"\d{1,4}$", re.ASCII)
_ROMAN_NUMBER = re.compile(r"[ivxlc]{1,7}$|[IVXLC]{1,7}$")
_NUMBER_AT_END = re.compile(r"(?:[-–—|\[(]\s*|\s)(\d{1,4})\s*[-–—|\])]?$", re.IGNORECASE)
_LONE_PAGE_NUMBER = re.compile(
    r"(?:page\s+\d{1,4}|\d{1,4}\s+of\s+\d{1,4}|[-–—]\s?\d{1,4}\s?[-–—]|https?://\S+\s+\d{1,4}/\d{1,4})$",
    re.IGNORECASE,
)
_CENTRED = 12.0
_PAGE_OF_PAGES = re.compile(r"page\s+\d+\s+of\s+\d+$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A line near an edge; `distance` is from that edge, so that pages of other sizes compare."""

    line: PrintedLine
    zone: FurnitureKind
    distance: float
    gap: float
    """White space towards the body, in heights of the line."""
    inner: PrintedLine | None = None
    """The next line towards the body."""

    @property
    def key(self) -> tuple[FurnitureKind, str]:
        return self.zone, _NUMBERS.sub("#", " ".join(self.line.text.lower().split()))


def furniture(pages: Sequence[PrintedPage]) -> dict[int, FurnitureKind]:
    """Which lines are furniture, by the line's `id()`."""
    found: dict[int, FurnitureKind] = {}
    if len(pages) == 1:
        found = _on_a_lone_page(pages[0])
        return found if _leaves_a_body(pages, found) else {}
    for zone in _ZONES:
        found |= {id(line): zone for line in _outermost_numbers(pages, zone, found)}
    numbers = dict(found)
    found |= {id(line): "header" for line in _repeated_side_notes(pages)}
    for zone in _ZONES:
        stacks = [_stack(page, zone, found) for page in pages]
        accepted = _accepted(stacks)
        accepted |= _in_their_place(stacks, accepted)
        if zone == "header":
            accepted |= _small_above_the_text(stacks, pages)
        for stack in stacks:
            for candidate in stack:
                if id(candidate.line) not in accepted:
                    break
                found[id(candidate.line)] = zone
                if _PAGE_NUMBER.match(candidate.line.text):
                    numbers[id(candidate.line)] = zone
    found |= {id(line): "header" for line in _turned_furniture(pages, found)}
    return next((kinds for kinds in (found, numbers) if _leaves_a_body(pages, kinds)), {})


def _leaves_a_body(pages: Sequence[PrintedPage], taken: dict[int, FurnitureKind]) -> bool:
    """Whether most pages keep words of their own: what is all that pages have is not furniture."""
    written = [page for page in pages if page.lines]
    kept = sum(any(id(line) not in taken for line in page.lines) for page in written)
    return 2 * kept >= len(written)


def _on_a_lone_page(page: PrintedPage) -> dict[int, FurnitureKind]:
    """Lines that number the page beyond doubt: no other page can bear them out."""
    found = {id(line): _half(line, page) for line in page.lines if _PAGE_OF_PAGES.match(line.text)}
    for zone in _ZONES:
        for candidate in _stack(page, zone, found):
            line = candidate.line
            centred = abs(line.edges[0] + line.edges[2] - page.width) < _CENTRED
            numbers = _LONE_PAGE_NUMBER.match(line.text) or (centred and _BARE_NUMBER.match(line.text))
            if not numbers or candidate.gap <= 2 * _FREE:
                break
            found[id(line)] = zone
    return found


def _half(line: PrintedLine, page: PrintedPage) -> FurnitureKind:
    return "footer" if line.edges[1] > page.height / 2 else "header"


def _repeated_side_notes(pages: Sequence[PrintedPage]) -> Iterable[PrintedLine]:
    notes: dict[str, list[PrintedLine]] = defaultdict(list)
    for page in pages:
        for line in page.lines:
            if line.upended:
                notes[_NUMBERS.sub("#", line.text)].append(line)
    return [line for lines in notes.values() if _is_repeated(lines, len(pages)) for line in lines]


def _turned_furniture(pages: Sequence[PrintedPage], found: dict[int, FurnitureKind]) -> Iterable[PrintedLine]:
    """The headers of pages that are printed sideways, where other pages have them upright."""
    lines = [line for page in pages for line in page.lines]
    texts = {_NUMBERS.sub("#", line.text) for line in lines if id(line) in found and len(line.text) > 4}
    return [line for line in lines if line.upended and _NUMBERS.sub("#", line.text) in texts]


def _is_repeated(lines: Sequence[PrintedLine], pages: int) -> bool:
    count = len({line.page for line in lines})
    return count >= 3 or (count == 2 and pages <= 4)


def _stack(page: PrintedPage, zone: FurnitureKind, taken: dict[int, FurnitureKind]) -> list[_Candidate]:
    """The lines of a zone from the edge inwards."""
    lines = [line for line in page.lines if id(line) not in taken]
    if zone == "header":
        lines.sort(key=lambda line: line.edges[1])
    else:
        lines.sort(key=lambda line: -line.edges[3])
    stack: list[_Candidate] = []
    for line, inner in zip_longest(lines, lines[1:]):
        distance = line.edges[1] if zone == "header" else page.height - line.edges[3]
        if distance > _ZONE * page.height or len(stack) == _DEPTH:
            break
        stack.append(_Candidate(line, zone, distance, _gap(line, inner), inner))
    return stack


def _gap(line: PrintedLine, inner: PrintedLine | None) -> float:
    if inner is None:
        return 99.0
    space = max(inner.edges[1] - line.edges[3], line.edges[1] - inner.edges[3])
    return space / max(line.edges[3] - line.edges[1], 1.0)


def _accepted(stacks: Sequence[Sequence[_Candidate]]) -> set[int]:
    """Candidates that other pages show too, by `id()` of their line."""
    alike: dict[tuple[FurnitureKind, str], list[_Candidate]] = defaultdict(list)
    for stack in stacks:
        for candidate in stack:
            alike[candidate.key].append(candidate)
    groups = [members for group in alike.values() for members in _at_one_height(group)]
    wanted = [members for members in groups if _is_page_number(members) or _repeats(members, len(stacks))]
    if len(stacks) == 2 and 2 * sum(map(len, wanted)) > sum(map(len, stacks)):
        # One page printed twice: what its two copies share says nothing.
        wanted = [members for members in wanted if _is_page_number(members)]
    accepted = {id(member.line) for members in wanted for member in members}
    frame = _frame(stacks, accepted)
    return {
        id(member.line)
        for members in wanted
        if 2 * len(members) >= len(stacks) or all(member.distance < frame for member in members)
        for member in members
    }


def _frame(stacks: Sequence[Sequence[_Candidate]], accepted: set[int]) -> float:
    """How close to the edge the body comes on a good part of the pages.

    What stands further in and on few pages only happens to come first there, like the head of a table.
    """
    starts = sorted(
        next((candidate.distance for candidate in stack if id(candidate.line) not in accepted), 1e9)
        for stack in stacks
    )
    return starts[len(starts) // 4] - 1


def _in_their_place(stacks: Sequence[Sequence[_Candidate]], accepted: set[int]) -> set[int]:
    """Lines that stand apart where other pages have their furniture: the header of a single left page."""
    places = {(c.distance, c.line.size) for stack in stacks for c in stack if id(c.line) in accepted}
    outer = [next((c for c in stack if id(c.line) not in accepted), None) for stack in stacks]
    return {
        id(c.line)
        for c in outer
        if c is not None
        and c.gap > _FREE
        and any(abs(c.distance - at) < 1 and abs(c.line.size - size) < 0.1 for at, size in places)
    }


def _small_above_the_text(stacks: Sequence[Sequence[_Candidate]], pages: Sequence[PrintedPage]) -> set[int]:
    """First lines in small type, apart from the text and at one height on most pages, whatever they say."""
    sizes = Counter[float]()
    for page in pages:
        for line in page.lines:
            sizes[line.size] += len(line.text)
    limit = 0.93 * max(sizes, key=lambda size: sizes[size], default=0.0)
    first = [stack[0] for stack in stacks if stack]
    small = [c for c in first if c.line.size <= limit and c.gap > 2 * _FREE]
    groups = [list(members) for members in _at_one_height(small)]
    often = [members for members in groups if len(members) > 1 and 10 * len(members) >= 6 * len(stacks)]
    # Where the text goes on in the middle of a sentence, what stands above it is no part of it.
    above = [c for c in small if c.inner is not None and c.inner.text[0].islower()]
    return {id(c.line) for members in (*often, above) for c in members}


def _at_one_height(group: Sequence[_Candidate]) -> Iterable[list[_Candidate]]:
    members: list[_Candidate] = []
    for candidate in sorted(group, key=lambda candidate: candidate.distance):
        if members and candidate.distance - members[0].distance > _SAME_HEIGHT:
            yield members
            members = []
        members.append(candidate)
    if members:
        yield members


def _is_page_number(members: Sequence[_Candidate]) -> bool:
    """Whether bare numbers count up with the pages."""
    shifts: dict[int, int] = defaultdict(int)
    for member in members:
        found = _PAGE_NUMBER.match(member.line.text.strip())
        if found is None:
            return False
        if found[1].isdigit():
            shifts[int(found[1]) - member.line.page] += 1
        else:
            shifts[-1] += 1
    return max(shifts.values()) >= max(2, len(members) / 2)


def _repeats(members: Sequence[_Candidate], pages: int) -> bool:
    count = len({member.line.page for member in members})
    words = members[0].key[1]
    if not any(character.isalpha() for character in words):
        return False
    if pages == 2:
        return count == 2 and (len({member.line.text for member in members}) == 1 or _are_numbered(members))
    if (count < 3 and count * 2 < pages) or not _counts_or_stays(members):
        return False
    # Set as closely as the lines of a paragraph, it counts only if nearly every page has it.
    tight = sum(member.gap < 0.35 for member in members) * 2 > len(members)
    return not tight or (count >= 4 and count * 10 >= pages * 6)


def _are_numbered(members: Sequence[_Candidate]) -> bool:
    """Whether lines end with the number of their page, set off from the text."""
    if all(_PAGE_OF_PAGES.search(member.line.text) for member in members):
        return True
    ends = [_NUMBER_AT_END.search(member.line.text) for member in members]
    counts = all(end is not None and int(end[1]) == m.line.page for end, m in zip(ends, members, strict=True))
    return counts and all(member.gap > _FREE for member in members)


def _counts_or_stays(members: Sequence[_Candidate]) -> bool:
    """Whether the numbers of like lines stay, count up with the pages, or change by the chapter.

    Sentences that differ only in their amounts are the body, however alike they look.
    """
    if 2 * len({member.line.text for member in members}) <= len(members):
        return True
    rows = [(member.line.page, _NUMBERS.findall(member.line.text)) for member in members]
    for column in range(len(rows[0][1])):
        numbers = [(page, int(row[column])) for page, row in rows if row[column].isdigit()]
        shifts = Counter(number - page for page, number in numbers)
        most = max((*shifts.values(), *Counter(number for _, number in numbers).values()), default=0)
        if most * 10 < len(numbers) * 8:
            return False
    return True


def _outermost_numbers(
    pages: Sequence[PrintedPage], zone: FurnitureKind, taken: dict[int, FurnitureKind]
) -> list[PrintedLine]:
    """Page numbers that move with the end of the text: the last line of most pages, counting up."""
    ends: list[PrintedLine] = []
    roman: list[PrintedLine] = []
    for page in pages:
        lines = sorted((line for line in page.lines if id(line) not in taken), key=lambda line: line.edges[1])
        outer = lines[:2] if zone == "header" else lines[:-3:-1]
        if len(outer) == 2 and _gap(*outer) > 0.5:
            if _BARE_NUMBER.match(outer[0].text):
                ends.append(outer[0])
            elif _ROMAN_NUMBER.match(outer[0].text):
                roman.append(outer[0])
    counting = [
        line
        for before, line, after in zip([None, *ends], ends, [*ends[1:], None], strict=False)
        if any(other is not None and abs(int(other.text) - int(line.text)) == 1 for other in (before, after))
    ]
    written = sum(bool(page.lines) for page in pages)
    if len(counting) < 3 or len(counting) * 2 < written:
        return []
    heights = [line.edges[3] for line in counting]
    return counting + [line for line in roman if _stands_at(line, heights)]


def _stands_at(line: PrintedLine, heights: Sequence[float]) -> bool:
    """Whether a line stands where others do: the Roman number of a page before those that count up."""
    return any(abs(line.edges[3] - height) <= _SAME_HEIGHT for height in heights)
