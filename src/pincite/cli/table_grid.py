"""Show a table over documents on a terminal: a grid where it fits, else a block for each document."""

from __future__ import annotations

import shutil

from rich.text import Text

from pincite.answer.document_tables import STANDINGS, Cell, Row, Selection, Standing, Table
from pincite.cli.reporting import show_error
from pincite.cli.screen import new_table, one_line, output, print_text, printable, printable_name, say
from pincite.extract.cell_words import STATE_WORDS, citations_of, row_name, value_of
from pincite.extract.deciding import in_words
from pincite.language.how_many import how_many

_STYLES: dict[Standing, str] = {
    "answered": "",
    "probable": "yellow",
    "decided": "cyan",
    "to_review": "yellow",
    "not_stated": "dim",
    "waiting": "dim",
    "failed": "red",
}
_NARROWEST, _WIDEST, _WIDEST_NAME = 13, 40, 24
_QUOTABLE = 30
_BETWEEN = 2
_MOST_LINES = 3
_MOST_REASONS = 5


def show_grid(table: Table, review: str, *, is_written: bool) -> None:
    """The cells, how many are in which state, and why some failed; `review` is how to decide about them."""
    if table.rows:
        _show_rows(table)
    if table.selection:
        _show_selection(table, table.selection)
    if table.rows:
        _show_counts(table)
    _show_failures(table)
    if review and table.count("to_review") + table.count("probable"):
        print_text((f"Decide what is probable or to review: {review}", "dim"))
    if table.rows and not is_written:
        print_text(("Every cell with its quote: add --html FILE, --xlsx FILE or --csv FILE.", "dim"))


def show_summary(table: Table, review: str) -> None:
    """How many cells are in which state, and why some failed, for a table that is written to a file."""
    if table.rows:
        _show_counts(table)
    _show_failures(table)
    if review and table.count("to_review") + table.count("probable"):
        print_text((f"Decide what is probable or to review: {review}", "dim"))


def _show_rows(table: Table) -> None:
    width = output().width if output().is_terminal else shutil.get_terminal_size().columns
    first = min(_WIDEST_NAME, max(len("document"), *(len(_name(row)) for row in table.rows)))
    each = (width - first) // len(table.fields) - _BETWEEN
    if each >= _NARROWEST:
        _show_columns(table, first, min(each, _WIDEST))
    else:
        _show_blocks(table, width)


def _show_selection(table: Table, selection: Selection) -> None:
    """How many documents meet the conditions, and every one of which that cannot be told."""
    untold, others = selection.untold, len(selection.not_matching)
    total = len(table.rows) + others + len(untold)
    above = 1 if table.rows else 0
    if selection.where:
        met = how_many(len(table.rows), "document")
        said = f"{met} of {total:,}: {' and '.join(map(printable, selection.where))}."
        print_text((said, "bold"), above=above)
    if untold:
        print_text((f"It cannot be told of {how_many(len(untold), 'document')}:", "yellow"), above=1)
    for each in untold:
        print_text(f"{printable_name(each.document)}: {one_line(each.reason)}", indent=2, hanging=2)


def _show_columns(table: Table, first: int, each: int) -> None:
    grid = new_table()
    grid.add_column("document", width=first, no_wrap=True)
    for field in table.fields:
        grid.add_column(_cut(printable(field.name), each, 2), width=each, no_wrap=True)
    for row in table.rows:
        cells = (_shown(row.cells[field.name], each) for field in table.fields)
        grid.add_row(_cut(_name(row), first, _MOST_LINES, style="bold"), *cells)
    output().print(grid)


def _show_blocks(table: Table, width: int) -> None:
    """Where the columns would be too narrow to read: the fields below each other."""
    first = min(_WIDEST_NAME, max(len(field.name) for field in table.fields))
    for row in table.rows:
        say((_name(row), "bold"))
        grid = new_table()
        grid.add_column(width=2)
        grid.add_column(width=first, no_wrap=True, style="dim")
        grid.add_column(no_wrap=True)
        grid.show_header = False
        for field in table.fields:
            name = _cut(printable(field.name), first, 1)
            grid.add_row("", name, _shown(row.cells[field.name], width - first - 4 * _BETWEEN))
        output().print(grid)


def _shown(cell: Cell, width: int) -> Text:
    """The value; else the state in words, so that it can be told without colours, and what is likeliest."""
    if cell.decision:
        said = value_of(cell) or STATE_WORDS["not_stated"]
        return _cut(f"{printable(said)} ({printable(cell.decision.by)})", width, _MOST_LINES, style="cyan")
    if cell.state == "answered":
        return _cut(printable(value_of(cell)), width, _MOST_LINES)
    said = STATE_WORDS[cell.standing]
    if cell.state in {"probable", "to_review"}:
        hidden = cell.chance is None or (cell.items and cell.state == "to_review")
        chance = "" if hidden else f" {cell.chance:.2f}"
        # The first words of a sentence seldom tell anything: a narrow column is better without them.
        quoted = [each.quote for each in citations_of(cell)] or [cell.reason] if width >= _QUOTABLE else []
        likeliest = value_of(cell) or next(iter(quoted), "")
        said = f"{said}{chance}{f': {printable(likeliest)}' if likeliest else ''}"
    return _cut(said, width, _MOST_LINES, style=_STYLES[cell.standing])


def _cut(words: str, width: int, most_lines: int, *, style: str = "") -> Text:
    """The words on as many lines as there are, with … where some are left out."""
    lines = [line.plain.rstrip() for line in Text(words).wrap(output(), max(1, width))]
    kept = lines[:most_lines]
    if len(lines) > most_lines:
        kept[-1] = f"{kept[-1][: width - 1].rstrip()}…"
    return Text("\n".join(kept), style)


def _name(row: Row) -> str:
    return printable_name(row_name(row))


def _show_counts(table: Table) -> None:
    styles = _STYLES | {"answered": "green"}
    said = Text(f"{how_many(sum(1 for _ in table.cells()), 'cell')}: ")
    counted = [(state, table.count(state)) for state in STANDINGS if table.count(state)]
    for at, (state, count) in enumerate(counted):
        said.append(" · " if at else "")
        said.append(f"{count:,} {STATE_WORDS[state]}", styles[state])
    print_text(said, above=1)
    for sentence in in_words(table.review) if table.review else ():
        print_text((sentence, "dim"))


def _show_failures(table: Table) -> None:
    """Why cells failed: each reason once, with the documents that it is the reason of."""
    failed: dict[str, dict[str, str]] = {}
    for row, _, cell in table.cells():
        if cell.error and cell.standing == "failed":
            failed.setdefault(cell.error.message, {})[_name(row)] = cell.error.hint
    for message, where in list(failed.items())[:_MOST_REASONS]:
        names = ", ".join(list(where)[:_MOST_REASONS]) + (", …" if len(where) > _MOST_REASONS else "")
        # Most messages about a file begin with its name.
        show_error(
            message if message.startswith(names) else f"{names}: {message}", next(iter(where.values()))
        )
