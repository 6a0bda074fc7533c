"""Make the answer of a computation: the result with every operand cited, or why there is none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pincite.answer.answers import (
    Answer,
    Coverage,
    Derivation,
    DocumentCoverage,
    Evidence,
    Item,
    NearMiss,
    Operand,
    PageCoverage,
    PathCoverage,
    type_of,
)
from pincite.answer.checks import Check, Judgement, weakest_checks
from pincite.compute.results import Computed, Known, Refused, said
from pincite.records.computation import OperandQuestion
from pincite.values.registered import derive

_NEAREST = 3

# How the note begins that names the other cells of a row.
_BESIDE = "The same row also says"


@dataclass(frozen=True, slots=True)
class Found:
    """A value that was found and proved for a computation, and the item that proves it."""

    known: Known
    item: Item


def answered(asked: str, computed: Computed, found: Sequence[Found], parts: Sequence[Answer]) -> Answer:
    """The answer with the one result."""
    base = parts[-1]
    signals = base.signals.model_copy(
        update={
            "extraction_method": "computed",
            "found": True,
            "complete": all(part.signals.complete for part in parts),
            "keywords_found": _merged(part.signals.keywords_found for part in parts),
        }
    )
    return base.model_copy(
        update={
            "outcome": "answered",
            "question": asked,
            "method": "computed",
            "items": [computed_item(computed, found)],
            "leads": [],
            "conflict": None,
            "signals": signals,
            "clarification": None,
            "caveats": [*_merged(map(_caveats, parts)), *computed.notes, *_apart(found)],
            "coverage": coverage_of(parts),
        }
    )


def computed_item(computed: Computed, found: Sequence[Found]) -> Item:
    """The result as an item: its evidence is that of the operands, its checks are the weakest of theirs."""
    evidence = _unique(place for each in found for place in each.item.evidence)
    return Item(
        id="item-1",
        type=type_of(computed.value),
        value=computed.value,
        original=computed.formula,
        # What names a cell stands with the operand, and limits nothing.
        limits=_merged([] if each.item.is_cell else each.item.limits for each in found),
        evidence=evidence,
        proof=[
            *weakest_checks(each.item.proof for each in found),
            Check(check="computed", state="proved", reason=computed.formula),
        ],
        judgement=Judgement.weakest([each.item.judgement for each in found]),
        derivation=derivation_of(computed, found),
    )


def derivation_of(computed: Computed, found: Sequence[Found]) -> Derivation:
    operands = [
        Operand(name=each.known.name, value=each.known.value, evidence=_giving(each)) for each in found
    ]
    return Derivation(formula=computed.formula, operands=operands, rates=list(computed.rates))


def _giving(found: Found) -> Evidence:
    """The place that gives the value: of a defined term, where it is defined and not where it is used.

    A figure that a table prints in thousands stands in its cell, and in no words of its row.
    """
    kind = getattr(found.known.value, "answer_type", "text")
    places = found.item.evidence
    printed = found.item.derivation.operands[0].evidence if found.item.derivation else places[0]
    return next((e for e in places if derive(kind, e.snippet, found.known.value)), printed)


def refused(asked: str, refusal: Refused, found: Sequence[Found], parts: Sequence[Answer]) -> Answer:
    """Nothing is answered, and what was found for it is shown with the reason."""
    base = parts[-1]
    coverage = coverage_of(parts)
    nearest = [
        NearMiss(**each.item.evidence[0].model_dump(), reason=refusal.reason) for each in found[:_NEAREST]
    ]
    clarification = f"{refusal.reason} {refusal.remedy}" if refusal.remedy else None
    signals = base.signals.model_copy(
        update={"found": False, "complete": False, "suggested_clarification": clarification}
    )
    return base.model_copy(
        update={
            "outcome": "needs_clarification" if clarification else "unverified",
            "question": asked,
            "method": "none",
            "items": [],
            "leads": [],
            "conflict": None,
            "signals": signals,
            "clarification": clarification,
            "caveats": [*([] if clarification else [refusal.reason]), *_told(found)],
            "coverage": coverage.model_copy(update={"nearest": nearest}),
        }
    )


def one_by_one(asked: str, named: Sequence[tuple[str, Answer]]) -> Answer:
    """The figures that were asked for one after the other; those that were not found are named.

    A failure of one is a failure of all. Where nothing is given, they are not found only if none of them is.
    """
    parts = [part for _, part in named]
    given = [part for part in parts if part.outcome == "answered"]
    failed = [part for part in parts if part.outcome == "failed"]
    if failed or not given:
        open_ones = [part for part in parts if part.outcome != "not_found"]
        told = (*failed, *open_ones, *parts)[0]
        return told.model_copy(update={"question": asked, "coverage": coverage_of(parts)})
    items = [item for part in given for item in part.items]
    missing = [
        f"{name}: {part.outcome.replace('_', ' ')}." for name, part in named if part.outcome != "answered"
    ]
    signals = given[0].signals.model_copy(
        update={
            "complete": not missing and all(part.signals.complete for part in given),
        }
    )
    return given[0].model_copy(
        update={
            "outcome": "incomplete" if missing else "answered",
            "question": asked,
            "items": [item.model_copy(update={"id": f"item-{n}"}) for n, item in enumerate(items, start=1)],
            "leads": [],
            "signals": signals,
            "caveats": [*missing, *_merged(map(_caveats, given))],
            "coverage": coverage_of(parts),
        }
    )


def carried_over(asked: str, operand: OperandQuestion, answer: Answer, parts: Sequence[Answer]) -> Answer:
    """What became of the operand is what becomes of the whole: not found is neither "no" nor zero."""
    reason = f"The answer needs the {operand.name}, and asking for it came out as {answer.outcome}."
    clarification = answer.clarification and f"About the {operand.name}: {answer.clarification}"
    coverage = coverage_of(parts).model_copy(update={"nearest": answer.coverage.nearest})
    return answer.model_copy(
        update={
            "question": asked,
            "clarification": clarification,
            "caveats": [reason, *answer.caveats],
            "coverage": coverage,
        }
    )


def coverage_of(parts: Sequence[Answer]) -> Coverage:
    """What was read for all operands together: the same documents, each counted once."""
    hits: Counter[str] = Counter()
    for part in parts:
        hits.update({path.name: path.hits for path in part.coverage.paths})
    widest = max((part.coverage for part in parts), key=lambda each: (each.documents, each.spans_read))
    pages = PageCoverage(
        total=max(part.coverage.pages.total for part in parts),
        read=max(part.coverage.pages.read for part in parts),
        low_quality=max(part.coverage.pages.low_quality for part in parts),
        unreadable=max(part.coverage.pages.unreadable for part in parts),
        waiting_pictures=max(part.coverage.pages.waiting_pictures for part in parts),
    )
    paths = [PathCoverage(name=name, hits=count) for name, count in hits.items()]
    held = [part.coverage.chance_held for part in parts]
    known = [chance for chance in held if chance is not None]
    return widest.model_copy(
        update={
            "pages": pages,
            "paths": paths,
            "nearest": [],
            # All operands must be there, so the least likely of them counts.
            "chance_held": min(known) if len(known) == len(held) else None,
            "by_document": _by_document(parts),
        }
    )


def _by_document(parts: Sequence[Answer]) -> list[DocumentCoverage]:
    """What came of each document: answered where it gave any of the operands."""
    found: dict[str, DocumentCoverage] = {}
    for each in (each for part in parts for each in part.coverage.by_document):
        if each.name not in found or each.outcome == "answered":
            found[each.name] = each
    return list(found.values())


def _told(found: Sequence[Found]) -> list[str]:
    return [
        f"Found for it: {each.known.name} {said(each.known.value)}."
        for each in found[:_NEAREST]
        if each.known.name
    ]


def _apart(found: Sequence[Found]) -> list[str]:
    """What to know where the operands stand in different documents."""
    names = list(dict.fromkeys(each.item.evidence[0].name for each in found))
    return [f"The values come from different documents: {', '.join(names)}."] if len(names) > 1 else []


def _merged(lists: Iterable[Sequence[str]]) -> list[str]:
    return list(dict.fromkeys(each for listed in lists for each in listed))


def _unique(places: Iterable[Evidence]) -> list[Evidence]:
    kept: list[Evidence] = []
    for place in places:
        if place not in kept:
            kept.append(place)
    return kept


def _caveats(part: Answer) -> list[str]:
    """What has to be known of an operand; what else its row says is another operand, or nobody's business."""
    return [each for each in part.caveats if not each.startswith(_BESIDE)]
