"""Read a value again from the whole sentence of its quote, as was done before it was answered.

A quote may be the document's own and still say something else than its sentence: what precedes "may assign"
may be "under no circumstances". Only the source tells where sentences begin and end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from pydantic import BaseModel

from pincite.answer.answers import Evidence, Item, Operand, type_of
from pincite.answer.claims import LONGEST_TABLE, Citation, Claim
from pincite.audit.grounds import Key
from pincite.errors import PinciteError
from pincite.question.dictionary.entries import starters
from pincite.question.parse import RuleParser
from pincite.records.document import Document
from pincite.records.evidence import Proof
from pincite.records.library import Identity
from pincite.records.question import AnswerShape, Question
from pincite.records.span import Span
from pincite.structure.cells import values_in
from pincite.structure.qualifiers import worded
from pincite.values.types import Clause, Text, same
from pincite.verify.again import follows
from pincite.verify.derive import covers_whole
from pincite.verify.figure import fact_of
from pincite.verify.limited_by import limits
from pincite.verify.value import ValueCheck

Said = Literal["whole", "named", ""]
"""What whole sentences say of a value: the same; they name it and deny nothing of it; or not so."""
_CHECK = ValueCheck(polarity=False)


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
    return [words for words in map(_worded, found) if not _is_told(words, item.qualifiers)]


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
    return [words for words in map(_worded, found) if not _is_told(words, item.qualifiers)]


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
