"""What a command asks for: a list of fields, or those of a schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.errors import InputError

if TYPE_CHECKING:
    from pincite.extract.fields import Fields
    from pincite.service import Library

FromSchema = Annotated[
    str | None,
    typer.Option(
        "--schema", metavar="FILE", help="A schema, or the name of a starter, in place of --fields."
    ),
]


def asked_fields(library: Library, fields: Sequence[str], schema: str | None) -> Fields:
    """The fields of the list or of the schema, which must not both be given."""
    from pincite.extract.fields import listed

    if schema is None:
        return [field for each in fields for field in listed(each)]
    if fields:
        raise InputError("--fields and --schema both say what to ask.", hint="Leave one of them out.")
    return library.fields_of_schema(schema)
