"""Write the text of one block as it is shown: spaces, line breaks, raised and lowered characters.

A raised digit never joins the number before it: `10<sup>2</sup>` reads 10², `12,000<sup>1</sup>`
reads 12,000¹. A lowered digit after a letter stays as people type it (H2O, HbA1c), unless a digit
follows, as in log₂8.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from pincite.records.document import UnseenKind

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
class Withheld:
    """Words in a block that a reader does not see: no part of its text."""

    kind: UnseenKind
    text: str
    anchor: str
    after: int
    """How many characters that are no space come before them."""
    goes_on: bool
    """Whether the next unseen words, if nothing is seen between, belong to them."""


@dataclass(slots=True)
class Inline:
    """The runs of text of one block, and whether all that is written in it is bold."""

    runs: list[tuple[str, Shift]] = field(default_factory=list)
    kept: bool = False
    """Whether some of it keeps its spaces and line ends."""
    plain: bool = False
    """Whether some of it is written and not bold."""
    withheld: list[Withheld] = field(default_factory=list)
    _written: int = 0
    _counted: int = 0
    _gap: bool = False
    """Whether unseen words left room here, so that what stands on both sides is not one word."""

    def write(self, text: str, shift: Shift = "", bold: bool = False) -> None:
        if self._gap and text:
            self._close_gap(text)
        self.runs.append((_SPACES.sub(" ", text), shift))
        self.plain = self.plain or (not bold and bool(text.strip()))

    def write_as_is(self, text: str) -> None:
        self.kept = True
        self.plain = True
        self.runs.append((text.replace("\n", _BREAK).replace(" ", _KEPT).replace("\t", _KEPT * 4), ""))

    def withhold(self, kind: UnseenKind, text: str, anchor: str, leaves_room: bool, goes_on: bool) -> None:
        """Keep words that are not seen apart, and where they would stand."""
        after = self._count()
        last = self.withheld[-1] if self.withheld else None
        if last is not None and last.goes_on and goes_on and (last.kind, last.after) == (kind, after):
            last.text += text
        else:
            self.withheld.append(Withheld(kind, text, anchor, after, goes_on))
        self._gap = self._gap or leaves_room

    def places(self, text: str) -> list[int]:
        """Before which character of `text`, as `text()` gave it, each of the withheld words would stand."""
        wanted = [each.after for each in self.withheld]
        places: list[int] = []
        seen = 0
        for at, character in enumerate(text):
            if len(places) == len(wanted):
                break
            if character.isspace():
                continue
            while len(places) < len(wanted) and wanted[len(places)] <= seen:
                places.append(at)
            seen += 1
        return places + [len(text)] * (len(wanted) - len(places))

    def _count(self) -> int:
        """How many characters that are no space were written so far; each is counted once."""
        for at in range(self._counted, len(self.runs)):
            written = self.runs[at][0].replace(_BREAK, "").replace(_KEPT, "")
            self._written += sum(map(len, written.split()))
        self._counted = len(self.runs)
        return self._written

    def _close_gap(self, text: str) -> None:
        before = self.runs[-1][0][-1:] if self.runs else ""
        if before.isalnum() and text[:1].isalnum():
            self.runs.append((" ", ""))
        self._gap = False

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
