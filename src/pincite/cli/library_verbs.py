"""The verbs `library copy` and `library sweep`: what concerns the library as a whole."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from pincite.cli.options import AsJson, VerbCommand, named
from pincite.cli.progress import counted
from pincite.cli.reporting import reported
from pincite.cli.screen import notice, print_object, printable_name, say

group = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Look after the library as a whole.",
)


@group.command(cls=VerbCommand)
def copy(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SOURCE", help="The library to copy: a folder, or postgresql://USER@HOST/DATABASE."
        ),
    ],
    target: Annotated[
        str,
        typer.Argument(
            metavar="TARGET", help="The same, where nothing is yet or an unfinished copy of it is."
        ),
    ],
    sources: Annotated[
        str | None,
        typer.Option(
            "--sources",
            metavar="PLACE",
            help="Where the copy keeps files: a folder, s3://BUCKET/PREFIX, or `none`: in itself.  "
            "[default: as is set]",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Copy a whole library to another place, also while others use it.

    The copy has everything: all collections with all versions and their files, vectors, what was asked with
    its chain, tables, decisions, jobs and API keys. Only replies that a server keeps for repeated requests
    are left out. It is as the library was when the copying began.

    If this is interrupted, run it again: it goes on, and the copy then is as the library is at that time.
    Nothing can use the copy before every row, file, hash and the chain have been compared.

    \b
    Examples:
      pincite library copy old-library new-library
      pincite library copy library postgresql://pincite@db.example/pincite
      pincite library copy postgresql://pincite@db.example/pincite library

    \b
    Exit codes:
      0 done · 2 the target holds something else · 5 a document is damaged, or a place does not answer
    """
    with reported(as_json, interrupted="Interrupted. Run it again: it goes on where it was."):
        from pincite.audit.chain_check import copy_library
        from pincite.language.how_many import how_many

        with counted() as progress:
            copied = copy_library(source, target, sources=sources, progress=progress, notice=notice)
        if as_json:
            print_object(asdict(copied))
            return
        say(
            f"Copied {how_many(copied.documents, 'document')}, {how_many(copied.versions, 'version')}, "
            f"{how_many(copied.runs, 'question')}; {copied.rows:,} rows, all equal."
        )
        if not copied.chain_intact:
            notice("The chain is broken, in the library as in the copy. See: pincite runs verify")
        elif copied.chain_head:
            say(f"The chain is intact on both sides. Its head: {copied.chain_head}")


@group.command(cls=VerbCommand)
def sweep(context: typer.Context, as_json: AsJson = False) -> None:
    """Delete files that nothing needs from the place that the setting `sources` names.

    Such files are left when a process is killed while it adds or forgets a document. Files that documents
    need are never deleted, and neither are files of other libraries. Documents whose file is missing are
    named.

    \b
    Example:
      PINCITE_SOURCES=s3://archive/pincite pincite library sweep

    \b
    Exit codes:
      0 done · 3 setting cannot be used · 5 a file is missing, or the place does not answer
    """
    with reported(as_json):
        with named(context).open_existing() as library:
            place, swept = library.settings.sources, library.sweep()
        if as_json:
            print_object({"sources": place, **asdict(swept)})
        elif place is None:
            say("The files are in the library itself (no `sources` is set), so there is nothing to sweep.")
        else:
            size = f"{swept.bytes / 1e6:,.1f} MB"
            say(f"{printable_name(place)}: {swept.objects:,} files, deleted {swept.dropped:,} ({size}).")
        for name in () if as_json else swept.missing:
            notice(f"Missing: {printable_name(name)}")
        if swept.missing:
            raise typer.Exit(5)
