"""The command line: `pincite VERB`, one verb for each thing the library can do.

Nothing heavy is imported before a verb runs, so that help appears at once.
"""

from __future__ import annotations

import atexit
import gc
import sys
from typing import Annotated

import typer
from typer.main import get_command

from pincite import __version__
from pincite.cli.add import add
from pincite.cli.ask import AskCommand, ask
from pincite.cli.backup import backup, restore
from pincite.cli.certify import certify
from pincite.cli.chat import chat
from pincite.cli.check import check
from pincite.cli.compare import compare
from pincite.cli.config import config, doctor
from pincite.cli.documents import documents, forget
from pincite.cli.extracting import extract
from pincite.cli.jobs import group as jobs
from pincite.cli.key_verbs import group as keys
from pincite.cli.library_verbs import group as library_verbs
from pincite.cli.options import Named, VerbCommand, Verbs
from pincite.cli.past_runs import group as past_runs
from pincite.cli.quality import quality
from pincite.cli.reanchor import reanchor
from pincite.cli.reporting import reported, show_uncaught
from pincite.cli.reread import reread
from pincite.cli.review import review
from pincite.cli.schema import group as schema
from pincite.cli.screen import accept_any_character
from pincite.cli.serve import mcp, serve
from pincite.cli.show import show
from pincite.cli.tabulate import table
from pincite.cli.verify import verify
from pincite.cli.why import why
from pincite.cli.work import work, worker
from pincite.cli.write_report import highlight, report

_OBJECTS_BEFORE_A_SEARCH = 200_000  # some twenty megabytes, where all of them lie in circles

app = typer.Typer(cls=Verbs, add_completion=False, no_args_is_help=True, rich_markup_mode=None)
app.command(cls=AskCommand)(ask)
app.command(cls=VerbCommand)(table)
app.command(cls=VerbCommand)(extract)
app.command(cls=VerbCommand)(review)
app.command(cls=VerbCommand)(compare)
app.command(cls=VerbCommand)(reanchor)
app.command(cls=VerbCommand)(certify)
app.command(cls=VerbCommand)(check)
app.command(cls=VerbCommand)(verify)
app.command(cls=VerbCommand)(report)
app.command(cls=VerbCommand)(highlight)
for verb in (chat, why, add, work, documents, show, reread, forget, config, doctor):
    app.command(cls=VerbCommand)(verb)
app.command(cls=VerbCommand)(quality)
app.command(cls=VerbCommand)(serve)
app.add_typer(keys, name="keys")
app.command(cls=VerbCommand)(mcp)
app.command(cls=VerbCommand)(backup)
app.command(cls=VerbCommand)(restore)
app.add_typer(library_verbs, name="library")
app.add_typer(jobs, name="jobs")
app.command(cls=VerbCommand)(worker)
app.add_typer(past_runs, name="runs")
app.add_typer(schema, name="schema")


def _show_version(asked: bool) -> None:
    if asked:
        print(f"pincite {__version__}")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    library: Annotated[
        str | None,
        typer.Option(
            metavar="PATH",
            help="The library: a folder, or postgresql://USER@HOST/DATABASE (or set PINCITE_LIBRARY).",
        ),
    ] = None,
    collection: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="A collection in the library (or set PINCITE_COLLECTION)."),
    ] = None,
    preset: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="fast, balanced, strict, paranoid or max-recall (or PINCITE_PRESET)."
        ),
    ] = None,
    local_models: Annotated[
        bool | None,
        typer.Option(
            "--local-models/--no-local-models",
            help="Use the local models or not (or set PINCITE_LOCAL_MODELS).",
        ),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Answers about documents, each pinned to the exact place that proves it and checked by code.

    \b
    Try it:
      pincite ask contract.pdf "What is the notice period?"
    """
    from pincite.stores.place import place_of

    if library == "":
        raise typer.BadParameter("The path of the library is empty.", param_hint="--library")
    with reported(as_json=False):
        place = place_of(library) if library else None
    context.obj = Named(place, collection, preset, local_models)


def run() -> None:
    """Run the command line of this process."""
    accept_any_character()
    sys.excepthook = show_uncaught
    _search_seldom_for_circles()
    get_command(app)(prog_name="pincite")


def _search_seldom_for_circles() -> None:
    """Have Python look for circles of objects to free only where many were made.

    What is loaded stays until the end: to search it over and over takes a tenth of a second, and to search
    it once more before the process ends as long again.
    """
    gc.set_threshold(_OBJECTS_BEFORE_A_SEARCH)
    atexit.register(gc.freeze)


if __name__ == "__main__":
    run()
