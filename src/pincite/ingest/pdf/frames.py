"""Part what stands on a page at the rules that open or close a table, so that it ends where its rules end.

Text in columns above or below a table looks like more of its rows. It is not where a rule stands between the
two and its lines run over cells that stand side by side on the other side of the rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from pincite.ingest.pdf.charindex import Edges
from pincite.ingest.pdf.rules import Rules
from pincite.ingest.pdf.strips import Segment, Strip

_LONG = 22
_NEAREST = 6
_WIDE = 0.6
_CLOSE = 2.2
_SAME_HEIGHT = 3.0


def framed(strips: Sequence[Strip], rules: Rules) -> Iterator[list[Strip]]:
    """The strips in parts, from top to bottom; no table reaches from one part into the next."""
    part: list[Strip] = []
    for number, region in enumerate(_regions(strips, rules.across)):
        if number and part and region and _are_strange(part, region):
            more = _rows_on(part[-1], region)
            heads = _rows_on(region[0], part[::-1]) if not more else 0
            yield part[: len(part) - heads] + region[:more]
            part, region = part[len(part) - heads :], region[more:]
        part += region
    yield part


def _regions(strips: Sequence[Strip], across: Sequence[Edges]) -> list[list[Strip]]:
    """The strips between one rule that is as wide as they are and the next one."""
    if len(across) < 2 or not strips:
        return [list(strips)]
    heights = _heights(across)
    regions: list[list[Strip]] = [[strips[0]]]
    for above, below in pairwise(strips):
        between = [rule for rule in heights if above.baseline - 1 < rule[1] < below.baseline]
        if any(_covers(rule, above) or _covers(rule, below) for rule in between):
            regions.append([])
        regions[-1].append(below)
    return regions


def _heights(across: Sequence[Edges]) -> list[Edges]:
    """The rules, those at one height as one: many tables are ruled cell by cell."""
    found: list[Edges] = []
    for x0, y0, x1, y1 in sorted(across, key=lambda rule: rule[1]):
        if found and y0 - found[-1][1] <= _SAME_HEIGHT:
            left, top, right, bottom = found[-1]
            found[-1] = min(left, x0), top, max(right, x1), max(bottom, y1)
        else:
            found.append((x0, y0, x1, y1))
    return found


def _covers(rule: Edges, strip: Strip) -> bool:
    return min(rule[2], strip.x1) - max(rule[0], strip.x0) >= _WIDE * (strip.x1 - strip.x0)


def _are_strange(above: Sequence[Strip], below: Sequence[Strip]) -> bool:
    """Whether what stands on one side of a rule is text and no part of the table on the other."""
    return _runs_over(above[-_NEAREST:], below[:_NEAREST]) or _runs_over(below[:_NEAREST], above[-_NEAREST:])


def _rows_on(row: Strip, outer: Sequence[Strip]) -> int:
    """How many strips beyond a rule go on with the row at it: a total below it, a header above it."""
    count = 0
    for strip in outer:
        close = abs(strip.baseline - row.baseline) < _CLOSE * row.size
        alike = len(strip.segments) == len(row.segments) > 1 and abs(strip.size - row.size) < 0.2
        if not (
            close and alike and all(a.overlaps(b) for a, b in zip(strip.segments, row.segments, strict=True))
        ):
            break
        row, count = strip, count + 1
    return count


def _runs_over(text: Sequence[Strip], cells: Sequence[Strip]) -> bool:
    """Whether long lines stand side by side, the first ones where rows start, and run over their cells.

    A paragraph over the whole width ends no table here: it may well stand above the header of one. Headers
    over several columns run over cells too, but not where rows start.
    """
    rows = [strip for strip in cells if len(strip.segments) > 1]
    lines = [(number, part) for number, strip in enumerate(text) for part in strip.segments]
    long = [(number, part) for number, part in lines if len(part.text) >= _LONG]
    starts = any(part.overlaps(row.segments[0]) for _, part in long for row in rows)
    if not starts or all(left.overlaps(right) for (_, left), (_, right) in combinations(long, 2)):
        return False
    return len({number for number, part in long if any(_crosses(part, row) for row in rows)}) > 1


def _crosses(part: Segment, row: Strip) -> bool:
    return sum(part.overlaps(cell) for cell in row.segments) > 1
