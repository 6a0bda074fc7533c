"""Keep what people decide about the items and leads of an answer, and read it back.

A review is a decision like one about a cell of a table: kept with the version that it is about, entered in
the chain, erased with what it is about. It changes nothing of the answer, whose proof stays beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from pydantic import ValidationError

from pincite.answer.answers import Answer, Evidence
from pincite.answer.reviews import REVIEW_KINDS, Review, ReviewKind
from pincite.audit.places import lead_id
from pincite.errors import InputError
from pincite.protocols import Store
from pincite.records.library import Identity

_LONGEST_NAME, _LONGEST_NOTE = 200, 2_000


@dataclass(frozen=True, slots=True)
class Reviewing:
    """The reviews of one recorded answer."""

    store: Store
    collection: str
    answer: Answer

    def add(self, part: str, kind: ReviewKind, by: str, note: str = "") -> Review:
        """Keep what somebody decided about a part; an InputError where the answer has no such part."""
        evidence = self._evidence(part)
        if kind not in REVIEW_KINDS:
            raise InputError(
                f"A review cannot be {kind!r}.", hint=f"It is one of: {', '.join(REVIEW_KINDS)}."
            )
        by, note = by.strip(), note.strip()
        if not by or len(by) > _LONGEST_NAME or len(note) > _LONGEST_NOTE:
            raise InputError(
                "A review needs the name of its reviewer."
                if not by
                else "The name or the note of a review is too long.",
                hint=f"A name has at most {_LONGEST_NAME} characters, a note {_LONGEST_NOTE:,}.",
            )
        now = datetime.now(UTC).isoformat(timespec="seconds")
        review = Review(part=part, kind=kind, evidence=evidence, by=by, at=now, note=note)
        identity = self._identity(evidence)
        self.store.add_decision(identity, _key(self.answer.run, part), review.model_dump_json())
        return review

    def all(self) -> list[Review]:
        """Every review, part by part, the oldest first; those of forgotten documents are gone."""
        found = []
        for part, evidence in parts_of(self.answer).items():
            written = self.store.decisions(self._identity(evidence), [_key(self.answer.run, part)])
            found += [review for _, each in written if (review := _read(each))]
        return found

    def _evidence(self, part: str) -> list[Evidence]:
        parts = parts_of(self.answer)
        if part not in parts:
            there = f"It has: {', '.join(parts)}." if parts else "It has no items and no leads."
            raise InputError(f"The answer has no part {part!r}.", hint=there)
        return list(parts[part])

    def _identity(self, evidence: Sequence[Evidence]) -> Identity:
        first = evidence[0]
        return Identity(self.collection, first.name, first.document, first.version)


def parts_of(answer: Answer) -> dict[str, list[Evidence]]:
    """What can be reviewed of an answer, in the order in which it is shown, with the places that it cites."""
    parts = {item.id: list(item.evidence) for item in answer.items}
    return parts | {lead_id(at): list(lead.evidence) for at, lead in enumerate(answer.leads, start=1)}


def standing(reviews: Iterable[Review]) -> dict[str, Review]:
    """The last review of each part that nobody withdrew."""
    last = {each.part: each for each in reviews}
    return {part: each for part, each in last.items() if each.kind != "withdrawn"}


def _key(run: str, part: str) -> str:
    """Beside the keys of cells, which are digests: nothing of a table is ever called so."""
    return f"review {run} {part}"


def _read(written: str) -> Review | None:
    try:
        return Review.model_validate_json(written)
    except ValidationError:
        return None
