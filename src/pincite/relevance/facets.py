"""Compare what limits a question with what limits a place: who, when, how many, under which condition.

Two texts about one matter may still speak of another year, party, product or case. Each facet agrees, differs
or is not said. None of them decides: they are features of the chance that a place answers.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from pincite.language.intents import intent_of
from pincite.language.timing import dated_years
from pincite.language.vocabulary import STOP_WORDS, stems, telling, words
from pincite.records.document import Block, Document
from pincite.records.question import Intent, Question
from pincite.structure.fiscal_years import by_fiscal_years
from pincite.structure.lead_ins import lead_in, neighbour

Facet = Literal[
    "year", "figure", "name", "party", "bound", "period",
    "condition", "denial", "modality", "force", "taken_back",
]  # fmt: skip
FACETS: tuple[Facet, ...] = get_args(Facet)
Stand = Literal[-1, 0, 1]
"""Differs, not said, agrees."""

_POSSESSIVE = re.compile(r"['’]s?$")


@dataclass(frozen=True, slots=True)
class Place:
    """A sentence and what stands around it: the one before and after, what introduces it, its titles."""

    own: str = field(repr=False)
    around: str = field(repr=False)
    beside: str = field(repr=False)
    """The sentences before and after: they may take back what it says."""

    @classmethod
    def of(cls, document: Document, block: Block) -> Place:
        titles = [section.title for section in document.section_path(block.section)]
        if introduction := lead_in(document, block):
            titles.append(introduction.span.of(document.text))
        before = neighbour(document, block)
        beside = [before.span.of(document.text)] if before else []
        if block.number < len(document.blocks):
            beside.append(document.blocks[block.number].span.of(document.text))
        return cls(block.span.of(document.text), "\n".join([*titles, *beside]), "\n".join(beside))


def compared(question: Question, document: Document, block: Block) -> Mapping[Facet, Stand]:
    """Each facet that the question states, as the place stands to it; those it does not state are 0."""
    asked, place = question.generation.plain, Place.of(document, block)
    wanted, own, around = question.generation.intent, intent_of(place.own), intent_of(place.around)
    return {
        "year": _year(wanted, place, document, dated=bool(dated_years(asked))),
        "figure": _values(wanted.figures, own.figures, around.figures, exclusive=False),
        "name": _names(asked, place, document),
        "party": _party(asked, place, document),
        "bound": _same(wanted.bound, own.bound),
        "period": _same(wanted.period, own.period or around.period),
        "condition": _condition(asked, own),
        "denial": _denial(question, wanted, own),
        "modality": _same(wanted.modality, own.modality),
        "force": _force(wanted, own),
        "taken_back": -1 if intent_of(place.beside).takes_back or own.takes_back else 0,
    }


def _year(wanted: Intent, place: Place, document: Document, *, dated: bool) -> Stand:
    """As of any value, with fiscal years called as the document calls them, unless a day is asked for."""
    texts = [place.own, place.around]
    if wanted.years and not dated:
        texts = [by_fiscal_years(document, text) for text in texts]
    own, around = (intent_of(text).years for text in texts)
    return _values(wanted.years, own, around, exclusive=True)


def _values(asked: frozenset[str], own: frozenset[str], around: frozenset[str], *, exclusive: bool) -> Stand:
    """Agrees where the sentence or what is around it says one of them; differs where it says only others."""
    if not asked:
        return 0
    if asked & own:
        return 1
    if exclusive and own:
        return -1
    return 1 if asked & around else 0


def _same(wanted: str, said: str) -> Stand:
    if not wanted or not said:
        return 0
    return 1 if wanted == said else -1


def _names(asked: str, place: Place, document: Document) -> Stand:
    """Agrees where every name of the question stands there; differs where the document says it elsewhere."""
    named = _named(asked, document.seen_text)
    if not named:
        return 0
    said = f"{place.own}\n{place.around}".casefold()
    return 1 if all(name in said for name in named) else -1


# The same for all candidates of a question, and the whole document is looked through for each word.
@functools.lru_cache(maxsize=8)
def _named(asked: str, text: str) -> frozenset[str]:
    """The names in a question: what the document writes with a capital and never without.

    How the question is written is no matter.
    """
    return frozenset(word for word in _words(asked) - STOP_WORDS if len(word) > 1 and _is_name(word, text))


def _words(text: str) -> set[str]:
    """The words as they are written, without a possessive s."""
    return {_POSSESSIVE.sub("", word) for word, _, _ in words(text) if not word[0].isdigit()}


def _is_name(word: str, text: str) -> bool:
    return (word.capitalize() in text or word.upper() in text) and not re.search(
        rf"\b{re.escape(word)}", text
    )


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
    asked_words = _words(asked)
    said = set(re.findall(r"\w+", place.own.casefold()))
    named = [each for each in parties if each & asked_words]
    if not named:
        return 0
    if any(each & said for each in named):
        return 1
    return -1 if any(each & said for each in parties if each not in named) else 0


def _condition(asked: str, own: Intent) -> Stand:
    """Differs where the sentence holds under a condition whose words the question has none of."""
    if not own.conditional:
        return 0
    words = telling(stems(asked))
    return 1 if any(each & words for each in own.conditions) else -1


def _denial(question: Question, wanted: Intent, own: Intent) -> Stand:
    """Whether question and sentence both deny, or only one of them does."""
    asked = question.generation.denies or wanted.denies
    return 0 if not own.denies and not asked else (1 if own.denies == asked else -1)


def _force(wanted: Intent, own: Intent) -> Stand:
    """A sentence on what was so, or is only planned, differs from a question on what is."""
    if not own.force and not wanted.force:
        return 0
    return 1 if own.force == wanted.force else -1
