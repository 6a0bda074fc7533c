"""The verbs `concepts check` and `concepts suggest`: look after the dictionary of words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, VerbCommand, named
from pincite.cli.reporting import reported
from pincite.cli.screen import new_table, notice, output, print_object, print_text, printable, say
from pincite.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pincite.question.dictionary.faults import Checked, Fault
    from pincite.question.dictionary.file import Entry

group = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@group.callback()
def concepts() -> None:
    """Check and extend the dictionary of words that mean the same.

    \b
    Examples:
      pincite concepts check mine.yaml
      pincite concepts suggest
    """


@group.command(cls=VerbCommand)
def check(
    context: typer.Context,
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILE]...", help="Your own files; otherwise those in the settings."),
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="Show every concept in use.")] = False,
    as_json: AsJson = False,
) -> None:
    """Check the built-in dictionaries and your own; list every error with its file and line.

    Name your own files here or in the setting `concepts`. Changes nothing.

    \b
    Examples:
      pincite concepts check
      pincite concepts check mine.yaml --list

    \b
    Exit codes:
      0 in order · 3 an error
    """
    with reported(as_json):
        from pincite.question.dictionary.entries import shipped

        paths = [path.expanduser() for path in files or named(context).settings().concepts]
        starters, own = _checked(shipped()), _checked({str(path): _text(path) for path in paths})
        faults = _faults(starters, own)
        wrong = any(fault.error for fault in faults)
        entries = _in_force(paths) if listed and not wrong else {}
        if as_json:
            _print(starters | own, faults, entries)
        else:
            _show(starters | own, faults, entries)
        raise typer.Exit(ConfigError.exit_code if wrong else 0)


@group.command(cls=VerbCommand)
def suggest(
    context: typer.Context,
    limit: Annotated[
        int, typer.Option(min=1, metavar="N", help="How many runs to look at, newest first.")
    ] = 200,
    as_json: AsJson = False,
) -> None:
    """Suggest words for your dictionary, as YAML, from questions that found nothing. Changes nothing.

    A word comes from the nearest passages, or from a model that missed it in the question. Keep it only
    if it means the same as what you asked for.

    \b
    Example:
      pincite concepts suggest > proposed.yaml
    """
    with reported(as_json):
        from pincite.cli.suggestion_view import as_yaml
        from pincite.question.dictionary.entries import dictionary

        with named(context).open_existing() as library:
            found = library.suggestions(limit)
            entries = dictionary(library.settings.concepts).entries
        if as_json:
            from dataclasses import asdict

            print_object({"suggestions": [asdict(each) for each in found]})
        elif found:
            say("# Keep a word only if it means the same as what was asked.")
            for each in found:
                say(as_yaml(each, entries))
        else:
            notice("Nothing to suggest: no question came close to a passage and missed it.")


def _text(path: Path) -> str:
    from pincite.question.dictionary.entries import unreadable

    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise unreadable(path, error) from error


def _checked(sources: Mapping[str, str]) -> dict[str, Checked]:
    from pincite.question.dictionary.faults import check

    return {name: check(source, name) for name, source in sources.items()}


def _faults(starters: Mapping[str, Checked], own: Mapping[str, Checked]) -> list[Fault]:
    """Of the starters only errors: what else may be said of them was weighed when they were written."""
    from pincite.question.dictionary.overlaps import overlaps, repeated

    found = [fault for each in starters.values() for fault in each.faults if fault.error] + repeated(starters)
    found += [fault for each in own.values() for fault in each.faults] + overlaps(starters, own)
    return sorted(found, key=lambda fault: (fault.file, fault.line))


def _in_force(paths: Sequence[Path]) -> Mapping[str, Entry]:
    from pincite.question.dictionary.entries import dictionary

    return dictionary(paths).entries


def _print(files: Mapping[str, Checked], faults: Sequence[Fault], entries: Mapping[str, Entry]) -> None:
    from dataclasses import asdict

    print_object(
        {
            "ok": not any(fault.error for fault in faults),
            "files": {name: len(checked.concepts) for name, checked in files.items()},
            "faults": [asdict(fault) for fault in faults],
            "concepts": {n: entry.model_dump(exclude_defaults=True) for n, entry in entries.items()},
        }
    )


def _show(files: Mapping[str, Checked], faults: Sequence[Fault], entries: Mapping[str, Entry]) -> None:
    from rich.text import Text

    for fault in faults:
        sign = ("✗ ", "bold red") if fault.error else ("! ", "yellow")
        place = (printable(f"{fault.file}, line {fault.line}: "), "dim")
        print_text(Text.assemble(sign, place, printable(fault.message)), hanging=2)
    if entries:
        _show_entries(entries)
    concepts = sum(len(checked.concepts) for checked in files.values())
    phrases = sum(len(checked.phrases) for checked in files.values())
    errors = sum(fault.error for fault in faults)
    state = f"{errors} to correct" if errors else "in order"
    say(f"{len(files)} files, {concepts:,} concepts, {phrases:,} phrases: {state}.")


def _show_entries(entries: Mapping[str, Entry]) -> None:
    from rich.text import Text

    table = new_table()
    for head in ("concept", "looked for", "asked", "value", "sections"):
        table.add_column(head, overflow="fold")
    for name, entry in sorted(entries.items()):
        cells = (entry.said, entry.asked, entry.value_types, entry.sections)
        table.add_row(Text(printable(name), "bold"), *(Text(printable(", ".join(cell))) for cell in cells))
    output().print(table)
