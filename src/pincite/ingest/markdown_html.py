"""Find what of the HTML in a Markdown file a browser would not show, or would show struck out.

A block of HTML is read as browsers do: what is opened in it stays open until it is closed, in whatever block.
In a line of text nothing goes on beyond its paragraph. Everything is gone through once, from left to right: a
file may hold a million marks that nothing closes.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal, NamedTuple

from pincite.ingest.html.css import Sheet
from pincite.ingest.html.flow import NOT_SHOWN
from pincite.ingest.html.looks import mark
from pincite.ingest.html.selectors import attributes_asked
from pincite.ingest.html.tokens import HIDDEN_RAW, KEPT, Tag, Tokens
from pincite.ingest.html.tree import Builder, Node
from pincite.records.document import UnseenKind
from pincite.records.span import Span

_MARKUP = r"<!--|<\?|<!\[CDATA\[|<!(?=[a-z])|</?[a-z][a-z0-9-]*(?=[\s/>])"
_IN_HTML = re.compile(_MARKUP, re.IGNORECASE)
_IN_TEXT = re.compile(rf"\\.|`+|{_MARKUP}", re.IGNORECASE | re.DOTALL)
_ENDS = {"<!--": "-->", "<?": "?>", "<![cdata[": "]]>", "<!": ">"}
# Outside drawings and formulas browsers show these, and authors write them as placeholders.
_HIDES = NOT_SHOWN - frozenset("desc metadata annotation annotation-xml".split())
# What these say, a browser shows nowhere, or only to a pointer that rests there.
_SAYS = re.compile(
    r"[\s\"'/](alt|title|value|content|summary|label|placeholder|aria-[a-z]+|data-[\w-]+)\s*=\s*"
    r"(\"[^\"]*\"|'[^']*'|[^\s\"'<>]+)",
    re.IGNORECASE,
)
_ANY_TAG = re.compile(r"<[^<>]*>")
_WORD = re.compile(r"\w+")
_TICKS = re.compile(r"`+")
_IN_TAG_OF_HTML = re.compile(r"=\s*[\"']|>")
_IN_TAG_OF_TEXT = re.compile(r"=\s*[\"']|[<>]")


class Region(NamedTuple):
    """A part of a file in which the same signs mean something."""

    span: Span
    mode: Literal["text", "html", "code"]
    within: tuple[str, ...] = ()
    """The elements that Markdown makes of it, the outermost first."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Words that are struck out or hidden."""

    kind: UnseenKind
    span: Span


