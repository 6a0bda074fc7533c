"""Name what a cell depends on, so that a cell which is kept is used again only where it would be the same."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence

from pincite.answer.document_tables import TABLE_SCHEMA, TableField

_LENGTH = 32
_TABLE_LENGTH = 12


def cell_key(field: TableField, answering: str, prepared: str) -> str:
    """The same for the same question to the same version of a document, under the same settings and models.

    The name of the field is no part of it. `answering` is what the answer depends on beside the question,
    `prepared` how far the document is prepared for search, and the versions of what is asked with it.
    """
    said = [TABLE_SCHEMA, field.question, field.answer_type, answering, prepared]
    return _digest([*said, *_more(field)])[:_LENGTH]


def field_key(field: TableField) -> str:
    """The same for the same question: what somebody decides holds in every table that asks it."""
    asked = [field.question, field.answer_type, *_more(field)]
    return _digest(asked if field.of == "document" else [*asked, field.of])[:_LENGTH]


def table_id(collection: str, documents: Iterable[str], fields: Sequence[TableField]) -> str:
    """The same for the same documents and fields, whatever their versions and whenever they are asked."""
    asked = [field.model_dump() for field in fields]
    return _digest([collection, list(documents), asked])[:_TABLE_LENGTH]


def schema_key(fields: Sequence[TableField], answering: str, prepared: str) -> str:
    """The same for parts of a document that are asked the same, knowing the same of what was found before."""
    asked = [[each.name, each.question, each.answer_type, *_more(each)] for each in fields]
    return _digest([asked, answering, prepared])[:_LENGTH]


def _more(field: TableField) -> list[object]:
    """What an answer depends on beside the question."""
    return [field.cardinality, field.hints]


def _digest(said: object) -> str:
    return hashlib.sha256(json.dumps(said, ensure_ascii=True).encode()).hexdigest()
