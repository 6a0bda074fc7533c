"""The verbs `serve` and `mcp`: the library over HTTP, and as tools for a language model."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import Model, Named, named
from pincite.cli.reporting import reported
from pincite.cli.screen import notice
from pincite.errors import InputError, MissingExtra

if TYPE_CHECKING:
    from pincite.service import Library


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


def mcp(
    context: typer.Context,
    http: Annotated[
        bool, typer.Option("--http", help="Serve over HTTP instead of standard input and output.")
    ] = False,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="With --http: where to listen.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="With --http; 0 takes a free one.")
    ] = 8001,
    allow_add: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Let the client add files of this folder, and of no other."),
    ] = None,
    allow_upload: Annotated[
        bool, typer.Option("--allow-upload", help="Let the client add files that it sends.")
    ] = False,
    read_only: Annotated[
        bool, typer.Option("--read-only", help="Write nothing at all, not even what was asked.")
    ] = False,
    timeout: Annotated[
        float, typer.Option(metavar="SECONDS", min=1, max=86_400, help="The most that one call may take.")
    ] = 120.0,
    model: Model = None,
) -> None:
    """Offer the library to a language model as tools, by the Model Context Protocol (MCP).

    The tools are search, ask, extract, show_page, check and list_documents. They change no document; what
    is asked is recorded, as with `pincite ask` (see `pincite why`). Add this to the settings of your MCP
    client:

    \b
      {"mcpServers": {"pincite": {"command": "pincite", "args": ["mcp"]}}}

    \b
    Examples:
      pincite mcp
      pincite --library contracts mcp --allow-add ~/inbox
      pincite mcp --http --port 8001

    Over HTTP only this machine can connect, at http://127.0.0.1:8001/mcp. As soon as you make a key
    (`pincite keys new`), every client needs one and sends it as "Authorization: Bearer KEY"; any other
    --host needs a key. What a key opens is as for `pincite serve`.

    \b
    Exit codes:
      0 the client has ended · 2 no library · 3 settings, or open to others without a key · 5 library
      130 Ctrl-C
    """
    with reported(as_json=False):
        if (allow_add or allow_upload) and read_only:
            adds = "--allow-add" if allow_add else "--allow-upload"
            raise InputError(f"{adds} adds files and --read-only forbids it.", hint="Leave out one of them.")
        place = replace(named(context), model=model)
        if find_spec("mcp") is None or find_spec("mcp.server.mcpserver") is None:
            raise MissingExtra("mcp", extra="mcp", needed_for="The MCP server")
        from pincite.mcp.calling import Calls
        from pincite.mcp.inbox import Inbox
        from pincite.mcp.listening import Address, over_http, over_stdio, server_of
        from pincite.mcp.tools import Tools

        inbox = Inbox.of(allow_add) if allow_add else None
        may_make = inbox is not None or allow_upload
        tools = Tools(_library(place, may_make, read_only), Calls(timeout), inbox, allow_upload)
        library, server = tools.library, server_of(tools)
        with library:
            if http:
                address = Address(host, port)
                over_http(server, tools, address, lambda url: notice(f"Serving MCP at {url}"))
                return
            notice(f"Serving MCP on standard input and output: {library.settings.library}")
            over_stdio(server, tools.calls, lambda: _closed(library))


def _library(place: Named, may_make: bool, read_only: bool) -> Library:
    if read_only:
        from pincite.service import open_library

        return open_library(settings=place.given(), notice=notice, read_only=True)
    return place.open() if may_make else place.open_existing()


def _closed(library: Library) -> None:
    with suppress(Exception):  # the process ends in any case
        library.close()
