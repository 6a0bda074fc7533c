"""Write the text of one block as it is shown: spaces, line breaks, raised and lowered characters.

A raised digit never joins the number before it: `10<sup>2</sup>` reads 10², `12,000<sup>1</sup>`
reads 12,000¹. A lowered digit after a letter stays as people type it (H2O, HbA1c), unless a digit
follows, as in log₂8.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

Shift = Literal["", "sup", "sub"]

_SPACES = re.compile(r"[ \t\n\f\r]+")
_AROUND_BREAK = re.compile(r"[ \t]*\n[ \t]*")
_RAISED = str.maketrans("0123456789+-−=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾")
_LOWERED = str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
# A reference in square brackets cannot be taken for a part of the number before it.
_BRACKETED = re.compile(r"\s*\[[^\[\]]*\]\s*$")
# Stand for a line break and a kept space until the others have been collapsed; no page shows them.
_BREAK, _KEPT = "\0", "\1"


@dataclass(slots=True)
class Inline:
    """The runs of text of one block, and whether all that is written in it is bold."""

    runs: list[tuple[str, Shift]] = field(default_factory=list)
    kept: bool = False
    """Whether some of it keeps its spaces and line ends."""
    plain: bool = False
    """Whether some of it is written and not bold."""

    def write(self, text: str, shift: Shift = "", bold: bool = False) -> None:
        self.runs.append((_SPACES.sub(" ", text), shift))
        self.plain = self.plain or (not bold and bool(text.strip()))

    def write_as_is(self, text: str) -> None:
        self.kept = True
        self.plain = True
        self.runs.append((text.replace("\n", _BREAK).replace(" ", _KEPT).replace("\t", _KEPT * 4), ""))

    def break_line(self) -> None:
        self.runs.append((_BREAK, ""))

    def text(self) -> str:
        """All of it, without space around it."""
        written = "".join(_shifted(self.runs))
        collapsed = _SPACES.sub(" ", written).replace(_BREAK, "\n")
        return _AROUND_BREAK.sub("\n", collapsed).replace(_KEPT, " ").strip()


def _shifted(runs: list[tuple[str, Shift]]) -> list[str]:
    merged: list[tuple[str, Shift]] = []
    for text, shift in runs:
        if merged and merged[-1][1] == shift:
            merged[-1] = (merged[-1][0] + text, shift)
        elif text:
            merged.append((text, shift))
    written: list[str] = []
    for index, (text, shift) in enumerate(merged):
        before = merged[index - 1][0][-1:] if index else ""
        after = merged[index + 1][0][:1] if index + 1 < len(merged) else ""
        if shift == "sup" and not _BRACKETED.match(text):
            text = text.translate(_RAISED)
        elif shift == "sub" and (not before.isalpha() or after.isdigit()):
            text = text.translate(_LOWERED)
        written.append(text)
    return written
