"""The verb `tables`: which tables over documents were made before."""

from __future__ import annotations

import typer

from pincite.cli.options import AsJson, named
from pincite.cli.reporting import reported
from pincite.cli.screen import new_table, output, print_object, printable, say

_MOST_NAMES = 4


def tables(context: typer.Context, as_json: AsJson = False) -> None:
    """List the tables over documents that were made of the collection.

    `pincite review TABLE` goes through one of them, and `pincite report TABLE` shows it.

    \b
    Example:
      pincite tables
    """
    with reported(as_json):
        with named(context).open_existing() as library:
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
