"""Accept the tracked changes of a Word part, so that what is read is what would be printed.

Deleted and moved-away words go, inserted words stay. Where the mark that ends a paragraph was deleted,
its words run into the next paragraph, whose properties hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pincite.ingest.office.word_names import W, switch

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_PARAGRAPH, _PROPERTIES, _ROW, _CELL = f"{W}p", f"{W}pPr", f"{W}tr", f"{W}tc"
_GONE = {f"{W}del": "deletion", f"{W}moveFrom": "move"}
_KEPT = {f"{W}ins": "insertion"}
# In these an `ins` or `del` is a property (of a paragraph's end, a row, a number), not a stretch of words.
_PROPERTY_PARENTS = frozenset({f"{W}rPr", f"{W}trPr", f"{W}numPr", f"{W}tcPr"})
_MAX_NAMED = 3


@dataclass(slots=True)
class Changes:
    """How many tracked changes were accepted, and whose they were."""

    counts: Counter[str] = field(default_factory=Counter)
    authors: Counter[str] = field(default_factory=Counter)

    def caveat(self) -> str:
        """A sentence for the reader; empty when nothing was changed."""
        counted = [
            f"{count} {kind}{'s' if count > 1 else ''}"
            for kind in ("insertion", "deletion", "move")
            if (count := self.counts[kind])
        ]
        if not counted:
            return ""
        names = [name for name, _ in self.authors.most_common(_MAX_NAMED)]
        others = len(self.authors) - len(names)
        by = _listed([*names, f"{others} others"] if others else names)
        return f"Tracked changes were read as accepted: {_listed(counted)}{f' by {by}' if by else ''}."

    def note(self, element: Element, kind: str) -> None:
        self.counts[kind] += 1
        if author := element.get(f"{W}author", "").strip():
            self.authors[author] += 1


def accept(root: Element, changes: Changes) -> None:
    """Change the part to what it is once every tracked change is accepted."""
    for element in list(root.iter(*_GONE, *_KEPT)):
        parent = element.getparent()
        if parent is None or parent.tag in _PROPERTY_PARENTS:
            continue
        before = element.getprevious()
        is_new = (
            before is None
            or before.tag != element.tag
            or before.get(f"{W}author") != element.get(f"{W}author")
        )
        if is_new and len(element):
            changes.note(element, _GONE.get(element.tag) or _KEPT[element.tag])
        if element.tag in _GONE:
            _blank(element)
    _drop_cells(root, changes)
    for element in list(root.iter(*_GONE)):
        if element.getparent() is not None and element.getparent().tag not in _PROPERTY_PARENTS:
            element.getparent().remove(element)
    # From the last to the first, so that several deleted ends in a row run into one paragraph.
    for paragraph in reversed(list(root.iter(_PARAGRAPH))):
        if _has_no_end(paragraph):
            _run_on(paragraph)


def _blank(element: Element) -> None:
    """Empty a deletion but leave it in place: whether two deletions are one depends on their neighbours."""
    for child in list(element):
        element.remove(child)


def _drop_cells(root: Element, changes: Changes) -> None:
    for row in list(root.iter(_ROW)):
        mark = row.find(f"{W}trPr/{W}del")
        if mark is not None and row.getparent() is not None:
            changes.note(mark, "deletion")
            row.getparent().remove(row)
    for cell in list(root.iter(_CELL)):
        mark = cell.find(f"{W}tcPr/{W}cellDel")
        if mark is not None and cell.getparent() is not None:
            changes.note(mark, "deletion")
            cell.getparent().remove(cell)


def _has_no_end(paragraph: Element) -> bool:
    """Whether the words run into the next paragraph: its end was deleted, or it is a dropped capital."""
    properties = paragraph.find(_PROPERTIES)
    if properties is None:
        return False
    mark = properties.find(f"{W}rPr")
    if mark is not None and (mark.find(f"{W}del") is not None or mark.find(f"{W}moveFrom") is not None):
        return True
    frame = properties.find(f"{W}framePr")
    return frame is not None and frame.get(f"{W}dropCap", "none") != "none" and not switch(properties, "bidi")


def _run_on(paragraph: Element) -> None:
    below = paragraph.getnext()
    while below is not None and below.tag not in (_PARAGRAPH, f"{W}tbl", f"{W}sdt"):
        below = below.getnext()
    words = [child for child in paragraph if child.tag != _PROPERTIES]
    if below is None or below.tag != _PARAGRAPH:
        if not any(child.tag == f"{W}r" for child in words):
            paragraph.getparent().remove(paragraph)
        return
    place = 1 if below.find(_PROPERTIES) is not None else 0
    for offset, child in enumerate(words):
        below.insert(place + offset, child)
    paragraph.getparent().remove(paragraph)


def _listed(names: Iterable[str]) -> str:
    *first, last = list(names) or [""]
    return f"{', '.join(first)} and {last}" if first else last
