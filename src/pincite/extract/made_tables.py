"""The tables of a collection that were made before: what each asks of which documents."""

from __future__ import annotations

from collections import defaultdict
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


_ALL = 100_000


def made_tables(store: Store, collection: str, limit: int) -> list[MadeTable]:
    """In order of their fields; one whose documents are all forgotten is left out.

    So is a part of a larger one with the same fields, such as the results of a job that went on since.
    """
    fields_of = TypeAdapter(list[TableField])
    larger: dict[bytes, list[set[str]]] = defaultdict(list)
    found = []
    held = store.held_tables(collection, "", _ALL)
    for id, written, names in sorted(held, key=lambda each: -len(each[2])):
        try:
            fields = fields_of.validate_json(written)
        except ValidationError:
            continue
        others = larger[fields_of.dump_json(fields)]
        if names and not any(set(names) <= each for each in others):
            others.append(set(names))
            found.append(MadeTable(id, tuple(each.name for each in fields), tuple(names)))
    return sorted(found, key=lambda each: (each.fields, each.documents))[:limit]
