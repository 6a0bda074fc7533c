"""Cut the source of a web page into tags and text, as browsers do, in time that grows with its length.

The standard library's tokenizer is not used: it takes 9 seconds for 24 KB of "<a <a <a".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape

KEPT = frozenset(
    "background bgcolor checked class color colspan disabled epub:type height hidden href id media open "
    "reversed role rowspan selected start style text type value width".split()
)
"""The attributes that a reader of the tree asks for. The rest (names, titles, data) need not be kept."""
_NAME = re.compile(r"[a-zA-Z][^\s/>]*")
_ATTRIBUTE = re.compile(r"[\s/]*([^\s/>=]+|=[^\s/>=]*)(?:\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s>]*))?")
_TAG_END = re.compile(r"[\s/]*>")
# Not shown when scripts run, or never.
_RAW = frozenset({"script", "style", "iframe", "noembed", "noframes", "noscript"})
_RAW_TEXT = frozenset({"textarea", "title", "xmp"})
HIDDEN_RAW = _RAW | {"title"}
"""What holds no markup, and is not shown among the words of a page."""
# `unescape` gives up on a number with thousands of digits.
_LONG_REFERENCE = re.compile(r"&#(?:0*\d{8,}|[xX]0*[0-9a-fA-F]{7,});?")
_CHARACTERS = {0: None, 0x0D: " ", 0xFFFE: "\ufffd", 0xFFFF: "\ufffd"}


@dataclass(frozen=True, slots=True)
class Tag:
    """`<name …>`, or `</name>` when it is closing."""

    name: str
    closing: bool = False
    attributes: dict[str, str] = field(default_factory=dict)
    empty: bool = False
    """Whether it ends in `/>`, which means something in XML only."""


@dataclass(slots=True)
class Tokens:
    """The tags and texts of a page. `cut` is set when the source ended inside a tag or comment."""

    source: str
    kept: frozenset[str] = KEPT
    cut: bool = False
    sheets: list[tuple[str, str]] = field(default_factory=list)
    """The media and the source of every style element so far."""
    _at: int = 0
    _missing: set[str] = field(default_factory=set)

    def __iter__(self) -> Iterator[Tag | str]:
        while self._at < len(self.source):
            opening = self._find("<", self._at)
            if opening < 0:
                opening = len(self.source)
            if opening > self._at:
                yield _text(self.source[self._at : opening])
            self._at = opening
            if opening < len(self.source):
                yield from self._markup()

    def _markup(self) -> Iterator[Tag | str]:
        """What starts with the "<" at hand."""
        at = self._at
        following = self.source[at + 1 : at + 2]
        if following == "/" and _NAME.match(self.source, at + 2):
            yield from self._tag(at + 2, closing=True)
        elif following.isascii() and following.isalpha():
            yield from self._tag(at + 1, closing=False)
        elif self.source.startswith("<![CDATA[", at) and (end := self._find("]]>", at)) > 0:
            self._at = end + 3
            yield self.source[at + 9 : end].translate(_CHARACTERS)
        elif self.source.startswith("<!--", at):
            # `<!-->` is a whole comment.
            self._skip_past("-->", at + 2)
        elif following and following in "!?/":
            self._skip_past(">", at + 1)
        else:
            self._at = at + 1
            yield "<"

    def _tag(self, start: int, closing: bool) -> Iterator[Tag | str]:
        found = _NAME.match(self.source, start)
        assert found is not None
        name, at = found[0].lower(), found.end()
        attributes: dict[str, str] = {}
        while (end := _TAG_END.match(self.source, at)) is None:
            attribute = _ATTRIBUTE.match(self.source, at)
            if attribute is None:
                self._end_inside()
                return
            at = attribute.end()
            key = attribute[1].lower()
            if key in self.kept and key not in attributes:
                attributes[key] = _value(attribute[2] or "")
        self._at = end.end()
        yield Tag(name, closing, attributes, empty=end[0].endswith("/>"))
        if not closing and name in _RAW | _RAW_TEXT and not end[0].endswith("/>"):
            yield from self._raw(name, attributes.get("media", ""))

    def _raw(self, name: str, media: str) -> Iterator[Tag | str]:
        """What stands in an element whose content is no markup."""
        end = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(self.source, self._at)
        last = end.start() if end is not None else len(self.source)
        self.cut = self.cut or end is None
        if name == "style":
            self.sheets.append((media, self.source[self._at : last]))
        if name in _RAW_TEXT:
            yield _text(self.source[self._at : last])
        self._at = last

    def _skip_past(self, mark: str, start: int) -> None:
        end = self._find(mark, start)
        if end < 0:
            self._end_inside()
        else:
            self._at = end + len(mark)

    def _end_inside(self) -> None:
        self.cut = True
        self._at = len(self.source)

    def _find(self, mark: str, start: int) -> int:
        """Where `mark` stands next; what was missing once is not looked for again."""
        if mark in self._missing:
            return -1
        at = self.source.find(mark, start)
        if at < 0:
            self._missing.add(mark)
        return at


def _value(written: str) -> str:
    if written[:1] in ("'", '"') and written[-1:] == written[:1] and len(written) > 1:
        written = written[1:-1]
    return _text(written)


def _text(source: str) -> str:
    if "&" in source:
        source = unescape(_LONG_REFERENCE.sub("\ufffd", source))
    return source.translate(_CHARACTERS)
