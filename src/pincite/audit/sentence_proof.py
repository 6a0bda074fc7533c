"""Read a value again from the whole sentence of its quote, and tell what these sentences say.

A quote may be the document's own and still say something else than its sentence: what precedes "may assign"
may be "under no circumstances". Only the source tells where sentences begin and end.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from pydantic import BaseModel

from pincite.answer.answers import Evidence, Item, Operand, type_of
from pincite.answer.claims import LONGEST_TABLE, Citation, Claim
from pincite.audit.certificate import Asked, CertifiedItem, item_of
from pincite.audit.findings import Finding, disproved, proved, recorded, unproved
from pincite.audit.grounds import Ground, Key
from pincite.audit.recomputing import asked_for, known_again
from pincite.compute.results import Refused
from pincite.errors import PinciteError
from pincite.question.dictionary.entries import starters
from pincite.question.parse import RuleParser
from pincite.records.computation import OperandQuestion
from pincite.records.document import Document
from pincite.records.evidence import Proof
from pincite.records.library import Identity
from pincite.records.question import AnswerShape, Question
from pincite.records.span import Span
from pincite.structure.cells import values_in
from pincite.structure.qualifiers import worded
from pincite.values.types import Boolean, Clause, Text, same
from pincite.verify.again import follows
from pincite.verify.derive import covers_whole
from pincite.verify.figure import fact_of
from pincite.verify.limited_by import limits
from pincite.verify.value import ValueCheck

Said = Literal["whole", "named", ""]
"""What whole sentences say of a value: the same; they name it and deny nothing of it; or not so."""
_CHECK = ValueCheck(polarity=False)


@functools.lru_cache(maxsize=16)  # every item of a certificate answers the same question
def question_of(asked: str, shape: AnswerShape) -> Question | None:
    """The question as our rules read it; None where they cannot."""
    try:
        read = RuleParser(starters()).read(asked)
    except PinciteError:
        return None
    return replace(read, generation=replace(read.generation, answer_shape=shape, demanded=False))


def how_said(
    item: Item, question: Question, documents: Mapping[Key, Document], same_text: bool = True
) -> Said:
    """What the whole sentences of an item's places say of its value.

    Every quote that gives the value by itself must give it in its sentence, too, or point into one that
    does: of two places, one that holds excuses none that is turned round. Where another parser has read the
    file, a quote is looked for, and one of the places with its words must hold.
    """
    read = [(place, proof) for place in item.evidence if (proof := _proof(place, documents))]
    proofs = [proof for _, proof in read]
    holding = [proof for proof in proofs if _CHECK.judge(question, _claim(item, [proof]), [proof]).passed]
    turned = (
        place
        for place, proof in read
        if not any(_lies_in(proof, other) or (not same_text and _is_alike(proof, other)) for other in holding)
    )
    if holding and not any(follows(item.value, [place]) for place in turned):
        return "whole"
    named = _claim(item, proofs, named=True) if proofs and isinstance(item.value, Text) else None
    return "named" if named and _CHECK.judge(question, named, proofs).passed else ""


def operand_said(operand: Operand, question: Question, documents: Mapping[Key, Document]) -> bool:
    """Whether the whole sentence or row of an operand's quote gives its value."""
    proof = _proof(operand.evidence, documents)
    if proof is None:
        return False
    claims = (_operand_claim(operand.value, words, proof) for words in _wordings(operand.value, proof))
    return any(_CHECK.judge(question, claim, [proof]).passed for claim in claims)


def with_whole_sentence(operand: Operand, documents: Mapping[Key, Document]) -> Operand | None:
    """The operand with all of the sentence that its quote is a part of; None where it leaves out nothing."""
    proof = _proof(operand.evidence, documents)
    blocks = proof.document.blocks_of(proof.span) if proof else ()
    if proof is None or covers_whole(proof) or any(block.kind == "table_row" for block in blocks):
        return None
    sentence = " ".join(block.span.of(proof.document.text) for block in blocks)
    return operand.model_copy(update={"evidence": operand.evidence.model_copy(update={"snippet": sentence})})


