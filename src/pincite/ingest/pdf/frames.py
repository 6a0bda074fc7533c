"""Part what stands on a page at the rules that open or close a table, so that it ends where its rules end.

Text in columns above or below a table looks like more of its rows. It is not where a rule stands between the
two and its lines run over cells that stand side by side on the other side of the rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from statistics import median

from pincite.ingest.pdf.charindex import Edges
from pincite.ingest.pdf.rules import Rules
from pincite.ingest.pdf.strips import Segment, Strip

_LONG = 22
_NEAREST, _FEWEST = 8, 2
_WIDE = 0.6
_CLOSE = 2.2
_SAME_HEIGHT, _EDGE = 3.0, 2.0


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
    """Whether lines stand in two columns of text, the first where rows start, and run over their cells.

    Headers over several columns run over cells as well, with paragraphs above them that start where rows do;
    but lines in columns start one below the other, and go on in the middle of a sentence.
    """
    rows = [strip for strip in cells if len(strip.segments) > 1]
    lines = [part for strip in text for part in strip.segments if len(strip.segments) <= 2]
    long = [part for part in lines if len(part.text) >= _LONG]
    first = [part for part in long if any(part.overlaps(row.segments[0]) for row in rows)]
    left = _below_each_other([part for part in first if not _is_across(part, long)])
    right = _below_each_other([part for part in long if all(part.x0 > other.x1 for other in left)])
    if len(left) < _FEWEST or len(right) < _FEWEST:
        return False
    runs_on = any(part.text[0].islower() for part in (*left, *right))
    return runs_on and sum(any(_crosses(part, row) for row in rows) for part in (*left, *right)) >= _FEWEST


def _below_each_other(parts: Sequence[Segment]) -> list[Segment]:
    """Those that start at one x, where most of them do."""
    usual = median(part.x0 for part in parts) if parts else 0.0
    return [part for part in parts if abs(part.x0 - usual) <= _EDGE]


def _is_across(part: Segment, others: Sequence[Segment]) -> bool:
    under = [other for other in others if other.overlaps(part)]
    return any(not a.overlaps(b) for a, b in combinations(under, 2))


def _crosses(part: Segment, row: Strip) -> bool:
    return sum(part.overlaps(cell) for cell in row.segments) > 1
