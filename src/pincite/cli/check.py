"""The verb `check`: prove a certificate again, and say line by line what holds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, Password
from pincite.cli.reporting import reported
from pincite.cli.screen import Part, one_line, print_json, print_text, printable, printable_name

if TYPE_CHECKING:
    from pincite.audit.findings import Checked, Finding, Level, Status

_SIGNS: dict[Status, tuple[str, str]] = {
    "proved": ("✓ ", "green"),
    "recorded": ("· ", "dim"),
    "unproved": ("? ", "yellow"),
    "disproved": ("✗ ", "bold red"),
}
_LEVELS: dict[Level, str] = {
    "source": "by the documents themselves, read again",
    "source, parser differs": "by the documents as another parser reads them: quotes were found again",
    "text": "by the text in the certificate; pass the documents to prove that they say it",
    "none": "by nothing: pass the documents",
}
_HEADS: tuple[tuple[Status, str], ...] = (
    ("disproved", "Does not hold"),
    ("unproved", "Could not be proved here"),
    ("proved", "Proved"),
    ("recorded", "Recorded, not proved"),
)


def check(
    certificate: Annotated[Path, typer.Argument(help="The file that `pincite certify` wrote.")],
    sources: Annotated[
        list[Path] | None,
        typer.Argument(metavar="SOURCE", help="The documents themselves, which prove the most."),
    ] = None,
    key: Annotated[
        str | None,
        typer.Option(metavar="PUBLIC", help="The public key that must have signed it: file or digits."),
    ] = None,
    password: Password = None,
    as_json: AsJson = False,
) -> None:
    """Prove a certificate again: no library, no model and no network are needed.

    With the documents, they are read again and every quote, page, line and value is looked up in them.
    Without them, the text inside the certificate is all there is to prove it by. What was only judged,
    such as that a passage answers the question, is shown apart.

    \b
    Exit codes: 0 everything is proved, 6 something is disproved, 12 something could not be proved
    here, 2 the file is no certificate.

    \b
    Examples:
      pincite check answer.json contract.pdf
      pincite check answer.json
      pincite check answer.json contract.pdf --key their-key.pub --json
    """
    with reported(as_json):
        from pincite.audit.checking import check as check_certificate

        result = check_certificate(certificate, *(sources or ()), key=key, password=password)
    if as_json:
        print_json(result.to_json())
    else:
        show_checked(result)
    raise typer.Exit(result.exit_code)


def show_checked(result: Checked) -> None:
    """All findings, what is wrong first."""
    print_text(*_headline(result))
    print_text(f"{printable(one_line(result.question))} ({result.outcome})", indent=2)
    for status, head in _HEADS:
        if found := result.of(status):
            print_text((head, "bold"), above=1)
            _show(found)


def _headline(result: Checked) -> tuple[Part, ...]:
    if wrong := len(result.of("disproved")):
        things = "1 thing does not hold" if wrong == 1 else f"{wrong} things do not hold"
        return ("Disproved", "bold red"), f": {things}."
    if left := len(result.of("unproved")):
        things = f"{left} thing{'s' if left > 1 else ''} could not be proved here"
        return ("Not all proved", "bold yellow"), f": nothing is wrong, but {things}."
    return ("Proved", "bold green"), f" {_LEVELS[result.level]}. What is only recorded stands last."


def _show(findings: Sequence[Finding]) -> None:
    from pincite.audit.findings import called
    from pincite.audit.proof import RULE

    for finding in findings:
        sign, style = _SIGNS[finding.status]
        about = printable_name(finding.about if finding.about == RULE else called(finding.about))
        said = printable(one_line(finding.says))
        print_text((sign, style), (f"{about}: ", "cyan"), said, indent=2, hanging=2)
