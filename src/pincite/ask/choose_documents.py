"""Decide which documents of a library are read for a question, and say so: those it names, or that fit it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pincite.answer.answers import Answer
from pincite.language.vocabulary import stems, telling
from pincite.protocols import Store
from pincite.question.choosing.choice import choose
from pincite.question.choosing.covers import Covers, key, read_covers, words_of
from pincite.records.library import Identity, NearHit
from pincite.records.question import Question, Scope
from pincite.records.run import Choice, Plan

Near = Callable[[Question, str, int], Sequence[NearHit]]
"""The passages of a collection that mean what a question means, so many of them, nearest first."""

_HITS_PER_DOCUMENT = 50
_NEAR_PER_DOCUMENT = 10
# So much of the shortlist is added to it for documents that only vectors propose.
_NEAR_SHARE = 4
_NAMED = 5


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


def plan_of(choice: Choice, held: Sequence[Identity], shortlist: Sequence[Identity]) -> Plan:
    """Which documents are read: those that the question names for certain, or else all that are held."""
    if choice.certain:
        return Plan(choice, choice.identities, choice.identities, len(held))
    return Plan(choice, tuple(shortlist), tuple(held), len(held))


def with_means(
    plan: Plan, question: Question, paths: Sequence[str], places: int, checks: Sequence[str]
) -> Plan:
    """The plan with how the documents are read, and what every claim from them must pass."""
    scope = _scope(question.retrieval.scope)
    return replace(plan, scope=scope, paths=tuple(paths), places=places, checks=tuple(checks))


def without_names(question: Question, spent: Sequence[str]) -> Question:
    """The question without the terms that did no more than name its document, unless nothing else is left."""
    named = {key(word) for word in spent}
    terms = [t for t in question.retrieval.terms if not named.issuperset(map(key, words_of(t.asked)))]
    if not terms or len(terms) == len(question.retrieval.terms):
        return question
    return replace(question, retrieval=replace(question.retrieval, terms=tuple(terms)))


def said(plan: Plan) -> list[str]:
    """The plan in sentences, for `pincite why`."""
    paths = f"paths {', '.join(plan.paths)}; up to {plan.places} places of each document, then every passage"
    within = f" in {', '.join(plan.scope)}" if plan.scope else ""
    return [
        f"plan: {_read_documents(plan)}",
        f"plan: {paths}{within}",
        f"plan: checks {', '.join(plan.checks)}",
    ]


def with_choice(answer: Answer, plan: Plan) -> Answer:
    """The answer with a caveat that names the documents it is about, where others were left unread."""
    if answer.outcome in ("failed", "needs_clarification"):
        return answer
    note = _only_read(answer, plan) if plan.left_out else _from_elsewhere(answer, plan)
    return answer.model_copy(update={"caveats": [*answer.caveats, note]}) if note else answer


def _only_read(answer: Answer, plan: Plan) -> str:
    chosen = plan.choice.documents
    read = f"{_named(plan.choice.identities)} {'was' if len(chosen) == 1 else 'were'} read"
    reason = "; ".join(dict.fromkeys(each.reason for each in chosen[:_NAMED]))
    others = "1 other document was" if plan.left_out == 1 else f"{plan.left_out:,} other documents were"
    alone = "" if answer.items else f" The answer says nothing about {_them(plan.left_out)}."
    return f"Only {read}, because {reason}: {others} not read.{alone}"


def _from_elsewhere(answer: Answer, plan: Plan) -> str:
    """A warning where the question seems to name a document and the answer stands in another."""
    likely = {identity.name for identity in plan.choice.identities}
    cited = dict.fromkeys(proof.name for item in answer.items for proof in item.evidence)
    others = [name for name in cited if name not in likely]
    if not likely or not others:
        return ""
    names = _named(plan.choice.identities)
    return f"The question may mean {names}, but the answer is in {', '.join(others)}: compare them."


def _them(count: int) -> str:
    return "it" if count == 1 else "them"


def _read_documents(plan: Plan) -> str:
    choice = plan.choice
    scored = "; ".join(f"{c.identity.name} ({c.score:.2f}: {c.reason})" for c in choice.documents[:_NAMED])
    if choice.clarification:
        return f"several documents fit alike: {scored}"
    if choice.certain:
        return f"read {scored}, and none of the {plan.left_out:,} other documents"
    near = f"; not certain: {scored}" if scored else ""
    first = f"{len(plan.shortlist):,} of {plan.held:,} documents first"
    return f"read {first}{near}" if len(plan.shortlist) < plan.held else f"read all {plan.held:,}{near}"


def _named(identities: Sequence[Identity]) -> str:
    names = [identity.name for identity in identities]
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return f"{', '.join(names[:_NAMED])}{more}"


def _scope(scope: Scope) -> tuple[str, ...]:
    pages = (f"page {a}" if a == b else f"pages {a} to {b}" for a, b in scope.pages)
    return (*pages, *scope.sections)
