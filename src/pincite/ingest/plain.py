"""Tell what a text file is written as: HTML, an e-mail, a table of values, Markdown, or just text.

Only the start is looked at. What could be two things is read as text, which loses nothing: a table
read as text is still all there, and prose read as a table is torn apart.
"""

from __future__ import annotations

import codecs
import csv
import re
from collections import Counter
from typing import Literal

_HEAD_CHARS = 65_536

# An element that only a page of HTML begins with, whatever stands above it in the file.
_PAGE = re.compile(r"<(?:!doctype\s+html|html|head|body)\b", re.I)
_PAGE_WINDOW = 8_192
_ELEMENT = re.compile(
    r"</?(?:title|meta|link|style|script|div|p|h[1-6]|table|tr|td|ul|ol|li|section|article|main|header|nav|span"
    r"|center|font|a|b|i|em|strong|img|br|hr)\b[^<>]*>",
    re.I,
)
_FEWEST_ELEMENTS = 3

_HEADING = re.compile(r"#{1,6} +\S")
_FEWEST_HEADINGS = 3

_HEADER = re.compile(r"[!-9;-~]{1,76}:")
# Only a mail program writes these; `From:` and `To:` also stand above a memo.
_TRANSPORT = frozenset(
    "message-id mime-version received return-path delivered-to dkim-signature x-mailer "
    "x-received content-transfer-encoding x-originating-ip".split()
)
_LETTER = frozenset("from to cc bcc subject date reply-to sender content-type".split())

_DELIMITERS = "\t;,|"
_MOST_ROWS = 200
_LONGEST_FIELD = 40  # on average: longer ones are sentences with commas


def plain_format(content: bytes, name: str) -> Literal["html", "eml", "csv", "markdown", "text"]:
    """The format of a file that holds readable text.

    The name decides only what the text leaves in doubt: whether it is Markdown, a table or an e-mail.
    """
    text, lower = head(content), name.lower()
    start = _after_comments(text)
    is_markdown = lower.endswith((".md", ".markdown")) or _has_marked_headings(text)
    if _is_page(text, start) or (not is_markdown and _is_fragment(text, start)):
        return "html"
    if _is_mail(text, lower.endswith((".eml", ".mht", ".mhtml"))):
        return "eml"
    if is_markdown:
        return "markdown"
    return "csv" if _is_table(text, lower.endswith((".csv", ".tsv", ".tab"))) else "text"


def head(content: bytes) -> str:
    """The first characters, decoded well enough to recognise what they are."""
    for bom, encoding in _BOMS:
        if content.startswith(bom):
            return content[len(bom) : 2 * _HEAD_CHARS].decode(encoding, "replace")[:_HEAD_CHARS]
    return content[:_HEAD_CHARS].decode("utf-8", "replace")


_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def _after_comments(text: str) -> int:
    """Where the first character stands that is no space, comment or XML declaration."""
    place = 0
    while True:
        while place < len(text) and text[place].isspace():
            place += 1
        ends = next(
            (end for mark, end in (("<!--", "-->"), ("<?", "?>")) if text.startswith(mark, place)), ""
        )
        close = text.find(ends, place) if ends else -1
        if close < 0:
            return place
        place = close + len(ends)


def _is_page(text: str, start: int) -> bool:
    if _PAGE.match(text, start):
        return True
    # Filings come wrapped in elements of their own. What calls itself XML has to begin with <html>.
    if not text.startswith("<", start) or "<?xml" in text[:start]:
        return False
    return _PAGE.search(text, start, start + _PAGE_WINDOW) is not None


def _is_fragment(text: str, start: int) -> bool:
    if not _ELEMENT.match(text, start) or "<?xml" in text[:start]:
        return False
    return sum(1 for _ in _ELEMENT.finditer(text, start, start + _PAGE_WINDOW)) >= _FEWEST_ELEMENTS


def _has_marked_headings(text: str) -> bool:
    """Whether lines that start with # stand apart as headings do: those of a program or a script do not."""
    lines = ["", *(line.rstrip() for line in text.splitlines()), ""]
    marked = [n for n, line in enumerate(lines) if line.startswith("#")]
    apart = sum(1 for n in marked if _HEADING.match(lines[n]) and not (lines[n - 1] or lines[n + 1]))
    return apart >= _FEWEST_HEADINGS and apart > 0.8 * len(marked)


def _is_mail(text: str, is_named: bool) -> bool:
    """Whether the file begins with a block of headers, as RFC 5322 has them."""
    lines = text.splitlines()
    if lines and lines[0].startswith("From "):  # how a mail stands in a mailbox file
        del lines[0]
    names: set[str] = set()
    for line in lines:
        if not line.strip():
            break
        if line[0] in " \t" and names:
            continue
        if not _HEADER.match(line):
            return False
        names.add(line.partition(":")[0].lower())
    letter, transport = len(names & _LETTER), len(names & _TRANSPORT)
    if is_named:
        return letter + transport >= 2
    return letter >= 1 and transport >= 1 and letter + transport >= 3


def _is_table(text: str, is_named: bool) -> bool:
    if text.lstrip().startswith(("{", "[", "<")):
        return False
    return any(_has_columns(text, delimiter, is_named) for delimiter in _DELIMITERS)


def _has_columns(text: str, delimiter: str, is_named: bool) -> bool:
    if delimiter not in text or (delimiter == "|" and not is_named):
        return False
    rows = _rows(text, delimiter)
    widths = Counter(len(row) for row in rows)
    if not widths:
        return False
    width, count = widths.most_common(1)[0]
    if is_named:
        return width >= 2 and len(rows) >= 2 and count > len(rows) / 2
    fields = [field for row in rows for field in row]
    is_short = sum(map(len, fields)) <= _LONGEST_FIELD * len(fields)
    fewest = 3 if delimiter == "," else 2
    return len(rows) >= 3 and len(widths) == 1 and width >= fewest and is_short and not _is_prose(rows)


def _rows(text: str, delimiter: str) -> list[list[str]]:
    whole = text if len(text) < _HEAD_CHARS else text[: text.rfind("\n") + 1]
    try:
        reader = csv.reader(whole.splitlines(keepends=True), delimiter=delimiter)
        return [row for row, _ in zip((row for row in reader if any(row)), range(_MOST_ROWS), strict=False)]
    except csv.Error:
        return []


def _is_prose(rows: list[list[str]]) -> bool:
    """Whether the last fields end like sentences, or begin like what follows a comma."""
    ends = sum(row[-1].rstrip().endswith((".", "!", "?", ":", "…")) for row in rows)
    return ends > len(rows) / 2
