"""Prove an item again from nothing but the document's text: what fails here was invented.

This repeats none of the judgements that let the item out. It asks whether the words stand where the item
says they stand, and whether its value can be read from them.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel

from pincite.answer.answers import Evidence, Item, type_of
from pincite.values.registered import derive
from pincite.values.types import Boolean
from pincite.verify.quote import locate


def proved_again(item: Item, text: str) -> bool:
    """Whether every quote stands in the text at its place, and the value follows from what is cited."""
    if not all(verdict.passed for verdict in item.verdicts):
        return False
    if not _all_stand(item.evidence, text):
        return False
    if item.derivation:
        operands = item.derivation.operands
        return bool(operands) and all(
            _stands(operand.evidence, text) and _follows(operand.value, [operand.evidence])
            for operand in operands
        )
    # A yes or no is not written in the text: its quote and its verdicts are all there is to repeat.
    return isinstance(item.value, Boolean) or _follows(item.value, item.evidence)


def _all_stand(cited: Sequence[Evidence], text: str) -> bool:
    """Whether each reads as the text does there, and is a whole quote or points into one that is."""
    whole = [evidence for evidence in cited if _stands(evidence, text)]
    return bool(whole) and all(
        text[evidence.start : evidence.end] == evidence.snippet
        and any(other.start <= evidence.start and evidence.end <= other.end for other in whole)
        for evidence in cited
    )


def _stands(evidence: Evidence, text: str) -> bool:
    if text[evidence.start : evidence.end] != evidence.snippet:
        return False
    return (evidence.start, evidence.end) in {
        (match.start, match.end) for match in locate(evidence.snippet, text)
    }


def _follows(value: BaseModel, cited: Sequence[Evidence]) -> bool:
    kind = type_of(value)
    return any(derive(kind, evidence.snippet, value) for evidence in cited)
