"""Choose the documents that a question names, by rules anyone can read.

Each word by which the question names a document counts by how rare it is among the documents held. A choice
is certain where one document has half or more of what was named and is of the kind named, no other comes near
it, and no other has a rare word of it that this one lacks. Where several have just the same, or none has
anything of what the question calls its document, the question is asked back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pincite.language.vocabulary import STOP_WORDS
from pincite.patterns import pattern
from pincite.question.choosing.covers import Covers, Elsewhere, Match, is_telling, key, matches, words_of
from pincite.question.choosing.document_kinds import GENERIC, SPOKEN_OF, KindMention, kinds_in, widened
from pincite.question.terms import SCAFFOLD
from pincite.records.library import Identity
from pincite.records.question import OverDocuments, Question
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


_DEFINITE = pattern(r"\b(?:the|this|our|my|your)\s+(?P<before>(?:[\w&'’.-]+\s+){0,3})$", re.IGNORECASE)
_PLURAL = pattern(r"(?:[^s]s|ies)$", re.IGNORECASE)
# After another noun the kind only says what of a document is meant: "the policy period".
_FOLLOWED = pattern(
    r"['’]s?\s|\s*(?:$|[?.,;:)!])|\s+(?:(?:is|are|was|were|be|does|do|did|will|would|shall|should|may|might|can|could|must"
    r"|has|have|had|and|or|if|when|unless|after|before|until|while|as|in|on|under|of|for|to|with|without|by|from|at"
    r"|between|about|during|against|per|than|that|which|what|how|where|the|a|an|any|not|dated|signed|effective)\b"
    r"|(?:expire|end|start|begin|commence|run|last|renew|terminate|lapse|cover|exclude|provide|require|allow|permit"
    r"|prohibit|forbid|state|say|mention|contain|include|define|list|limit|apply|pay|give|grant|impose|recommend|warn"
    r"|specify|describe|govern|restrict|take|come|become|remain|call|set)s?\b)",
    re.IGNORECASE,
)
_CAPITAL = pattern(r"[^\W\d_a-zà-ÿ]|\d+[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Mention:
    """Words of a question that say which document is meant."""

    written: str
    sort: Literal["called", "named", "kind"]
    words: tuple[str, ...]
    """Those that can tell one document from another."""
    kinds: tuple[str, ...]


def mentions_in(question: Question, covers: Covers) -> list[Mention]:
    """What names documents; where the question calls them something, nothing else does."""
    asked = question.generation.asked
    called = [_called(phrase) for phrase in question.retrieval.scope.documents]
    # "The Supplier's agreement" calls a document nothing that others are not called, too.
    if telling := [mention for mention in called if mention.words]:
        return telling
    named = tuple(_names(asked, covers))
    definite = _definite(asked)
    if named:
        kinds = tuple(
            dict.fromkeys(mention.kind for mention in kinds_in(asked) if _is_naming(asked, mention))
        )
        return [Mention(" ".join(named), "named", named, kinds)]
    return [definite] if definite else []


def _called(phrase: str) -> Mention:
    kinds = kinds_in(phrase)
    rest = phrase
    for mention in reversed(kinds):
        rest = f"{rest[: mention.start]} {rest[mention.end :]}"
    words = tuple(dict.fromkeys(word for word in words_of(rest) if is_telling(word)))
    return Mention(phrase, "called", words, tuple(dict.fromkeys(mention.kind for mention in kinds)))


def _names(asked: str, covers: Covers) -> Iterator[str]:
    """Words that begin the name of a subject, with the capitalised words that follow them."""
    if asked.isupper():
        return
    inside = False
    for number, word in enumerate(words_of(asked)):
        capital = _CAPITAL.match(word) is not None
        ordinary = not is_telling(word) or word.lower() in SCAFFOLD | STOP_WORDS
        if ordinary or not (capital or key(word) in covers.products):
            inside = False
            continue
        begins = key(word) in covers.leading and (number > 0 or not word.islower())
        if begins or inside:
            inside = True
            yield word


def _definite(asked: str) -> Mention | None:
    """The one kind of document that the question speaks of as known: "the policy"."""
    for mention in kinds_in(asked):
        before = _DEFINITE.search(asked, 0, mention.start)
        written = asked[mention.start : mention.end]
        if (
            mention.kind in SPOKEN_OF
            or before is None
            or _PLURAL.search(written)
            or not _FOLLOWED.match(asked, mention.end)
        ):
            continue
        words = tuple(word for word in words_of(before["before"]) if is_telling(word))
        return Mention(f"the {before['before']}{written}", "kind", words, (mention.kind,))
    return None


def _is_naming(asked: str, mention: KindMention) -> bool:
    return _FOLLOWED.match(asked, mention.end) is not None


# What changes or completes a contract is one of its papers, whatever it calls itself.
_OF_CONTRACTS = frozenset({"contract", "amendment", "letter"})


def documents_meant(over: OverDocuments, covers: Covers) -> frozenset[Identity] | None:
    """The documents of the kind that the question names, with all its other words; None for all of them.

    A generic kind ("contracts") leaves out only what is known to be something else. Where none fits, the
    question does not speak of documents that are held: "Which insurance policies are required?".
    """
    called = " ".join((*over.words, over.noun))
    kinds = [each.kind for each in kinds_in(called)]
    named = [
        word for word in over.words if not any(word in called[e.start : e.end] for e in kinds_in(called))
    ]
    chosen = set(range(covers.count))
    for kind in kinds[-1:]:
        chosen &= _of_sort(kind, covers)
    for word in filter(is_telling, named):
        posting = covers.posting(word)
        chosen &= set(posting.documents) if posting else set()
    if len(chosen) == covers.count:
        return None
    return frozenset(covers.identities[number] for number in chosen)


def _of_sort(kind: str, covers: Covers) -> set[int]:
    if kind not in GENERIC:
        return set(covers.of_kind(kind))
    fitting = _OF_CONTRACTS if kind == "contract" else frozenset({kind})
    return {
        number
        for number in range(covers.count)
        if not covers.kinds_of(number) or not fitting.isdisjoint(covers.kinds_of(number))
    }
