"""Change or delete the evidence of questions that were answered rightly: the answer has to change or vanish.

One change serves all values with digits: another value in the same form, which differs in one digit, wherever
the document says the old one. What our parsers do not read from the changed words, or where the old value
would still be said, is left out and counted; so is what has no digits.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ValidationError

from evals.modes.edits import Edit, Edited, edited
from evals.modes.removal import without_answer
from evals.modes.stating import restates, said_again, touched
from evals.modes.variants import LeftOut, Reason, Texts, absent_in, variant
from evals.score.observation import Observation, ObservedItem
from pincite.prove.quote import locate
from pincite.quality.marking import answer_of
from pincite.quality.questions import GoldAnswer, GoldRow, GoldSet, Source
from pincite.values.registered import find, value_type
from pincite.values.types import same

Kind = Literal["change", "deletion"]
Mark = Literal["followed", "stale", "vanished", "other", "withheld"]


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """A question of a changed copy. `row` holds the new truth; `old` is what must not be answered."""

    row: GoldRow
    source: Source
    kind: Kind
    answer_type: str
    old: BaseModel
    new: BaseModel | None = None
    """None: the evidence was deleted."""


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


def followed(case: Counterfactual, observation: Observation) -> Mark:
    """What became of the answer once its evidence was changed.

    stale: the old answer is given, which the document does not carry any more. other: a wrong answer.
    withheld: no answer where there is one, which is a miss and no falsehood.
    """
    if any(_says(case.old, item) for item in observation.items):
        return "stale"
    given = answer_of(observation)
    if case.new is None:
        if observation.outcome == "not_found":
            return "vanished"
        return "other" if given else "withheld"
    if not given:
        return "withheld"
    return "followed" if any(_says(case.new, item) for item in given) else "other"


def score(marked: Iterable[tuple[Counterfactual, Mark]]) -> dict[str, float]:
    """How often changed evidence was followed, the old answer stayed, and the answer vanished; and counts."""
    counts: dict[Kind, Counter[Mark]] = defaultdict(Counter)
    for case, mark in marked:
        counts[case.kind][mark] += 1
    changes, deletions = counts["change"], counts["deletion"]
    shares = {
        "counterfactual_followed": _share(changes, "followed"),
        "counterfactual_stale": _share(changes + deletions, "stale"),
        "deletion_vanished": _share(deletions, "vanished"),
    }
    found = {name: share for name, share in shares.items() if share is not None}
    return found | {
        f"counterfactual/{kind}/{mark}": float(count)
        for kind, marks in sorted(counts.items())
        for mark, count in marks.items()
    }


def _share(marks: Counter[Mark], mark: Mark) -> float | None:
    return marks[mark] / marks.total() if marks.total() else None


def _of_row(
    row: GoldRow, observation: Observation, source: Source, text: str
) -> Iterator[Counterfactual | LeftOut]:
    if observation.outcome != "answered" or row.absent:
        yield LeftOut(row.id, "not_answered")
        return
    if len(observation.items) != 1 or row.answer_shape == "list":
        yield LeftOut(row.id, "several_items")
        return
    (item,) = observation.items
    value = _value(item)
    if value is None or not item.places:
        yield LeftOut(row.id, "no_form" if item.places else "no_place")
        return
    yield _changed(row, item, value, source, text)
    yield _deleted(row, item, value, source, text)


def _changed(
    row: GoldRow, item: ObservedItem, value: BaseModel, source: Source, text: str
) -> Counterfactual | LeftOut:
    made = _other(item, value, text)
    if isinstance(made, str):
        return LeftOut(row.id, made)
    copy, new, now = made
    if locate(item.original, row.question):
        return LeftOut(row.id, "in_question")
    blocks = [span for place in item.places for span in touched(text, place.start, place.end)]
    spans = tuple(span for block in blocks if (span := copy.place(block.start, block.end)))
    answer = GoldAnswer(value=new.model_dump(mode="json"), text=now, spans=spans or None)
    changed = variant(source, "change", row, copy.text)
    update = {"id": f"{row.id}~change", "document": changed.name, "answers": (answer,)}
    note = f"The evidence of {row.id} says {now!r} in place of {item.original!r}."
    asked = row.model_copy(
        update={**update, "answer_type": row.answer_type or item.answer_type, "note": note}
    )
    return Counterfactual(asked, changed, "change", item.answer_type, value, new)


def _other(item: ObservedItem, value: BaseModel, text: str) -> tuple[Edited, BaseModel, str] | Reason:
    """The text with another value in the same form, that value and its words; or why there is none."""
    was, kind = item.original, item.answer_type
    digits = [at for at, sign in enumerate(was) if sign.isdecimal()]
    if not digits:
        return "no_form"
    for at in digits:
        now = f"{was[:at]}{int(was[at]) % 9 + 1}{was[at + 1 :]}"
        readings = find(kind, now)
        if len(readings) != 1 or readings[0].ambiguous or restates(readings[0].value, value):
            continue
        copy = edited(text, [Edit(match.start, match.end, now) for match in locate(was, text)])
        if not copy.edits:
            return "no_place"
        if any(said_again(kind, value, copy.text)):
            return "said_elsewhere"
        return copy, readings[0].value, now
    return "not_read_again"


def _deleted(
    row: GoldRow, item: ObservedItem, value: BaseModel, source: Source, text: str
) -> Counterfactual | LeftOut:
    spans = tuple((place.start, place.end) for place in item.places)
    cited = GoldAnswer(value=item.value, text=item.original, spans=spans, quote=item.places[0].snippet)
    update = {"answers": (*row.answers, cited), "answer_type": row.answer_type or item.answer_type}
    copy = without_answer(row.model_copy(update=update), text)
    if isinstance(copy, LeftOut):
        return copy
    deleted = variant(source, "deletion", row, copy.text)
    return Counterfactual(absent_in(row, deleted, "deletion"), deleted, "deletion", item.answer_type, value)


def _says(value: BaseModel, item: ObservedItem) -> bool:
    given = _value(item)
    return given is not None and type(given) is type(value) and same(given, value)


def _value(item: ObservedItem) -> BaseModel | None:
    try:
        return value_type(item.answer_type).model.model_validate(item.value)
    except ValidationError:
        return None
