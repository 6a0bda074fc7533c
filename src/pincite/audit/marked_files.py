"""The PDFs that an answer cites, each as a copy with the quoted words highlighted and a note on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pincite.answer.answers import Answer, Evidence, Item, Lead
from pincite.audit.places import Sources
from pincite.errors import InputError
from pincite.language.answer_words import judged, likely
from pincite.language.line_ends import on_one_line
from pincite.language.value_words import item_in_words, shortened
from pincite.picture.annotated import Colour, Highlight, annotated
from pincite.records.document import Box
from pincite.records.library import Identity

_ANSWER: Colour = (255, 228, 92)
_LEAD: Colour = (159, 211, 255)
_RULE: Colour = (178, 226, 190)
_LONGEST_NOTE = 1_000
_REPORT = "`pincite report` shows the words highlighted."


@dataclass(frozen=True, slots=True)
class MarkedFile:
    """A document with its highlights."""

    name: str
    source: str
    """The SHA-256 of the file that it is a copy of."""
    content: bytes = field(repr=False)
    highlights: int
    is_signed: bool


@dataclass(frozen=True, slots=True)
class MarkedFiles:
    """All copies that an answer gives, and the documents that are no PDFs and get none."""

    files: tuple[MarkedFile, ...]
    not_pdf: tuple[str, ...]


def marked_files(answer: Answer, sources: Sources, only: str | None = None) -> MarkedFiles:
    """A copy of each PDF that is cited, or of the one with the name `only`; an InputError without any."""
    by_document: dict[Identity, list[Highlight]] = {}
    for evidence, note, colour in _notes(answer):
        boxes = tuple(Box(each.page, each.x0, each.y0, each.x1, each.y1) for each in evidence.boxes)
        by_document.setdefault(sources.identity(evidence), []).append(Highlight(boxes, note, colour))
    if not by_document:
        raise InputError(
            "This run cites nothing, so there is nothing to highlight.",
            hint="`pincite report` shows what was read for it.",
        )
    named = {identity: each for identity, each in by_document.items() if only in (None, identity.name)}
    if not named:
        cited = ", ".join(sorted({identity.name for identity in by_document}))
        raise InputError(f"This run does not cite {only}.", hint=f"It cites {cited}.")
    return _written(named, sources)


def _written(by_document: dict[Identity, list[Highlight]], sources: Sources) -> MarkedFiles:
    files, others = [], []
    for identity, found in by_document.items():
        document = sources.document(identity)
        if document is None:
            raise InputError(
                f"The library no longer holds the version of {identity.name} that this run cites.",
                hint="Ask the question again, of the version that it has now.",
            )
        highlights = [each for each in found if each.boxes]
        if document.format != "pdf" or not highlights:
            others.append(identity.name)
            continue
        made = annotated(sources.content(identity), identity.name, highlights, sources.password)
        files.append(
            MarkedFile(identity.name, identity.source, made.content, len(highlights), made.is_signed)
        )
    if not files:
        names = ", ".join(others)
        is_one = len(others) == 1
        said = f"{names} is no PDF" if is_one else f"None of these is a PDF: {names}"
        raise InputError(
            f"{said}, so no highlights can be written into {'it' if is_one else 'them'}.", hint=_REPORT
        )
    return MarkedFiles(tuple(files), tuple(others))


def _notes(answer: Answer) -> Iterator[tuple[Evidence, str, Colour]]:
    """Every place with the note that belongs to it."""
    asked = f"Question: {on_one_line(answer.question)}"
    sides = _sides(answer)
    for item in answer.items:
        note = _note(asked, f"{sides.get(item.id, 'Answer')}: {item_in_words(item)}", _warranted(item))
        operands = [each.evidence for each in item.derivation.operands] if item.derivation else []
        for evidence in _each_once([*item.apart, *operands]):
            yield evidence, note, _ANSWER
    if answer.conflict and answer.conflict.rule:
        rule = answer.conflict.rule
        yield rule.evidence, _note(asked, "The document’s own rule: side 1 applies."), _RULE
    for lead in answer.leads:
        for evidence in lead.evidence:
            yield evidence, _note(asked, _lead(lead)), _LEAD


def _note(*lines: str) -> str:
    return "\n".join(shortened(line, _LONGEST_NOTE) for line in lines if line)


def _sides(answer: Answer) -> dict[str, str]:
    sides = answer.conflict.sides if answer.conflict else []
    return {id: f"Conflict, side {number}" for number, side in enumerate(sides, start=1) for id in side}


def _warranted(item: Item) -> str:
    """What code proved, and apart from it how likely it answers."""
    proved = ", ".join(each.check for each in item.proof if each.state == "proved")
    return f"Proved by code: {proved}. Judged, not proved: {judged(item.judgement)}."


def _lead(lead: Lead) -> str:
    chance = "" if lead.chance is None else f" Chance that it answers: {likely(lead.chance)}."
    return f"A lead, not an answer.{chance}"


def _each_once(places: list[Evidence]) -> list[Evidence]:
    return list({(each.version, each.start, each.end): each for each in places}.values())
