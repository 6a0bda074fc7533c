"""Choose the documents that a question names, by rules anyone can read.

Each word by which the question names a document counts by how rare it is among the documents held. A choice
is certain where one document has half or more of what was named, no other comes near it, and no other has a
rare word of it that this one lacks. Where several have just the same, the question is asked back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.question.choosing_covers import Covers, Posting
from pincite.question.choosing_kinds import GENERIC
from pincite.question.choosing_mentions import Mention, mentions_in
from pincite.question.choosing_words import key, parts_of
from pincite.records.plan import Choice, Chosen
from pincite.records.question import Question

_ENOUGH = 0.5
"""How much of what was named a document must have."""
_CLEARLY = 0.35
"""How much better than every other it must be."""
_ALIKE = 0.05
_RARE = 0.5
_KIND = 0.5
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a mention: what it is worth in each document, and at most in any."""

    written: str
    documents: dict[int, float]
    weight: float


@dataclass(frozen=True, slots=True)
class _Scored:
    number: int
    score: float
    share: float
    words: tuple[str, ...]


def choose(question: Question, covers: Covers) -> Choice:
    """The documents that the question names; none where it names none that is held."""
    mentions = mentions_in(question, covers)
    choices = [_choose(mention, covers) for mention in mentions]
    for choice in choices:
        if choice.clarification:
            return choice
    if not choices or not any(choice.documents for choice in choices):
        return Choice()
    spent = tuple(word for choice in choices for word in choice.spent)
    chosen = {each.identity: each for choice in reversed(choices) for each in reversed(choice.documents)}
    best_first = tuple(sorted(chosen.values(), key=lambda each: (-each.score, each.identity)))
    return Choice(best_first, all(choice.certain for choice in choices), spent=spent)


def _choose(mention: Mention, covers: Covers) -> Choice:
    words = _words(mention, covers)
    if mention.sort == "kind":
        # Only what is held can tell here: "the current policy" is a policy all the same.
        words = [word for word in words if word.documents]
    scored = _scored(mention, words, covers)
    if not scored:
        return Choice()
    best = scored[0]
    near = [each for each in scored if best.score - each.score < _CLEARLY]
    alike = [each for each in near if best.score - each.score <= _ALIKE]
    certain = len(near) == 1 and best.share >= _ENOUGH and not _contradicted(best, words)
    clarification = ""
    if not certain and len(alike) > 1 and best.share >= _ENOUGH and _means_one(mention):
        clarification = _which(mention, alike, covers)
    documents = tuple(_chosen(each, mention, covers) for each in near)
    return Choice(documents, certain, clarification, _spent(mention, best, covers) if certain else ())


def _words(mention: Mention, covers: Covers) -> list[_Word]:
    """The words of a mention; two that a document writes as one are one."""
    found: list[_Word] = []
    position = 0
    while position < len(mention.words):
        word, taken = mention.words[position], 1
        posting = covers.posting(word)
        if posting is None and (joined := "".join(mention.words[position : position + 2])) != word:
            posting = covers.posting(joined)
            word, taken = (" ".join(mention.words[position : position + 2]), 2) if posting else (word, 1)
        found += [_word(word, posting)] if posting else _parts(word, covers)
        position += taken
    return found


def _parts(word: str, covers: Covers) -> list[_Word]:
    """A word that no document has, or the parts of it that some have."""
    parts = [(part, covers.posting(part)) for part in parts_of(word)]
    known = [_word(part, posting) for part, posting in parts if posting]
    return known or [_Word(word, {}, 1.0)]


def _word(written: str, posting: Posting) -> _Word:
    worth = {number: value * posting.rarity for number, value in posting.documents.items()}
    return _Word(written, worth, posting.rarity)


def _scored(mention: Mention, words: Sequence[_Word], covers: Covers) -> list[_Scored]:
    """Every document that has a word of the mention or, where there are none, is of its kind; best first."""
    total = sum(word.weight for word in words)
    of_kind: dict[int, float] = {}
    for kind in mention.kinds:
        numbers = covers.of_kind(kind)
        of_kind |= dict.fromkeys(numbers, _KIND)
    named = {number for word in words for number in word.documents}
    among = of_kind if not words or (mention.sort == "kind") else named
    scored = []
    for number in among:
        has = [word for word in words if number in word.documents]
        score = sum(word.documents[number] for word in has)
        share = score / total if total else 1.0
        full = score + of_kind.get(number, 0.0)
        scored.append(_Scored(number, full, share, tuple(word.written for word in has)))
    return sorted(scored, key=lambda each: (-each.score, covers.identities[each.number]))


def _contradicted(best: _Scored, words: Sequence[_Word]) -> bool:
    """Whether a rare word of the mention stands for another document and not for this one."""
    return any(
        best.number not in word.documents and max(word.documents.values()) >= _RARE
        for word in words
        if word.documents
    )


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
    identity = covers.identities[each.number]
    if each.words:
        reason = f"the question names {', '.join(each.words)}"
    else:
        reason = f"the question speaks of {mention.written}"
    return Chosen(identity, round(each.score, 3), reason)


def _which(mention: Mention, alike: Sequence[_Scored], covers: Covers) -> str:
    names = [covers.identities[each.number].name for each in alike]
    more = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
    return (
        f"Several documents fit {mention.written!r}: {', '.join(names[:_SHOWN])}{more}. Which one is meant? "
        "Name it, or say more about it."
    )
