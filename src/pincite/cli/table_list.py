"""List the tables over documents that were made before: `table --list` and `extract --list`."""

from __future__ import annotations

from typing import Annotated

import typer

from pincite.cli.options import Named
from pincite.cli.screen import new_table, output, print_object, printable, say

_MOST_NAMES = 4
Listed = Annotated[
    bool, typer.Option("--list", help="List the tables that were made, with their ids, and make none.")
]


def list_tables(place: Named, as_json: bool) -> None:
    """Print their ids, fields and documents."""
    with place.open_existing() as library:
        found = library.tables()
    if as_json:
        rows = [
            {"table": each.id, "fields": list(each.fields), "documents": list(each.documents)}
            for each in found
        ]
        print_object({"tables": rows})
        return
    if not found:
        say("No table has been made yet.")
        return
    table = new_table()
    table.add_column("table", no_wrap=True)
    table.add_column("documents", justify="right")
    table.add_column("fields", overflow="fold")
    for each in found:
        more = len(each.fields) - _MOST_NAMES
        named_fields = ", ".join(each.fields[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
        table.add_row(each.id, f"{len(each.documents):,}", printable(named_fields))
    output().print(table)