@dataclass(slots=True)
class Html:
    """The HTML of a file; `read` goes through one region after the other."""

    text: str
    name: str
    hidden: list[Mark] = field(default_factory=list)
    silent: list[Span] = field(default_factory=list)
    """Code, comments and tags, in order and apart: what stands there is no sign of Markdown."""
    tags: list[Span] = field(default_factory=list)
    """Those of `silent` that are tags and comment marks, and hold no words."""
    caveats: tuple[str, ...] = ()
    _kept: frozenset[str] = KEPT
    _list: tuple[tuple[Node, ...], tuple[Node, ...]] = ((), ())
    """What was open around the list or table of the last region, and what is open in it."""
    _builder: Builder = field(init=False)
    _sheet: Sheet = field(default_factory=Sheet)
    _inside: list[tuple[int, Node]] = field(default_factory=list)
    """From which offset on words stand in which element."""

    def __post_init__(self) -> None:
        self._builder = Builder(self.name, is_xml=False)
        self._builder.start(Tag("body"))
        self._kept = KEPT | attributes_asked(self.text)

    def read(self, regions: Sequence[Region]) -> list[Mark]:
        """All that is struck out or hidden; marks may lie inside each other."""
        done = 0
        for region in regions:
            start = max(region.span.start, done)
            if start < region.span.end:
                done = self._read(region._replace(span=Span(start, region.span.end)))
        self.caveats = mark(self._builder.root, self._sheet)
        return [*self.hidden, *(each for each in self._elements() if self._has_words(each.span))]

    def _read(self, region: Region) -> int:
        """Go through one region; where to go on, which is behind it where a comment goes on."""
        at, end = region.span.start, region.span.end
        self._now_inside(at)
        around = self._enter(region)
        if region.mode == "code":
            self.silent.append(region.span)
            self._builder.leave_open(around)
            return end
        signs, ends = (_IN_TEXT if region.mode == "text" else _IN_HTML), _Ends(self.text, region)
        while at < end and (sign := signs.search(self.text, at, end)):
            at = self._past(sign, ends)
        if region.mode == "text":
            self._builder.leave_open(around)
        self._now_inside(end)
        return max(at, end)

    def _enter(self, region: Region) -> tuple[Node, ...]:
        """Open the elements of a region; what is to be left open at its end."""
        outer, inner = self._list
        if inner and (self._builder.open != inner or region.within[:1] != (inner[-1].tag,)):
            self._builder.leave_open(outer)
            outer, inner = self._list = ((), ())
        around = self._builder.open
        for place, name in enumerate(region.within):
            if inner and not place:
                continue
            self._builder.start(Tag(name))
            if not place and len(region.within) > 1:
                self._list = around, self._builder.open
                around = self._builder.open
        if region.within:
            self._now_inside(region.span.start)
        return around

    def _past(self, sign: re.Match[str], ends: _Ends) -> int:
        """Where what begins with a sign ends; right behind the sign where it begins nothing."""
        start, after = sign.span()
        if sign[0].startswith("\\"):
            return after
        if sign[0].startswith("`"):
            end = ends.of_code(start, after)
        elif sign[0].lower() in _ENDS:
            end = ends.of_comment(sign[0].lower(), start)
            if end is not None:
                self.hidden.append(Mark("hidden", Span(start, end)))
                self.tags += (Span(start, after), *_closing(self.text, sign[0].lower(), after, end))
        else:
            end = ends.of_tag(after)
            if end is not None:
                end = self._tag(start, end, ends)
        if end is None:
            return after
        self.silent.append(Span(start, end))
        return end

    def _tag(self, start: int, end: int, ends: _Ends) -> int | None:
        source = self.text[start:end]
        tag = _tag(source, self._kept)
        if tag is None:
            return None
        if "=" in source and _says(tag, source):
            self.hidden.append(Mark("hidden", Span(start, end)))
        else:
            self.tags.append(Span(start, end))
        if tag.closing:
            self._builder.end(tag.name)
            self._now_inside(end)
        elif tag.name in HIDDEN_RAW and not tag.empty:
            inner, last = ends.of_raw(tag.name, end)
            if tag.name == "style":
                self._sheet.read(self.text[end:inner], tag.attributes.get("media", ""))
            self.hidden.append(Mark("hidden", Span(start, last)))
            if inner < last:
                self.tags.append(Span(inner, last))
            # It counts among its siblings all the same.
            self._builder.start(tag)
            self._builder.end(tag.name)
            return last
        elif tag.name not in _HIDES:
            self._builder.start(tag)
            self._now_inside(start)
        elif not tag.empty:
            self._builder.start(replace(tag, attributes={"hidden": ""}))
            self._now_inside(start)
        return end

    def _now_inside(self, offset: int) -> None:
        self._inside.append((offset, self._builder.open[-1]))

    def _has_words(self, span: Span) -> bool:
        return any(map(str.isalnum, _ANY_TAG.sub("", span.of(self.text))))

    def _elements(self) -> Iterator[Mark]:
        last: Mark | None = None
        for (start, node), (end, _) in pairwise(self._inside):
            if node.unseen is None or start >= end:
                continue
            if last and (last.kind, last.span.end) == (node.unseen, start):
                last = Mark(last.kind, Span(last.span.start, end))
                continue
            if last:
                yield last
            last = Mark(node.unseen, Span(start, end))
        if last:
            yield last


