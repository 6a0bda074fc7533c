"""Read the value of a past answer from the passages of a new version, as it was read from the old ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from pincite.answer.answers import Item, Operand, type_of
from pincite.answer.claims import LONGEST_TABLE, Citation, Claim
from pincite.records.evidence import Proof
from pincite.records.question import Question
from pincite.structure.cells import values_in
from pincite.values.types import Clause, Text, same
from pincite.verify.quote import locate
from pincite.verify.value import ValueCheck


@dataclass(frozen=True, slots=True)
class ReadAgain:
    """Whether the new passages give the value. None: code did not read it from the old ones either."""

    same: bool | None
    reason: str = ""
    """Why they do not."""


def read_again(
    question: Question, item: Item, method: str, old: Sequence[Proof], new: Sequence[Proof]
) -> ReadAgain:
    """The check that the old passages passed, made of the new ones."""
    if item.derivation:
        return _operands_again(item.derivation.operands, old, new)
    for check, named in _CHECKS:
        if check.judge(question, _claim(item, method, named, old), old).passed:
            verdict = check.judge(question, _claim(item, method, named, new), new)
            return ReadAgain(verdict.passed, "" if verdict.passed else verdict.reason)
    return ReadAgain(None)


# How strictly the old answer was checked was a choice of its user: what it passed then is asked for now.
_CHECKS = ((ValueCheck(), False), (ValueCheck(polarity=False), False), (ValueCheck(), True))


def _claim(item: Item, method: str, named: bool, proofs: Sequence[Proof]) -> Claim:
    original = _as_set(item.original, proofs)
    value: BaseModel = item.value
    if isinstance(value, Text | Clause) and value.text == item.original:
        value = value.model_copy(update={"text": original})
    return Claim(
        answer_type=item.type,
        value=value,
        original=original,
        citations=tuple(_citation(proof) for proof in proofs),
        qualifiers=tuple(item.qualifiers),
        method="inferred" if method == "inferred" else "verbatim",
        named=named,
    )


def _as_set(original: str, proofs: Sequence[Proof]) -> str:
    """The words of the value as they are set in these passages."""
    for proof in proofs:
        cited = proof.span.of(proof.document.text)
        for match in locate(original, cited):
            return cited[match.start : match.end]
    return original


def _citation(proof: Proof) -> Citation:
    lines = proof.document.lines_of(proof.span)
    quote = proof.span.of(proof.document.text)[:LONGEST_TABLE]
    return Citation(version=proof.identity.version, lines=(lines[0].number, lines[-1].number), quote=quote)


def _operands_again(operands: Sequence[Operand], old: Sequence[Proof], new: Sequence[Proof]) -> ReadAgain:
    """A computed value is the same where every number that went into it is."""
    numbers = [operand.value for operand in operands]
    read = [value for value in numbers if _gives(value, old)]
    for value in read:
        if not _gives(value, new):
            return ReadAgain(False, "one of the numbers that it was computed from is another")
    return ReadAgain(True if read and len(read) == len(numbers) else None)


def _gives(value: BaseModel, proofs: Sequence[Proof]) -> bool:
    """Whether one of the passages has the value."""
    return any(
        same(reading.value, value)
        for proof in proofs
        for block in proof.document.blocks_of(proof.span)
        for reading in values_in(type_of(value), proof.document, block)
    )
