"""The lines around some words of a document that has no pages, with the words marked."""

from __future__ import annotations

from bisect import bisect_left

from pincite.markup import Markup, element
from pincite.records.document import Document, Line
from pincite.records.span import Span

_AROUND = 2
_MOST_BESIDE = 320
"""Characters before and after the words: a paragraph of a web page is one line of thousands."""


def text_lines(document: Document, span: Span) -> Markup:
    """The lines of the words and two on each side, numbered as everywhere."""
    cited = document.lines_of(span)
    if not cited:
        return Markup("")
    # Empty lines have numbers and are none of the lines, so a number is no place among them.
    at = bisect_left(document.lines, cited[0].number, key=lambda line: line.number)
    beside = document.lines[max(at - _AROUND, 0) : at + len(cited) + _AROUND]
    near = [line for line in beside if line.page == cited[0].page]
    return element("ol", {"class": "lines"}, *(_line(document, line, span) for line in near))


def _line(document: Document, line: Line, span: Span) -> Markup:
    """One line; of a long one what stands near the words."""
    start, end = line.span.start, line.span.end
    low, high = max(start, span.start - _MOST_BESIDE), min(end, span.end + _MOST_BESIDE)
    if low >= high:  # all of it is far away
        low, high = (max(start, end - _MOST_BESIDE), end) if end <= span.start else (start, end)
        high = min(high, low + _MOST_BESIDE)
    text = document.seen_text  # what a reader of the file does not see is not shown here either
    inner = max(low, min(span.start, high)), min(high, max(span.end, low))
    parts = ["… " if low > start else "", text[low : inner[0]]]
    if inner[0] < inner[1]:
        parts.append(element("mark", {}, text[inner[0] : inner[1]]))
    parts += [text[max(inner) : high], " …" if high < end else ""]
    return element("li", {"value": line.number}, *parts)
