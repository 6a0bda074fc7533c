"""Two documents compared field by field as the world sees it: same, changed, only in one, or open.

The JSON form is fixed as `pincite.comparison/1`. Both cells of a field are those of a table over documents,
with all that proves them; what cannot be told is said to be open, with the reason.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from pincite.answer.document_tables import Cell, TableField
from pincite.answer.warrants import Published
from pincite.errors import BATCH_EXIT_CODE

COMPARISON_SCHEMA: Literal["pincite.comparison/1"] = "pincite.comparison/1"
Verdict = Literal["same", "changed", "only_first", "only_second", "neither", "open"]


class ComparedField(Published):
    """One field of both documents."""

    field: TableField
    verdict: Verdict
    reason: str = Field(repr=False)
    """Why it is open; else empty."""
    first: Cell
    second: Cell


class Comparison(Published):
    """What `compare` returns: every field of two documents, in their order."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_name: Annotated[Literal["pincite.comparison/1"], Field(alias="schema")] = COMPARISON_SCHEMA
    first: str
    second: str
    fields: list[ComparedField]

    @property
    def exit_code(self) -> int:
        """0, or that of a batch of which a part failed."""
        failed = any(cell.state == "failed" for each in self.fields for cell in (each.first, each.second))
        return BATCH_EXIT_CODE if failed else 0

    def count(self, verdict: Verdict) -> int:
        """How many fields came out so."""
        return sum(each.verdict == verdict for each in self.fields)

    def to_json(self) -> str:
        """The published JSON form."""
        return self.model_dump_json(by_alias=True, indent=2)
