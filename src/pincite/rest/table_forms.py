"""Tables that were made before, and how far one is that is being made, as the server writes them."""

from __future__ import annotations

from pincite.extract.making_tables import MadeTable
from pincite.rest.document_forms import Form


class MadeTableForm(Form):
    """A table by its id, with what it asks of which documents."""

    table: str
    fields: list[str]
    documents: list[str]


class TableList(Form):
    """A page of the list of a collection's tables, in order of their fields."""

    tables: list[MadeTableForm]
    next: str | None
    total: int


class TableProgress(Form):
    """How far a table is that is being made."""

    document: str
    """The one that is being asked."""
    cells: int
    of_cells: int
    seconds_left: float | None


def made_form(made: MadeTable) -> MadeTableForm:
    return MadeTableForm(table=made.id, fields=list(made.fields), documents=list(made.documents))
