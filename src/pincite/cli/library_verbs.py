"""The verb `library sweep`: what concerns the library as a whole."""

from __future__ import annotations

from dataclasses import asdict

import typer

from pincite.cli.options import AsJson, VerbCommand, named
from pincite.cli.reporting import reported
from pincite.cli.screen import notice, print_object, printable_name, say

group = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Look after the library as a whole.",
)


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
