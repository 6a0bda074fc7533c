"""Settle what the rules leave open: a planner's advice, where there is one, and which model is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pincite.answer.answers import Strictness
from pincite.errors import ConfigError, NotHeld, ProviderError
from pincite.protocols import Planner
from pincite.question.advice import advised, read_first, said
from pincite.question.overview import overview_of
from pincite.question.tiers import in_tier, tier_for
from pincite.records.planning import MOST_DOCUMENTS, MOST_TITLES, Overview
from pincite.records.question import Question
from pincite.records.run import Run
from pincite.shelf import Shelf


@dataclass(frozen=True, slots=True)
class Planning:
    """What is settled beside the rules' plan: a planner's advice, and which of two models is asked."""

    planner: Planner | None = None
    tiers: bool = False
    """Whether there is a small and a large language model to choose from."""
    strictness: Strictness = "balanced"

    def settle(
        self, question: Question, shelf: Shelf, run: Run, type_is_given: bool
    ) -> tuple[Question, Shelf]:
        """The question and the shelf as they are worked on from here; every choice is taken down."""
        if question.clarification:
            return question, shelf
        if self.planner is not None:
            question, shelf = replanned(self.planner, question, shelf, run, type_is_given)
        if self.tiers:
            tier, reason = tier_for(question, len(shelf.shortlist), self.strictness)
            run.decide(f"model: {tier}, because {reason}")
            question = in_tier(question, tier)
        return question, shelf

    def may_escalate(self, question: Question) -> bool:
        return self.tiers and question.generation.tier != "large"


BY_RULES = Planning()


def replanned(
    planner: Planner, question: Question, shelf: Shelf, run: Run, type_is_given: bool
) -> tuple[Question, Shelf]:
    """The question and the shelf as advised; both as they were where the planner fails, and a note of it."""
    overviews = tuple(_overviews(shelf))
    try:
        advice = run.step("plan", planner.plan, question.generation.asked, overviews)
    except (ProviderError, ConfigError, OSError) as error:
        run.decide(f"planner: {planner.name} failed, and the rules' plan stands: {error}")
        return question, shelf
    run.decide(said(advice))
    shortlist = read_first(advice, shelf.shortlist, shelf.everything)
    return advised(question, advice, type_is_given), replace(shelf, shortlist=shortlist)


def _overviews(shelf: Shelf) -> Iterator[Overview]:
    """The documents that will be read closely, opened; of the others their names."""
    opened = shelf.shortlist[:MOST_DOCUMENTS]
    titles = MOST_TITLES // max(len(opened), 1)
    for identity in opened:
        try:
            yield overview_of(identity, shelf.load(identity).document, titles)
        except NotHeld:
            continue
    others = (identity for identity in shelf.everything if identity not in set(opened))
    for _, identity in zip(range(MOST_DOCUMENTS - len(opened)), others, strict=False):
        yield Overview(identity)
