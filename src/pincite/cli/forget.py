"""The verb `forget`: delete documents from the library with all their versions."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from pincite.cli.options import AsJson, named
from pincite.cli.reporting import reported
from pincite.cli.screen import notice, print_object, printable_name, say
from pincite.errors import INTERRUPTED_EXIT_CODE, InputError


def forget(
    context: typer.Context,
    names: Annotated[list[str], typer.Argument(metavar="NAME", help="As shown by `pincite documents`.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
    as_json: AsJson = False,
) -> None:
    """Delete documents with all their versions. This cannot be undone.

    \b
    Example:
      pincite forget contract.pdf
    """
    with reported(as_json, interrupted="Interrupted; what was deleted so far is gone."):
        wanted = list(dict.fromkeys(names))
        with named(context).open_existing() as library:
            # All names are looked up before the first is deleted: a slip deletes nothing.
            for name in wanted:
                library.current(name)
            attached = [each for name in wanted for each in library.attached_to(name)]
            wanted = [name for name in wanted if name not in attached]
            if not yes and not _confirmed([*wanted, *attached]):
                notice("Nothing was deleted.")
                raise typer.Exit(INTERRUPTED_EXIT_CODE)
            deleted = {name: library.forget(name) for name in wanted}
        if as_json:
            print_object({"forgotten": [{"name": name, "versions": n} for name, n in deleted.items()]})
            return
        for name, versions in deleted.items():
            say(f"Forgot {printable_name(name)} ({versions} version{'' if versions == 1 else 's'}).")
        for name in attached:
            say(f"Forgot {printable_name(name)}, which was attached.")


def _confirmed(names: Sequence[str]) -> bool:
    if not sys.stdin.isatty():
        raise InputError(
            "Deleting needs your word for it, and there is no terminal to ask on.",
            hint="Pass --yes if you are sure.",
        )
    what = ", ".join(printable_name(name) for name in names)
    try:
        return typer.confirm(f"Delete {what} with all versions, for good?", err=True)
    except typer.Abort:  # Ctrl-C or the end of the input instead of an answer
        return False
