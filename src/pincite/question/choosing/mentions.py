"""Find in a question the words that say which document is meant.

Three things do: what the question calls its document ("Acme's lease"), the name of what a document is about
("AXID"), and a kind of document with a definite article ("the policy").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pincite.language.vocabulary import STOP_WORDS
from pincite.patterns import pattern
from pincite.question.choosing.covers import Covers
from pincite.question.choosing.document_kinds import SPOKEN_OF, KindMention, kinds_in
from pincite.question.choosing.words import is_telling, key, words_of
from pincite.question.scaffold import SCAFFOLD
from pincite.records.question import Question

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
