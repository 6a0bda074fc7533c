"""What became of the past answers of one version of a document in another.

Nothing is asked again, and no model takes part: the words that were cited are looked for, and where they are
the same the value is read from them again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from pydantic import ValidationError

from pincite.answer.answers import Answer, Evidence, Item
from pincite.answer.reanchorings import (
    Kept,
    ReanchoredAnswer,
    ReanchoredItem,
    ReanchoredPlace,
    Reanchoring,
    Status,
)
from pincite.audit.reanchoring import Found, Versions, find_again
from pincite.audit.values_again import ReadAgain, read_again
from pincite.audit.word_runs import word_runs
from pincite.records.evidence import Proof
from pincite.records.library import Held, RunRecord
from pincite.records.question import Question
from pincite.records.span import Span
from pincite.verify.recover import recover

_MOST_OTHERS = 5
_SILENT = "It cited nothing. Ask again."
_ELSEWHERE = "It cites other documents only."
_UNREADABLE = "What was answered is no longer recorded. Ask again."


@dataclass(frozen=True, slots=True)
class PastAnswers:
    """Two versions, and how questions are read."""

    old: Held
    new: Held
    read: Callable[[str, str], Question]
    """The question of a wording and a type of answer."""
    _versions: Versions = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_versions", Versions(self.old.document, self.new.document))

    def reanchored(self, records: Iterable[RunRecord]) -> Reanchoring:
        """What became of the answers of these runs, which are given with the newest first."""
        answers: dict[object, ReanchoredAnswer] = {}
        for record in records:
            answer = _answer(record)
            key = _same_result(answer, record)
            if known := answers.get(key):
                answers[key] = known.model_copy(update={"asked": known.asked + 1})
            else:
                answers[key] = self._answer(record, answer)
        return Reanchoring(
            old=self.old.identity.name,
            old_version=self.old.identity.version,
            new=self.new.identity.name,
            new_version=self.new.identity.version,
            answers=list(answers.values()),
        )

    def _answer(self, record: RunRecord, answer: Answer | None) -> ReanchoredAnswer:
        items: list[ReanchoredItem] = []
        note = _UNREADABLE
        if answer is not None:
            question = self.read(answer.question, answer.answer_type)
            cited = [item for item in answer.items if self._places(item)]
            items = [self._item(question, item, answer.method) for item in cited]
            note = "" if items else _ELSEWHERE if answer.items else _SILENT
        status: Status = together([item.status for item in items]) if items else "silent"
        return ReanchoredAnswer(
            run=record.id,
            asked_at=record.asked_at,
            question=record.question,
            outcome=answer.outcome if answer else "failed",
            asked=1,
            status=status,
            note=note,
            items=items,
        )

    def _places(self, item: Item) -> list[Evidence]:
        """What an item cites of the old version."""
        return [each for each in item.evidence if each.version == self.old.identity.version]

    def _item(self, question: Question, item: Item, method: str) -> ReanchoredItem:
        cited = self._places(item)
        found = [find_again(self._versions, Span(each.start, each.end)) for each in cited]
        places = [self._place(evidence, each) for evidence, each in zip(cited, found, strict=True)]
        status = together([each.status for each in found])
        note, read = "", ReadAgain(None)
        if status in ("holds", "moved"):
            old = [self._proof(self.old, Span(each.start, each.end), each.grade) for each in cited]
            new = [self._proof(self.new, each.span, each.grade) for each in found if each.span]
            read = read_again(question, item, method, old, new)
        if read.same is False:
            status, note = (
                "changed",
                f"The words are the same, but the value is not read from them: {read.reason}.",
            )
        elif read.same is None and status in ("holds", "moved"):
            note = "The words are the same. Code did not read this value from them the first time either."
        elif len(item.evidence) > len(cited):
            note = "It also cites other documents, which were not compared."
        return ReanchoredItem(
            id=item.id,
            type=item.type,
            value=item.value,
            original=item.original,
            status=status,
            value_read_again=read.same is True,
            note=note,
            places=places,
        )

    def _place(self, evidence: Evidence, found: Found) -> ReanchoredPlace:
        old, new = self.old.document.seen_text, self.new.document.seen_text
        before, new_before = found.introductions
        wording = _wording(old, before, found.sentence)
        now = _wording(new, new_before, found.new_sentence) if found.new_sentence else None
        return ReanchoredPlace(
            status=found.status,
            old=evidence,
            new=recover(self._proof(self.new, found.span, found.grade)) if found.span else None,
            old_wording=wording,
            new_wording=now,
            words=word_runs(wording, now) if found.status == "changed" and now is not None else [],
            certain=found.certain,
            also=[recover(self._proof(self.new, span, "exact")) for span in found.also[:_MOST_OTHERS]],
            note=_note(found),
        )

    def _proof(self, held: Held, span: Span, grade: str) -> Proof:
        return Proof(held.identity, held.document, span, grade)


def together(statuses: Sequence[Kept]) -> Kept:
    """The status of several passages that prove one value."""
    if all(each == "vanished" for each in statuses):
        return "vanished"
    if "changed" in statuses or "vanished" in statuses:
        return "changed"
    return "moved" if "moved" in statuses else "holds"


def _wording(text: str, introduction: Span | None, sentence: Span) -> str:
    """The sentence, after what introduces it where that counts."""
    return f"{introduction.of(text)} … {sentence.of(text)}" if introduction else sentence.of(text)


def _note(found: Found) -> str:
    capitals = "Only capitals differ." if found.grade == "case" else ""
    return " ".join(part for part in (found.note, capitals, _uncertain(found)) if part)


def _uncertain(found: Found) -> str:
    if found.certain:
        return ""
    return f"The same words are at {len(found.also) + 1} places; it cannot be told which one is meant."


def _answer(record: RunRecord) -> Answer | None:
    """The answer of a run; None where it was erased, or is of a form that is not read any more."""
    try:
        return Answer.model_validate_json(record.answer)
    except ValidationError:
        return None


def _same_result(answer: Answer | None, record: RunRecord) -> object:
    """Equal where the same question had the same answer."""
    if answer is None:
        return record.id
    items = tuple(
        (item.value.model_dump_json(), tuple((each.version, each.start, each.end) for each in item.evidence))
        for item in answer.items
    )
    return answer.question, answer.answer_type, answer.outcome, items
