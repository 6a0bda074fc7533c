"""The verb `documents`: what the library holds, or which collections it has."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, Named, named
from pincite.cli.reporting import reported
from pincite.cli.screen import new_table, notice, output, print_object, printable, printable_name, say

if TYPE_CHECKING:
    from pincite.records.library import Identity, Listing


def documents(
    context: typer.Context,
    collections: Annotated[
        bool, typer.Option("--collections", help="List the collections that have documents instead.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List the documents in the library.

    A collection is a part of a library with documents and runs of its own. Adding to one makes it:
    pincite --collection NAME add FILE

    \b
    Examples:
      pincite documents
      pincite documents --collections
    """
    with reported(as_json):
        place = named(context)
        if collections:
            with place.open_existing() as library:
                _tell_collections(library.collections(), as_json)
            return
        listings, pending, pictures = _listings(place)
        if as_json:
            rows = [_row(each, _vectors(each, pending), each.identity in pictures) for each in listings]
            print_object({"documents": rows})
        elif listings:
            _show(listings, pending, pictures, place.command("work"))
        else:
            settings = place.settings()
            say(f"The collection {settings.collection!r} in {settings.library} is empty.")
            say(f"Add a document: {place.command('add', 'FILE')}")


def _tell_collections(found: Sequence[tuple[str, int]], as_json: bool) -> None:
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


def _listings(
    place: Named,
) -> tuple[list[Listing], Collection[Identity] | None, Collection[Identity]]:
    """The documents, those of which vectors are missing, and those of which pictures are not read.

    None where no vectors are made at all.
    """
    from pincite.stores.opening import has_library

    if not place.is_explicit and not has_library(place.settings().library):
        return [], None, ()
    with place.open_existing() as library:
        waiting = library.pending()
        pending = None if waiting is None else {each.identity for each in waiting}
        return library.documents(), pending, set(library.waiting_pictures())


def _vectors(listing: Listing, pending: Collection[Identity] | None) -> str | None:
    if pending is None:
        return None
    return "pending" if listing.identity in pending else "made"


def _show(
    listings: Sequence[Listing],
    pending: Collection[Identity] | None,
    pictures: Collection[Identity],
    work: str,
) -> None:
    from rich.text import Text

    from pincite.language.how_many import how_many

    table = new_table()
    table.add_column("name", overflow="fold")
    table.add_column("format")
    for number in ("pages", "text lines", "passages", "versions"):
        table.add_column(number, justify="right")
    if pending is not None:
        table.add_column("vectors")
    table.add_column("added", no_wrap=True)
    for listing in listings:
        counts = (listing.lines, listing.blocks, listing.versions)
        table.add_row(
            Text(printable_name(listing.identity.name), "bold"),
            listing.format,
            f"{listing.pages:,}" if listing.pages else "-",
            *(f"{count:,}" for count in counts),
            *filter(None, [_vectors(listing, pending)]),
            datetime.fromisoformat(listing.added_at).astimezone().strftime("%Y-%m-%d"),
        )
    output().print(table)
    if pending:
        notice(f"To make pending vectors, run: {work}")
    if pictures:
        notice(f"To read the pictures of {how_many(len(pictures), 'document')}, run: {work}")


def _row(listing: Listing, vectors: str | None, has_waiting_pictures: bool) -> dict[str, object]:
    return {
        "name": listing.identity.name,
        "document": listing.identity.source,
        "version": listing.identity.version,
        "format": listing.format,
        "pages": listing.pages,
        "lines": listing.lines,
        "blocks": listing.blocks,
        "fact_spans": listing.blocks,  # the older name, until 0.3
        "characters": listing.characters,
        "versions": listing.versions,
        "added_at": listing.added_at,
        "vectors": vectors,
        "pictures": "pending" if has_waiting_pictures else "read",
    }
