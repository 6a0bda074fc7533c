"""The tables of a collection that were made before: what each asks of which documents."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import TypeAdapter, ValidationError

from pincite.answer.document_tables import TableField
from pincite.protocols import Store


@dataclass(frozen=True, slots=True)
class MadeTable:
    """What is known of a table without asking anything again."""

    id: str
    fields: tuple[str, ...]
    """The names of its columns."""
    documents: tuple[str, ...]
    """Those of its documents that are still held."""


def made_tables(store: Store, collection: str, limit: int) -> list[MadeTable]:
    """In order of their fields; one whose documents are all forgotten is left out."""
    fields_of = TypeAdapter(list[TableField])
    found = []
    for id, written, names in store.held_tables(collection, "", limit):
        try:
            fields = fields_of.validate_json(written)
        except ValidationError:
            continue
        if names:
            found.append(MadeTable(id, tuple(each.name for each in fields), tuple(names)))
    return sorted(found, key=lambda each: (each.fields, each.documents))
