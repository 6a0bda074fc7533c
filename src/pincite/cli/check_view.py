"""Show what a check of a certificate found: what is proved, what is only recorded, what does not hold."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from pincite.audit.answer_proof import RULE
from pincite.audit.findings import Checked, Finding, Level, Status, called
from pincite.cli.running_text import one_line
from pincite.cli.screen import print_text, printable, printable_name

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


def show_checked(result: Checked) -> None:
    """All findings, what is wrong first."""
    print_text(_headline(result))
    print_text(Text(f"{printable(one_line(result.question))} ({result.outcome})"), indent=2)
    for status, head in _HEADS:
        if found := result.of(status):
            print_text(Text(head, "bold"), above=1)
            _show(found)


def _headline(result: Checked) -> Text:
    if wrong := len(result.of("disproved")):
        things = "1 thing does not hold" if wrong == 1 else f"{wrong} things do not hold"
        return Text.assemble(("Disproved", "bold red"), f": {things}.")
    if left := len(result.of("unproved")):
        things = (
            "1 thing could not be proved here" if left == 1 else f"{left} things could not be proved here"
        )
        return Text.assemble(("Not all proved", "bold yellow"), f": nothing is wrong, but {things}.")
    told = " What is only recorded stands last."
    return Text.assemble(("Proved", "bold green"), f" {_LEVELS[result.level]}.{told}")


def _show(findings: Sequence[Finding]) -> None:
    for finding in findings:
        sign, style = _SIGNS[finding.status]
        about = printable_name(finding.about if finding.about == RULE else called(finding.about))
        said = printable(one_line(finding.says))
        print_text(Text.assemble((sign, style), (f"{about}: ", "cyan"), said), indent=2, hanging=2)
