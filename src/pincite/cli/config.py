"""The verbs `config` and `doctor`: the settings in force, and whether all is in order."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from pincite.cli.options import AsJson, named
from pincite.cli.reporting import reported
from pincite.cli.screen import new_table, output, print_object, print_text, printable, say

if TYPE_CHECKING:
    from pincite.diagnosis import Finding
    from pincite.settings import Settings

_WIDEST = 60
_DETAIL_COLUMN = 14


def config(context: typer.Context, as_json: AsJson = False) -> None:
    """Show the current settings and where each comes from.

    The command line goes before the environment, then the settings file, then the preset.

    \b
    Example:
      pincite config
    """
    with reported(as_json):
        from pincite.settings import config_path, gather

        place, file = named(context), config_path()
        settings = place.settings()
        sources = {**dict.fromkeys(type(settings).model_fields, "default"), **gather(place.given()).sources}
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


def _show(settings: Settings, sources: dict[str, str]) -> None:
    from rich.text import Text

    table = new_table()
    table.add_column("setting", no_wrap=True)
    # Into a pipe there is no width that would fold them.
    table.add_column("value", overflow="fold", max_width=_WIDEST)
    table.add_column("from", overflow="fold", max_width=_WIDEST // 2)
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


def doctor(context: typer.Context, as_json: AsJson = False) -> None:
    """Check the installation, the settings and the library. Changes nothing.

    ✓ works · ✗ does not work · – works, but something optional is missing or still to do.

    \b
    Example:
      pincite doctor
    """
    with reported(as_json):
        from pincite.diagnosis import examine, exit_code

        findings = examine(named(context).given())
        if as_json:
            print_object({"ok": all(f.ok for f in findings), "findings": [asdict(f) for f in findings]})
            raise typer.Exit(exit_code(findings))
        for finding in findings:
            sign = _sign(finding)
            detail = (printable(finding.detail), "dim" if finding.ok else "")
            print_text(sign, f"{finding.name:<12}", detail, hanging=_DETAIL_COLUMN)
            if finding.hint and not finding.ok:
                print_text((printable(finding.hint), "yellow"), indent=_DETAIL_COLUMN)
        raise typer.Exit(exit_code(findings))


def _sign(finding: Finding) -> tuple[str, str]:
    if not finding.ok:
        return "✗ ", "bold red"
    return ("– ", "yellow") if finding.partial else ("✓ ", "green")
