"""Every lie and every truth, by kind, the same on every run."""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import TypeVar

from . import false_quotes, false_values, slipped_in, wrong_facts
from .claims import Lie, Truth
from .false_quotes import Pairs
from .papers.shelf import PAPERS
from .template import Edition, editions

MOST_LIES_PER_KIND = 150
MOST_TRUTHS_PER_KIND = 60

Claim = TypeVar("Claim", bound=Truth)
Forger = Callable[[Edition, Random], Pairs]

FORGERS: tuple[Forger, ...] = (
    false_quotes.stitched_quote,
    false_quotes.limiting_word_left_out,
    false_quotes.number_changed_in_quote,
    false_quotes.word_changed_in_quote,
    false_quotes.cut_inside_number,
    false_quotes.lookalike_characters,
    false_quotes.invented_quote,
    false_values.flattened_power,
    false_values.value_differs_from_quote,
    false_values.wrong_lines,
    false_values.lines_outside_document,
    false_values.blank_evidence,
    false_values.number_of_another_kind,
    false_values.inferred_as_verbatim,
    false_values.ambiguous_date,
    slipped_in.sign_lost,
    slipped_in.identity_changed,
    slipped_in.footnote_mark_in_number,
    slipped_in.question_as_quote,
    slipped_in.wrong_table_cell,
    slipped_in.range_given_as_one_value,
    wrong_facts.neighbour_value,
    wrong_facts.swapped_parties,
    wrong_facts.other_time_frame,
    wrong_facts.heading_or_contents,
    wrong_facts.planted_instruction,
    wrong_facts.superseded_value,
    wrong_facts.condition_dropped,
    wrong_facts.absent_similar,
)


def lies() -> Iterator[Lie]:
    """Claims that must be refused, at most `MOST_LIES_PER_KIND` for each forger."""
    for forger in FORGERS:
        different = {(x.document, x.question, str(x.value), str(x.citations)): x for x, _ in _pairs(forger)}
        yield from _some(list(different.values()), MOST_LIES_PER_KIND, forger.__name__)


def truths() -> Iterator[Truth]:
    """Claims that must be accepted, on the same documents and in the same form."""
    for forger in FORGERS:
        different = {(t.document, t.question): t for _, t in _pairs(forger) if t is not None}
        yield from _some(list(different.values()), MOST_TRUTHS_PER_KIND, forger.__name__)


def make_pairs(forger: Forger) -> Pairs:
    """Everything one forger makes of every edition of every paper."""
    for paper in PAPERS:
        for edition in editions(paper):
            yield from forger(edition, Random(f"{forger.__name__}/{paper.name}/{edition.number}"))


@cache
def _pairs(forger: Forger) -> tuple[tuple[Lie, Truth | None], ...]:
    return tuple(make_pairs(forger))


def _some(claims: list[Claim], most: int, seed: str) -> list[Claim]:
    if len(claims) <= most:
        return claims
    kept = sorted(Random(seed).sample(range(len(claims)), most))
    return [claims[index] for index in kept]
