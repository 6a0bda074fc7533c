"""Recognise footnotes and side notes, which stand apart from the running text of their page.

Careful on purpose: text taken for a note would be torn out of its sentence. A footnote must be set in
smaller type at the foot of its column, set off from the text, with nothing but notes below it, and start with
a mark that stands raised in the text above, or stand under a short rule. A side note must stand outside the
frame of the text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from pincite.ingest.pdf.charindex import Edges
from pincite.ingest.pdf.glyphs import PrintedLine, PrintedPage
from pincite.ingest.pdf.rules import Rules

_SMALL = 0.94
_MARK = re.compile(r"(\d{1,3}(?!\d)|[*∗†‡§¶]{1,3})[.)]?(?=\s*[^\s\d.,)])")
_UNFINISHED = re.compile(r"[^.!?:;)\]”\"'’]$")
# White space above the first note, and the most there may be between two, in heights of a line.
_SET_OFF, _CLOSE = 0.3, 1.2
_MIN_FRAME_LINES = 5
_NOTE_WIDTH, _NARROW_TEXT = 0.25, 0.28
_SHORT_RULE = 0.6
"""Of the widest line above it: a rule that is longer closes a table."""


def notes(
    pages: Sequence[PrintedPage], taken: Container[int], rules: Sequence[Rules]
) -> list[tuple[PrintedLine, ...]]:
    """The notes of a document in page order, each with all its lines; `taken` holds `id()`s of furniture."""
    usual = _usual_size(line for page in pages for line in page.lines if id(line) not in taken)
    found: list[list[PrintedLine]] = []
    open_note: list[PrintedLine] | None = None
    for page, drawn in zip(pages, rules, strict=True):
        lines = [line for line in page.lines if id(line) not in taken]
        beside = _side_notes(lines, page.width, usual)
        apart = {id(line) for note in beside for line in note}
        foot = _Foot([line for line in lines if id(line) not in apart], page, usual, drawn.across)
        if open_note is not None:
            open_note += foot.continuation(open_note[-1])
        below = foot.notes()
        found += below
        open_note = below[-1] if below else None
        found += beside
    return [tuple(note) for note in found]


def _usual_size(lines: Iterable[PrintedLine]) -> float:
    sizes = Counter[float]()
    for line in lines:
        sizes[round(line.size * 2) / 2] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 1.0


@dataclass(frozen=True, slots=True)
class _Foot:
    """What stands in small type under the text of a page."""

    lines: Sequence[PrintedLine]
    page: PrintedPage
    usual: float
    across: Sequence[Edges] = ()

    def notes(self) -> list[list[PrintedLine]]:
        found: list[list[PrintedLine]] = []
        seen: set[int] = set()
        for line in sorted(self.lines, key=lambda line: (line.edges[1], line.edges[0])):
            if id(line) in seen or not self._opens(line):
                continue
            if not (self._is_at_foot(line) and self._is_set_off(line)):
                continue
            zone = [member for member in self._from(line) if id(member) not in seen]
            seen |= {id(member) for member in zone}
            found += self._divided(zone)
        return sorted(found, key=lambda note: self.lines.index(note[0]))

    def continuation(self, last: PrintedLine) -> list[PrintedLine]:
        """The lines at the foot that go on with a note of the page before."""
        foot = [line for line in self.lines if self._is_small(line) and self._is_at_foot(line)]
        first = min(foot, key=lambda line: line.edges[1], default=None)
        if first is None or abs(first.size - last.size) > 0.3 or not self._is_set_off(first):
            return []
        zone = self._from(first)
        opening = next((here for here, line in enumerate(zone) if self._opens(line)), len(zone))
        is_last = zone[-1].edges[3] >= max(line.edges[3] for line in foot) - 1
        goes_on = opening < len(zone) or (is_last and _UNFINISHED.search(last.text) is not None)
        return zone[:opening] if goes_on else []

    def _is_small(self, line: PrintedLine) -> bool:
        return line.size <= _SMALL * self.usual and not line.upended

    def _opens(self, line: PrintedLine) -> bool:
        mark = _mark(line)
        if mark is None or not self._is_small(line):
            return False
        # A number under a rule may as well be that of a row in a table.
        return mark in self.page.marks or (not mark.isdigit() and self._is_under_rule(line))

    def _is_under_rule(self, line: PrintedLine) -> bool:
        """Whether nothing stands between the line and a short rule above it that starts where it does."""
        left, top, _, bottom = line.edges
        rules = [rule for rule in self.across if abs(rule[0] - left) < line.size and rule[1] < top + 1]
        if not rules:
            return False
        x0, y0, x1, _ = max(rules, key=lambda rule: rule[1])
        above = [o for o in self.lines if o.edges[1] < top - 1 and _share_a_column(line, o)]
        widest = max((o.edges[2] - o.edges[0] for o in above if not self._is_small(o)), default=0.0)
        near = top - y0 < 2 * (bottom - top) and all(o.edges[3] < y0 + 1 for o in above)
        return near and x1 - x0 < _SHORT_RULE * widest

    def _is_at_foot(self, line: PrintedLine) -> bool:
        """Whether the text ends above the line, in its column."""
        around = [other for other in self.lines if _share_a_column(line, other) and not other.upended]
        below = all(self._is_small(other) for other in around if other.edges[1] >= line.edges[1])
        return below and any(not self._is_small(other) for other in around)

    def _is_set_off(self, line: PrintedLine) -> bool:
        above = [
            other.edges[3]
            for other in self.lines
            if other.edges[1] < line.edges[1] - 1 and other is not line and _share_a_column(line, other)
        ]
        return line.edges[1] - max(above, default=0.0) > _SET_OFF * (line.edges[3] - line.edges[1])

    def _from(self, line: PrintedLine) -> list[PrintedLine]:
        """The line and those that follow it closely, one below the other."""
        left, _, right, bottom = line.edges
        zone: list[PrintedLine] = []
        for other in sorted(self.lines, key=lambda other: (other.edges[1], other.edges[0])):
            x0, y0, x1, y1 = other.edges
            if y0 < line.edges[1] - 1 or x1 < left or x0 > right or not self._is_small(other):
                continue
            if y0 - bottom > _CLOSE * (y1 - y0):
                break
            left, right, bottom = min(left, x0), max(right, x1), max(bottom, y1)
            zone.append(other)
        return zone

    def _divided(self, zone: Sequence[PrintedLine]) -> list[list[PrintedLine]]:
        """One list for each note: a number opens one only if it counts up from the note before."""
        found: list[list[PrintedLine]] = []
        last = ""
        ruled = bool(zone) and self._is_under_rule(zone[0])
        for line in zone:
            mark = _mark(line) if ruled or self._opens(line) else None
            if mark is not None and (not found or _may_follow(last, mark)):
                found.append([line])
                last = mark
            else:
                found[-1].append(line)
        return found


def _mark(line: PrintedLine) -> str | None:
    found = _MARK.match(line.text)
    return None if found is None else found[1]


def _may_follow(last: str, mark: str) -> bool:
    return not (mark.isdigit() and last.isdigit()) or 0 < int(mark) - int(last) <= 3


def _share_a_column(line: PrintedLine, other: PrintedLine) -> bool:
    return line.edges[0] < other.edges[2] and other.edges[0] < line.edges[2]


def _side_notes(lines: Sequence[PrintedLine], width: float, usual: float) -> list[list[PrintedLine]]:
    """Lines outside the frame of the text: set up or down the page, or small and narrow in its margin."""
    level = [line for line in lines if not line.upended]
    wide = [line for line in level if line.edges[2] - line.edges[0] >= 0.4 * width]
    if len(level) < _MIN_FRAME_LINES:
        return []
    if len(wide) < _MIN_FRAME_LINES and (beside := _beside_narrow_text(level, width, usual)):
        return _gathered(beside, usual)
    frame = wide if len(wide) >= _MIN_FRAME_LINES else level
    outside = _outside(lines, frame)
    return _gathered([line for line in outside if line.upended or _is_marginal(line, width, usual)], usual)


def _beside_narrow_text(level: Sequence[PrintedLine], width: float, usual: float) -> list[PrintedLine]:
    """The notes in a wide margin, beside a single column of text; none where anything else stands there."""
    text = [line for line in level if line.size > _SMALL * usual]
    frame = [line for line in text if line.edges[2] - line.edges[0] >= _NARROW_TEXT * width]
    starts = Counter(round(line.edges[0]) for line in frame)
    usual_start = max(starts, key=lambda start: starts[start], default=0)
    flush = sum(abs(line.edges[0] - usual_start) <= 2 for line in frame)
    if flush < _MIN_FRAME_LINES or 10 * flush < 8 * len(frame):
        return []
    notes = _outside(level, frame)
    are_notes = all(_is_marginal(n, width, usual) and any(_share_a_row(n, o) for o in text) for n in notes)
    short = 3 * sum(len(note.text) for note in notes) <= sum(len(line.text) for line in frame)
    return notes if are_notes and short else []


def _outside(lines: Sequence[PrintedLine], frame: Sequence[PrintedLine]) -> list[PrintedLine]:
    left, right = min(line.edges[0] for line in frame), max(line.edges[2] for line in frame)
    return [line for line in lines if line.edges[2] < left - 2 or line.edges[0] > right + 2]


def _share_a_row(line: PrintedLine, other: PrintedLine) -> bool:
    return line.edges[1] < other.edges[3] and other.edges[1] < line.edges[3]


def _is_marginal(line: PrintedLine, width: float, usual: float) -> bool:
    return line.edges[2] - line.edges[0] <= _NOTE_WIDTH * width and line.size <= _SMALL * usual


def _gathered(lines: Sequence[PrintedLine], usual: float) -> list[list[PrintedLine]]:
    """Lines set closely one below the other are one note; so are those on the lines of the text beside it."""
    found: list[list[PrintedLine]] = []
    for line in lines:
        above = found[-1][-1] if found else None
        goes_on = above is not None and _UNFINISHED.search(above.text) is not None
        far = max(1.6 * line.size, 1.4 * usual if goes_on else 0.0)
        if above is not None and not line.upended and 0 <= line.baseline - above.baseline < far:
            found[-1].append(line)
        else:
            found.append([line])
    return found
