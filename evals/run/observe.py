"""Turn what came back for a gold question into an observation."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from evals.run.proving import proved_again
from evals.score.gold import GoldAnswer
from evals.score.observation import Observation, ObservedItem, Place
from pincite.answer.answers import Answer, Evidence, Item, type_of
from pincite.answer.verdicts import ANSWERS
from pincite.records.candidate import Candidate
from pincite.records.evidence import FoundPassage
from pincite.values.registered import find, value_types
from pincite.verify.quote import locate

_LONGEST_SNIPPET = 600
_LONGEST_LEAD = 600
_UNCERTAIN = 0.5
SCAN = "scan"


def observed(
    key: str,
    row: str,
    answer: Answer,
    candidates: Sequence[Candidate],
    passages: Callable[[], Sequence[FoundPassage]],
    text: Callable[[str], str],
    likeliest: float | None = None,
) -> Observation:
    """An answer, as far as it is scored.

    `candidates` is all that was proposed; `passages` what retrieval finds for the question, and `text` the
    canonical text of a document by its name: both are only asked for where items were returned. `likeliest`
    is the best chance that a reading model gave a passage; None where none has read.
    """
    sides = _sides(answer)
    items = tuple(item_observed(item, sides.get(item.id, 0), text) for item in answer.items)
    return Observation(
        key=key,
        row=row,
        outcome=answer.outcome,
        items=items,
        candidate=_candidate(answer, items, candidates),
        leads=tuple(lead_place(lead) for lead in _leads(answer)),
        presence=_presence(answer, candidates, likeliest),
        settled=bool(answer.conflict and answer.conflict.rule),
        nearest=tuple(place_of(miss) for miss in answer.coverage.nearest),
        paths=_found_by(answer.items[0].evidence[0], passages()) if answer.items else (),
        error=answer.error.message if answer.error else "",
        seconds=answer.seconds,
    )


def retrieved(key: str, row: str, passages: Iterable[FoundPassage], seconds: float) -> Observation:
    """What retrieval proposed for a question that was not asked."""
    places = tuple(Place(start=found.span.start, end=found.span.end, page=found.page) for found in passages)
    return Observation(key=key, row=row, outcome="not_found", passages=places, seconds=seconds)


def unread(key: str, row: str, reason: str) -> Observation:
    """A question that could not be put, because its document could not be read: a failure, not a silence."""
    return Observation(key=key, row=row, outcome="failed", error=reason)


def located(answers: Iterable[GoldAnswer], text: str) -> tuple[tuple[int, int], ...]:
    """Where the quotes of gold answers are in a text, of those whose places the gold does not give."""
    quotes = dict.fromkeys(gold.quote for gold in answers if gold.quote and not gold.spans)
    return tuple((match.start, match.end) for quote in quotes for match in locate(quote, text))


class _Lead(Protocol):
    """A place that may hold the answer, as an answer shows it."""

    @property
    def evidence(self) -> Sequence[Evidence]: ...

    @property
    def chance(self) -> float | None: ...


def _leads(answer: Answer) -> Sequence[_Lead]:
    # An answer of the form /1 has no leads; once it is gone, this is `answer.leads`.
    leads: Sequence[_Lead] = getattr(answer, "leads", ())
    return leads


def _chance_held(answer: Answer) -> float | None:
    # The same of `answer.coverage.chance_held`.
    chance: float | None = getattr(answer.coverage, "chance_held", None)
    return chance


def lead_place(lead: _Lead) -> Place:
    """A lead is one place: its neighbouring passages as far as they are short, or else the first."""
    first, last = lead.evidence[0], lead.evidence[-1]
    near = first.name == last.name and first.start < last.end <= first.start + _LONGEST_LEAD
    place = place_of(first)
    return place.model_copy(update={"end": last.end}) if near else place


def _candidate(
    answer: Answer, items: Sequence[ObservedItem], candidates: Sequence[Candidate]
) -> ObservedItem | None:
    """The likeliest item, or else what was claimed of the best lead and had too little chance.

    Where that is not known, the lead is read as a value of the type that was looked for.
    """
    if items:
        return max(items, key=lambda item: item.confidence)
    leads = _leads(answer)
    if not leads:
        return None
    place, words = lead_place(leads[0]), leads[0].evidence[0].snippet
    said = next((each for each in candidates if _is_claimed_of(each, leads[0])), None)
    if said:
        kind, value, original = said.answer_type, json.loads(said.value), said.quote
    else:
        readings = find(answer.answer_type, words) if answer.answer_type in value_types() else []
        kind = answer.answer_type if readings else "text"
        value = readings[0].value.model_dump(mode="json") if readings else {"text": words}
        original = readings[0].original(words) if readings else words
    return ObservedItem(
        answer_type=kind,
        value=value,
        original=original,
        confidence=leads[0].chance or 0.0,
        proved=True,
        places=(place,),
    )


def _is_claimed_of(candidate: Candidate, lead: _Lead) -> bool:
    """Whether only its chance kept a claim from being given, and the lead shows its place."""
    shown = " ".join(evidence.snippet for evidence in lead.evidence)
    return (
        candidate.stopped_by == ANSWERS
        and candidate.score == lead.chance
        and bool(locate(candidate.quote, shown))
    )


def _sides(answer: Answer) -> dict[str, int]:
    if answer.conflict is None:
        return {}
    return {item: number for number, side in enumerate(answer.conflict.sides) for item in side}


def item_observed(item: Item, side: int, text: Callable[[str], str]) -> ObservedItem:
    """An item as it is scored, with whether its proof holds when it is repeated."""
    texts = {evidence.name: text(evidence.name) for evidence in item.evidence}
    return ObservedItem(
        answer_type=type_of(item.value),
        value=item.value.model_dump(mode="json"),
        original=item.original,
        confidence=item.rank,
        proved=len(texts) == 1 and proved_again(item, *texts.values()),
        places=tuple(place_of(evidence) for evidence in item.evidence),
        side=side,
    )


def place_of(evidence: Evidence) -> Place:
    """Where a piece of evidence stands."""
    snippet = evidence.snippet[:_LONGEST_SNIPPET]
    return Place(start=evidence.start, end=evidence.end, page=evidence.page, snippet=snippet)


def _presence(answer: Answer, candidates: Sequence[Candidate], likeliest: float | None) -> float:
    """How sure it is that the document carries the answer: what was not kept counts for half at most.

    Of what was not kept a reading model's chance tells more than the words of whatever was proposed.
    """
    if (held := _chance_held(answer)) is not None:
        return held
    if answer.items:
        confidence = max(item.rank for item in answer.items)
        return _UNCERTAIN + (1 - _UNCERTAIN) * min(1.0, max(0.0, confidence))
    best = max((candidate.score for candidate in candidates), default=0.0) if likeliest is None else likeliest
    return _UNCERTAIN * min(1.0, max(0.0, best))


def _found_by(cited: Evidence, passages: Sequence[FoundPassage]) -> tuple[str, ...]:
    """The paths that had found the cited place; the scan where no other had."""
    names = dict.fromkeys(
        path
        for found in passages
        if found.span.start < cited.end and cited.start < found.span.end
        for path in found.paths
    )
    return tuple(name for name in names if name != SCAN) or (SCAN,)
