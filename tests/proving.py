"""Whether the prover lets an item out, by nothing but the text of its document."""

from __future__ import annotations

from pincite.answer.answers import Item
from pincite.prove.against import Ground, contradiction
from pincite.prove.item import prove_item


def proved_again(item: Item, text: str) -> bool:
    operands = item.derivation.operands if item.derivation else []
    cited = [*item.evidence, *(operand.evidence for operand in operands)]
    grounds = {(place.name, place.version): Ground(text) for place in cited}
    return contradiction(prove_item(item, grounds)) is None
