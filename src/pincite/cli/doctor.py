"""The verb `doctor`: whether this installation and its library are in order."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from pincite.cli.options import AsJson, named
from pincite.cli.reporting import reported
from pincite.cli.screen import print_object, print_text, printable

if TYPE_CHECKING:
    from pincite.diagnosis import Finding

_DETAIL_COLUMN = 14


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
