"""Find the sentence that replaces a value by another: "the words 'thirty days' are replaced by 'sixty days'".

Such a sentence need not say what the value is of; it names the clause, and repeats the value that stands
there. What it ordains is then about the question because the claim whose value it replaces is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from pincite.answer.claims import Claim
from pincite.answer.verdicts import Judged
from pincite.decide.conflicts.amending import amending_title
from pincite.decide.conflicts.claiming import claim_at
from pincite.decide.conflicts.kinship import akin
from pincite.decide.conflicts.places import Place, blocks_holding, place_of
from pincite.decide.conflicts.references import aims_at, references_in
from pincite.patterns import pattern
from pincite.records.question import Question
from pincite.relevance.bearing import bearing
from pincite.structure.cells import values_in
from pincite.values.agreement import agree
from pincite.values.readings import Reading
from pincite.values.registered import OF_WHOLE_BLOCKS

_KEYWORD = pattern(
    r"\b(?:[Rr]eplac|[Ss]ubstitut|[Dd]elet|[Aa]mend|[Cc]hang|[Ii]ncreas|[Rr]educ|[Ee]xtend|[Ss]horten|[Rr]ais"
    r"|[Ll]ower|[Ii]nstead|in lieu|in place|[Ss]trik|[Rr]evis)"
)
_HEREBY = pattern(r"\bhereby\b|\breplac|\bsubstitut|\bdelet|\bamend|\bstrik", re.IGNORECASE)
_OLD_NEW = pattern(
    r"[^.;]{0,40}\b(?:replac|substitut|insert|increas|decreas|reduc|extend|chang|amend|rais|lower|shorten|revis|read)[^.;]{0,60}",
    re.IGNORECASE,
)
# "replacing A with B", "substituting B for A": the verb stands before both.
_VERB = pattern(r"\b(?:replac|substitut|delet|strik|chang|amend|exchang)\w*\b[^.;]{0,60}$", re.IGNORECASE)
_WITH = pattern(r"\W*(?:in\s+\w+\s+\d[\d.]*\s+)?(?:with|by|to)\W+(?:the\s+\w+\W+)?", re.IGNORECASE)
_FOR = pattern(r"\W*for\W+(?:the\s+\w+\W+)?", re.IGNORECASE)
_FROM = pattern(r"\bfrom\W+$", re.IGNORECASE)
_TO = pattern(r"\W*(?:to|into)\W+(?:read\W+)?", re.IGNORECASE)
_NEW_OLD = pattern(
    r"[^.;]{0,60}\b(?:replac(?:es|ing)|substitut\w+\s+for|instead\s+of|in\s+(?:place|lieu)\s+of)\b[^.;]{0,40}",
    re.IGNORECASE,
)
_FIGURE = pattern(r"\d[\d.,]*(?<=\d)")
_MOST_STEPS = 8
_RELATED = 0.66
_MOST_QUOTED = 2_000


@dataclass(frozen=True, slots=True)
class Replacement:
    """A value, and the claim that a sentence puts in its place."""

    old: BaseModel
    new: Judged


def replacements(question: Question, replaced: Judged, among: Iterable[Judged]) -> list[Replacement]:
    """What takes the place of a claim, and what takes the place of that, in turn."""
    among = tuple(among)
    found: list[Replacement] = []
    steps = [replaced]
    while len(found) < _MOST_STEPS:
        new = _successor(question, replaced, steps[-1].claim, among)
        if new is None or any(agree(new.claim.value, step.claim.value) for step in steps):
            break
        found.append(Replacement(steps[-1].claim.value, new))
        steps.append(new)
    return found


def _successor(question: Question, replaced: Judged, latest: Claim, among: Sequence[Judged]) -> Judged | None:
    kind = replaced.claim.answer_type
    if kind in OF_WHOLE_BLOCKS:
        return None
    place = place_of(replaced)
    for said in _amending(question, place, latest.original, among):
        readings = values_in(kind, said.document, said.block)
        for old in readings:
            new = _replacement(said.text, readings, old) if agree(old.value, latest.value) else None
            if new and not new.ambiguous and _concerns(question, said, place):
                return claim_at(said, new, replaced, "it replaces a value that carries what was asked")
    return None


def _amending(question: Question, place: Place, original: str, among: Sequence[Judged]) -> Iterator[Place]:
    """The sentences that repeat a value and may replace it, in this document and those akin to it."""
    sources = {place.identity: place}
    for judged in among:
        if judged.proofs and judged.proofs[0].identity not in sources:
            other = place_of(judged)
            if akin(place, other, question.part_of):
                sources[other.identity] = other
    for said in blocks_holding(_repeated(original), *sources.values()):
        may_replace = len(said.text) <= _MOST_QUOTED and _KEYWORD.search(said.text)
        if may_replace and (_HEREBY.search(said.text) or amending_title(said)):
            yield said


def _repeated(original: str) -> str:
    """What a sentence that repeats a value holds: its figure, or its first word."""
    figures = _FIGURE.findall(original)
    return max(figures, key=len) if figures else original.split()[0]


def _replacement(
    text: str, readings: list[Reading[BaseModel]], old: Reading[BaseModel]
) -> Reading[BaseModel] | None:
    for new in readings:
        if agree(new.value, old.value):
            continue
        if old.end <= new.start:
            between = text[old.end : new.start]
            before = text[: old.start]
            changed = _FROM.search(before) and _TO.fullmatch(between)
            changed = changed or (_VERB.search(before) and _WITH.fullmatch(between))
            if changed or _OLD_NEW.fullmatch(between):
                return new
        elif new.end <= old.start:
            between = text[new.end : old.start]
            substituted = _VERB.search(text[: new.start]) and _FOR.fullmatch(between)
            if substituted or _NEW_OLD.fullmatch(between):
                return new
    return None


def _concerns(question: Question, said: Place, place: Place) -> bool:
    """Whether a sentence names the clause of a place, stands there itself, or is about the question."""
    names = references_in(said.text)
    if said.block == place.block and said.identity == place.identity:
        return True
    if names.clauses:
        return aims_at(names, place, said) == "named"
    return bearing(question, said.document, said.block).score >= _RELATED
