"""The verbs `backup` and `restore`: the whole library in one file, and back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, named
from pincite.cli.reporting import reported
from pincite.cli.screen import notice, print_object, printable_name, say

if TYPE_CHECKING:
    from pincite.records.library import BackUp


def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file; none is overwritten.")],
    as_json: AsJson = False,
) -> None:
    """Copy the whole library into one file, while others may use it.

    The file has all documents with their files, versions and vectors, all collections, and what was asked
    and decided. It is there only once it is whole and proved by its hashes. Keep it as safe as the
    documents: it is not encrypted, and `pincite forget` cannot reach it.

    \b
    Example:
      pincite backup library-2026-11-17.backup

    \b
    Exit codes:
      0 done · 2 the file is there already · 5 library damaged, or no space
    """
    with reported(as_json, interrupted="Interrupted. No back-up was made."):
        with named(context).open_existing() as library:
            made = library.backup(file)
        if as_json:
            print_object(_as_json(made))
            return
        say(f"Backed up {_told(made)}: {printable_name(str(made.file))}")
        say(f"SHA-256: {made.sha256}")


def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `pincite backup` made.")],
    sha256: Annotated[
        str, typer.Option("--sha256", metavar="HASH", help="The file must have this SHA-256.")
    ] = "",
    keep_keys: Annotated[
        bool,
        typer.Option("--keep-keys", help="Leave API keys as they were, also those revoked since."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Make a library of a back-up, in a folder where nothing is yet.

    The file is proved by its hashes first. If this is interrupted, no library is there, and you can run
    it again. The indexes are made again, which takes a while for a large library. API keys are revoked,
    because one that you revoked after the back-up would be good again; --keep-keys leaves them.

    \b
    Example:
      pincite --library restored restore library-2026-11-17.backup

    \b
    Exit codes:
      0 done · 2 the folder is not empty, or the file is no back-up · 5 the file is damaged, or no space
    """
    with reported(as_json, interrupted="Interrupted. Nothing was restored, unless the folder is there."):
        from pincite.service import restore_library

        library = named(context).settings().library
        made = restore_library(file, library, sha256=sha256, keep_keys=keep_keys, notice=notice)
        if as_json:
            restored = {"library": str(library), "keys_revoked": made.keys_revoked}
            print_object(_as_json(made) | restored)
            return
        say(f"Restored {_told(made)}: {printable_name(str(library))}")
        if made.keys_revoked:
            say(f"{_keys_revoked(made.keys_revoked)} Make new ones: pincite keys new NAME")


def _told(made: BackUp) -> str:
    from pincite.language.how_many import how_many

    return f"{how_many(made.documents, 'document')}, {made.bytes / 1e6:,.1f} MB"


def _keys_revoked(count: int) -> str:
    return (
        "The API key of the back-up was revoked."
        if count == 1
        else f"The {count:,} API keys of the back-up were revoked."
    )


def _as_json(made: BackUp) -> dict[str, object]:
    return {
        "file": str(made.file),
        "documents": made.documents,
        "sources": made.sources,
        "bytes": made.bytes,
        "sha256": made.sha256,
        "schema": made.schema,
    }
