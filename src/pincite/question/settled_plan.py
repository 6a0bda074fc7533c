"""Settle what is done for a question before anything is read, and say it in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pincite.answer.answers import Answer
from pincite.question.choosing.words import key, words_of
from pincite.records.library import Identity
from pincite.records.question import Question, Scope
from pincite.records.run import Choice, Plan

_NAMED = 5


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
        f"plan: {_documents(plan)}",
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
    read = f"{_names(plan.choice.identities)} {'was' if len(chosen) == 1 else 'were'} read"
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
    names = _names(plan.choice.identities)
    return f"The question may mean {names}, but the answer is in {', '.join(others)}: compare them."


def _them(count: int) -> str:
    return "it" if count == 1 else "them"


def _documents(plan: Plan) -> str:
    choice = plan.choice
    scored = "; ".join(f"{c.identity.name} ({c.score:.2f}: {c.reason})" for c in choice.documents[:_NAMED])
    if choice.clarification:
        return f"several documents fit alike: {scored}"
    if choice.certain:
        return f"read {scored}, and none of the {plan.left_out:,} other documents"
    near = f"; not certain: {scored}" if scored else ""
    first = f"{len(plan.shortlist):,} of {plan.held:,} documents first"
    return f"read {first}{near}" if len(plan.shortlist) < plan.held else f"read all {plan.held:,}{near}"


def _names(identities: Sequence[Identity]) -> str:
    names = [identity.name for identity in identities]
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return f"{', '.join(names[:_NAMED])}{more}"


def _scope(scope: Scope) -> tuple[str, ...]:
    pages = (f"page {a}" if a == b else f"pages {a} to {b}" for a, b in scope.pages)
    return (*pages, *scope.sections)
