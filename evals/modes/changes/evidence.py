"""Change what the evidence of an answer says, wherever it is said, and read the new answer from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import BaseModel

from evals.modes.changes import date, number
from evals.modes.changes.name import renamed
from evals.modes.changes.number import Rewrite
from evals.modes.changes.place import relocated
from evals.modes.changes.polarity import turned
from evals.modes.edits import Edit, Edited, edited
from evals.modes.stating import restates, said_again, touched
from evals.modes.variants import Reason
from pincite.ingest import numbering
from pincite.records.span import Span
from pincite.values.readings import Reading
from pincite.values.registered import find
from pincite.values.types import Boolean, Clause, Organisation, Text, same
from pincite.verify.quote import locate

ChangeKind = Literal["number", "date", "duration", "percentage", "party", "place", "negation"]
_KINDS: dict[str, ChangeKind] = {
    "date": "date",
    "amount": "number",
    "percentage": "percentage",
    "duration": "duration",
    "number": "number",
}
# What is changed inside of a text; a bare number there is mostly that of a clause.
_IN_TEXT = ("date", "amount", "percentage", "duration")


@dataclass(frozen=True, slots=True)
class Change:
    """The document with the evidence changed: which words, and what the answer is now."""

    kind: ChangeKind
    edited: Edited
    value: BaseModel
    was: str
    now: str


def change_of(answer_type: str, value: BaseModel, place: Span, text: str, turn: int) -> Change | Reason:
    """The evidence at a place, which says `value`, made to say something else."""
    match value:
        case Boolean():
            return _negation(value, place, text)
        case Organisation():
            return _other_name(value, place, text, turn)
        case Text() | Clause():
            return _other_text(value, place, text, turn)
    readings = list(said_again(answer_type, value, text)) if answer_type in _KINDS else []
    cited = _at(readings, text, place)
    if cited is None:
        return "no_form"
    change = _other_value(answer_type, cited, readings, text, turn)
    if isinstance(change, Change) and locate(change.was, change.edited.text):
        return "said_elsewhere"
    return change


def _at(readings: Sequence[Reading[BaseModel]], text: str, place: Span) -> Reading[BaseModel] | None:
    """The reading at the place itself, or else in the same sentence."""
    blocks = [place, *touched(text, place.start, place.end)]
    inside = (each for block in blocks for each in readings if block.start <= each.start < block.end)
    return next(inside, None)


def _rewrites(answer_type: str, value: BaseModel, turn: int) -> Iterator[Rewrite]:
    return date.rewrites(value, turn) if answer_type == "date" else number.rewrites(value, turn)


def _other_value(
    answer_type: str,
    cited: Reading[BaseModel],
    readings: Sequence[Reading[BaseModel]],
    text: str,
    turn: int,
) -> Change | Reason:
    """The value changed in every place that says it. The first way in which the parsers follow is taken."""
    reason: Reason = "no_form"
    for rewrite in _rewrites(answer_type, cited.value, turn):
        written = [rewrite(reading.original(text)) for reading in readings]
        edits = [
            Edit(reading.start, reading.end, words)
            for reading, words in zip(readings, written, strict=True)
            if words is not None
        ]
        if len(edits) < len(readings):
            continue
        copy = edited(text, edits)
        value = _read_again(answer_type, cited, copy, text)
        if value is None or not _all_follow(answer_type, readings, value, copy, text):
            reason = "not_read_again"
        elif _is_said(answer_type, value, text):
            reason = "said_elsewhere"
        else:
            was, now = cited.original(text), _words(copy, cited.start, cited.end)
            return Change(_KINDS[answer_type], copy, value, was, now)
    return reason


def _read_again(answer_type: str, reading: Reading[BaseModel], copy: Edited, text: str) -> BaseModel | None:
    """What the parser reads now where the reading stood; None if nothing, or nothing clear, or the same."""
    (block,) = touched(text, reading.start, reading.end)[:1] or [Span(reading.start, reading.end)]
    now, at = copy.place(block.start, block.end), copy.place(reading.start, reading.end)
    if now is None or at is None:
        return None
    for each in find(answer_type, copy.text[slice(*now)]):
        if now[0] + each.start < at[1] and at[0] < now[0] + each.end:
            clear = not each.ambiguous or each.ambiguous == reading.ambiguous
            return each.value if clear and not restates(each.value, reading.value) else None
    return None


def _all_follow(
    answer_type: str, readings: Sequence[Reading[BaseModel]], value: BaseModel, copy: Edited, text: str
) -> bool:
    """Whether every place that said the old value says the new one."""
    now = [_read_again(answer_type, reading, copy, text) for reading in readings]
    return all(each is not None and restates(each, value) for each in now)


def _is_said(answer_type: str, value: BaseModel, text: str) -> bool:
    """Whether the document says the new value anyhow: then nobody could tell whether the answer followed."""
    return next(said_again(answer_type, value, text), None) is not None


def _words(copy: Edited, start: int, end: int) -> str:
    place = copy.place(start, end)
    return copy.text[slice(*place)] if place else ""


def _other_name(value: Organisation, place: Span, text: str, turn: int) -> Change | Reason:
    made = renamed(value.name, text, turn)
    if made is None or not made[1]:
        return "no_form"
    name, edits = made
    copy = edited(text, edits)
    block = (touched(text, place.start, place.end) or [place])[0]
    sentence = _words(copy, block.start, block.end)
    named = Organisation(name=name)
    if not any(same(reading.value, named) for reading in find("organisation", sentence)):
        return "not_read_again"
    return Change("party", copy, named, value.name, name)


def _negation(value: Boolean, place: Span, text: str) -> Change | Reason:
    (block,) = touched(text, place.start, place.end)[:1] or [place]
    edit = turned(block.of(text))
    if edit is None:
        return "no_form"
    if len(locate(_unnumbered(block.of(text)), text)) > 1:
        return "said_elsewhere"
    copy = edited(text, [Edit(block.start + edit.start, block.start + edit.end, edit.new)])
    now = _words(copy, block.start, block.end)
    return Change("negation", copy, Boolean(value=not value.value), block.of(text), now)


def _unnumbered(sentence: str) -> str:
    mark = numbering.mark(sentence)
    return sentence[mark.end :] if mark else sentence


def _other_text(value: Text | Clause, place: Span, text: str, turn: int) -> Change | Reason:
    """A date, an amount, a length, a place or a name inside of the words that are the answer."""
    if len(locate(place.of(text), text)) > 1:
        return "said_elsewhere"
    change: Change | Reason = "no_form"
    for change in _changes_inside(place, text, turn):
        now = change.edited.place(place.start, place.end) if isinstance(change, Change) else None
        if isinstance(change, Change) and now is not None:
            return replace(change, value=type(value)(text=change.edited.text[slice(*now)]))
    return change if isinstance(change, str) else "no_form"


def _changes_inside(place: Span, text: str, turn: int) -> Iterator[Change | Reason]:
    elsewhere = relocated(place, text, turn)
    if elsewhere is not None:
        was, now, edits = elsewhere
        yield Change("place", edited(text, edits), Text(text=now), was, now)
    for answer_type in _IN_TEXT:
        for reading in find(answer_type, place.of(text)):
            yield _inside(answer_type, reading, place, text, turn)
    for named in find("organisation", place.of(text)):
        if isinstance(named.value, Organisation):
            yield _other_name(named.value, place, text, turn)


def _inside(
    answer_type: str, reading: Reading[BaseModel], place: Span, text: str, turn: int
) -> Change | Reason:
    here = list(said_again(answer_type, reading.value, text))
    cited = next((each for each in here if each.start == place.start + reading.start), None)
    if cited is None or reading.ambiguous:
        return "no_form"
    readings = [each for each in here if place.start <= each.start < place.end]
    return _other_value(answer_type, cited, readings, text, turn)
