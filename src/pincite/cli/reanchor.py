"""The verb `reanchor`: what became of past answers in a new version of their document."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, Password, named
from pincite.cli.reporting import reported
from pincite.cli.screen import print_json, printable_name
from pincite.errors import InputError

if TYPE_CHECKING:
    from pincite.answer.reanchorings import Reanchoring
    from pincite.service import Library

_ENDINGS = (".html", ".json")
_INTERRUPTED = "Interrupted. Files added so far are kept."


def reanchor(
    context: typer.Context,
    old: Annotated[
        str,
        typer.Argument(metavar="OLD", help="The document that was asked: a name, NAME@VERSION, or a file."),
    ],
    new: Annotated[
        str | None,
        typer.Argument(
            metavar="NEW", help="What it is compared with; if left out, the current version of OLD."
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the report to FILE: .html to read, .json for programs."),
    ] = None,
    password: Password = None,
    as_json: AsJson = False,
) -> None:
    """Show which past answers still hold in a new version of a document.

    Each answer that was given about OLD gets one of these:

    \b
      holds     the same words at the same place, and the same value
      moved     the same words at another place, or under another number or heading
      changed   other words or another value: both wordings are shown, with what differs
      vanished  nothing like the cited passage is left
      ask again the old answer cited nothing, so nothing is claimed

    A number, date, name, "not" or any other word that differs is always a change. Line breaks, hyphens at
    line ends, quotation marks and ligatures are not. No model takes part, and nothing is asked again.

    A file is added to the library first. With one name, the version before is compared with the current one.

    \b
    Examples:
      pincite add lease.pdf && pincite reanchor lease.pdf
      pincite reanchor lease-2023.pdf lease-2024.pdf --output changes.html
      pincite reanchor lease.pdf@3f2a lease.pdf --json

    \b
    Exit codes:
      0 compared, whatever came out · 2 unusable names or files · 3 settings · 5 library · 130 interrupted
    """
    with reported(as_json, interrupted=_INTERRUPTED):
        given = [each for each in (old, new) if each is not None]
        if output:
            _check_output(output, given)
        place = named(context)
        files = [each for each in given if Path(each).exists()]
        with place.open() if files else place.open_existing() as library:
            pair = [_version(library, each, password) if each in files else each for each in given]
            made = library.reanchor(*pair)
            elsewhere = [] if made.answers else _asked_versions(library, made)
        _show(made, output, as_json, elsewhere)


def _check_output(path: Path, documents: list[str]) -> None:
    from pincite.cli.table_files import check_places

    if path.suffix.lower() not in _ENDINGS:
        raise InputError(
            f"{printable_name(str(path))} does not say in which form the report is to be written.",
            hint=f"End its name with one of {', '.join(_ENDINGS)}.",
        )
    check_places([("--output", path)], documents)


def _version(library: Library, path: str, password: str | None) -> str:
    """The version of a file as NAME@VERSION; the file is added unless the library has it."""
    from pincite.cli.add import Addition, add_with_progress, tell_replaced

    if Path(path).is_dir():
        raise InputError(
            f"{printable_name(path)} is a folder.", hint="Name a file, or a document of the library."
        )
    if held := _held(library, path):
        return held
    for each in add_with_progress(library, Addition([path], None, password, False)):
        tell_replaced(each)
        if each.error and each.path == path:
            raise each.error
        if each.identity and each.path == path:
            return f"{each.identity.name}@{each.identity.version}"
    raise InputError(f"{printable_name(path)} cannot be read.", hint="Run pincite add on it to see why.")


def _held(library: Library, path: str) -> str:
    """The version that was made of the same bytes: an older file, if added again, would become current."""
    import hashlib

    try:
        content = Path(path).read_bytes()
        versions = library.versions(Path(path).name)
    except (OSError, InputError):
        return ""
    source = hashlib.sha256(content).hexdigest()
    same = [each for each in versions if each.source == source]
    return f"{same[-1].name}@{same[-1].version}" if same else ""


def _asked_versions(library: Library, made: Reanchoring) -> list[str]:
    """The other versions of the old document of which something was asked."""
    return [
        f"{each.name}@{each.version}"
        for each in library.versions(made.old)
        if each.version not in (made.old_version, made.new_version) and library.store.runs_of(each)
    ]


def _show(made: Reanchoring, output: Path | None, as_json: bool, elsewhere: list[str]) -> None:
    if output:
        from pincite.audit.reanchoring_page import to_html
        from pincite.cli.table_files import write_whole

        text = to_html(made) if output.suffix.lower() == ".html" else made.to_json() + "\n"
        write_whole(output, text.encode("utf-8", "replace"), "--output")
    if as_json:
        print_json(made.to_json())
        return
    from pincite.cli.reanchoring_view import show_reanchoring

    show_reanchoring(made, elsewhere)
    if output:
        from pincite.cli.screen import say

        say(f"Wrote {printable_name(str(output))}.")
