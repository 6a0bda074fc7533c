"""Web annotations of a library: written from its runs, and located in its documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from pincite.answer.answers import Answer, Evidence
from pincite.answer.located_annotations import Located, LocatedAnnotation, LocatedAnnotations
from pincite.audit.annotated_places import MOST_SHOWN, AnnotatedPlaces, Placed
from pincite.audit.annotation_file import Selected, read_annotations
from pincite.audit.web_annotations import Json, source_id, web_annotations
from pincite.errors import InputError, NotHeld
from pincite.records.document import Document
from pincite.records.evidence import Proof
from pincite.records.library import Held, Identity, RunRecord
from pincite.records.span import Span
from pincite.verify.quote import Match
from pincite.verify.recover import recover


@dataclass(frozen=True, slots=True)
class Annotations:
    """Annotations in the form of the W3C, out of a library and into it. Nothing is stored."""

    run: Callable[[str | None], RunRecord]
    load: Callable[[Identity], Held]
    read: Callable[[str], Held]

    def export(self, run: str | None = None) -> Json:
        """The evidence of a run as an AnnotationCollection; without an id, of the last run."""
        record = self.run(run)
        try:
            answer = Answer.model_validate_json(record.answer)
        except ValidationError as error:
            raise InputError(
                f"What run {record.id[:12]} answered is no longer recorded.", hint="Ask the question again."
            ) from error
        identities = {(each.name, each.version): each for each in record.documents}

        def document(evidence: Evidence) -> Document | None:
            identity = identities.get((evidence.name, evidence.version))
            try:
                return self.load(identity).document if identity else None
            except NotHeld:
                return None

        return web_annotations(answer, record.asked_at, document)

    def locate(self, content: bytes, name: str, *, file: str = "The file") -> LocatedAnnotations:
        """Where annotations point in a document: each located, ambiguous, not found or unusable.

        `content` is JSON of the W3C's form; `file` is what it is called in errors.
        """
        selected = read_annotations(content, file)
        held = self.read(name)
        places = AnnotatedPlaces(held.document, source_id(held.identity.source))
        return LocatedAnnotations(
            name=held.identity.name,
            version=held.identity.version,
            annotations=[_located(held, places, each) for each in selected],
        )


def _located(held: Held, places: AnnotatedPlaces, selected: Selected) -> LocatedAnnotation:
    placed = Placed(note=selected.problem) if selected.problem else places.place_of(selected)
    found = [_evidence(held, match) for match in placed.places[:MOST_SHOWN]]
    return LocatedAnnotation(
        id=selected.id,
        body=list(selected.body),
        state=_state(selected, placed),
        evidence=found[0] if len(found) == 1 else None,
        places=found if len(found) > 1 else [],
        note=placed.note or ("Only capitals differ." if _in_other_capitals(found) else ""),
    )


def _in_other_capitals(found: Sequence[Evidence]) -> bool:
    return len(found) == 1 and found[0].grade == "case"


def _state(selected: Selected, placed: Placed) -> Located:
    if selected.problem or (not placed.places and not selected.exact.strip()):
        return "unusable"
    if len(placed.places) == 1:
        return "located"
    return "ambiguous" if placed.places else "not_found"


def _evidence(held: Held, match: Match) -> Evidence:
    return recover(Proof(held.identity, held.document, Span(match.start, match.end), match.grade))
