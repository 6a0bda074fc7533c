"""What became of the past answers of one version of a document in another.

Nothing is asked again, and no model takes part: the words that were cited are looked for, and where they are
the same the value is read from them again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel, ValidationError

from pincite.answer.answers import Answer, Evidence, Item, Operand, type_of
from pincite.answer.checks import Check
from pincite.answer.reanchorings import (
    Kept,
    ReanchoredAnswer,
    ReanchoredItem,
    ReanchoredPlace,
    Reanchoring,
    Status,
)
from pincite.ask.arguments import Names
from pincite.audit.alignment import word_runs
from pincite.audit.reanchoring import Found, Versions, find_again, sentence_of
from pincite.errors import InputError
from pincite.ingest.numbering import mark
from pincite.protocols import Store
from pincite.prove.against import Ground
from pincite.prove.place import recover
from pincite.prove.quote import locate
from pincite.prove.value import prove_value
from pincite.records.evidence import Proof
from pincite.records.library import Held, Identity, RunRecord
from pincite.records.span import Span
from pincite.structure.cells import values_in
from pincite.values.types import Boolean, Clause, Text, same


@dataclass(frozen=True, slots=True)
class ReadAgain:
    """Whether the new passages give the value. None: code did not read it from the old ones either."""

    same: bool | None
    reason: str = ""
    """Why they do not."""


def read_again(item: Item, old: Sequence[Proof], new: Sequence[Proof]) -> ReadAgain:
    """What the prover says of the old passages, asked of the new ones."""
    if item.derivation:
        return _operands_again(item.derivation.operands, old, new)
    if isinstance(item.value, Text | Clause) and _says(item.value.text, old):
        return _text_again(item.value.text, new)
    before, now = _value_of(item, old), _value_of(item, new)
    # That a whole sentence means yes is judged; of other values what code did not read says nothing.
    if before.state == "contradicted" or (before.state == "open" and not isinstance(item.value, Boolean)):
        return ReadAgain(None)
    return ReadAgain(now.state == before.state, "" if now.state == before.state else now.reason)


def _value_of(item: Item, proofs: Sequence[Proof]) -> Check:
    """What the passages say of the value, each cited for what the old one was cited for."""
    cited = [
        recover(proof).model_copy(update={"role": place.role})
        for proof, place in zip(proofs, item.evidence, strict=False)
    ]
    made = item.model_copy(update={"evidence": cited, "original": _as_set(item.original, proofs)})
    grounds = {
        (proof.identity.name, proof.identity.version): Ground.of(proof.document, proof.identity.source)
        for proof in proofs
    }
    return prove_value(made, grounds)


def _text_again(text: str, new: Sequence[Proof]) -> ReadAgain:
    """A text is its own value: it is the same where the sentence has its words."""
    same_words = _says(text, new)
    return ReadAgain(same_words, "" if same_words else "the passage does not have these words")


def _says(text: str, proofs: Sequence[Proof]) -> bool:
    """Whether one of the passages has a text, whatever the number is that it is listed under."""
    listed = mark(text)
    wordings = [text, text[listed.end :]] if listed and listed.style != "bare" else [text]
    return any(
        locate(
            wording.rstrip(_TRAILING),
            sentence_of(proof.document, proof.span).span.of(proof.document.seen_text),
        )
        for proof in proofs
        for wording in wordings
    )


# What a sentence is compared without.
_TRAILING = " .,;:"


def _as_set(original: str, proofs: Sequence[Proof]) -> str:
    """The words of the value as they are set in these passages."""
    for proof in proofs:
        cited = proof.span.of(proof.document.text)
        for match in locate(original, cited):
            return cited[match.start : match.end]
    return original


def _operands_again(operands: Sequence[Operand], old: Sequence[Proof], new: Sequence[Proof]) -> ReadAgain:
    """A computed value is the same where every number that went into it is."""
    numbers = [operand.value for operand in operands]
    read = [value for value in numbers if _gives(value, old)]
    for value in read:
        if not _gives(value, new):
            return ReadAgain(False, "one of the numbers that it was computed from is another")
    return ReadAgain(True if read and len(read) == len(numbers) else None)


def _gives(value: BaseModel, proofs: Sequence[Proof]) -> bool:
    """Whether one of the passages has the value."""
    return any(
        same(reading.value, value)
        for proof in proofs
        for block in proof.document.blocks_of(proof.span)
        for reading in values_in(type_of(value), proof.document, block)
    )


_MOST_OTHERS = 5
_SILENT = "It cited nothing. Ask again."
_ELSEWHERE = "It cites other documents only."
_UNREADABLE = "What was answered is no longer recorded. Ask again."


@dataclass(frozen=True, slots=True)
class PastAnswers:
    """Two versions of a document."""

    old: Held
    new: Held
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
            cited = [item for item in answer.items if self._places(item)]
            items = [self._item(item) for item in cited]
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

    def _item(self, item: Item) -> ReanchoredItem:
        cited = self._places(item)
        found = [find_again(self._versions, Span(each.start, each.end)) for each in cited]
        places = [self._place(evidence, each) for evidence, each in zip(cited, found, strict=True)]
        status = together([each.status for each in found])
        note, read = "", ReadAgain(None)
        if status in ("holds", "moved"):
            old = [self._proof(self.old, Span(each.start, each.end), each.grade) for each in cited]
            new = [self._proof(self.new, each.span, each.grade) for each in found if each.span]
            read = read_again(item.model_copy(update={"evidence": cited}), old, new)
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
    return answer.question, answer.outcome, items


_SHOWN = 8


@dataclass(frozen=True, slots=True)
class NamedVersions:
    """The versions of the documents of one collection."""

    store: Store
    names: Names

    def pair(self, old: str, new: str | None) -> tuple[Identity, Identity]:
        """Two different versions; without `new`, the current one of the same name.

        A name means its current version. Where both are that one, the version before it is the old one: so a
        file that was added under the name of `old` is compared with what was there before.
        """
        first = self.one(old)
        second = self.names.current(first.name) if new is None else self.one(new)
        if first != second:
            return first, second
        if new is not None and self._is_version(old):
            raise InputError(
                f"{old!r} and {new!r} are the same version.", hint="Name two: pincite reanchor OLD NEW"
            )
        return self._before(first), second

    def one(self, named: str) -> Identity:
        """The version that is meant, or an InputError that says which there are."""
        if not self._is_version(named):
            found = self.names.matching(named)
            if len(found) > 1:
                raise InputError(f"{named!r} means several documents.", hint="Name one of them.")
            return found[0]
        name, _, start = named.rpartition("@")
        held = self._held(self.names.current(name))
        found = [each for each in held if each.version.startswith(start)]
        if len(found) != 1:
            said = "several versions" if found else "no version"
            listed = ", ".join(f"{name}@{each.version}" for each in held[-_SHOWN:])
            raise InputError(f"{name!r} has {said} whose id starts with {start!r}.", hint=f"It has: {listed}")
        return found[0]

    def _is_version(self, named: object) -> bool:
        """Whether a version is named; "@" may also be part of a document's name."""
        if not isinstance(named, str) or "@" not in named:
            return False
        return self.store.current(self.names.collection, named) is None

    def _held(self, identity: Identity) -> list[Identity]:
        return self.store.versions(identity.collection, identity.name)

    def _before(self, identity: Identity) -> Identity:
        """The version that was added last before another one."""
        others = [each for each in self._held(identity) if each != identity]
        if not others:
            raise InputError(
                f"{identity.name!r} has only one version, so there is nothing to compare it with.",
                hint="Add the changed file under the same name, or name two: pincite reanchor OLD NEW",
            )
        return others[-1]
