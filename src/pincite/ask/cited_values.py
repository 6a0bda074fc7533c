"""Read what the cited place of a claim holds: the value, what limits it, what a figure rests on.

A claim that leaves out the "up to" before its amount is not refused for that: the item gets it back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from pydantic import BaseModel

from pincite.answer.answers import Derivation, Operand
from pincite.answer.claims import Claim, Role
from pincite.language.spreads import other_end
from pincite.prove.place import recover
from pincite.prove.quote import locate
from pincite.records.document import Block, Document
from pincite.records.evidence import Proof
from pincite.records.question import Question
from pincite.records.span import Span
from pincite.relevance.links import Chain, chain_of
from pincite.structure.cell_facts import CellFact, path_words
from pincite.structure.cells import values_in
from pincite.structure.lead_ins import lead_in
from pincite.structure.qualifiers import limits_around, limits_at, worded
from pincite.values.boolean import condition_in
from pincite.values.date import find_years_alone
from pincite.values.readings import Reading
from pincite.values.registered import OF_WHOLE_BLOCKS, find
from pincite.values.types import Boolean, DateValue, Number, same


@dataclass(frozen=True, slots=True)
class ReadValue:
    """A value where it was read, among all of its kind in the block."""

    block: Block
    text: str
    reading: Reading[BaseModel]
    readings: Sequence[Reading[BaseModel]]

    @property
    def span(self) -> Span:
        return self.reading.within_text(self.block.span.start)

    @property
    def others(self) -> list[str]:
        """The words of the block's other values of the kind, each once."""
        different = (each for each in self.readings if not same(each.value, self.reading.value))
        return list(dict.fromkeys(each.original(self.text) for each in different))

    @property
    def is_end(self) -> bool:
        """Whether it is one end of a range; of days either end is a day."""
        is_day = isinstance(self.reading.value, DateValue)
        return not is_day and other_end(self.text, self.readings, self.reading) is not None


def read_value(claim: Claim, proof: Proof) -> ReadValue | None:
    """The claimed value in the claimed words at a cited place, rather where it leaves no doubt."""
    if claim.answer_type in OF_WHOLE_BLOCKS:
        return None
    found = []
    for block in proof.document.blocks_of(proof.span):
        text, readings = block.span.of(proof.document.text), _readings(claim, proof.document, block)
        for reading in readings:
            meant = (
                same(reading.value, claim.value) and claim.original.split() == reading.original(text).split()
            )
            if meant and proof.span.covers(reading.within_text(block.span.start)):
                found.append(ReadValue(block, text, reading, readings))
    return min(found, key=lambda each: (bool(each.reading.ambiguous), each.is_end), default=None)


def read_yes_or_no(proof: Proof) -> tuple[bool | None, str]:
    """The yes or no that code reads from one sentence, and what limits it in words.

    None where it reads none, and of an item of a list, which says neither.
    """
    blocks = proof.document.blocks_of(proof.span)
    if len(blocks) != 1 or (blocks[0].kind == "bullet" and lead_in(proof.document, blocks[0])):
        return None, ""
    readings = find("boolean", blocks[0].span.of(proof.document.text))
    if len(readings) != 1 or not isinstance(value := readings[0].value, Boolean):
        return None, ""
    # A condition does not turn the answer: it is shown with it.
    note = readings[0].ambiguous
    return (value.value, note) if not note or note.startswith("limited by") else (None, "")


def _readings(claim: Claim, document: Document, block: Block) -> list[Reading[BaseModel]]:
    """The block's values of the claim's kind; years by themselves where the claim is no more than a year."""
    readings = values_in(claim.answer_type, document, block)
    if isinstance(claim.value, DateValue) and claim.value.precision == "year":
        return [*readings, *find_years_alone(block.span.of(document.text))]
    return readings


def limits(question: Question, claim: Claim, proofs: Sequence[Proof]) -> list[Proof]:
    """Where the limits of the claimed value stand, in the order in which its places are cited."""
    if isinstance(claim.value, Boolean):
        said = claim.value.value is not question.generation.denies
        # With the opposite of what its sentence says, a condition would mislead.
        return [each for proof in proofs if read_yes_or_no(proof)[0] is said for each in _conditions(proof)]
    found: list[Proof] = []
    if chain := _linked(question, claim, proofs):
        for proof, place in zip(proofs, chain.places, strict=False):
            spans = limits_around(proof.document, place.block, place.span, claim.answer_type)
            found += [replace(proof, span=span) for span in spans]
    for proof in proofs:
        value = read_value(claim, proof)
        if value is not None and not value.reading.ambiguous:
            spans = limits_at(proof.document, value.block, claim.answer_type, value.span)
            found += [replace(proof, span=span) for span in spans]
    return found


