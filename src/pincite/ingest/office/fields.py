"""Tell the code of a Word field from its result, of which only the second is shown.

A field begins, may part its code from its result, and ends, each a mark between words; fields stand
inside fields and run over paragraphs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pincite.ingest.office.word_names import W, number, switch

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_MARK, _KIND = f"{W}fldChar", f"{W}fldCharType"


@dataclass(slots=True)
class Fields:
    """The fields that are open at one place of the text."""

    _in_code: list[bool] = field(default_factory=list)

    @property
    def hidden(self) -> bool:
        """Whether what stands here is code."""
        return any(self._in_code)

    def mark(self, element: Element) -> str:
        """Pass one mark; what a form shows in its place."""
        kind = element.get(_KIND)
        if kind == "begin":
            shown = "" if self.hidden else _form_value(element)
            self._in_code.append(True)
            return shown
        if kind == "separate" and self._in_code:
            self._in_code[-1] = False
        elif kind == "end" and self._in_code:
            self._in_code.pop()
        return ""


def drop_stray_marks(root: Element) -> None:
    """Remove the marks of fields that never begin or never end: one would hide all the text after it."""
    opened: list[list[Element]] = []
    strays: list[Element] = []
    for mark in root.iter(_MARK):
        kind = mark.get(_KIND)
        if kind == "begin":
            opened.append([mark])
        elif not opened:
            strays.append(mark)
        elif kind == "end":
            opened.pop()
        else:
            opened[-1].append(mark)
    for mark in [*strays, *(mark for marks in opened for mark in marks)]:
        mark.getparent().remove(mark)


def _form_value(mark: Element) -> str:
    """What a check box or a list to choose from shows: they have no result of their own."""
    box = mark.find(f"{W}ffData/{W}checkBox")
    if box is not None:
        checked = switch(box, "checked")
        return "☒" if (switch(box, "default") if checked is None else checked) else "☐"
    choices = mark.find(f"{W}ffData/{W}ddList")
    if choices is None:
        return ""
    entries = [entry.get(f"{W}val", "") for entry in choices.iterfind(f"{W}listEntry")]
    index = number(choices, "result")
    index = (number(choices, "default") or 0) if index is None else index
    return entries[index] if 0 <= index < len(entries) else ""
