"""Typed values of a certificate, back from the JSON that it holds."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, JsonValue, ValidationError

from pincite.answer.answers import Derivation as Derived
from pincite.answer.answers import Item, Operand
from pincite.audit.certificate import CertifiedDerivation, CertifiedItem
from pincite.values.registered import value_types


class UnknownType(ValueError):
    """A value has a type that nobody has registered here: neither right nor wrong can be told of it."""


def typed(kind: str, value: Mapping[str, JsonValue]) -> BaseModel:
    """The value as one of its type; a ValueError where it is none, or where there is no such type."""
    known = value_types().get(kind)
    if known is None:
        raise UnknownType(
            f"the type {kind!r} is not registered here; register it in Python before `pincite.check`"
        )
    try:
        found = known.model.model_validate(dict(value))
    except ValidationError as error:
        raise ValueError(f"{error.errors()[0]['msg']}") from error
    # What is read leniently, as 7 for "7", is no value that Pincite has written.
    if found.model_dump(mode="json") != dict(value):
        raise ValueError(f"it is not written as a value of the type {kind} is")
    return found


def operands_of(derivation: CertifiedDerivation) -> list[Operand]:
    """The operands of a computed item with typed values."""
    return [
        Operand(name=each.name, value=typed(each.type, each.value), evidence=each.evidence)
        for each in derivation.operands
    ]


def item_of(item: CertifiedItem) -> Item:
    """The item of the answer as far as the certificate holds it; who judged it is recorded elsewhere."""
    told = item.derivation
    derivation = Derived(formula=told.formula, operands=operands_of(told), rates=told.rates) if told else None
    return Item(
        id=item.id,
        type=item.type,
        value=typed(item.type, item.value),
        original=item.original,
        qualifiers=item.qualifiers,
        evidence=item.evidence,
        verdicts=item.verdicts,
        warrant=None,
        confidence=None,
        derivation=derivation,
    )