def _linked(question: Question, claim: Claim, proofs: Sequence[Proof]) -> Chain | None:
    """How the cited places lead from one to the next, in their order, to the value in the last."""
    blocks = [block for proof in proofs for block in proof.document.blocks_of(proof.span)]
    if len(proofs) < 2 or len(blocks) != len(proofs) or len({proof.identity for proof in proofs}) > 1:
        return None
    chain = chain_of(question, proofs[0].document, blocks, claim.answer_type)
    return chain if chain and same(chain.reading.value, claim.value) else None


def _conditions(proof: Proof) -> Iterator[Proof]:
    """The "unless" of a sentence that says yes or no."""
    for block in proof.document.blocks_of(proof.span):
        if condition := condition_in(block.span.of(proof.document.text)):
            at = block.span.start
            yield replace(proof, span=Span(at + condition.start, at + condition.end))


def qualifiers(claim: Claim, limits: Sequence[Proof], proofs: Sequence[Proof]) -> list[str]:
    """The claim's own qualifiers and those that were found, each once and the wider of two alike.

    Of what a claim says only the words that the cited sentences hold; of a yes or no only what code finds.
    """
    cited = "\n".join(b.span.of(p.document.text) for p in proofs for b in p.document.blocks_of(p.span))
    cited += "\n" + "\n".join(citation.quote for citation in claim.citations)
    stated = () if isinstance(claim.value, Boolean) else claim.qualifiers
    every = [" ".join(given.split()) for given in stated if locate(given, cited)]
    every += [worded(limit.document, limit.span) for limit in limits]
    once = list({words.casefold(): words for words in reversed(every)}.values())[::-1]
    return [words for words in once if not any(_within(words, other) for other in once)]


def unseen(limits: Sequence[Proof], proofs: Sequence[Proof]) -> list[Proof]:
    """The blocks that hold a limit and are not cited yet: the head of a table, what introduces a list."""
    blocks = []
    for limit in limits:
        if any(proof.identity == limit.identity and proof.span.covers(limit.span) for proof in proofs):
            continue
        holding = limit.document.blocks_of(limit.span)
        span = Span(holding[0].span.start, holding[-1].span.end) if holding else limit.span
        blocks.append(replace(limit, span=span, grade="exact"))
    return list({(block.identity, block.span): block for block in blocks}.values())


def _within(words: str, other: str) -> bool:
    return words != other and f" {words.casefold()} " in f" {other.casefold()} "


def names_of(fact: CellFact) -> Iterator[tuple[Span, Role]]:
    """The places that name a cell's row and column, state its scale and name its currency, and for what."""
    roles: dict[Span, Role] = {cell.span: "head" for cell in (*fact.row_path, *fact.column_path)}
    if fact.scale:
        roles.setdefault(fact.scale.span, "scale")
    if fact.currency_at:
        roles.setdefault(fact.currency_at, "currency")
    for span, role in roles.items():
        if not any(other != span and other.covers(span) for other in roles):
            yield span, role


def called(document: Document, fact: CellFact) -> list[str]:
    """What the row and the column of a cell are called, each in one line."""
    names = (path_words(document, cells) for cells in (fact.row_path, fact.column_path))
    return [name for name in names if name]


def in_full(proof: Proof, fact: CellFact) -> Derivation | None:
    """How a figure in full comes of what is printed; None where it is printed in full."""
    if fact.scale is None or fact.printed is None or fact.value is None:
        return None
    figure, factor = fact.printed.value, Decimal(fact.scale.factor)
    printed = replace(proof, span=fact.figure_span)
    scale = replace(proof, span=fact.scale.span, grade="exact")
    return Derivation(
        formula=f"{figure:,f} × {factor:,f} = {fact.value:,f}",
        operands=[
            Operand(name="printed figure", value=Number(value=figure, unit=None), evidence=recover(printed)),
            Operand(name="scale", value=Number(value=factor, unit=None), evidence=recover(scale)),
        ],
        rates=[],
    )
