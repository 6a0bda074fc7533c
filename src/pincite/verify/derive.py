"""Read a claim's value again from the whole blocks that its quote touches.

A quote may stand word for word in a document and still say something else than its sentence: what
follows "USD 5" may be "billion", what precedes "may assign" may be "under no circumstances". So the value
is read from the sentence, and must lie in the quote.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel

from pincite.answer.claims import Claim
from pincite.language.segments import segments
from pincite.language.spreads import other_end
from pincite.prove.quote import locate
from pincite.records.document import Block, Document
from pincite.records.evidence import Proof
from pincite.records.question import Question
from pincite.records.span import Span
from pincite.relevance.bearing import bearing
from pincite.relevance.links import Chain, chain_of
from pincite.structure.cell_facts import fact_at
from pincite.structure.cells import values_in
from pincite.structure.lead_ins import numbering_of
from pincite.structure.table_scales import multiplied
from pincite.values.date import find_years_alone
from pincite.values.readings import Reading
from pincite.values.table import table_value
from pincite.values.types import Amount, Boolean, Clause, DateValue, Number, TableValue, Text, same
from pincite.verify.yes_or_no import stated

# What may be left off a sentence that is quoted whole.
_TRAILING = " \t\r\n.,;:"
_LEADS_ON = re.compile(r"[;,]\s*(?:and|or|and/or)\s*\Z", re.IGNORECASE)
_BULLET = re.compile(r"\s*[•◦▪‣·∙●○■□*–—-]\s+")


@dataclass(frozen=True, slots=True)
class Derived:
    """Where a value was read again.

    `span` is the value's own words, `doubt` says how else they can be read, `limit` what limits a yes or no,
    and `others` are the block's other values of the kind.
    """

    blocks: tuple[Block, ...]
    span: Span
    doubt: str = field(default="", repr=False)
    limit: str = field(default="", repr=False)
    others: tuple[str, ...] = ()


def derive(question: Question, claim: Claim, proof: Proof) -> Derived | None:
    """The place of the cited one that gives the value by itself; None when it does not."""
    return _derived(_Same(question, claim, proof))


@dataclass(frozen=True, slots=True, eq=False)
class _Same:
    """What a value is read again from; known again by its very objects, which a question has no hash for."""

    question: Question
    claim: Claim
    proof: Proof

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self._all == other._all

    def __hash__(self) -> int:
        return hash(self._all)

    @property
    def _all(self) -> tuple[int, int, int]:
        return id(self.question), id(self.claim), id(self.proof)


# Every check reads the claim that is judged; few are kept, as each of them keeps its document.
@functools.lru_cache(maxsize=4)
def _derived(cited: _Same) -> Derived | None:
    question, claim, proof = cited.question, cited.claim, cited.proof
    blocks = proof.document.blocks_of(proof.span)
    if isinstance(claim.value, Text | Clause):
        return _text(question, claim, proof, blocks)
    if isinstance(claim.value, TableValue):
        return _table(question, claim, proof, blocks)
    if isinstance(claim.value, Boolean):
        return _boolean(question, claim, proof, blocks)
    places = [place for block in blocks for place in _readings(question, claim, proof, block)]
    return min(places, key=lambda place: bool(place.doubt), default=None)


def linked(question: Question, claim: Claim, proofs: Sequence[Proof]) -> Chain | None:
    """How the cited places lead from one to the next, in their order, to the claimed value in the last.

    None where they do not. Each quote must hold the words that lead on, and the last one the value.
    """
    blocks = [block for proof in proofs for block in proof.document.blocks_of(proof.span)]
    if len(proofs) < 2 or len(blocks) != len(proofs) or len({proof.identity for proof in proofs}) > 1:
        return None
    chain = chain_of(question, proofs[0].document, blocks, claim.answer_type)
    if chain is None or not same(chain.reading.value, claim.value):
        return None
    needed = (*(place.span for place in chain.places), chain.value_span)
    held = all(proof.span.covers(span) for proof, span in zip(proofs, needed, strict=True))
    return chain if held else None


def _text(question: Question, claim: Claim, proof: Proof, blocks: tuple[Block, ...]) -> Derived | None:
    cited = proof.span.of(proof.document.text)
    whole = all(_covers(proof.span, proof.document, block) for block in blocks)
    if _is_record(question) or _is_cell(proof):
        whole = whole or _is_part(proof, blocks)
    said = claim.value.text if isinstance(claim.value, Text | Clause) else ""
    alike = _reads_as(said, cited) and _reads_as(claim.original, cited)
    if not blocks or not whole or not alike:
        return None
    return Derived(blocks if isinstance(claim.value, Text) else _bearing(question, proof, blocks), proof.span)


def _is_cell(proof: Proof) -> bool:
    """Whether a quote is all that a cell of a table says."""
    cell = proof.document.cell_of(proof.span)
    return cell is not None and cell.span == proof.span


def _reads_as(said: str, cited: str) -> bool:
    """Whether two texts are the same words, however they are broken into lines."""
    if said.split() == cited.split():
        return True
    whole = len(cited.rstrip(_TRAILING))
    return any(m.start == 0 and m.end >= whole and m.grade != "case" for m in locate(said.strip(), cited))


def _table(question: Question, claim: Claim, proof: Proof, blocks: tuple[Block, ...]) -> Derived | None:
    """A table rests on all of its rows, and is what its cells say."""
    table = proof.document.table_of(proof.span)
    value = table_value(proof.document, table) if table else None
    if table is None or value is None or not all(proof.span.covers(cell.span) for cell in table.cells):
        return None
    return Derived(_bearing(question, proof, blocks), proof.span) if same(claim.value, value) else None


def _bearing(question: Question, proof: Proof, blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """The block that carries most of the question: it speaks for the clause or table that it is part of."""
    return (max(blocks, key=lambda block: bearing(question, proof.document, block).score),)


def _is_part(proof: Proof, blocks: tuple[Block, ...]) -> bool:
    """Whether a quote is one of the parts that records are made of: a cell, or a name with its value."""
    cell = proof.document.cell_of(proof.span)
    if cell is not None or len(blocks) != 1:
        return cell is not None and cell.span == proof.span
    start = blocks[0].span.start
    parts = segments(blocks[0].span.of(proof.document.text))
    return any(Span(start + part.start, start + part.end) == proof.span for part in parts)


def _is_record(question: Question) -> bool:
    return question.generation.answer_shape in ("nested", "table")


def _boolean(question: Question, claim: Claim, proof: Proof, blocks: tuple[Block, ...]) -> Derived | None:
    """A yes or no rests on one whole sentence: a part of it may leave out the "not"."""
    if len(blocks) != 1 or not _covers(proof.span, proof.document, blocks[0]):
        return None
    _, readings = stated(question, proof.document, blocks[0])
    if len(readings) != 1 or not same(readings[0].value, _as_said(question, claim.value)):
        return None
    note = readings[0].ambiguous
    # A condition does not turn the answer: it is shown with it.
    limit = note if note.startswith("limited by") else ""
    return Derived(blocks, proof.span, "" if limit else _two_ways(note), limit=limit)


def _two_ways(note: str) -> str:
    return f"it is ambiguous ({note}); read it yourself" if note else ""


def _readings(question: Question, claim: Claim, proof: Proof, block: Block) -> list[Derived]:
    text = block.span.of(proof.document.text)
    readings = readings_of(claim, proof.document, block)
    # Of a record each cell is cited by itself, and what stands beside it is another value's business.
    beside = [
        r for r in readings if not _is_record(question) or proof.span.covers(r.within_text(block.span.start))
    ]
    others = tuple(r.original(text) for r in beside if not same(r.value, claim.value))
    found = []
    for reading in readings:
        span = reading.within_text(block.span.start)
        alike = same(reading.value, claim.value) and claim.original.split() == reading.original(text).split()
        if alike and proof.span.covers(span):
            doubt = _doubt(proof.document, block, reading)
            if not doubt and _is_open_end(question, text, readings, reading):
                doubt = "it is only one end of a range"
            found.append(Derived((block,), span, doubt, others=others))
    return found


def readings_of(claim: Claim, document: Document, block: Block) -> list[Reading[BaseModel]]:
    """The block's values of the claim's kind; years by themselves where the claim is no more than a year."""
    readings = values_in(claim.answer_type, document, block)
    if isinstance(claim.value, DateValue) and claim.value.precision == "year":
        return [*readings, *find_years_alone(block.span.of(document.text))]
    return readings


def _is_open_end(
    question: Question, text: str, readings: Sequence[Reading[BaseModel]], reading: Reading[BaseModel]
) -> bool:
    """Whether a value is one end of a range, and nobody asks for an end; of days either end is a day."""
    asked = bool(question.generation.intent.bound) or isinstance(reading.value, DateValue)
    return not asked and other_end(text, readings, reading) is not None


def _doubt(document: Document, block: Block, reading: Reading[BaseModel]) -> str:
    """How else a value can be read; empty where it cannot."""
    if reading.ambiguous:
        return _two_ways(reading.ambiguous)
    # The figure of a cell is read with its scale.
    fact = fact_at(document, reading.within_text(block.span.start))
    if fact is not None and fact.printed is not None:
        return ""
    if isinstance(reading.value, Amount | Number) and multiplied(document, block, reading):
        return "the heading above it says thousands or millions, and the figure itself does not"
    return ""


def _as_said(question: Question, value: BaseModel) -> BaseModel:
    """The value as the sentence says it: "Is it prohibited?" is answered yes by one that denies."""
    if isinstance(value, Boolean) and question.generation.denies:
        return Boolean(value=not value.value)
    return value


def covers_whole(proof: Proof) -> bool:
    """Whether a quote holds every block that it touches from its start to its end."""
    blocks = proof.document.blocks_of(proof.span)
    return bool(blocks) and all(_covers(proof.span, proof.document, block) for block in blocks)


def _covers(quoted: Span, document: Document, block: Block) -> bool:
    """Whether a quote holds a whole block, up to the number or mark before it and the stop after it."""
    text = block.span.of(document.text)
    mark = _BULLET.match(text) if block.kind == "bullet" else None
    start = block.span.start + (mark.end() if mark else numbering_of(text))
    # "; or" only leads on to the next item.
    said = _LEADS_ON.sub("", text) if block.kind == "bullet" else text
    end = block.span.start + len(said.rstrip(_TRAILING))
    return quoted.start <= start and end <= quoted.end
