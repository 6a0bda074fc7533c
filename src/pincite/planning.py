"""Have a planner advise on a question; where it fails, the rules' plan stands and the trace says so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pincite.errors import ConfigError, NotHeld, ProviderError
from pincite.protocols import Planner
from pincite.question.advice import advised, read_first, said
from pincite.question.overview import overview_of
from pincite.records.planning import MOST_DOCUMENTS, MOST_TITLES, Overview
from pincite.records.question import Question
from pincite.records.run import Run
from pincite.shelf import Shelf


def replanned(
    planner: Planner, question: Question, shelf: Shelf, run: Run, type_is_given: bool
) -> tuple[Question, Shelf]:
    """The question and the shelf as advised, or both as they were."""
    if question.clarification:
        return question, shelf
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
