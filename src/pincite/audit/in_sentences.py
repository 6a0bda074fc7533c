"""Tell what the whole sentences of an item's quotes say, where the source shows where they begin and end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pincite.answer.answers import Item
from pincite.audit.certificate import Asked, CertifiedDerivation, CertifiedItem
from pincite.audit.certified_values import item_of
from pincite.audit.findings import Finding, disproved, proved, recorded, unproved
from pincite.audit.grounds import Ground, Key
from pincite.audit.sentence_proof import (
    cites_whole_sentences,
    how_said,
    limits_left_out,
    limits_of_operand_left_out,
    operand_said,
    question_of,
)
from pincite.records.document import Document
from pincite.records.question import Question
from pincite.values.types import Boolean


def of_sentences(item: CertifiedItem, asked: Asked, grounds: Mapping[Key, Ground]) -> Iterator[Finding]:
    """What whole sentences and rows say of a value, or of all that it is computed from."""
    try:
        typed = item_of(item)
    except ValueError:  # told where the value is proved
        return
    documents = _documents(typed, grounds)
    if documents is None:
        says = "That its quotes say the same in their whole sentences needs the file to prove."
        yield recorded(item.id, "value", says)
    elif item.read == "computed" and item.derivation is not None:
        yield from _of_operands(item.derivation, typed, asked, documents, _same_text(typed, grounds))
    elif isinstance(typed.value, Boolean) and item.derivation is None:
        yield _of_yes_or_no(typed, documents)
    else:
        question = question_of(asked.question, asked.answer_shape)
        yield from _of_words(item, typed, question, documents)


def _documents(item: Item, grounds: Mapping[Key, Ground]) -> dict[Key, Document] | None:
    """What was read here of all that an item cites; None where a part of it was not."""
    operands = item.derivation.operands if item.derivation else []
    places = [*item.evidence, *(operand.evidence for operand in operands)]
    found: dict[Key, Document] = {}
    for key in {(place.name, place.version) for place in places}:
        ground = grounds.get(key)
        document = (ground.document or ground.otherwise) if ground else None
        if document is None:
            return None
        found[key] = document
    return found


def _same_text(item: Item, grounds: Mapping[Key, Ground]) -> bool:
    """Whether what was read here is what was certified, and not what another parser reads."""
    return all(grounds[place.name, place.version].document is not None for place in item.evidence)


def _of_words(
    item: CertifiedItem, typed: Item, question: Question | None, documents: Mapping[Key, Document]
) -> Iterator[Finding]:
    said = how_said(typed, question, documents) if question is not None else ""
    if question is not None and said == "whole":
        if lacking := limits_left_out(typed, question, documents):
            told = f"Its sentence limits it by “{lacking[0]}”, which the certificate leaves out."
            yield disproved(item.id, "value", told)
            return
        yield proved(item.id, "value", "Read in its whole sentence, the quote gives the same.")
    elif said == "named":
        told = "It is part of a sentence, in which nothing denies it; what the rest says of it was judged."
        yield recorded(item.id, "value", told)
    # What a table prints is read with its scale from nothing but its row.
    elif item.in_sentence or item.derivation is not None:
        yield disproved(item.id, "value", "Read in its whole sentence, the quote does not give this value.")
    else:
        told = "Read in its whole sentence, the quote does not give this value; nor is it said to."
        yield unproved(item.id, "value", told)


def _of_yes_or_no(item: Item, documents: Mapping[Key, Document]) -> Finding:
    if cites_whole_sentences(item, documents):
        return proved(item.id, "quote", "Whole sentences are cited: no “not” is left out of them.")
    return disproved(item.id, "value", "Only part of a sentence is cited, which may leave out a “not”.")


def _of_operands(
    told: CertifiedDerivation, item: Item, asked: Asked, documents: Mapping[Key, Document], same_text: bool
) -> Iterator[Finding]:
    """Each operand by the question that was asked for it."""
    assert item.derivation is not None
    operands = item.derivation.operands
    tell = disproved if same_text else unproved
    for operand, (words, lists) in zip(operands, _questions(told, asked, len(operands)), strict=True):
        question = question_of(words, "list" if lists else "single")
        if question is None or not operand_said(operand, question, documents):
            says = f"Read in its whole sentence, the quote of the operand {operand.name!r} does not give it."
            yield tell(item.id, "value", says)
            return
        if lacking := limits_of_operand_left_out(item, operand, question, documents):
            says = f"Its sentence limits the operand {operand.name!r} by “{lacking[0]}”, which is left out."
            yield tell(item.id, "value", says)
            return
    if operands:
        says = "Read in their whole sentences, the quotes of its operands give the same."
        yield proved(item.id, "value", says)


def _questions(told: CertifiedDerivation, asked: Asked, count: int) -> list[tuple[str, bool]]:
    """The question that each operand answers, and whether it is one of a list."""
    inputs = [each for each in (told.computation or {}).get("inputs", ()) if isinstance(each, dict)]
    stated = [(str(each["question"]), bool(each.get("lists"))) for each in inputs if "question" in each]
    if not stated:
        stated = [(asked.question, False)]
    return [stated[min(at, len(stated) - 1)] for at in range(count)]
