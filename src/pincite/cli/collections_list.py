"""The verb `collections`: which collections the library has."""

from __future__ import annotations

import typer

from pincite.cli.options import AsJson, named
from pincite.cli.reporting import reported
from pincite.cli.screen import new_table, output, print_object, printable, say


def collections(context: typer.Context, as_json: AsJson = False) -> None:
    """List the collections of the library that hold documents.

    A collection is a part of a library with documents and runs of its own. Adding to one makes it:
    pincite --collection NAME add FILE

    \b
    Example:
      pincite collections
    """
    with reported(as_json):
        with named(context).open_existing() as library:
            found = library.collections()
        if as_json:
            print_object({"collections": [{"name": name, "documents": count} for name, count in found]})
            return
        if not found:
            say("The library holds no documents yet.")
            return
        table = new_table()
        table.add_column("collection", overflow="fold")
        table.add_column("documents", justify="right")
        for name, count in found:
            table.add_row(printable(name), f"{count:,}")
        output().print(table)
