"""The verb `work`: make the vectors that documents of the library still lack, and read their pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from pincite.cli.options import AsJson, named
from pincite.cli.progress import shown
from pincite.cli.reporting import failure, reported, show_error
from pincite.cli.screen import print_object, printable_name, say
from pincite.errors import BATCH_EXIT_CODE

if TYPE_CHECKING:
    from pincite.jobs.pending import Worked


def work(context: typer.Context, as_json: AsJson = False) -> None:
    """Make missing vectors, for search by meaning, and read the pictures that `add` left for later.

    Pictures make a new version of their document; the earlier one is kept. You can stop this at any
    time and run it again: it continues where it stopped. Two processes share the work.
    Vectors of an older embedder are made again.

    \b
    Example:
      pincite work

    \b
    Exit codes:
      0 all is done · 8 some documents cannot be read · 3 settings · 4 model endpoint · 5 library
    """
    with reported(as_json, interrupted="Interrupted. Run it again to continue."):
        with named(context).open_existing() as library, shown() as progress:
            has_embedder = library.pending() is not None
            worked = library.work(progress)
        if as_json:
            print_object(_result(worked))
        else:
            _show(worked, has_embedder)
        raise typer.Exit(BATCH_EXIT_CODE if worked.failed else 0)


def _show(worked: Worked, has_embedder: bool) -> None:
    from pincite.language.how_many import how_many

    for _, error in worked.failed:
        show_error(printable_name(error.message), printable_name(error.hint))
    if worked.pictures:
        say(f"Read the pictures of {how_many(worked.pictures, 'document')}; earlier versions are kept.")
    if not has_embedder:
        say("No vectors are made: the embedder is switched off. See `pincite config`.")
    elif worked.documents:
        documents, passages = how_many(worked.documents, "document"), how_many(worked.passages, "passage")
        say(f"Made the vectors of {documents}: {passages}.")
    elif not worked.failed:
        say("All vectors are made.")


def _result(worked: Worked) -> dict[str, object]:
    failed = [{"name": identity.name, "error": failure(error)} for identity, error in worked.failed]
    return {
        "documents": worked.documents,
        "passages": worked.passages,
        "pictures": worked.pictures,
        "failed": failed,
    }
