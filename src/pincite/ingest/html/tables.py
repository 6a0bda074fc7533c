"""Read a table of a web page: cells in rows and columns, or a layout that only looks like one.

A table that places things on the page (one column, other tables inside, marks of a list on the left)
is read as the blocks it holds.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from pincite.ingest import numbering
from pincite.ingest.columns import head_of_stub, header_rows, spanned_head
from pincite.ingest.html.style import Style, Walk
from pincite.ingest.html.tree import HEADINGS, TABLE_PARTS, Node
from pincite.ingest.sentences import MAX_BLOCK_CHARS
from pincite.ingest.stack import Field, Grid, Shown, row
from pincite.records.document import CELL_GAP, UNSEEN

_GROUPS = ("thead", "tbody", "tfoot")
_MAX_COLUMNS = 1000
_MAX_SPAN_ROWS = 65534
_LAYOUT_ROLES = frozenset({"presentation", "none"})
# Filings put the sign and the number of one amount in cells of their own.
_SIGN = re.compile(r"[$€£¥(]{1,2}\s*$")
_NUMBER = re.compile(r"[(\-−–]?[\d.,]*\d$")
_TAIL = re.compile(r"\)?\s*%?\)?$")


@dataclass(frozen=True, slots=True)
class _Aside:
    """Something unseen in a table, and after which row, or in which cell of it, it stood."""

    row: int
    column: int | None
    piece: Shown
    """`inside` counts in the text of its cell."""


@dataclass(frozen=True, slots=True)
class _Placed:
    """A cell and where it stands."""

    node: Node
    row: int
    column: int
    rows: int
    columns: int


def show(flow: Walk, table: Node, style: Style) -> bool:
    """Show the rows of a table; False when it is a layout and its parts should be shown as blocks."""
    own_names = _has_names(table)
    if table.attributes.get("role", "").lower() in _LAYOUT_ROLES or style.apart:
        return False
    if table.holds_table and not own_names:
        return False
    placed = list(_placed([line for line in _rows(table) if not _is_hidden(flow, line)]))
    width = max((cell.column + cell.columns for cell in placed), default=0)
    if width > _MAX_COLUMNS or width < 2:
        return False
    unseen = list(_hidden_rows(flow, table, style))
    fields = list(_fields(flow, placed, style, unseen))
    by_row = [list(cells) for _, cells in groupby(fields, key=lambda field: field.row)]
    if not fields or (not own_names and _places_blocks(placed, by_row)):
        return False
    _show_strays(flow, table, style)
    if not own_names and _is_list(by_row):
        _show_in_order(flow, [(cells, _item(cells)) for cells in by_row], unseen)
    else:
        _show_rows(flow, table, style, placed, [_fused(cells) for cells in by_row], unseen)
    return True


def _places_blocks(placed: Sequence[_Placed], by_row: Sequence[Sequence[Field]]) -> bool:
    """Whether a table only puts texts beside each other: columns of a page, with headings or paragraphs."""
    if max(map(len, by_row)) < 2 or any(_holds_heading(cell.node) for cell in placed):
        return True
    return any(len(cell.text) > MAX_BLOCK_CHARS and "\n" in cell.text for cells in by_row for cell in cells)


def _holds_heading(node: Node) -> bool:
    waiting = [node]
    for inner in waiting:
        if not HEADINGS.isdisjoint(inner.named):
            return True
        waiting += [child for child in inner.children if isinstance(child, Node)]
    return False


def _show_strays(flow: Walk, table: Node, style: Style) -> None:
    """What stands between the cells by mistake; browsers put it before the table."""
    groups = table.named_like(*_GROUPS)
    lines = [line for group in groups for line in group.named_like("tr")]
    for node in (table, *groups, *lines):
        for child in node.children:
            text, unseen = "", list[Shown]()
            if isinstance(child, str):
                text = " ".join(child.split())
            elif child.tag not in TABLE_PARTS:
                text, unseen = _text(flow, child, style)
            if text:
                flow.shown.append(Shown("text", text, table.path))
            flow.shown += unseen if text else [replace(piece, inside=None) for piece in unseen]


def _show_rows(
    flow: Walk,
    table: Node,
    style: Style,
    placed: Sequence[_Placed],
    by_row: Sequence[list[Field]],
    unseen: Sequence[_Aside],
) -> None:
    rows = {cell.row: cell.node.parent for cell in placed}
    height = max(cell.row + cell.rows for cell in placed)
    width = max(cell.column + cell.columns for cell in placed)
    number = len(flow.grids)
    names = _named_rows(placed) or _guessed_names(by_row)
    names = max(names, spanned_head([cell for cells in by_row for cell in cells], width))
    flow.grids.append(Grid(height, width, names, "markup"))
    for caption in table.named_like("caption"):
        text, left_out = _text(flow, caption, style)
        if text:
            flow.shown.append(Shown("caption", text, caption.path, table=number))
        flow.shown += left_out if text else [replace(piece, inside=None) for piece in left_out]
    shown: list[tuple[list[Field], Shown]] = []
    for cells in by_row:
        source = rows[cells[0].row]
        shown.append((cells, row(cells, number, source.path if source is not None else table.path)))
    _show_in_order(flow, shown, unseen)


def _show_in_order(
    flow: Walk, rows: Sequence[tuple[Sequence[Field], Shown]], unseen: Sequence[_Aside]
) -> None:
    """The rows, and after each what stood in it or under it unseen."""
    waiting = sorted(unseen, key=lambda aside: (aside.row, aside.column is None))
    done = 0
    for index, (cells, piece) in enumerate(rows):
        number = cells[0].row
        while done < len(waiting) and waiting[done].row < number:
            flow.shown.append(replace(waiting[done].piece, inside=None))
            done += 1
        flow.shown.append(piece)
        after = rows[index + 1][0][0].row if index + 1 < len(rows) else None
        while done < len(waiting) and (after is None or waiting[done].row < after):
            aside = waiting[done]
            inside = _inside(aside, cells) if aside.row == number and aside.column is not None else None
            flow.shown.append(replace(aside.piece, inside=inside))
            done += 1


def _inside(aside: _Aside, cells: Sequence[Field]) -> int:
    """Before which character of a row something unseen in one of its cells stood."""
    start = 0
    for cell in cells:
        if aside.column is None or aside.column < cell.column:
            return start
        if aside.column < cell.column + cell.columns:
            within = aside.piece.inside if aside.column == cell.column else None
            return start + (len(cell.text) if within is None else min(within, len(cell.text)))
        start += len(cell.text) + len(CELL_GAP)
    return max(start - len(CELL_GAP), 0)


def _has_names(table: Node) -> bool:
    """Whether the table itself says that it is one: by a caption, a head or header cells."""
    if table.named.get("caption") or table.named.get("thead"):
        return True
    return any(line.named.get("th") for line in _rows(table))


def _rows(table: Node) -> list[Node]:
    """The rows as they are shown: heads first, feet last."""
    groups = sorted(table.named_like(*_GROUPS), key=lambda group: _GROUPS.index(group.tag))
    return [line for group in groups for line in group.named_like("tr")]


def _is_hidden(flow: Walk, line: Node) -> bool:
    """Whether a row takes no part in the table; one that is struck out still counts."""
    return line.unseen == "hidden" and flow.leaves_out(line)


def _hidden_rows(flow: Walk, table: Node, style: Style) -> Iterator[_Aside]:
    """The rows that are not shown, each after the row that is shown before it."""
    above = -1
    for line in _rows(table):
        if not _is_hidden(flow, line):
            above += 1
            continue
        cells = [piece.text for cell in line.named_like("td", "th") for piece in flow.left_out(cell, style)]
        if cells:
            yield _Aside(above, None, Shown("hidden", CELL_GAP.join(cells), line.path))


def _placed(rows: Iterable[Node]) -> Iterator[_Placed]:
    """Every cell at the first column that is free in its row."""
    lines = list(rows)
    taken: dict[int, int] = {}
    for number, line in enumerate(lines):
        column = 0
        for cell in line.named_like("td", "th"):
            while taken.get(column, 0) > number:
                column += 1
            columns = _count(cell, "colspan", _MAX_COLUMNS)
            rows_covered = min(_count(cell, "rowspan", _MAX_SPAN_ROWS), len(lines) - number)
            if column + columns > _MAX_COLUMNS + 1:
                columns = 1
            if column > _MAX_COLUMNS:
                yield _Placed(cell, number, column, 1, 1)
                return
            if rows_covered > 1:
                taken |= dict.fromkeys(range(column, column + columns), number + rows_covered)
            yield _Placed(cell, number, column, rows_covered, columns)
            column += columns


def _count(cell: Node, attribute: str, most: int) -> int:
    found = re.match(r"\s*(\d{1,9})", cell.attributes.get(attribute, "1"))
    count = int(found[1]) if found is not None else 1
    # A rowspan of 0 reaches to the end; nothing may reach over nothing.
    return min(count or (most if attribute == "rowspan" else 1), most)


def _fields(flow: Walk, placed: Sequence[_Placed], style: Style, unseen: list[_Aside]) -> Iterator[Field]:
    """The cells that show text; what they hold beside it is added to `unseen`."""
    for cell in placed:
        text, left_out = _text(flow, cell.node, style)
        unseen += [_Aside(cell.row, cell.column, piece) for piece in left_out]
        if text:
            yield Field(cell.row, cell.column, text, cell.rows, cell.columns, cell.node.path)


def _text(flow: Walk, node: Node, style: Style) -> tuple[str, list[Shown]]:
    """What an element shows, line under line, and what it holds unseen, with where in that text."""
    if flow.leaves_out(node):
        return "", flow.left_out(node, style)
    inner = flow.inside_cell()
    inner.read(node, replace(style, anchor=node))
    lines: list[str] = []
    unseen: list[Shown] = []
    start = end = 0
    for piece in inner.shown:
        if piece.kind in UNSEEN:
            unseen.append(replace(piece, inside=end if piece.inside is None else start + piece.inside))
        else:
            start = end + 1 if lines else 0
            lines.append(piece.text)
            end = start + len(piece.text)
    return "\n".join(lines), unseen


def _is_list(by_row: Sequence[Sequence[Field]]) -> bool:
    """Whether every row is a mark such as (a), 1.1 or a bullet, and the text of that item."""
    return all(
        len(cells) == 2
        and (mark := numbering.mark(cells[0].text + " x")) is not None
        and mark.style != "bare"
        and mark.end == len(cells[0].text) + 1
        for cells in by_row
    )


def _item(cells: Sequence[Field]) -> Shown:
    return Shown("bullet", f"{cells[0].text} {cells[1].text}", cells[1].anchor)


def _fused(cells: Sequence[Field]) -> list[Field]:
    """The cells of a row, a sign and the number beside it as one."""
    fused: list[Field] = []
    for cell in cells:
        if fused and _is_one_value(fused[-1], cell):
            fused[-1] = _joined(fused[-1], cell)
        else:
            fused.append(cell)
    return fused


def _is_one_value(left: Field, right: Field) -> bool:
    if not left.rows == right.rows == 1:
        return False
    if _SIGN.match(left.text) and _NUMBER.match(right.text):
        return True
    return _is_open(left.text) and _TAIL.match(right.text) is not None


def _is_open(text: str) -> bool:
    """Whether a number may go on in the next cell, with its bracket or per cent sign."""
    number = text.lstrip("$€£¥ (")
    return _NUMBER.match(number) is not None


def _joined(left: Field, right: Field) -> Field:
    columns = right.column + right.columns - left.column
    return replace(left, text=left.text + right.text, columns=columns)


def _named_rows(placed: Sequence[_Placed]) -> int:
    """How many rows at the top stand in the head or hold header cells only."""
    count = 0
    by_row = groupby(placed, key=lambda cell: cell.row)
    for _, group in by_row:
        cells = list(group)
        line = cells[0].node.parent
        in_head = line is not None and line.parent is not None and line.parent.tag == "thead"
        if not in_head and any(cell.node.tag != "th" for cell in cells):
            return count
        count = cells[0].row + 1
    # Where everything is a header nothing is.
    return 0


def _guessed_names(by_row: Sequence[Sequence[Field]]) -> int:
    """How many rows name the columns where the markup does not say; columns without text do not count."""
    if by_row[0][0].row > 0:
        return 0
    used = sorted({cell.column for cells in by_row for cell in cells})
    grid = [[""] * len(used) for _ in by_row]
    for line, cells in zip(grid, by_row, strict=True):
        for cell in cells:
            line[bisect_left(used, cell.column)] = cell.text
    if header_rows(grid):
        return 1
    count = head_of_stub([[(cell.column, cell.text) for cell in cells] for cells in by_row])
    return by_row[count - 1][0].row + 1 if count else 0
