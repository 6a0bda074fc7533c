"""Find what no reader sees of the links and images of a Markdown file.

That is titles, definitions that lead nowhere, and what an image says for those who do not get to see it.

A definition such as `[//]: # (words)` is how comments are written in Markdown. A title that only repeats
words of its link stays: it hides nothing, and a sentence that is cut there could not be cited.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from markdown_it.common.utils import unescapeAll
from markdown_it.token import Token

from pincite.ingest.markdown_tables import Source
from pincite.records.span import Span

_NOWHERE = frozenset({"", "#"})
_TITLE = r"\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+'|\((?:[^()\\]|\\.)*+\)"
_TITLE_OF_LINK = re.compile(rf"(?<=\s)(?:{_TITLE})(?=\s*+\))", re.DOTALL)
_BEFORE_TITLE = re.compile(r"\]\(\s*(?:<[^<>\n]*>|\S*)\s+")
_DEFINED = re.compile(r"(?:[^\]\\]|\\.)*+\]:\s*(?:<[^<>\n]*>|\S+)\s+(?P<title>[\"'(].*)", re.DOTALL)
_IMAGE = re.compile(
    r"(?<!\\)!\[((?:[^\[\]\\]|\\.|\[[^\[\]\\]*+\])*+)\]"
    rf"(?:\(\s*(?:<[^<>\n]*>|[^\s()<]*+(?:\([^\s()]*+\)[^\s()]*+)*+)(?:\s+(?:{_TITLE}))?\s*\)|\[[^\[\]]*+\])?",
    re.DOTALL,
)
_END_OF_LINK = re.compile(r"\]\([^\s()]*+\)")
_WORD = re.compile(r"[^\W_]+")


def hidden_definitions(source: Source, found: Mapping[str, Any]) -> Iterator[Span]:
    """Definitions that lead nowhere, and the titles of all others, as markdown-it has found them."""
    again = ((each["label"], each) for each in found.get("duplicate_refs", ()))
    for label, each in [*found.get("references", {}).items(), *again]:
        span = source.extent(*each["map"])
        # A footnote of a single word looks like a definition.
        if span is None or label.startswith("^"):
            continue
        if each["href"] in _NOWHERE:
            yield span
        elif each["title"] and (defined := _DEFINED.match(source.text, span.start, span.end)):
            yield Span(*defined.span("title"))


def hidden_titles(text: str, tokens: Sequence[Token], silent: Sequence[Span]) -> Iterator[Span]:
    """The titles of links and images, but for those whose links begin where something is `silent`."""
    titles = {
        child.attrs["title"] for token in tokens for child in token.children or () if "title" in child.attrs
    }
    done = 0
    for title in _TITLE_OF_LINK.finditer(text) if titles else ():
        begins = text.rfind("](", done, title.start())
        label = text.rfind("[", done, begins) if begins >= 0 else -1
        done = title.end()
        if label < 0 or _is_in(silent, begins) or unescapeAll(title[0][1:-1]) not in titles:
            continue
        if not _BEFORE_TITLE.fullmatch(text, begins, title.start()):
            continue
        if not _words(title[0]) <= _words(text[label : title.start()]):
            yield Span(*title.span())


def hidden_images(text: str, tokens: Sequence[Token], silent: Sequence[Span]) -> Iterator[Span]:
    """The images that say something in place of themselves, but for those where something is `silent`."""
    said = {child.content for token in tokens for child in token.children or () if _is_saying_image(child)}
    for image in _IMAGE.finditer(text) if said else ():
        if image[1] in said and not _is_in(silent, image.start()):
            start, end = image.span()
            if text[start - 1 : start] == "[" and (linked := _END_OF_LINK.match(text, end)):
                start, end = start - 1, linked.end()
            yield Span(start, end)


def _is_saying_image(token: Token) -> bool:
    return token.type == "image" and _WORD.search(token.content) is not None


def _is_in(spans: Sequence[Span], offset: int) -> bool:
    at = bisect_right(spans, offset, key=lambda span: span.start) - 1
    return at >= 0 and offset < spans[at].end


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))
