"""What a job does to each of its documents, as the library keeps it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from pincite.answer.document_tables import TableField
from pincite.errors import StoreError


class Request(BaseModel):
    """Ask the fields of a table of each document, or only add each file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["table", "add"] = "table"
    fields: tuple[TableField, ...] = ()


def request_of(written: str) -> Request:
    """A request as it was kept; a StoreError where a newer version has written it."""
    try:
        return Request.model_validate_json(written)
    except ValidationError as error:
        raise StoreError(
            "This version of Pincite cannot read what the job is to do.",
            hint="Run: pip install --upgrade pincite",
        ) from error
