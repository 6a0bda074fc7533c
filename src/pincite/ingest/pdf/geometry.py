"""Work out from geometry and fonts how each printed line stands to the one before it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from pincite.ingest.pdf.glyphs import PrintedLine
from pincite.ingest.rows import Row

_LARGER = 1.12
_APART = 1.18
_COLUMN_POINTS = 36.0
_MAX_RANK = 6
_MAX_HEADING_SHARE = 0.2
# Longer than this, text in a large or bold font is text.
_MAX_STANDING_OUT_ROWS, _MAX_STANDING_OUT_CHARS = 4, 250


def rows(lines: Sequence[PrintedLine]) -> list[Row]:
    """One row for each line of the body, in order."""
    if not lines:
        return []
    page = _Measures(lines)
    found = [_first_row(lines[0], page)]
    for above, line in pairwise(lines):
        turned = line.page != above.page or line.edges[3] <= above.edges[1]
        found.append(
            Row(
                text=line.text,
                apart=not turned and page.is_apart(above, line),
                turned=turned,
                early=line.page != above.page and above.edges[3] < page.bottom - 4 * page.size,
                loose=page.has_room(above, line),
                indent=page.indent(line),
                rank=page.rank(line),
                tabular=line.tabular,
            )
        )
    return _without_long_runs(found)


def _first_row(line: PrintedLine, page: _Measures) -> Row:
    return Row(line.text, apart=True, indent=page.indent(line), rank=page.rank(line), tabular=line.tabular)


class _Measures:
    """What is usual in a document: font, distance of lines, margins."""

    def __init__(self, lines: Sequence[PrintedLine]) -> None:
        sizes, bold = Counter[float](), Counter[bool]()
        for line in lines:
            sizes[round(line.size * 2) / 2] += len(line.text)
        self.size = max(sizes.most_common(1)[0][0], 1.0)
        for line in lines:
            if abs(line.size - self.size) < 0.3:
                bold[line.bold] += len(line.text)
        self._is_bold = bold[True] > bold[False]
        self._ranks = self._find_ranks(lines)
        self._leading = {number: _usual_leading(page) for number, page in _by_page(lines)}
        self._usual_leading = _usual_leading(lines) or 1.2 * self.size
        self._margins = _margins(lines)
        self._right = _usual_end(line.edges[2] for line in lines)
        bottoms = sorted(max(line.edges[3] for line in page) for _, page in _by_page(lines))
        self.bottom = bottoms[len(bottoms) * 9 // 10]

    def is_apart(self, above: PrintedLine, line: PrintedLine) -> bool:
        leading = self._leading.get(line.page) or self._usual_leading
        scale = max(above.size, line.size) / self.size
        return line.baseline - above.baseline > _APART * leading * max(scale, 1.0)

    def has_room(self, above: PrintedLine, line: PrintedLine) -> bool:
        """Whether the first word would have fitted on the line above."""
        margin = self._margins[above.page, _column(above)] if above.page == line.page else self._right
        first = line.first_word * 4
        width = line.words.edges[first + 2] - line.words.edges[first]
        return above.edges[2] + width + self.size / 2 < margin

    def indent(self, line: PrintedLine) -> float:
        return line.edges[0] / (self.size / 2)

    def rank(self, line: PrintedLine) -> int:
        return 0 if line.upended else self._ranks.get(_style(line), 0)

    def _find_ranks(self, lines: Sequence[PrintedLine]) -> dict[tuple[float, bool], int]:
        shares = Counter[tuple[float, bool]]()
        for line in lines:
            shares[_style(line)] += len(line.text)
        # Beside long tables in a small font, the font of the text is larger than the usual one.
        most = _MAX_HEADING_SHARE * shares.total()
        styles = {_style(line) for line in lines if self._stands_out(line)}
        styles = {style for style in styles if style[1] or shares[style] <= most}
        ranked = sorted(styles, reverse=True)
        return {style: min(rank, _MAX_RANK) for rank, style in enumerate(ranked, start=1)}

    def _stands_out(self, line: PrintedLine) -> bool:
        if line.size >= _LARGER * self.size:
            return True
        return line.bold and not self._is_bold and line.size >= 0.95 * self.size


def _style(line: PrintedLine) -> tuple[float, bool]:
    return round(line.size * 2) / 2, line.bold


def _by_page(lines: Sequence[PrintedLine]) -> Iterable[tuple[int, list[PrintedLine]]]:
    return [(number, list(members)) for number, members in groupby(lines, key=lambda line: line.page)]


def _usual_leading(lines: Sequence[PrintedLine]) -> float:
    """The commonest distance between baselines; 0 when there are too few lines to tell."""
    distances = Counter(
        round((line.baseline - above.baseline) * 2) / 2
        for above, line in pairwise(lines)
        if above.page == line.page and 0 < line.baseline - above.baseline < 3 * line.size
    )
    usual, count = distances.most_common(1)[0] if distances else (0.0, 0)
    return usual if count >= 3 else 0.0


def _column(line: PrintedLine) -> int:
    return int(line.edges[0] // _COLUMN_POINTS)


def _margins(lines: Sequence[PrintedLine]) -> dict[tuple[int, int], float]:
    """How far right the lines reach that start about where a line starts, by page and column."""
    rights: dict[tuple[int, int], list[float]] = defaultdict(list)
    for line in lines:
        for column in range(_column(line) - 1, _column(line) + 2):
            rights[line.page, column].append(line.edges[2])
    return {place: _usual_end(edges) for place, edges in rights.items()}


def _usual_end(edges: Iterable[float]) -> float:
    """Where full lines end: few reach further, and those are tables."""
    ordered = sorted(edges)
    return ordered[len(ordered) * 85 // 100]


def _without_long_runs(found: list[Row]) -> list[Row]:
    """Rows that stand out, except where so many follow each other that the font is that of a text."""
    start = 0
    for end in range(1, len(found) + 1):
        if end < len(found) and found[end].rank == found[start].rank and not found[end].apart:
            continue
        characters = sum(len(row.text) for row in found[start:end])
        is_text = end - start > _MAX_STANDING_OUT_ROWS or characters > _MAX_STANDING_OUT_CHARS
        if found[start].rank and is_text:
            found[start:end] = [replace(row, rank=0) for row in found[start:end]]
        start = end
    return found
