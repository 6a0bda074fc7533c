"""Settle what the rules leave open by a planner's advice, where there is one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pincite.ask.reading_list import ReadingList
from pincite.errors import ConfigError, NotHeld, ProviderError
from pincite.protocols import Planner
from pincite.question.advice import advised, read_first, said
from pincite.question.overview import overview_of
from pincite.records.question import Question
from pincite.records.run import MOST_DOCUMENTS, MOST_TITLES, Overview, Run


@dataclass(frozen=True, slots=True)
class Planning:
    """What is settled beside the rules' plan: a planner's advice."""

    planner: Planner | None = None

    def settle(
        self, question: Question, reading_list: ReadingList, run: Run, type_is_given: bool
    ) -> tuple[Question, ReadingList]:
        """The question and the reading list as they are used from here on; every choice is recorded."""
        if question.clarification or self.planner is None:
            return question, reading_list
        return replanned(self.planner, question, reading_list, run, type_is_given)


BY_RULES = Planning()


def replanned(
    planner: Planner, question: Question, reading_list: ReadingList, run: Run, type_is_given: bool
) -> tuple[Question, ReadingList]:
    """Question and reading list as advised; as they were where the planner fails, and a note of it."""
    overviews = tuple(_overviews(reading_list))
    try:
        advice = run.step("plan", planner.plan, question.generation.asked, overviews)
    except (ProviderError, ConfigError, OSError) as error:
        run.decide(f"planner: {planner.name} failed, so the rules plan: {error}")
        return question, reading_list
    run.decide(said(advice))
    shortlist = read_first(advice, reading_list.shortlist, reading_list.everything)
    return advised(question, advice, type_is_given), replace(reading_list, shortlist=shortlist)


def _overviews(reading_list: ReadingList) -> Iterator[Overview]:
    """The documents that will be read closely, opened; of the others their names."""
    opened = reading_list.shortlist[:MOST_DOCUMENTS]
    titles = MOST_TITLES // max(len(opened), 1)
    for identity in opened:
        try:
            yield overview_of(identity, reading_list.load(identity).document, titles)
        except NotHeld:
            continue
    others = (identity for identity in reading_list.everything if identity not in set(opened))
    for _, identity in zip(range(MOST_DOCUMENTS - len(opened)), others, strict=False):
        yield Overview(identity)
