"""Change or delete the evidence of questions that were answered rightly: the answer has to change or vanish.

A value is changed wherever the document says it, a name wherever it stands, and a sentence is turned around.
What the new answer is, our parsers read from the changed sentence; where they do not, or where the old answer
would still be said, the row is left out and counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ValidationError

from evals.modes.changes.evidence import Change, change_of
from evals.modes.edits import Edited
from evals.modes.removal import without_answer
from evals.modes.stating import anchored, touched
from evals.modes.variants import LeftOut, Texts, absent_in, digest, variant
from evals.score.observation import Observation, ObservedItem
from pincite.quality.gold import GoldAnswer, GoldRow, GoldSet, Source
from pincite.records.span import Span
from pincite.values.registered import value_type
from pincite.values.types import Boolean
from pincite.verify.quote import locate

Kind = Literal["number", "date", "duration", "percentage", "party", "place", "negation", "deletion"]


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """A question of a changed copy. `row` holds the new truth; `old` and `was` what must not be answered."""

    row: GoldRow
    source: Source
    kind: Kind
    original_row_id: str
    expected: Literal["follows", "vanishes"]
    answer_type: str
    old: BaseModel
    was: str
    """The words of the document that were changed or deleted."""
    now: str = ""


@dataclass(frozen=True, slots=True)
class Counterfactuals:
    """The changed copies, and the rows of which there is none; a row may have one copy of two."""

    cases: tuple[Counterfactual, ...]
    left_out: tuple[LeftOut, ...]

    def gold(self, like: GoldSet) -> GoldSet:
        """The copies as a set that can be asked as any other."""
        rows = tuple(case.row for case in self.cases)
        sources = tuple(case.source for case in self.cases)
        return GoldSet(f"{like.name}-counterfactual", like.split, sources, rows)


def counterfactuals(gold: GoldSet, observations: Mapping[str, Observation], texts: Texts) -> Counterfactuals:
    """A changed copy and one without the evidence for each row that has an observation.

    The caller gives the observations of the rows that were answered rightly: of a wrong answer nothing
    can be expected.
    """
    sources = {source.name: source for source in gold.sources}
    made = [
        each
        for row in gold.rows
        if row.id in observations
        for each in _of_row(row, observations[row.id], sources[row.document], texts(row.document))
    ]
    return Counterfactuals(
        tuple(each for each in made if isinstance(each, Counterfactual)),
        tuple(each for each in made if isinstance(each, LeftOut)),
    )


def _of_row(
    row: GoldRow, observation: Observation, source: Source, text: str
) -> Iterator[Counterfactual | LeftOut]:
    fit = _fit(row, observation, text)
    if isinstance(fit, LeftOut):
        yield fit
        return
    yield _changed(fit, source)
    yield _deleted(fit, source)


@dataclass(frozen=True, slots=True)
class _Answered:
    """A row with its one answer, and where in the text that stands."""

    row: GoldRow
    text: str
    item: ObservedItem
    value: BaseModel
    place: Span


def _fit(row: GoldRow, observation: Observation, text: str) -> _Answered | LeftOut:
    if observation.outcome != "answered" or row.absent:
        return LeftOut(row.id, "not_answered")
    if len(observation.items) != 1 or row.answer_shape == "list":
        return LeftOut(row.id, "several_items")
    (item,) = observation.items
    row = anchored(row, text)
    spans = [Span(*span) for answer in row.answers for span in answer.spans or ()]
    if not item.places:
        return LeftOut(row.id, "no_place")
    place = Span(item.places[0].start, item.places[0].end)
    if spans and not any(_touch(text, place, span) for span in spans):
        return LeftOut(row.id, "cited_elsewhere")
    try:
        value = value_type(item.answer_type).model.model_validate(item.value)
    except ValidationError:
        return LeftOut(row.id, "no_form")
    return _Answered(row, text, item, value, place)


def _touch(text: str, one: Span, other: Span) -> bool:
    """Whether two places share a sentence."""
    return bool({*touched(text, one.start, one.end)} & {*touched(text, other.start, other.end)})


def _changed(answered: _Answered, source: Source) -> Counterfactual | LeftOut:
    row, item = answered.row, answered.item
    change = change_of(item.answer_type, answered.value, answered.place, answered.text, _turn(row))
    if isinstance(change, str):
        return LeftOut(row.id, change)
    if _is_asked(row.question, change, answered.text):
        return LeftOut(row.id, "in_question")
    copy = variant(source, change.kind, row, change.edited.text)
    new = row.model_copy(
        update={
            "id": f"{row.id}~{change.kind}",
            "document": copy.name,
            "answer_type": row.answer_type or item.answer_type,
            "answers": (_new_answer(answered, change),),
            "note": f"The evidence of {row.id} says {change.now!r} in place of {change.was!r}.",
        }
    )
    return Counterfactual(
        *(new, copy, change.kind, row.id, "follows", item.answer_type),
        *(answered.value, change.was, change.now),
    )


def _is_asked(question: str, change: Change, text: str) -> bool:
    """Whether the question says what was changed: of the changed document it asks for nothing there is."""
    if change.kind == "negation":
        return False
    words = {change.was, *(text[edit.start : edit.end] for edit in change.edited.edits)}
    return any(locate(each, question) for each in words)


def _new_answer(answered: _Answered, change: Change) -> GoldAnswer:
    given = [(answered.place.start, answered.place.end)]
    given += [span for answer in answered.row.answers for span in answer.spans or ()]
    blocks = touched(answered.text, answered.place.start, answered.place.end)
    quote = change.edited.place(blocks[0].start, blocks[-1].end) if blocks else None
    return GoldAnswer(
        value=change.value.model_dump(mode="json"),
        text="" if isinstance(change.value, Boolean) else change.now,
        spans=_placed(change.edited, given),
        quote=change.edited.text[slice(*quote)] if quote else "",
    )


def _placed(copy: Edited, spans: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    placed = (copy.place(*span) for span in spans)
    return tuple(dict.fromkeys(span for span in placed if span is not None))


def _deleted(answered: _Answered, source: Source) -> Counterfactual | LeftOut:
    row, item = answered.row, answered.item
    cited = GoldAnswer(
        value=item.value,
        text=item.original,
        spans=tuple((place.start, place.end) for place in item.places),
        quote=item.places[0].snippet,
    )
    whole = row.model_copy(
        update={"answers": (*row.answers, cited), "answer_type": row.answer_type or item.answer_type}
    )
    copy = without_answer(whole, answered.text)
    if isinstance(copy, LeftOut):
        return copy
    deleted = variant(source, "deletion", row, copy.text)
    return Counterfactual(
        *(absent_in(row, deleted, "deletion"), deleted, "deletion", row.id, "vanishes"),
        *(item.answer_type, answered.value, answered.place.of(answered.text)),
    )


def _turn(row: GoldRow) -> int:
    """Which of several other values is written: not the same in every row, and the same in every run."""
    return int(digest(row.id), 16)
