"""Number the notes of a Word file in the order in which its text refers to them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pincite.ingest.office.numerals import numeral
from pincite.ingest.office.word_names import W, number, value

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

KINDS = ("footnote", "endnote")
_USUAL = {"footnote": "decimal", "endnote": "lowerRoman"}


@dataclass(frozen=True, slots=True)
class Note:
    """A note that the text refers to."""

    kind: str
    id: str
    label: str
    """Its number as shown, or the sign that the author chose for it."""

    @property
    def mark(self) -> str:
        return f"[{self.label}]"


@dataclass(slots=True)
class Notes:
    """The notes referred to so far."""

    formats: dict[str, str] = field(default_factory=lambda: dict(_USUAL))
    starts: dict[str, int] = field(default_factory=lambda: {"footnote": 1, "endnote": 1})
    restarts: dict[str, str] = field(default_factory=dict)
    """`eachSect` or `eachPage` for the kinds that do not count through."""
    referred: list[Note] = field(default_factory=list)
    _counts: Counter[str] = field(default_factory=Counter)

    def mark(self, reference: Element, kind: str) -> str:
        """Count one reference and give its mark."""
        label = own_sign(reference)
        if not label:
            label = numeral(self.starts[kind] + self._counts[kind], self.formats[kind])
            self._counts[kind] += 1
        note = Note(kind, reference.get(f"{W}id", ""), label)
        self.referred.append(note)
        return note.mark

    def end_section(self) -> None:
        """Start again the kinds that count by section."""
        for kind, restart in self.restarts.items():
            if restart == "eachSect":
                self._counts[kind] = 0

    @property
    def by_page(self) -> bool:
        """Whether some note is numbered by its page, which no Word file knows: it is counted through."""
        return any(self.restarts.get(note.kind) == "eachPage" for note in self.referred)


def own_sign(reference: Element) -> str:
    """The author's own sign for a note, which follows in the same run; empty for a counted note."""
    if reference.get(f"{W}customMarkFollows", "0") not in ("1", "true", "on"):
        return ""
    run = reference.getparent()
    found = run.find(f"{W}t") if run is not None else None
    return "" if found is None else (found.text or "").strip()


def read_note_settings(notes: Notes, settings: Element | None, section: Element | None) -> None:
    """How notes are numbered: what the first section says goes before what the file says."""
    for kind in KINDS:
        for source in (settings, section):
            notes.formats[kind] = value(source, f"{kind}Pr/numFmt") or notes.formats[kind]
            start, restart = number(source, f"{kind}Pr/numStart"), value(source, f"{kind}Pr/numRestart")
            notes.starts[kind] = notes.starts[kind] if start is None else start
            if restart is not None:
                notes.restarts[kind] = restart
