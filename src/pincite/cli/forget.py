"""The verb `forget`: delete documents from the library with all their versions."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, named
from pincite.cli.reporting import reported
from pincite.cli.screen import notice, print_object, printable_name, say
from pincite.errors import INTERRUPTED_EXIT_CODE, InputError

if TYPE_CHECKING:
    from pincite.service import Library


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
