"""Decide which documents of a library are read for a question: those it names, or those that fit it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pincite.language.vocabulary import stems, telling
from pincite.protocols import Store
from pincite.question.choosing.choice import choose
from pincite.question.choosing.covers import Covers, read_covers
from pincite.question.settled_plan import plan_of
from pincite.records.library import Identity, NearHit
from pincite.records.question import Question
from pincite.records.run import Choice, Plan

Near = Callable[[Question, str, int], Sequence[NearHit]]
"""The passages of a collection that mean what a question means, so many of them, nearest first."""

_HITS_PER_DOCUMENT = 50
_NEAR_PER_DOCUMENT = 10
# So much of the shortlist is added to it for documents that only vectors propose.
_NEAR_SHARE = 4


@dataclass(slots=True)
class DocumentChooser:
    """The documents of one collection, known by their covers as long as they stay the same."""

    store: Store
    collection: str
    shortlist: int
    """How many documents are read closely before every block of all is."""
    _known: tuple[tuple[Identity, ...], Covers] | None = None

    def plan(self, question: Question, everything: Sequence[Identity], near: Near | None = None) -> Plan:
        """What to read of the whole collection; `near` proposes documents beside the question's words."""
        choice = self.choose(question, everything)
        if choice.certain:
            return plan_of(choice, everything, ())
        if choice.documents and len(choice.documents) <= self.shortlist:
            return plan_of(choice, everything, choice.identities)
        if len(everything) <= self.shortlist:
            return plan_of(choice, everything, everything)
        words = self._by_words(question, everything)
        return plan_of(choice, everything, self._with_near(words, question, everything, near))

    def choose(self, question: Question, everything: Sequence[Identity]) -> Choice:
        """The documents that the question names; where there is but one, nothing is to be chosen."""
        if len(everything) < 2 or question.clarification:
            return Choice()
        return choose(question, self.covers(tuple(everything)), self._saying)

    def covers(self, everything: tuple[Identity, ...]) -> Covers:
        """What tells at a glance which documents these are."""
        if self._known is None or self._known[0] != everything:
            self._known = everything, read_covers(self.store.covers(self.collection))
        return self._known[1]

    def _saying(self, word: str) -> list[Identity]:
        """The documents that have a word in their text, as far as the word index proposes them."""
        hits = self.store.search(stems(word), self.collection, _HITS_PER_DOCUMENT * self.shortlist)
        return list(dict.fromkeys(hit.identity for hit in hits))

    def _by_words(self, question: Question, everything: Sequence[Identity]) -> Sequence[Identity]:
        """The documents whose blocks match the question's words best."""
        known = set(everything)
        terms = question.retrieval.terms
        words = sorted(telling(stem for term in terms for wording in term.wordings for stem in wording))
        hits = self.store.search(words, self.collection, _HITS_PER_DOCUMENT * self.shortlist)
        proposed = dict.fromkeys(hit.identity for hit in hits if hit.identity in known)
        return list(proposed)[: self.shortlist]

    def _with_near(
        self, words: Sequence[Identity], question: Question, everything: Sequence[Identity], near: Near | None
    ) -> Sequence[Identity]:
        """The documents that words propose, and after them those that vectors do; some, where none does.

        Vectors take no place from words: with an embedder no document is read later than without.
        """
        proposed = dict.fromkeys(words)
        if near and not question.clarification:
            hits = near(question, self.collection, _NEAR_PER_DOCUMENT * self.shortlist)
            room = max(1, self.shortlist // _NEAR_SHARE) if words else self.shortlist
            known = set(everything) - set(words)
            proposed |= dict.fromkeys(
                list(dict.fromkeys(h.identity for h in hits if h.identity in known))[:room]
            )
        return list(proposed) or everything[: self.shortlist]
