"""Prove an item again from nothing but the document's text: what fails here was invented."""

from __future__ import annotations

from pincite.answer.answers import Derivation, Item
from pincite.values.types import Boolean
from pincite.verify.again import all_stand, follows, is_scaled, operand_follows, scales_to, stands


def proved_again(item: Item, text: str) -> bool:
    """Whether every quote stands in the text at its place, and the value follows from what is cited."""
    if not all(verdict.passed for verdict in item.verdicts):
        return False
    if not all_stand(item.evidence, text):
        return False
    if item.derivation:
        return bool(item.derivation.operands) and _derived(item, item.derivation, text)
    # A yes or no is not written in the text: its quote and its verdicts are all there is to repeat.
    return isinstance(item.value, Boolean) or follows(item.value, item.evidence)


def _derived(item: Item, derivation: Derivation, text: str) -> bool:
    """Whether every operand is read from its place; other computed items than figures in full ask no more."""
    operands = derivation.operands
    if is_scaled([operand.name for operand in operands]):
        figure, factor = (operand.value for operand in operands)
        if not scales_to(item.value, figure, factor, item.evidence):
            return False
    return all(
        stands(operand.evidence, text) and operand_follows(operand.value, operand.evidence, item.evidence)
        for operand in operands
    )
