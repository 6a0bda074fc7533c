"""Propose words for the dictionary from questions that found nothing and the places that came nearest.

Nothing here decides: that two words mean the same is for a person to say.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pincite.language.vocabulary import occurs, stems, telling, words
from pincite.question.parse import RuleParser
from pincite.question.scaffold import COMMON, SCAFFOLD
from pincite.records.candidate import Candidate
from pincite.records.library import RunRecord
from pincite.records.question import Term
from pincite.structure.lead_ins import numbering_of

# How many of a run's nearest places are looked at, and how many words are worth a person's time.
_NEAREST = 3
_PROPOSED = 8
_LONGEST_TITLE = 5


@dataclass(frozen=True, slots=True)
class Word:
    """A word that may stand for what was asked: in how many runs, and who said so."""

    text: str
    runs: int
    by_model: bool


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What was asked in some runs and found in none, and the words that may stand for it."""

    asked: str
    runs: tuple[str, ...]
    words: tuple[Word, ...]


@dataclass(slots=True)
class _Gap:
    """What is known so far of one thing that was asked for."""

    runs: list[str] = field(default_factory=list)
    nearby: Counter[str] = field(default_factory=Counter)
    keywords: Counter[str] = field(default_factory=Counter)


def suggest(runs: Sequence[RunRecord], parser: RuleParser) -> list[Suggestion]:
    """For each term that the nearest places of a run do not carry, their words; asked most often first."""
    gaps: defaultdict[str, _Gap] = defaultdict(_Gap)
    for run in runs:
        keywords = _keywords(run)
        near = _near_misses(run) if run.outcome in {"not_found", "unverified"} else []
        if not near and not keywords:
            continue
        terms = parser.read(run.question).retrieval.terms
        missing = [term for term in terms if term.weight >= 1 and not _carried(term, near)]
        for term in missing:
            gap = gaps[term.asked]
            gap.runs.append(run.id)
            gap.nearby.update(_words_of(near, terms))
            gap.keywords.update(word for word in keywords if word.lower() != term.asked)
    found = [_suggestion(asked, gap) for asked, gap in gaps.items()]
    return sorted((each for each in found if each.words), key=lambda each: -len(each.runs))


def _near_misses(run: RunRecord) -> list[Candidate]:
    refused = [candidate for candidate in run.candidates if candidate.stopped_by == "answers"]
    return sorted(refused, key=lambda candidate: -candidate.score)[:_NEAREST]


def _keywords(run: RunRecord) -> list[str]:
    """The words that a model missed in the question; none where the run had no model."""
    try:
        said = json.loads(run.answer).get("signals", {}).get("new_keywords", [])
    except (ValueError, AttributeError):
        return []
    return list(dict.fromkeys(word for word in said if isinstance(word, str) and stems(word)))


def _carried(term: Term, near: Sequence[Candidate]) -> bool:
    texts = [stems(f"{candidate.section} {candidate.quote}") for candidate in near]
    return any(occurs(wording, text, set(text)) for text in texts for wording in term.wordings)


def _words_of(near: Sequence[Candidate], terms: Sequence[Term]) -> list[str]:
    """Titles and words of the places, each once, without what the question says in its own words."""
    known = {stem for term in terms for wording in term.wordings for stem in wording}
    found: dict[str, None] = {}
    for candidate in near:
        title = candidate.section[numbering_of(candidate.section) :].strip().lower()
        if 0 < len(stems(title)) <= _LONGEST_TITLE and telling(stems(title)) - known:
            found[title] = None
    for candidate in near:
        found |= dict.fromkeys(_telling_words(candidate.quote, known))
    return list(found)


def _telling_words(quote: str, known: set[str]) -> Iterator[str]:
    for word, _, _ in words(quote):
        plain = word.isalpha() and len(word) > 2 and word not in SCAFFOLD | COMMON
        if plain and telling(stems(word)) - known:
            yield word


def _suggestion(asked: str, gap: _Gap) -> Suggestion:
    said = [Word(word, count, by_model=True) for word, count in gap.keywords.most_common()]
    said += [
        Word(word, count, by_model=False)
        for word, count in gap.nearby.most_common()
        if word not in gap.keywords
    ]
    return Suggestion(asked, tuple(gap.runs), tuple(said[:_PROPOSED]))
