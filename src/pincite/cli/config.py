"""The verb `config`: the settings in force and where each comes from."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import typer

from pincite.cli.options import AsJson, Named, named
from pincite.cli.reporting import reported
from pincite.cli.screen import new_table, output, print_object, printable, say

if TYPE_CHECKING:
    from pincite.settings import Settings


def config(context: typer.Context, as_json: AsJson = False) -> None:
    """Show the settings in force and where they come from.

    Settings are taken from the command line, then the environment, then the settings file.

    \b
    Example:
      pincite config
    """
    with reported(as_json):
        from pincite.settings import config_path

        place, file = named(context), config_path()
        settings = place.settings()
        sources = _sources(place, settings)
        if as_json:
            print_object(
                {
                    "file": {"path": str(file), "exists": file.is_file()},
                    "settings": settings.model_dump(mode="json"),
                    "sources": sources,
                }
            )
            return
        say(f"Settings file: {file}" + ("" if file.is_file() else " (there is none)") + "\n")
        _show(settings, sources)


def _sources(place: Named, settings: Settings) -> dict[str, str]:
    """Where each setting comes from, found by leaving out one source after the other."""
    from pincite.settings import CONFIG_VARIABLE, Settings, config_path, load

    in_environment = load({})
    in_file = load({}, {key: value for key, value in os.environ.items() if key == CONFIG_VARIABLE})
    by_default = Settings.model_validate({})
    sources = {}
    for key in type(settings).model_fields:
        if key in place.given():
            sources[key] = f"--{key}"
        elif getattr(in_environment, key) != getattr(in_file, key):
            sources[key] = f"PINCITE_{key.upper()}"
        elif getattr(in_file, key) != getattr(by_default, key):
            sources[key] = str(config_path())
        else:
            sources[key] = "default"
    return sources


def _show(settings: Settings, sources: dict[str, str]) -> None:
    from rich.text import Text

    table = new_table()
    table.add_column("setting", no_wrap=True)
    table.add_column("value", overflow="fold")
    table.add_column("from", overflow="fold")
    for key, value in settings.model_dump(mode="json").items():
        source = Text(printable(sources[key]), "dim")
        table.add_row(Text(key, "bold"), Text(printable(_in_words(value))), source)
    output().print(table)


def _in_words(value: object) -> str:
    match value:
        case None:
            return "not set"
        case {"name": name, "options": options}:
            return f"{name} ({_in_words(options)})" if options else str(name)
        case dict():
            return ", ".join(f"{key} {_in_words(inner)}" for key, inner in value.items())
        case list():
            return ", ".join(_in_words(inner) for inner in value)
    return str(value)
