"""Turn what came back for a gold question into an observation that can be kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence

from evals.independent import watch
from evals.score.observation import Observation, ObservedItem, Place
from pincite.answer.answers import Answer, Evidence, Lead
from pincite.answer.verdicts import ANSWERS
from pincite.prove.quote import locate
from pincite.quality import observing
from pincite.quality.observing import lead_place, place_of
from pincite.records.candidate import Candidate
from pincite.records.document import Document
from pincite.records.evidence import FoundPassage

_UNCERTAIN = 0.5
SCAN = "scan"


def observed(
    key: str,
    row: str,
    answer: Answer,
    candidates: Sequence[Candidate],
    passages: Callable[[], Sequence[FoundPassage]],
    read: Callable[[str], Document],
    likeliest: float | None = None,
) -> Observation:
    """An answer, as far as it is scored.

    `candidates` is all that was proposed; `passages` what retrieval finds for the question, and `read` gives
    a document by its name: both are only asked for where items were returned. `likeliest`
    is the best chance that a reading model gave a passage; None where none has read.
    """
    seen = observing.observed(row, answer, read)
    return Observation(
        **dict(seen),
        key=key,
        candidate=_candidate(answer, seen.items, candidates),
        presence=_presence(answer, candidates, likeliest),
        nearest=tuple(place_of(miss) for miss in answer.coverage.nearest),
        paths=_found_by(answer.items[0].evidence[0], passages()) if answer.items else (),
        watched=_watched(answer, read),
    )


def _watched(answer: Answer, read: Callable[[str], Document]) -> tuple[str, ...]:
    """By item what the watchman says, who shares no code with what he watches."""
    operands = [each for item in answer.items if item.derivation for each in item.derivation.operands]
    places = [
        *(each for item in answer.items for each in item.evidence),
        *(each.evidence for each in operands),
    ]
    texts = {place.name: read(place.name).text for place in places}
    said = {found.item: found.verdict for found in watch(answer.model_dump(mode="json"), texts)}
    return tuple(said[item.id] for item in answer.items)


def retrieved(key: str, row: str, passages: Iterable[FoundPassage], seconds: float) -> Observation:
    """What retrieval proposed for a question that was not asked."""
    places = tuple(Place(start=found.span.start, end=found.span.end, page=found.page) for found in passages)
    return Observation(key=key, row=row, outcome="not_found", passages=places, seconds=seconds)


def unread(key: str, row: str, reason: str) -> Observation:
    """A question that could not be put, because its document could not be read: a failure, not a silence."""
    return Observation(key=key, row=row, outcome="failed", error=reason)


def _candidate(
    answer: Answer, items: Sequence[ObservedItem], candidates: Sequence[Candidate]
) -> ObservedItem | None:
    """The likeliest item, or else what was claimed of the best lead and had too little chance."""
    if items:
        return max(items, key=lambda item: item.confidence)
    if not answer.leads:
        return None
    lead = answer.leads[0]
    place, words = lead_place(lead), lead.evidence[0].snippet
    said = next((each for each in candidates if _is_claimed_of(each, lead)), None)
    if said:
        kind, value, original = said.answer_type, json.loads(said.value), said.quote
    else:
        kind, value, original = "text", {"text": words}, words
    return ObservedItem(
        answer_type=kind,
        value=value,
        original=original,
        confidence=lead.chance or 0.0,
        proved=True,
        places=(place,),
    )


def _is_claimed_of(candidate: Candidate, lead: Lead) -> bool:
    """Whether only its chance kept a claim from being given, and the lead shows its place."""
    shown = " ".join(evidence.snippet for evidence in lead.evidence)
    return (
        candidate.stopped_by == ANSWERS
        and candidate.score == lead.chance
        and bool(locate(candidate.quote, shown))
    )


def _presence(answer: Answer, candidates: Sequence[Candidate], likeliest: float | None) -> float:
    """How sure it is that the document carries the answer: what was not kept counts for half at most.

    Of what was not kept a reading model's chance tells more than the words of whatever was proposed.
    """
    if (held := answer.coverage.chance_held) is not None:
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
