"""The verb `serve`: the library over HTTP."""

from __future__ import annotations

from typing import Annotated

import typer

from pincite.cli.options import named
from pincite.cli.reporting import reported
from pincite.cli.screen import notice


def serve(
    context: typer.Context,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; other machines reach 0.0.0.0.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65_535, help="The port; 0 for any free one.")] = 8000,
    host_name: Annotated[
        list[str] | None,
        typer.Option(
            "--host-name", metavar="NAME", help="A name by which a proxy calls the server. May be repeated."
        ),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the address in a browser.")] = False,
) -> None:
    """Serve the library over HTTP: documents, questions, tables and jobs.

    Without a key, only this machine can use it, as you can. As soon as you make a key (`pincite keys new`),
    every request needs one. To be reached from other machines, it needs a key. /openapi.json describes
    every request. A line of JSON about each request goes to standard error, without what was asked.

    \b
    Examples:
      pincite serve
      pincite keys new "web team" --right write
      pincite serve --host 0.0.0.0 --port 8080
      curl -F file=@contract.pdf http://127.0.0.1:8000/v1/documents

    \b
    Exit codes:
      0 ended as told · 3 no key for a public address, port taken, or a part is not installed · 5 library
    """
    with reported(False):
        from pincite.errors import MissingExtra

        try:
            from pincite.rest.serving import Address
            from pincite.rest.serving import serve as serve_library
        except ModuleNotFoundError as error:
            if error.name is None or error.name.startswith("pincite"):
                raise
            raise MissingExtra(error.name, extra="server", needed_for="`pincite serve`") from error

        def started(url: str) -> None:
            notice(f"Pincite is at {url} (end it with Ctrl-C)")
            if open_browser:
                typer.launch(url)

        serve_library(named(context).open(), Address(host, port, host_name or ()), started)
