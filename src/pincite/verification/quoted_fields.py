"""A field of a pydantic model that must be proved by its quote: what a language model makes up is refused.

The reason stands in the validation error, so that a model can be asked once more with it.
"""

from __future__ import annotations

from typing import Any, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationInfo, model_validator

from pincite.errors import PinciteError
from pincite.verification.claim_rows import ClaimRow, Verified
from pincite.verification.judging import judge
from pincite.verification.read_documents import ReadDocuments

V = TypeVar("V")
CONTEXT = "documents"
"""Where in the context of a validation the documents are."""


class Quoted(BaseModel, Generic[V]):
    """A value with the words of the document that state it, looked up when the model is validated.

    Pass the documents as context: `Lease.model_validate_json(reply, context={"documents": documents})`.
    """

    model_config = ConfigDict(extra="forbid")

    value: V = Field(description="The value.")
    quote: str = Field(description="The words of the document that state the value, copied exactly.")
    page: int | None = Field(default=None, description="The number of the page that the words are on.")
    document: str | None = Field(
        default=None, description="The name of the file; null where there is only one."
    )
    _verified: Verified | None = PrivateAttr(default=None)

    @property
    def verified(self) -> Verified:
        """The verdict, with the place of the words."""
        assert self._verified is not None
        return self._verified

    @model_validator(mode="after")
    def _is_proved(self, info: ValidationInfo) -> Self:
        documents = (info.context or {}).get(CONTEXT)
        if not isinstance(documents, ReadDocuments):
            raise ValueError(f"pass the documents: context={{{CONTEXT!r}: ReadDocuments.of_files(…)}}")
        value: Any = self.value
        row = ClaimRow(document=self.document, value=value, quote=self.quote, page=self.page)
        try:
            held = documents.held(row.document)
        except PinciteError as error:
            raise ValueError(str(error)) from error
        self._verified = judge(row, held, documents.sizes(held))
        if self._verified.is_refuted:
            raise ValueError(f"{self._verified.verdict}: {self._told(self._verified)}")
        return self

    @staticmethod
    def _told(verified: Verified) -> str:
        """The reason, and what the document says instead."""
        says = f" The document says: “{verified.evidence[0].snippet}”." if verified.evidence else ""
        return f"{verified.reason}{says}"
