"""Where the passages stand that annotations of others point at, as the world sees it.

The JSON form is fixed as `pincite.annotations/1`. A place is only given where code found the quoted words in
the document; what could not be found, or stands in several places, says so.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import ConfigDict, Field

from pincite.answer.answers import Evidence
from pincite.answer.warrants import Published
from pincite.errors import BATCH_EXIT_CODE

ANNOTATIONS_SCHEMA: Literal["pincite.annotations/1"] = "pincite.annotations/1"
Located = Literal["located", "ambiguous", "not_found", "unusable"]
"""Ambiguous: the quote stands in several places. Unusable: nothing in it can be looked for."""
STATES: tuple[Located, ...] = get_args(Located)


class LocatedAnnotation(Published):
    """One target of one annotation."""

    id: str
    """The annotation's own id, or its number in the file where it has none."""
    body: list[str] = Field(repr=False)
    """What the annotation says, as text."""
    state: Located
    evidence: Evidence | None
    """Null where it was not located."""
    places: list[Evidence]
    """Where it is ambiguous, the places that fit, at most five."""
    note: str = Field(repr=False)
    """Why it was not located, or what a reader should know of the place; else empty."""


class LocatedAnnotations(Published):
    """What `annotations import` returns: every target of every annotation of a file, in its order."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_name: Annotated[Literal["pincite.annotations/1"], Field(alias="schema")] = ANNOTATIONS_SCHEMA
    name: str
    version: str
    annotations: list[LocatedAnnotation]

    @property
    def exit_code(self) -> int:
        """0, or that of a batch of which a part failed."""
        return 0 if self.count("located") == len(self.annotations) else BATCH_EXIT_CODE

    def count(self, state: Located) -> int:
        """How many came out so."""
        return sum(each.state == state for each in self.annotations)

    def to_json(self) -> str:
        """The published JSON form."""
        return self.model_dump_json(by_alias=True, indent=2)
