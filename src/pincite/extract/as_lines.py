"""Write a table over documents as JSON lines: a row for each document, with its cells and their citations."""

from __future__ import annotations

from pincite.answer.document_tables import Table


def to_jsonl(table: Table) -> str:
    """The whole file; a row has the form that it has in the JSON of a table."""
    return "".join(f"{row.model_dump_json(by_alias=True)}\n" for row in table.rows)
