"""Show a comparison of two documents: what changed first, with both wordings and their places."""

from __future__ import annotations

from rich.text import Text

from pincite.answer.document_tables import Cell, ComparedField, Comparison, Verdict
from pincite.cli.running_text import one_line
from pincite.cli.screen import print_text, printable, printable_name
from pincite.extract.cell_words import citations_of, value_of
from pincite.language.value_words import shortened

_ORDER: tuple[Verdict, ...] = ("changed", "only_first", "only_second", "open", "same", "neither")
_STYLES: dict[Verdict, str] = {"changed": "bold yellow", "same": "green", "open": "yellow"}
_LONGEST_QUOTE = 300


def show_comparison(made: Comparison) -> None:
    """All fields, what changed first, and how many came out how."""
    first, second = printable_name(made.first), printable_name(made.second)
    titles: dict[Verdict, str] = {
        "changed": "Changed",
        "only_first": f"Only in {first}",
        "only_second": f"Only in {second}",
        "open": "Open",
        "same": "Same",
        "neither": "Stated in neither",
    }
    counted = [f"{made.count(each):,} {titles[each].lower()}" for each in _ORDER if made.count(each)]
    print_text(Text.assemble((f"{first} and {second}", "bold"), f": {', '.join(counted)}"))
    for verdict in _ORDER:
        for each in made.fields:
            if each.verdict == verdict:
                _show(each, titles[verdict])


def _show(each: ComparedField, title: str) -> None:
    style = _STYLES.get(each.verdict, "bold")
    print_text(Text.assemble((title, style), f": {printable(each.field.name)}"), above=1)
    if each.verdict == "open":
        print_text(Text(one_line(each.reason)), indent=2)
    if each.verdict != "neither":
        for cell in (each.first, each.second):
            _show_cell(cell)


def _show_cell(cell: Cell) -> None:
    """The value with the first place that proves it, or that may hold it."""
    cited = citations_of(cell)[:1]
    if value := value_of(cell):
        print_text(Text(printable(value), "bold"), indent=2)
    for each in cited:
        page = "" if each.page is None else f"page {each.page}, "
        place = f"{printable_name(each.document)}, {page}{printable(each.lines)}"
        quote = shortened(one_line(each.quote), _LONGEST_QUOTE)
        print_text(Text.assemble((f"“{quote}” ", ""), (place, "cyan")), indent=4)
