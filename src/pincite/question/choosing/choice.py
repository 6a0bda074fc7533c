"""Choose the documents that a question names, by rules anyone can read.

Each word by which the question names a document counts by how rare it is among the documents held. A choice
is certain where one document has half or more of what was named and is of the kind named, no other comes near
it, and no other has a rare word of it that this one lacks. Where several have just the same, or none has
anything of what the question calls its document, the question is asked back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pincite.question.choosing.covers import Covers
from pincite.question.choosing.document_kinds import GENERIC, widened
from pincite.question.choosing.matches import Elsewhere, Match, matches
from pincite.question.choosing.mentions import Mention, mentions_in
from pincite.question.choosing.words import key
from pincite.records.question import Question
from pincite.records.run import Choice, Chosen

_ENOUGH = {"called": 0.5, "named": 0.75, "kind": 0.5}
"""How much of what was named a document must have; more of a name in passing: "Grace Period" is not Grace."""
_CLEARLY = 0.35
"""How much better than every other it must be."""
_ALIKE = 0.05
_RARE = 0.5
_KIND = 0.5
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class _Scored:
    """How well a document fits a mention, and by which words of it."""

    number: int
    score: float
    share: float
    words: tuple[str, ...]
    may_be_meant: bool
    """Whether it is of the kind named, as far as its kind is known."""


def choose(question: Question, covers: Covers, elsewhere: Elsewhere = lambda word: ()) -> Choice:
    """The documents that the question names; none where it names none."""
    choices = [_choose(mention, covers, elsewhere) for mention in mentions_in(question, covers)]
    for choice in choices:
        if choice.clarification:
            return choice
    if not any(choice.documents for choice in choices):
        return Choice()
    spent = tuple(word for choice in choices for word in choice.spent)
    chosen = {each.identity: each for choice in reversed(choices) for each in reversed(choice.documents)}
    best_first = tuple(sorted(chosen.values(), key=lambda each: (-each.score, each.identity)))
    return Choice(best_first, all(choice.certain for choice in choices), spent=spent)


def _choose(mention: Mention, covers: Covers, elsewhere: Elsewhere) -> Choice:
    words = matches(mention.words, covers, elsewhere if mention.sort == "called" else lambda word: ())
    if mention.sort == "kind":
        # Only what is held can tell here: "the current policy" is a policy all the same.
        words = [word for word in words if word.documents]
    scored = _scored(mention, words, covers)
    if not scored:
        return Choice(clarification=_unknown(mention, covers) if mention.sort == "called" else "")
    best = scored[0]
    near = [each for each in scored if best.score - each.score < _CLEARLY]
    documents = tuple(_chosen(each, mention, covers) for each in near)
    if len(near) == 1 and _is_certain(best, mention, words) and _is_alone(best, mention, covers, elsewhere):
        return Choice(documents, certain=True, spent=_spent(mention, best, covers))
    alike = [
        each for each in near if best.score - each.score <= _ALIKE and each.share >= _ENOUGH[mention.sort]
    ]
    clarification = _which(mention, alike, covers) if len(alike) > 1 and _means_one(mention) else ""
    return Choice(documents, clarification=clarification)


def _scored(mention: Mention, words: Sequence[Match], covers: Covers) -> list[_Scored]:
    """Every document that has a word of the mention or, where there are none, is of its kind; best first."""
    if mention.sort == "kind" or not mention.words:
        proposed = {number for kind in mention.kinds for number in covers.of_kind(kind)}
    else:
        proposed = {number for word in words for number in word.documents}
    total = sum(word.weight for word in words)
    scored = []
    for number in proposed:
        has = [word for word in words if number in word.documents]
        score = sum(word.documents[number] for word in has)
        fits = any(kind in covers.kinds_of(number) for kind in mention.kinds)
        share = score / total if total else 1.0
        full = score + (_KIND if fits else 0)
        names = tuple(word.written for word in has)
        may_be = fits or not mention.kinds or _may_be(covers.kinds_of(number), mention)
        scored.append(_Scored(number, full, share, names, may_be))
    return sorted(scored, key=lambda each: (-each.score, covers.identities[each.number]))


def _may_be(kinds: frozenset[str], mention: Mention) -> bool:
    return not kinds or not kinds.isdisjoint(widened(mention.kinds))


def _is_certain(best: _Scored, mention: Mention, words: Iterable[Match]) -> bool:
    """Whether it has enough of what was named, may be meant, and no rare word stands for another document."""
    contradicted = any(
        best.number not in word.documents and max(word.documents.values(), default=0.0) >= _RARE
        for word in words
    )
    return best.share >= _ENOUGH[mention.sort] and best.may_be_meant and not contradicted


def _is_alone(best: _Scored, mention: Mention, covers: Covers, elsewhere: Elsewhere) -> bool:
    """Whether no other text speaks of it, where it is named in passing or by what is no name of its own."""
    own = covers.identities[best.number]
    alone = [
        all(identity == own for identity in elsewhere(word)) for word in _doubtful(best, mention, covers)
    ]
    return all(alone) if mention.sort == "named" or not alone else any(alone)


def _doubtful(best: _Scored, mention: Mention, covers: Covers) -> set[str]:
    """The words that may stand for another document: a party in passing, and what is no name of this one."""
    if mention.sort == "named":
        return set(best.words) - set(_spent(mention, best, covers))
    names = {word for word in best.words if best.number in covers.names.get(key(word), ())}
    return set() if names or mention.sort == "kind" else set(best.words)


def _spent(mention: Mention, best: _Scored, covers: Covers) -> tuple[str, ...]:
    """A party also says whose duty is asked for, so its name stays; a label is all about its product."""
    if mention.sort == "kind":
        return best.words
    return tuple(word for word in best.words if best.number in covers.products.get(key(word), ()))


def _means_one(mention: Mention) -> bool:
    if mention.sort == "kind":
        return not GENERIC.issuperset(mention.kinds)
    return mention.sort == "called"


def _chosen(each: _Scored, mention: Mention, covers: Covers) -> Chosen:
    named = ", ".join(each.words)
    reason = f"the question names {named}" if named else f"the question speaks of {mention.written}"
    return Chosen(covers.identities[each.number], round(each.score, 3), reason)


def _which(mention: Mention, alike: Sequence[_Scored], covers: Covers) -> str:
    names = _listed([each.number for each in alike], covers)
    return f"Several documents fit {mention.written!r}: {names}. Which one do you mean?"


def _unknown(mention: Mention, covers: Covers) -> str:
    of_kind = [number for kind in mention.kinds for number in covers.of_kind(kind)]
    names = _listed(of_kind or range(covers.count), covers)
    return f"No document here is called {mention.written!r}. Which one do you mean? There are {names}."


def _listed(numbers: Sequence[int], covers: Covers) -> str:
    names = [covers.identities[number].name for number in numbers]
    more = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
    return f"{', '.join(names[:_SHOWN])}{more}"
