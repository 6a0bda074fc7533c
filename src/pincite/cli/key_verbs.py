"""The verbs `keys new`, `keys list` and `keys revoke`: who may use the library through the server."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, VerbCommand, named
from pincite.cli.reporting import reported
from pincite.cli.screen import new_table, notice, output, print_object, printable, say

if TYPE_CHECKING:
    from pincite.records.api_keys import ApiKey


class RightOption(StrEnum):
    """The same names as in the records, which are not imported here because help must be quick."""

    read = "read"
    write = "write"
    admin = "admin"


group = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Make, list and revoke keys for `pincite serve`.",
)


@group.command(cls=VerbCommand)
def new(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Who or what uses the key.")],
    right: Annotated[
        RightOption, typer.Option(help="read: ask and look. write: also add and decide. admin: also delete.")
    ] = RightOption.read,
    collections: Annotated[
        list[str] | None,
        typer.Option("--for", metavar="NAME", help="Only this collection; may be repeated.  [default: all]"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a key. It is shown once, now; the library keeps only its hash.

    From the first key on, every request to the server needs one.

    \b
    Examples:
      pincite keys new "Anna Weber"
      pincite keys new intranet --right write --for contracts
    """
    with reported(as_json):
        with named(context).open() as library:
            made = library.keys.new(name, right.value, collections or ())
        if as_json:
            print_object({**_object(made.key), "key": made.text})
            return
        say(made.text)
        notice("This key is not shown again. Send it as: Authorization: Bearer KEY")


@group.command("list", cls=VerbCommand)
def list_keys(context: typer.Context, as_json: AsJson = False) -> None:
    """List all keys, with those that were revoked.

    \b
    Example:
      pincite keys list
    """
    with reported(as_json):
        with named(context).open_existing() as library:
            found = library.keys.list()
        if as_json:
            print_object({"keys": [_object(each) for each in found]})
        elif found:
            _show(found)
        else:
            notice("There are no keys. Make one: pincite keys new NAME")


@group.command(cls=VerbCommand)
def revoke(
    context: typer.Context,
    key: Annotated[str, typer.Argument(metavar="KEY", help="Its id, the beginning of it, or its name.")],
    as_json: AsJson = False,
) -> None:
    """Revoke a key: from now on it opens nothing, also in a server that is running.

    \b
    Example:
      pincite keys revoke 3f2a
    """
    with reported(as_json):
        with named(context).open_existing() as library:
            revoked = library.keys.revoke(key)
        if as_json:
            print_object(_object(revoked))
        else:
            say(f"Revoked: {revoked.id} ({printable(revoked.name)})")


def _object(key: ApiKey) -> dict[str, object]:
    return {
        "id": key.id,
        "name": key.name,
        "right": key.right,
        "collections": list(key.collections) or None,
        "created_at": key.created_at,
        "revoked_at": key.revoked_at or None,
    }


def _show(keys: Sequence[ApiKey]) -> None:
    from rich.text import Text

    table = new_table()
    for head in ("id", "name", "right", "collections", "made", "revoked"):
        table.add_column(head, overflow="fold")
    for key in keys:
        opened = ", ".join(key.collections) or "all"
        cells = (key.right, printable(opened), key.created_at[:10], key.revoked_at[:10])
        table.add_row(Text(key.id, "bold"), Text(printable(key.name)), *map(Text, cells))
    output().print(table)
