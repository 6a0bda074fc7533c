"""The verb `check`: prove a certificate again, and say line by line what holds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.options import AsJson, Password
from pincite.cli.reporting import reported
from pincite.cli.screen import print_json


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
        from pincite.cli.check_view import show_checked

        show_checked(result)
    raise typer.Exit(result.exit_code)
