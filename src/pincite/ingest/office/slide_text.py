"""Read the paragraphs of a shape on a slide, with the bullet or number that each is shown with.

What a paragraph does not say about its bullet it takes from the lists of its shape, then from the
placeholders of layout and master, and at last from the master's styles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from pincite.ingest.office.content import Aside
from pincite.ingest.office.equations import linear
from pincite.ingest.office.numerals import numeral
from pincite.ingest.office.symbols import bullet, placed, plain
from pincite.ingest.office.word_names import ALTERNATE, MATH, chosen, whole
from pincite.records.document import UnseenKind

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"

_LEVELS = 9
_BREAKS = str.maketrans("\r\n", "  ")
_SCHEME = re.compile(r"(alphaLc|alphaUc|romanLc|romanUc|arabic)(ParenBoth|ParenR|Period|Plain)$")
_STYLES = {
    "alphaLc": "lowerLetter", "alphaUc": "upperLetter", "romanLc": "lowerRoman", "romanUc": "upperRoman",
    "arabic": "decimal",
}  # fmt: skip
_FRAMES = {"ParenBoth": "({})", "ParenR": "{})", "Period": "{}.", "Plain": "{}"}


@dataclass(frozen=True, slots=True)
class Bulleted:
    """A paragraph as shown, its bullet or number included."""

    text: str
    is_item: bool
    unseen: tuple[Aside, ...] = ()
    """What in it is not seen; then the text may be empty."""


class Judging(Protocol):
    """Says of the characters with some properties, in a paragraph with others, whether they are seen."""

    def unseen(self, run: Element | None, paragraph: Element | None) -> UnseenKind | None: ...


@dataclass(slots=True)
class _Counter:
    """How far the numbered paragraphs of one shape have counted, by level."""

    counts: dict[int, tuple[str, int]] = field(default_factory=dict)

    def next(self, level: int, scheme: str, start: int) -> int:
        known, count = self.counts.get(level, ("", 0))
        count = count + 1 if known == scheme else start
        self.close(level)
        self.counts[level] = scheme, count
        return count

    def close(self, level: int) -> None:
        """A paragraph without a number ends the lists at its level and below."""
        self.counts = {depth: entry for depth, entry in self.counts.items() if depth < level}


def paragraphs(body: Element, lists: Sequence[Element], judge: Judging | None = None) -> Iterator[Bulleted]:
    """The paragraphs of a text body that hold words; `lists` are the styles it inherits, nearest first.

    Without a judge all words are seen.
    """
    own = body.find(f"{A}lstStyle")
    sources = ([own] if own is not None else []) + list(lists)
    counter = _Counter()
    for paragraph in body.iterfind(f"{A}p"):
        written, unseen = _told_apart(paragraph, judge)
        text = written.strip()
        if not text and not unseen:
            continue
        mark = _mark(paragraph.find(f"{A}pPr"), sources, counter)
        if not text:
            yield Bulleted("", False, tuple(replace(aside, inside=None) for aside in unseen))
            continue
        shown = f"{mark} {text}" if mark else text
        before = len(shown) - len(text) - written.index(text)
        yield Bulleted(
            shown,
            bool(mark),
            tuple(replace(aside, inside=max((aside.inside or 0) + before, 0)) for aside in unseen),
        )


def words(paragraph: Element) -> str:
    """The words of one paragraph."""
    return _told_apart(paragraph, None)[0]


def level_of(properties: Element | None) -> int:
    """How deep a paragraph stands in a list, from 0."""
    stated = whole(properties.get("lvl")) if properties is not None else None
    return min(max(stated or 0, 0), _LEVELS - 1)


def _told_apart(paragraph: Element, judge: Judging | None) -> tuple[str, list[Aside]]:
    """The words of a paragraph that are seen, and those that are not."""
    parts: list[str] = []
    unseen: list[Aside] = []
    length = counted = 0
    for child in paragraph:
        if child.tag in (f"{A}r", f"{A}fld"):
            properties, text = child.find(f"{A}rPr"), child.find(f"{A}t")
            written = plain((text.text or "").translate(_BREAKS), "") if text is not None else ""
            kind = judge.unseen(properties, paragraph.find(f"{A}pPr")) if judge and written.strip() else None
            if kind is not None:
                length += sum(map(len, parts[counted:]))
                counted = len(parts)
                last = unseen[-1] if unseen else None
                if last is not None and (last.kind, last.inside) == (kind, length):
                    unseen[-1] = replace(last, text=last.text + written)
                else:
                    unseen.append(Aside(kind, written, length))
                continue
            parts.append(placed(written, _position(properties), parts[-1] if parts else ""))
        elif child.tag == f"{A}br":
            parts.append("\n")
        elif child.tag == ALTERNATE or next(child.iter(f"{MATH}oMath"), None) is not None:
            source = chosen(child) if child.tag == ALTERNATE else child
            for equation in source.iter(f"{MATH}oMath") if source is not None else ():
                parts.append(linear(equation))
    return "".join(parts), unseen


def _position(properties: Element | None) -> str:
    shift = "0" if properties is None else properties.get("baseline", "0")
    if shift.lstrip("-+").rstrip("%0.") == "":
        return ""
    return "subscript" if shift.startswith("-") else "superscript"


def _mark(properties: Element | None, sources: Sequence[Element], counter: _Counter) -> str:
    level = level_of(properties)
    found = _bullet_in(properties)
    for source in sources:
        if found is not None:
            break
        found = _bullet_in(source.find(f"{A}lvl{level + 1}pPr"))
    if found is None or found.tag == f"{A}buNone":
        counter.close(level)
        return ""
    if found.tag == f"{A}buAutoNum":
        scheme = found.get("type", "arabicPeriod")
        return _number(scheme, counter.next(level, scheme, whole(found.get("startAt")) or 1))
    counter.close(level)
    face = found.getparent().find(f"{A}buFont")
    font = "" if face is None else face.get("typeface", "")
    return bullet(found.get("char", "•"), font) if found.tag == f"{A}buChar" else "•"


def _bullet_in(properties: Element | None) -> Element | None:
    if properties is None:
        return None
    return next(properties.iterchildren(f"{A}buNone", f"{A}buChar", f"{A}buAutoNum", f"{A}buBlip"), None)


def _number(scheme: str, count: int) -> str:
    known = _SCHEME.match(scheme)
    if known is None:
        return f"{count}."
    return _FRAMES[known[2]].format(numeral(count, _STYLES[known[1]]))
