"""Find the tables of a page: ruled ones by their lines, the others by the white space in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pincite.ingest import numbering
from pincite.ingest.captions import caption_of
from pincite.ingest.pdf import lattice, stream
from pincite.ingest.pdf.doubts import is_table
from pincite.ingest.pdf.frames import framed
from pincite.ingest.pdf.galleys import galleys
from pincite.ingest.pdf.glyphs import PrintedLine
from pincite.ingest.pdf.grid import Grid, GridCell, compacted, edges_of, header_rows
from pincite.ingest.pdf.rules import Rules
from pincite.ingest.pdf.strips import Strip, divided, may_hold_columns, strips


def find_tables(lines: Sequence[PrintedLine], rules: Rules, before: Grid | None = None) -> list[Grid]:
    """The tables among these lines of one page, from top to bottom; words know the lines by their place.

    `before` is the table that the page before ends with: what follows its columns at the top goes on with it.
    """
    ruled = bool(rules.down) and len(rules.across) >= 2
    if not ruled and before is None and not may_hold_columns(lines):
        return []
    page, rules = _with_typed_rules(strips(lines), rules)
    found: list[Grid] = []
    if ruled:
        for lines_met in lattice.lattices(rules):
            grid = _ruled(lines_met, page, lines[0].page, rules)
            if grid is not None:
                found.append(grid)
                page = _without(page, grid)
    if before is not None and before.found_by == "alignment" and page:
        run = stream.onward(page, before, rules)
        if run is not None:
            cells, rows, _ = stream.cells_of(run, rules)
            cells.sort(key=lambda cell: (cell.row, cell.column))
            bounds = run.columns.bounds
            found.append(Grid(lines[0].page, edges_of(cells), bounds, rows, 0, tuple(cells), "alignment"))
            page = _without(page, found[-1])
    for galley in galleys(page, rules):
        plain = [strip for strip in galley if caption_of(strip.text) is None]
        for run in (run for part in framed(plain, rules) for run in stream.runs(part, rules)):
            cells, rows, looks = stream.cells_of(run, rules)
            if is_table(run, cells, rows):
                ruled = len(run.borders) > 1
                found.append(_grid(lines[0].page, cells, run.columns.bounds, looks, "alignment", ruled))
    return sorted(found, key=lambda grid: grid.edges[1])


def _with_typed_rules(page: Sequence[Strip], rules: Rules) -> tuple[list[Strip], Rules]:
    """The strips without lines that are drawn with dashes, as a typewriter does, and these as rules."""
    drawn = [strip for strip in page if strip.text and numbering.is_ruling(strip.text)]
    if not drawn:
        return list(page), rules
    edges = [
        (
            min(word.x0 for word in strip.words),
            strip.baseline,
            max(word.x1 for word in strip.words),
            strip.baseline,
        )
        for strip in drawn
    ]
    return [strip for strip in page if strip not in drawn], replace(rules, across=(*rules.across, *edges))


def _ruled(met: lattice.Lattice, page: Sequence[Strip], number: int, rules: Rules) -> Grid | None:
    cells, bounds, rows = lattice.cells_of(met, page)
    columns = len(bounds) - 1
    full = sum(cell.rows * cell.columns for cell in cells)
    if rows < 2 or columns < 2 or full < 0.35 * rows * columns:
        return None
    if sum(len({cell.column for cell in cells if cell.row == row}) > 1 for row in range(rows)) < 2:
        return None
    looks = list(_looks(cells, rows, page, rules))
    return _grid(number, cells, bounds, looks, "rules", True)


def _looks(cells: Sequence[GridCell], rows: int, page: Sequence[Strip], rules: Rules) -> Iterator[bool]:
    """Of each row whether it is bold, or shaded over its whole width."""
    bold = {(word.line, word.place) for strip in page if strip.bold for word in strip.words}
    x0, _, x1, _ = edges_of(cells)
    for row in range(rows):
        words = [word for cell in cells if cell.row == row for line in cell.lines for word in line]
        middle = sum((word.y0 + word.y1) / 2 for word in words) / len(words)
        shade = [s for s in rules.shaded if s[1] < middle < s[3]]
        reach = sum(min(s[2], x1) - max(s[0], x0) for s in shade)
        yield all((word.line, word.place) in bold for word in words) or reach >= 0.7 * (x1 - x0)


def _grid(
    page: int,
    cells: Sequence[GridCell],
    bounds: tuple[float, ...],
    looks: Sequence[bool],
    found_by: str,
    ruled: bool,
) -> Grid:
    kept, kept_bounds, rows = compacted(cells, bounds)
    heads = header_rows(kept, len(kept_bounds) - 1, looks[:rows], ruled)
    return Grid(page, edges_of(kept), kept_bounds, rows, heads, tuple(kept), found_by)


def _without(page: Sequence[Strip], grid: Grid) -> list[Strip]:
    """The strips without the words that stand in the table."""
    taken = {(word.line, word.place) for cell in grid.cells for line in cell.lines for word in line}
    left: list[Strip] = []
    for strip in page:
        words = [word for word in strip.words if (word.line, word.place) not in taken]
        if len(words) == len(strip.words):
            left.append(strip)
        elif words:
            left.append(Strip(strip.baseline, strip.size, strip.bold, divided(words, strip.size)))
    return left
