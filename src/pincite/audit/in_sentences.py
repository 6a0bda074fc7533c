"""Tell what the whole sentences of an item's quotes say, where the source shows where they begin and end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pincite.answer.answers import Item, Operand
from pincite.audit.certificate import Asked, CertifiedItem
from pincite.audit.certified_values import item_of
from pincite.audit.findings import Finding, disproved, proved, recorded, unproved
from pincite.audit.grounds import Ground, Key
from pincite.audit.recomputing import asked_for, known_again
from pincite.audit.sentence_proof import (
    cites_whole_sentences,
    how_said,
    limits_left_out,
    limits_of_operand_left_out,
    operand_said,
    question_of,
    with_whole_sentence,
)
from pincite.compute.results import Refused
from pincite.records.computation import OperandQuestion
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
        yield from _of_operands(typed, asked, documents, _same_text(typed, grounds))
    elif isinstance(typed.value, Boolean) and item.derivation is None:
        yield _of_yes_or_no(typed, documents)
    else:
        question = question_of(asked.question, asked.answer_shape)
        yield from _of_words(item, typed, question, documents, _same_text(typed, grounds))


def are_read(item: CertifiedItem, grounds: Mapping[Key, Ground]) -> bool:
    """Whether every document that an item cites was read here."""
    operands = item.derivation.operands if item.derivation else []
    places = [*item.evidence, *(operand.evidence for operand in operands)]
    found = [grounds.get((place.name, place.version)) for place in places]
    return all(ground is not None and (ground.document or ground.otherwise) is not None for ground in found)


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
    item: CertifiedItem,
    typed: Item,
    question: Question | None,
    documents: Mapping[Key, Document],
    same_text: bool,
) -> Iterator[Finding]:
    said = how_said(typed, question, documents, same_text) if question is not None else ""
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
    item: Item, asked: Asked, documents: Mapping[Key, Document], same_text: bool
) -> Iterator[Finding]:
    """Each operand by the question that was asked for it."""
    assert item.derivation is not None
    operands = item.derivation.operands
    tell = disproved if same_text else unproved
    for operand, wanted in zip(operands, _wanted(asked, len(operands)), strict=True):
        if wrong := _turned_round(item, operand, wanted, documents):
            yield tell(item.id, "value", wrong)
            return
    if operands:
        says = "Read in their whole sentences, the quotes of its operands give the same."
        yield proved(item.id, "value", says)


def _turned_round(
    item: Item, operand: Operand, wanted: OperandQuestion, documents: Mapping[Key, Document]
) -> str:
    """What the whole sentence of an operand says otherwise than its quote; empty where nothing."""
    question = question_of(wanted.question, "list" if wanted.lists else "single")
    if question is None or not operand_said(operand, question, documents):
        return f"Read in its whole sentence, the quote of the operand {operand.name!r} does not give it."
    if lacking := limits_of_operand_left_out(item, operand, question, documents):
        return f"Its sentence limits the operand {operand.name!r} by “{lacking[0]}”, which is left out."
    whole = None if wanted.lists else with_whole_sentence(operand, documents)
    known = known_again(whole, wanted) if whole and whole.name == wanted.name else None
    return known.reason if isinstance(known, Refused) else ""


def _wanted(asked: Asked, count: int) -> list[OperandQuestion]:
    """What each operand answers; all items of a list answer one question."""
    computation = asked_for(asked.question)
    wanted = computation.operands if computation else (OperandQuestion("value", asked.question or "?"),)
    return [wanted[min(at, len(wanted) - 1)] for at in range(count)]
