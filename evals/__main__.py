"""`python -m evals SET …`, from the root of the repository."""

from __future__ import annotations

import sys

import typer

from evals.command import evaluate
from pincite.cli.reporting import show_uncaught
from pincite.cli.screen import accept_any_character

app = typer.Typer(add_completion=False, rich_markup_mode=None)
app.command()(evaluate)


def main() -> None:
    """Run the command line of this process."""
    accept_any_character()
    sys.excepthook = show_uncaught
    app(prog_name="python -m evals")


if __name__ == "__main__":
    main()
