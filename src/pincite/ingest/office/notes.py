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


def own_sign(reference: Element) -> str:
    """The author's own sign for a note, which follows in the same run; empty for a counted note."""
    if reference.get(f"{W}customMarkFollows", "0") not in ("1", "true", "on"):
        return ""
    run = reference.getparent()
    found = run.find(f"{W}t") if run is not None else None
    return "" if found is None else (found.text or "").strip()


def read_note_settings(notes: Notes, settings: Element | None, section: Element | None) -> None:
    """How notes are numbered: what the first section says, else what the file says."""
    for kind in KINDS:
        for source in (section, settings):
            style, start = value(source, f"{kind}Pr/numFmt"), number(source, f"{kind}Pr/numStart")
            if style is not None:
                notes.formats[kind] = style
            if start is not None:
                notes.starts[kind] = start
            if style is not None or start is not None:
                break
