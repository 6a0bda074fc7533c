"""Find the title of a document: the first heading that says more than what kind of document it is."""

from __future__ import annotations

import re
from typing import Literal

from pincite.ingest.profile.opening import Opening
from pincite.records.reading import Subject
from pincite.records.span import Span

_WITHIN = 3_000
_LEAST_WORDS, _MOST_WORDS = 2, 30
_MOST_CHARACTERS = 300
_NUMBERED = re.compile(
    r"\s*(?:\d|[ivx]+\.|[a-z]\)|chapter\b|section\b|part\b|abstract\b|preamble\b)", re.IGNORECASE
)
_NO_TITLE = re.compile(
    r"\b(?:special\s+publication|working\s+papers?|proceedings|journal|vol(?:ume)?\.?|issn|isbn|doi|copyright|arxiv"
    r"|table\s+of\s+contents|contents|version|revision|available|https?|university|institute|department|limited"
    r"|policy\s+wordings?|issuing\s+office|page|executive\s+summary|introduction|foreword|preface"
    r"|acknowledge?ments?)\b|[@©]|\b(?:cent(?:er|re)|laboratory|division|company|inc\.?|ltd\.?)\s*$",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"(?:[:,–—]|\b(?:of|for|and|the|to|in|on|a|an|with|de|des|du|et|der|und|für))$", re.IGNORECASE
)
_BREAK = "\n\n"


def title(opening: Opening, kind: Literal["title", "product"]) -> tuple[Subject, ...]:
    """The title, also over several lines; none where no heading near the beginning can be one."""
    for heading in opening.headings:
        if heading.start > _WITHIN or _NUMBERED.match(heading.of(opening.text)):
            return ()
        if found := _title_at(heading, opening.text):
            return (Subject(kind, " ".join(found.of(opening.text).split()), (), found),)
    return ()


def _title_at(heading: Span, text: str) -> Span | None:
    written = heading.of(text)
    count = len(written.split())
    letters = sum(character.isalpha() for character in written)
    if not _LEAST_WORDS <= count <= _MOST_WORDS or letters * 2 < len(written) or _NO_TITLE.search(written):
        return None
    return _whole(heading, text)


def _whole(heading: Span, text: str) -> Span:
    """With what stands before and after it, where the words show that the title is set in several pieces."""
    start, end = heading.start, heading.end
    while before := _GOES_ON.search(text, max(0, start - 200), max(0, start - len(_BREAK))):
        if text[before.end() : start] != _BREAK:
            break
        start = text.rfind(_BREAK, 0, before.start()) + len(_BREAK) if _BREAK in text[: before.start()] else 0
    while (
        _GOES_ON.search(text[start:end]) and text.startswith(_BREAK, end) and end - start < _MOST_CHARACTERS
    ):
        following = text.find(_BREAK, end + len(_BREAK))
        end = len(text) if following < 0 else following
    return Span(start, end) if 0 < end - start <= _MOST_CHARACTERS else heading
