"""The verbs `documents` and `forget`: what the library holds, and how to delete it with all versions."""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, Named, named
from pincite.cli.reporting import reported
from pincite.cli.screen import new_table, notice, output, print_object, printable, printable_name, say
from pincite.errors import INTERRUPTED_EXIT_CODE, InputError

if TYPE_CHECKING:
    from pincite.records.library import Identity, Listing
    from pincite.service import Library


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
    if families := any(listing.part_of for listing in listings):
        table.add_column("part of", overflow="fold")
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
            *([printable_name(listing.part_of)] if families else []),
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
        "characters": listing.characters,
        "versions": listing.versions,
        "added_at": listing.added_at,
        "part_of": listing.part_of or None,
        "vectors": vectors,
        "pictures": "pending" if has_waiting_pictures else "read",
    }


def forget(
    context: typer.Context,
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME",
            help="Its name, the beginning of it, or a pattern ('lease-*').",
        ),
    ],
    purge: Annotated[
        bool,
        typer.Option(
            "--purge", help="Also erase all that was asked and decided about them, with every quote."
        ),
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
    as_json: AsJson = False,
) -> None:
    """Delete documents with all their versions. This cannot be undone.

    What was asked about them stays on record (`pincite runs list`). With --purge it is erased, too: prompts,
    replies, quotes, answers, cells and decisions. The record keeps their hashes, so it can still be verified.
    Use it also for a document that you forgot before.

    \b
    Examples:
      pincite forget contract.pdf
      pincite forget contract.pdf --purge
    """
    with reported(as_json, interrupted="Interrupted. Documents deleted so far are gone."):
        with named(context).open_existing() as library:
            # All names are looked up before the first is deleted: a slip deletes nothing.
            wanted = list(dict.fromkeys(each for name in names for each in _meant(library, name, yes, purge)))
            attached = [each for name in wanted for each in library.attached_to(name)]
            wanted = [name for name in wanted if name not in attached]
            if not yes and not _confirmed([*wanted, *attached], purge):
                notice("Nothing was deleted.")
                raise typer.Exit(INTERRUPTED_EXIT_CODE)
            deleted = {name: library.forget(name, purge=purge) for name in wanted}
        if as_json:
            print_object({"forgotten": [{"name": name, "versions": n} for name, n in deleted.items()]})
            return
        for name, versions in deleted.items():
            say(f"Forgot {printable_name(name)} ({versions} version{'' if versions == 1 else 's'}).")
            if purge:
                say(f"Erased all that was asked about {printable_name(name)}.")
        for name in attached:
            say(f"Forgot the attachment {printable_name(name)}.")


def _meant(library: Library, name: str, sure: bool, purge: bool) -> list[str]:
    """The whole names; a beginning is enough only where the user sees and confirms what it stands for."""
    if purge and library.runs.is_only_on_record(name):
        return [name]
    found = [each.name for each in library.matching(name)]
    if sure and len(found) == 1 and found[0] != name and found[0].startswith(name):
        raise InputError(
            f"The library has no document named {name!r}.",
            hint=f"With --yes, write the whole name: {found[0]!r}",
        )
    return found


def _confirmed(names: Sequence[str], purge: bool) -> bool:
    if not sys.stdin.isatty():
        raise InputError(
            "Deleting needs your confirmation, and there is no terminal to ask on.",
            hint="Pass --yes if you are sure.",
        )
    what = ", ".join(printable_name(name) for name in names)
    also = ", and all that was asked about them" if purge else ""
    try:
        return typer.confirm(f"Permanently delete {what} and all versions{also}?", err=True)
    except typer.Abort:  # Ctrl-C or the end of the input instead of an answer
        return False
