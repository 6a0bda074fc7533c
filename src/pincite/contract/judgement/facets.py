"""Read what limits a question and a place, and compare: who, when, how many, under which condition.

Two texts about one matter may still speak of another year, party, product or case. Each such facet is read
from the question once and from the place with what stands around it, and either agrees, differs or is not
said. None of them decides: they are features of the chance that a place answers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pincite.contract.relevance import lead_in, neighbour
from pincite.contract.vocabulary import STOP_WORDS, stems, telling
from pincite.records.document import Block, Document
from pincite.records.question import Question

Facet = Literal["year", "figure", "name", "party", "bound", "condition", "denial"]
FACETS: tuple[Facet, ...] = ("year", "figure", "name", "party", "bound", "condition", "denial")
Stand = Literal[-1, 0, 1]
"""Differs, not said, agrees."""

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_FIGURE = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*(?![\w])")
_NAME = re.compile(r"(?<![.?!] )(?<!^)\b[A-Z][\w&’'-]*(?:\s+[A-Z][\w&’'-]*)*")
_LEAST = re.compile(r"\b(?:at least|minimum|least|no(?:t)? (?:less|fewer) than|lowest)\b", re.IGNORECASE)
_MOST = re.compile(
    r"\b(?:at most|maximum|most|no(?:t)? more than|up to|not exceed\w*|highest|limit\w*|cap)\b", re.IGNORECASE
)
_CONDITION = re.compile(
    r"\b(?:if|when|unless|where|in case|in the event|after|during|without|except)\b", re.IGNORECASE
)
_DENIAL = re.compile(r"\b(?:no|not|never|none|neither|nor|cannot|without|\w+n[’']t)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Place:
    """A sentence and what stands around it: the one before and after, what introduces it, its titles."""

    own: str
    around: str

    @classmethod
    def of(cls, document: Document, block: Block) -> Place:
        own = block.span.of(document.text)
        texts = [section.title for section in document.section_path(block.section)]
        if introduction := lead_in(document, block):
            texts.append(introduction.span.of(document.text))
        if before := neighbour(document, block):
            texts.append(before.span.of(document.text))
        if block.number < len(document.blocks):
            texts.append(document.blocks[block.number].span.of(document.text))
        return cls(own, "\n".join(texts))


def compared(question: Question, document: Document, block: Block) -> Mapping[Facet, Stand]:
    """Each facet that the question states, as the place stands to it; those it does not state are 0."""
    asked, place = question.generation.asked, Place.of(document, block)
    return {
        "year": _values(set(_YEAR.findall(asked)), _YEAR, place),
        "figure": _values(set(_FIGURE.findall(asked)) - set(_YEAR.findall(asked)), _FIGURE, place),
        "name": _names(asked, place, document),
        "party": _party(asked, place, document),
        "bound": _bound(asked, place),
        "condition": _condition(asked, place),
        "denial": _denial(question, place),
    }


def _values(asked: set[str], pattern: re.Pattern[str], place: Place) -> Stand:
    """Agrees where the sentence or what is around it says one of them; differs where it says only others."""
    if not asked:
        return 0
    if asked & set(pattern.findall(place.own)):
        return 1
    if pattern is _YEAR and _YEAR.search(place.own):
        return -1
    return 1 if asked & set(pattern.findall(place.around)) else 0


def _names(asked: str, place: Place, document: Document) -> Stand:
    """Agrees where every name of the question stands there; differs where the document says it elsewhere."""
    names = {
        name for found in _NAME.findall(asked) for name in found.split() if name.lower() not in STOP_WORDS
    }
    if not names:
        return 0
    said = f"{place.own}\n{place.around}".casefold()
    if all(name.casefold() in said for name in names):
        return 1
    return -1 if any(n.casefold() not in said and n in document.text for n in names) else 0


def _party(asked: str, place: Place, document: Document) -> Stand:
    """Whether the sentence speaks of a party that the question names, or only of another one."""
    parties = [
        {
            word.casefold()
            for name in (subject.name, *subject.aliases)
            for word in name.split()
            if len(word) > 3
        }
        for subject in document.profile.subjects
        if subject.kind == "party"
    ]
    words, said = set(asked.casefold().split()), set(re.findall(r"\w+", place.own.casefold()))
    named = [each for each in parties if each & {word.strip("?,.'’s") for word in words}]
    if not named:
        return 0
    if any(each & said for each in named):
        return 1
    return -1 if any(each & said for each in parties if each not in named) else 0


def _bound(asked: str, place: Place) -> Stand:
    wanted = [bool(_LEAST.search(asked)), bool(_MOST.search(asked))]
    if wanted[0] == wanted[1]:
        return 0
    said = [bool(_LEAST.search(place.own)), bool(_MOST.search(place.own))]
    if said == wanted:
        return 1
    return -1 if said == wanted[::-1] else 0


def _condition(asked: str, place: Place) -> Stand:
    """Differs where the sentence holds under a condition whose words the question has none of."""
    said = [place.own[found.end() : found.end() + 80] for found in _CONDITION.finditer(place.own)]
    if not said:
        return 0
    words = telling(stems(asked))
    return 1 if any(telling(stems(each)) & words for each in said) else -1


def _denial(question: Question, place: Place) -> Stand:
    """Whether question and sentence both deny, or only one of them does."""
    denied = bool(_DENIAL.search(place.own))
    asked = question.generation.denies or bool(_DENIAL.search(question.generation.asked))
    return 0 if not denied and not asked else (1 if denied == asked else -1)
