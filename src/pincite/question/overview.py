"""Show of a document what a planner may see: its name, profile and section titles, and no sentence of it.

What is taken for a title may be a sentence all the same: a line set in bold, a heading that the text runs on
from. Whatever reads as a sentence, or repeats one of the document, is left out, at the price of a title.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pincite.records.document import Document
from pincite.records.library import Identity
from pincite.records.run import LONGEST_NAME, MOST_SUBJECTS, Overview

# Of fewer words than this, any title repeats some row or line: "Total fees" says nothing that is not a name.
_FEW_WORDS = 4
_MOST_WORDS = 14
# A word of four small letters and a full stop ends a sentence; "Inc." and "No." do not.
_GOES_ON = re.compile(r"[a-z]{4}[.!?;]\s+\S")
_ENDS = re.compile(r"[a-z0-9)][.!?;,]$")
# In small letters, as a title in capitals may well say "TERMS THAT MUST BE MET".
_VERB = re.compile(
    r"\b(?:shall|will|must|may|can|hereby|is|are|was|were|be|been|has|have|had|does|do|agrees?|grants?|means?)\b"
)
_CUT_OFF = re.compile(r"\b(?:a|an|the|of|to|and|or|for|in|by|as|on|at|with|from|that|which|its|any|such)$")
_WORD = re.compile(r"\w+")
_MOST_IN_SMALL = 7


def overview_of(identity: Identity, document: Document, most_titles: int) -> Overview:
    """The document from outside, with up to so many of its titles, the higher ones first to stay."""
    said = frozenset(_sentences(document))
    names = (name for subject in document.profile.subjects for name in (subject.name, *subject.aliases))
    return Overview(
        identity=identity,
        type=document.profile.type,
        language=document.profile.language,
        pages=len(document.pages),
        subjects=tuple(_names(names, frozenset()))[:MOST_SUBJECTS],
        titles=_highest(document, said, most_titles),
    )


def _highest(document: Document, said: frozenset[str], most: int) -> tuple[str, ...]:
    """Titles in the order of the text; where there are too many, the deepest go first."""
    if most < 1:
        return ()
    levels: dict[str, int] = {}
    for section in document.sections:
        for title in _names([section.title], said):
            levels.setdefault(title, section.level)
    kept = set(sorted(levels, key=lambda title: levels[title])[:most])
    return tuple(title for title in levels if title in kept)


def _names(texts: Iterable[str], said: frozenset[str]) -> Iterator[str]:
    """Those that are names, each once and on one line."""
    cleaned = (" ".join(text.replace("#", " ").split()) for text in texts)
    for text in dict.fromkeys(cleaned):
        if text and not _is_sentence(text) and not _repeats(text, said):
            yield text


def _is_sentence(text: str) -> bool:
    """Whether a text reads as a sentence or as a line of one."""
    words = text.split()
    if len(text) > LONGEST_NAME or len(words) > _MOST_WORDS or _GOES_ON.search(text):
        return True
    if len(words) <= _FEW_WORDS:
        return False
    in_small = sum(word[0].islower() for word in words) > len(words) / 2
    if in_small and len(words) > _MOST_IN_SMALL:
        return True
    return bool(_ENDS.search(text) or _VERB.search(text) or _CUT_OFF.search(text))


def _repeats(text: str, said: frozenset[str]) -> bool:
    """Whether a block of the document that is no heading stands whole in the text."""
    words = _WORD.findall(text.casefold())
    runs = (
        " ".join(words[start:end])
        for start in range(len(words))
        for end in range(start + _FEW_WORDS, len(words) + 1)
    )
    return any(run in said for run in runs)


def _sentences(document: Document) -> Iterator[str]:
    """The blocks that are no headings, as long as a title may be."""
    for block in document.blocks:
        if block.kind != "heading" and block.span.end - block.span.start <= 2 * LONGEST_NAME:
            yield " ".join(_WORD.findall(block.span.of(document.text).casefold()))
