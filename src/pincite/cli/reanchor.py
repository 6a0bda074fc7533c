"""The verb `reanchor`: what became of past answers in a new version of their document."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, Password, named
from pincite.cli.reporting import reported
from pincite.cli.screen import one_line, print_json, print_text, printable, printable_name
from pincite.errors import InputError

if TYPE_CHECKING:
    from rich.text import Text

    from pincite.answer.reanchorings import (
        ReanchoredAnswer,
        ReanchoredItem,
        ReanchoredPlace,
        Reanchoring,
        Status,
    )
    from pincite.service import Library

_ENDINGS = (".html", ".json")
_INTERRUPTED = "Interrupted. Files added so far are kept."
_STYLES: dict[Status, str] = {
    "changed": "bold yellow",
    "vanished": "bold red",
    "moved": "bold blue",
    "holds": "green",
}
_LONGEST_QUOTE = 300
_LONGEST_VALUE = 200


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

    show_reanchoring(made, elsewhere)
    if output:
        from pincite.cli.screen import say

        say(f"Wrote {printable_name(str(output))}.")


def show_reanchoring(made: Reanchoring, elsewhere: Sequence[str] = ()) -> None:
    """All past answers, what needs a person first; `elsewhere` names versions that were asked instead."""
    from pincite.audit.reanchoring_page import COMPARED_ONLY, ORDER, counted

    pair = f"{_named(made.old, made.old_version)} → {_named(made.new, made.new_version)}"
    print_text((pair, "bold"), f": {counted(made)}")
    if not made.answers:
        print_text(f"Nothing was asked about this version of {printable_name(made.old)}.")
    for each in elsewhere:
        hint = (
            f"Another version was asked: pincite reanchor {printable_name(each)} {printable_name(made.new)}"
        )
        print_text((hint, "dim"))
    for status in ORDER:
        for answer in made.answers:
            if answer.status == status:
                _show_answer(answer)
    if made.answers:
        print_text((COMPARED_ONLY, "dim"), above=1)


def _named(name: str, version: str) -> str:
    return f"{printable_name(name)}@{version[:8]}"


def _show_answer(answer: ReanchoredAnswer) -> None:
    from pincite.audit.reanchoring_page import TITLES

    style = _STYLES.get(answer.status, "bold")
    print_text((TITLES[answer.status], style), f": {printable(answer.question)}", above=1)
    if answer.note:
        print_text((answer.note, "dim"), indent=2)
    for item in answer.items:
        _show_item(item, answer)


def _show_item(item: ReanchoredItem, answer: ReanchoredAnswer) -> None:
    from pincite.audit.reanchoring_page import TITLES, told_once
    from pincite.language.value_words import in_words, shortened

    value = shortened(printable(in_words(item.value)), _LONGEST_VALUE)
    state = f"  {TITLES[item.status].lower()}" if len(answer.items) > 1 else ""
    print_text((value, "bold"), (state, "dim"), indent=2)
    if item.note:
        print_text((printable(item.note), "yellow"), indent=4)
    for place in told_once(item.places):
        _show_place(place)


def _show_place(place: ReanchoredPlace) -> None:
    from pincite.audit.reanchoring_page import place_in_words, places_in_words
    from pincite.language.value_words import shortened

    if place.words:
        print_text(_marked(place), indent=4)
    else:
        print_text(f"“{shortened(one_line(place.old.snippet), _LONGEST_QUOTE)}”", indent=4)
    print_text((printable(places_in_words(place)), "cyan"), indent=4)
    if place.note:
        print_text((printable(place.note), "yellow"), indent=4)
    for each in place.also:
        print_text((f"also: {printable(place_in_words(each))}", "dim"), indent=4)


def _marked(place: ReanchoredPlace) -> Text:
    """Both wordings as one: [-only the old one-] {+only the new one+}."""
    from rich.text import Text

    from pincite.audit.reanchoring_page import shortened_runs

    text = Text()
    for number, run in enumerate(shortened_runs(place.words)):
        words = printable(run.text)
        styled = {"same": (words, ""), "old": (f"[-{words}-]", "red"), "new": (f"{{+{words}+}}", "green")}
        text.append(" " if number else "")
        text.append(*styled[run.kind])
    return text