def limits_left_out(item: Item, question: Question, documents: Mapping[Key, Document]) -> list[str]:
    """What limits the value in its sentences ("up to") and is not among what is said to limit it."""
    read = (proof for place in item.evidence if (proof := _proof(place, documents)))
    claims = ((_claim(item, [proof]), proof) for proof in read)
    found = [
        limit
        for claim, proof in claims
        if not _is_figure(question, claim, proof)
        for limit in limits(question, claim, [proof])
    ]
    return [words for words in map(_worded, found) if not _is_told(words, item.limits)]


def limits_of_operand_left_out(
    item: Item, operand: Operand, question: Question, documents: Mapping[Key, Document]
) -> list[str]:
    """What limits an operand in its sentence, and stands neither in its quote nor with the item."""
    proof = _proof(operand.evidence, documents)
    if proof is None:
        return []
    sentence = [block.span for block in proof.document.blocks_of(proof.span)]
    found = [
        limit
        for words in _wordings(operand.value, proof)
        for claim in (_operand_claim(operand.value, words, proof),)
        if not _is_figure(question, claim, proof)
        for limit in limits(question, claim, [proof])
        if any(span.covers(limit.span) for span in sentence) and not proof.span.covers(limit.span)
    ]
    return [words for words in map(_worded, found) if not _is_told(words, item.limits)]


def cites_whole_sentences(item: Item, documents: Mapping[Key, Document]) -> bool:
    """Whether no place leaves out a part of its sentence, in which a “not” may stand."""
    whole = [place for place in item.evidence if _is_whole(place, documents.get((place.name, place.version)))]
    return bool(whole) and all(
        any(
            (other.name, other.version) == (place.name, place.version)
            and other.start <= place.start
            and place.end <= other.end
            for other in whole
        )
        for place in item.evidence
    )


def _lies_in(proof: Proof, other: Proof) -> bool:
    return proof.identity == other.identity and other.span.covers(proof.span)


def _is_alike(proof: Proof, other: Proof) -> bool:
    words, others = (each.span.of(each.document.text).split() for each in (proof, other))
    return proof.identity == other.identity and words == others


def _is_whole(place: Evidence, document: Document | None) -> bool:
    if document is None or place.end > len(document.text):
        return False
    identity = Identity("", place.name, place.document, place.version)
    return covers_whole(Proof(identity, document, Span(place.start, place.end), place.grade))


def _proof(place: Evidence, documents: Mapping[Key, Document]) -> Proof | None:
    document = documents.get((place.name, place.version))
    if document is None or len(place.snippet) > LONGEST_TABLE or place.end > len(document.text):
        return None
    identity = Identity("", place.name, place.document, place.version)
    return Proof(identity, document, Span(place.start, place.end), place.grade)


def _is_figure(question: Question, claim: Claim, proof: Proof) -> bool:
    """Whether the value is a figure of a table, which nothing limits but what names it."""
    fact = fact_of(question, claim, proof)
    return fact is not None and fact.printed is not None


def _wordings(value: BaseModel, proof: Proof) -> Iterator[str]:
    """The words that say a value in the sentences or rows of a place: an operand states only the value."""
    if isinstance(value, Text | Clause):
        yield value.text
        return
    for block in proof.document.blocks_of(proof.span):
        for reading in values_in(type_of(value), proof.document, block):
            if same(reading.value, value):
                yield reading.original(block.span.of(proof.document.text))


def _claim(item: Item, proofs: Sequence[Proof], named: bool = False) -> Claim:
    """The item as it was claimed, by some of its places; what it is called in a table is cited elsewhere."""
    return Claim(
        answer_type=item.type,
        value=item.value,
        original=item.original,
        citations=tuple(map(_citation, proofs)),
        named=named,
    )


def _operand_claim(value: BaseModel, words: str, proof: Proof) -> Claim:
    return Claim(answer_type=type_of(value), value=value, original=words, citations=(_citation(proof),))


def _citation(proof: Proof) -> Citation:
    lines = proof.document.lines_of(proof.span)
    return Citation(
        version=proof.identity.version,
        lines=(lines[0].number, lines[-1].number) if lines else (1, 1),
        quote=proof.span.of(proof.document.text),
        start=proof.span.start,
    )


def _worded(limit: Proof) -> str:
    return worded(limit.document, limit.span)


def _is_told(words: str, qualifiers: Sequence[str]) -> bool:
    return any(f" {words.casefold()} " in f" {' '.join(told.split()).casefold()} " for told in qualifiers)


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
