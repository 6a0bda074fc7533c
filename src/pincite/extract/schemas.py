"""What is to be extracted: the fields of a schema with their rules, and the schemas of the package."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import resources

from pincite.answer.document_tables import Cardinality, FieldRules, TableField
from pincite.errors import InputError
from pincite.extract.fields import AskFor, checked, named


@dataclass(frozen=True, slots=True)
class SchemaField:
    """One field as it is written; the question may be left to its description or its name."""

    name: str
    type: str | None = None
    description: str = ""
    question: str = ""
    cardinality: Cardinality = "one"
    hints: tuple[str, ...] = ()
    rules: FieldRules = field(default_factory=FieldRules)

    def asked(self, ask_for: AskFor) -> TableField:
        """The column with the question that is put to every document."""
        words = self.question or self.description or self.name.replace("_", " ")
        kind = "table" if self.cardinality == "table" else self.type
        plain = named(self.name, words, ask_for, kind)
        return plain.model_copy(
            update={
                "cardinality": self.cardinality,
                "hints": list(self.hints),
                "rules": None if self.rules == FieldRules() else self.rules,
            }
        )


@dataclass(frozen=True, slots=True)
class Schema:
    """A name and the fields in their order."""

    name: str
    fields: tuple[SchemaField, ...]
    description: str = ""

    def asked(self, ask_for: AskFor) -> tuple[TableField, ...]:
        """The columns, or an InputError that says which field cannot be used and why."""
        return checked([each.asked(ask_for) for each in self.fields])


STARTERS = ("commercial-contracts", "nda", "drug-labels", "insurance-policies")


def starter_text(name: str) -> str:
    """The file of a starter, comments and all."""
    name = name.lower()
    if name not in STARTERS:
        raise InputError(f"There is no starter {name!r}.", hint=f"Choose one of: {', '.join(STARTERS)}.")
    return resources.files("pincite.extract").joinpath(f"starters/{name}.yaml").read_text("utf-8")
