"""Write tables of figures as the page that is published: budgets in brackets, met or missed, and ratios."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from figures import Figure, Row, Table

_FIGURES, _END = "<!-- figures -->", "<!-- end of figures -->"


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Where, when and with what the figures were measured."""

    machine: str
    python: str
    date: str
    command: str
    versions: tuple[tuple[str, str], ...]
    seconds: float
    remarks: tuple[str, ...] = ()


def page(tables: Sequence[Table], about: Circumstances, unmeasured: Sequence[str]) -> str:
    """The whole page. `unmeasured` lists budgets that no table of the suite measures."""
    parts = [_head(about), _budgets(tables, unmeasured), *map(table_text, tables), _tail(about)]
    return "\n".join(part.strip("\n") + "\n" for part in parts)


def table_text(table: Table) -> str:
    """One table under its title, every row in it, those that did not run too."""
    columns = list(table.columns)
    if table.compared is not None:
        columns.append(f"{columns[table.compared]}, times ours")
    lines = [f"## {table.title} (`benchmarks/{table.script}`)", ""]
    lines += [table.about, ""] if table.about else []
    lines += [_line(["", *columns]), "|---" * (len(columns) + 1) + "|"]
    lines += [_line([_name(row), *_cells(row, table)]) for row in table.rows]
    return "\n".join(lines) + "\n"


def figures_in(page: str, written: str) -> str:
    """The page with other figures between its two comments; one without them becomes the figures."""
    head, begun, rest = page.partition(_FIGURES)
    _, ended, tail = rest.partition(_END)
    if not (begun and ended):
        return written
    figures = written.strip("\n")
    return f"{head}{_FIGURES}\n\n{figures}\n\n{_END}{tail}"


def _head(about: Circumstances) -> str:
    return f"""# Benchmarks

Written by `{about.command}` on {about.date}: {about.machine}, {about.python}. Pincite and its peers ran
one after the other in the same run and the same environment, each script in a process of its own. Machines
are noisy: trust the ratios within one table. Budgets stand in brackets. "not run" gives the reason; no figure
here was taken from elsewhere. Times are processor time, what the work takes on a core of its own, unless they
are called wall time.
{"".join(f"{chr(10)}{remark}{chr(10)}" for remark in about.remarks)}"""


def _tail(about: Circumstances) -> str:
    versions = ", ".join(f"{name} {version}" for name, version in about.versions)
    return f"""## Versions

{versions}. The whole run took {about.seconds / 60:.1f} minutes.
"""


def _budgets(tables: Sequence[Table], unmeasured: Sequence[str]) -> str:
    lines = ["## Budgets", "", _line(["what", "figure", "budget", ""]), "|---|---|---|---|"]
    lines += [_line(each) for table in tables for each in _budget_lines(table)]
    lines += ["", "Budgets that this page does not measure:", ""] if unmeasured else []
    lines += [f"- {each}" for each in unmeasured]
    return "\n".join(lines) + "\n"


def _budget_lines(table: Table) -> Iterator[list[str]]:
    for row in table.rows:
        for column, figure in zip(table.columns, row.figures, strict=False):
            if figure is not None and figure.met is not None:
                what = f"{table.title}: {row.name}, {column}"
                yield [what, _shown(figure), _budget(figure), "met" if figure.met else "**missed**"]


def _cells(row: Row, table: Table) -> list[str]:
    width = len(table.columns)
    if row.not_run:
        return [f"not run: {row.not_run}", *[""] * (width - (table.compared is None))]
    cells = [_cell(figure) for figure in row.figures] + ["–"] * (width - len(row.figures))
    return cells if table.compared is None else [*cells, _ratio(row, table)]


def _ratio(row: Row, table: Table) -> str:
    """How many times ours: the figure of this row over that of our own first row."""
    assert table.compared is not None
    ours = next((each for each in table.rows if each.ours and not each.not_run), None)
    figure = _at(row, table.compared)
    base = None if ours is None else _at(ours, table.compared)
    if row is ours or figure is None or base is None or not base.value:
        return "1" if row is ours else "–"
    return f"{'> ' if figure.remark == STOPPED else ''}{_number(figure.value / base.value)}"


STOPPED = "stopped"


def _at(row: Row, column: int) -> Figure | None:
    return row.figures[column] if column < len(row.figures) else None


def _cell(figure: Figure | None) -> str:
    if figure is None:
        return "–"
    budget = "" if figure.met is None else f" [{_budget(figure)}]" + ("" if figure.met else " **missed**")
    return _shown(figure) + budget


def _shown(figure: Figure) -> str:
    number = f"{'> ' if figure.remark == STOPPED else ''}{_number(figure.value)} {figure.unit}".strip()
    return f"{number}, {figure.remark}" if figure.remark else number


def _budget(figure: Figure) -> str:
    return f"≤ {_number(figure.most)}" if figure.most is not None else f"≥ {_number(figure.least or 0)}"


def _number(value: float) -> str:
    """Three digits that count, and no more; whole numbers as they are."""
    if value == int(value) or abs(value) >= 100:
        return f"{value:,.0f}"
    if abs(value) >= 10:
        return f"{value:.1f}"
    return f"{value:.2f}" if abs(value) >= 0.1 else f"{value:.2g}"


def _name(row: Row) -> str:
    return f"**{row.name}**" if row.ours else row.name


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
