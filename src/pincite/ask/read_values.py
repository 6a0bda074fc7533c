"""Where our own parser reads a claimed value in a cited place, and what else of its kind stands there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from pincite.answer.claims import Claim
from pincite.language.spreads import other_end
from pincite.records.document import Block, Document
from pincite.records.evidence import Proof
from pincite.records.span import Span
from pincite.structure.cells import values_in
from pincite.structure.lead_ins import lead_in
from pincite.values.date import find_years_alone
from pincite.values.readings import Reading
from pincite.values.registered import OF_WHOLE_BLOCKS, find
from pincite.values.types import Boolean, DateValue, same


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