@functools.lru_cache(maxsize=256)
def _tag(source: str, kept: frozenset[str]) -> Tag | None:
    found = next(iter(Tokens(source, kept)), None)
    return found if isinstance(found, Tag) else None


def _says(tag: Tag, source: str) -> bool:
    """Whether attributes of a tag hold words that no one sees.

    More than one word: a short note at an ordinary tag must not tear the sentence that it stands in.
    """
    is_hidden_field = tag.name == "input" and tag.attributes.get("type", "").strip().lower() == "hidden"
    if tag.name in ("input", "textarea", "button", "option", "optgroup") and not is_hidden_field:
        return False
    return any(
        len(words := _WORD.findall(value)) > 1
        or (bool(words) and (is_hidden_field or (tag.name, name.lower()) == ("img", "alt")))
        for name, value in _SAYS.findall(source)
    )


def _closing(text: str, opening: str, after: int, end: int) -> tuple[Span, ...]:
    """The mark that closes a comment."""
    start = end - len(_ENDS[opening])
    return (Span(start, end),) if start >= after and text.startswith(_ENDS[opening], start) else ()


class _Ends:
    """Where what begins in a region ends; what was looked for in vain is not looked for again."""

    def __init__(self, text: str, region: Region) -> None:
        self._text, self._start, self._end = text, region.span.start, region.span.end
        self._is_html = region.mode == "html"
        self._missing: set[str] = set()
        self._runs: dict[int, list[int]] | None = None
        self._tags: tuple[list[int], list[int | None]] | None = None

    def of_comment(self, opening: str, start: int) -> int | None:
        """None where it is not closed, and so is none: in HTML it goes on all the same."""
        closing = _ENDS[opening]
        if opening in self._missing:
            return None
        limit = len(self._text) if self._is_html else self._end
        # `<!-->` is a whole comment.
        at = self._text.find(closing, start + 2, limit)
        if at >= 0:
            return at + len(closing)
        if self._is_html:
            return limit if opening == "<!--" else self._end
        self._missing.add(opening)
        return None

    def of_raw(self, name: str, start: int) -> tuple[int, int]:
        """Where an element that holds no markup is closed, and where its closing tag ends."""
        limit = len(self._text) if self._is_html else self._end
        closing = re.compile(rf"</{name}(?=[\s/>])[^>]*>?", re.IGNORECASE).search(self._text, start, limit)
        return closing.span() if closing else (limit, limit)

    def of_code(self, start: int, after: int) -> int | None:
        """Where the next run of as many backticks ends."""
        if self._runs is None:
            self._runs = {}
            for run in _TICKS.finditer(self._text, self._start, self._end):
                self._runs.setdefault(len(run[0]), []).append(run.start())
        same = self._runs.get(after - start, [])
        at = bisect_left(same, after)
        return same[at] + after - start if at < len(same) else None

    def of_tag(self, after_name: int) -> int | None:
        """Where the tag ends whose name ends there: quoted values may hold any sign."""
        if self._tags is None:
            self._tags = self._tag_ends()
        offsets, ends = self._tags
        at = bisect_left(offsets, after_name)
        return ends[at] if at < len(offsets) else None

    def _tag_ends(self) -> tuple[list[int], list[int | None]]:
        """Of each sign that matters in a tag, where a tag ends in which it is the next one."""
        pattern = _IN_TAG_OF_HTML if self._is_html else _IN_TAG_OF_TEXT
        signs = list(pattern.finditer(self._text, self._start, self._end))
        offsets = [sign.start() for sign in signs]
        ends: list[int | None] = [None] * len(signs)
        for number in range(len(signs) - 1, -1, -1):
            sign = signs[number]
            if sign[0] == ">":
                ends[number] = sign.end()
            elif sign[0] != "<":
                # From the last sign to the first, so that what follows the value is known already.
                closing = self._text.find(sign[0][-1], sign.end(), self._end)
                following = bisect_left(offsets, closing + 1) if closing >= 0 else len(signs)
                ends[number] = ends[following] if following < len(signs) else None
        return offsets, ends
