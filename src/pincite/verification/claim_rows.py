"""What somebody says of a document, row by row, and the verdict on each row."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, field_validator

from pincite.answer.answers import Evidence
from pincite.errors import BATCH_EXIT_CODE, DISPROVED_EXIT_CODE
from pincite.records.document import Box

VerdictName = Literal["proved", "altered", "elsewhere", "does_not_follow", "absent", "open"]
VERDICTS: tuple[VerdictName, ...] = get_args(VerdictName)
REFUTED: frozenset[VerdictName] = frozenset({"altered", "elsewhere", "does_not_follow", "absent"})
NAMES = ("document", "field", "value", "quote", "page", "box", "type")
_CORNERS = (("x0", "y0", "x1", "y1"), ("left", "top", "right", "bottom"))
_SIZES = (("left", "top", "width", "height"), ("x", "y", "w", "h"), ("x", "y", "width", "height"))
_RANGE = re.compile(r"(?:pp?\.?|pages?)?\s*(\d+)\s*(?:[-–]|to)\s*(\d+)", re.IGNORECASE)
_PAGE = re.compile(r"(?:pp?\.?|pages?)?\s*(\d+)", re.IGNORECASE)
_MOST_PAGES = 50


@dataclass(frozen=True, slots=True)
class ClaimedBox:
    """Where on a page something is said to be: in points from the top left, or in shares of the page."""

    page: int | None
    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def is_share(self) -> bool:
        return max(self.x0, self.y0, self.x1, self.y1) <= 1.0

    def on_page(self, page: int, size: tuple[float, float] | None) -> Box | None:
        """The box in points; None where it is a share of a page whose size is unknown."""
        if not self.is_share:
            return Box(page, self.x0, self.y0, self.x1, self.y1)
        if size is None:
            return None
        width, height = size
        return Box(page, self.x0 * width, self.y0 * height, self.x1 * width, self.y1 * height)


class ClaimRow(BaseModel):
    """A value, a quote, or both, said to be in a document; what else a row holds is kept as it is."""

    model_config = ConfigDict(frozen=True, extra="allow")

    document: str | None = None
    """A file's name; None where only one document is given."""
    field: str = ""
    value: Any = None
    quote: str | None = None
    page: int | str | None = None
    box: Any = None
    type: str | None = None
    """An answer type of ours; None leaves it to the form of the value."""

    @field_validator("document", "field", "quote", "type", mode="before")
    @classmethod
    def _as_words(cls, given: Any) -> Any:
        return str(given) if isinstance(given, int | float) and not isinstance(given, bool) else given

    @field_validator("page", mode="before")
    @classmethod
    def _whole(cls, given: Any) -> Any:
        if isinstance(given, float) and given.is_integer():  # what spreadsheets make of a page
            return int(given)
        return given if given != "" else None

    @field_validator("box")
    @classmethod
    def _has_edges(cls, given: Any) -> Any:
        boxes_of(given)
        return given if given != "" else None

    @property
    def boxes(self) -> list[ClaimedBox]:
        return boxes_of(self.box)

    @property
    def pages(self) -> frozenset[str]:
        """The pages that are named, as numbers or printed labels; empty where none is."""
        boxed = {str(box.page) for box in self.boxes if box.page is not None}
        if self.page is None:
            return frozenset(boxed)
        said = str(self.page).strip()
        if (between := _RANGE.fullmatch(said)) and 0 <= int(between[2]) - int(between[1]) <= _MOST_PAGES:
            return frozenset(map(str, range(int(between[1]), int(between[2]) + 1)))
        plain = _PAGE.fullmatch(said)
        return frozenset({plain[1] if plain else said})

    @property
    def has_value(self) -> bool:
        return self.value is not None and self.value not in ("", [], {})


class Change(BaseModel):
    """Words of the row and the document's words in their place; either may be empty."""

    model_config = ConfigDict(frozen=True)

    claimed: str
    found: str


class Verified(ClaimRow):
    """A row with its verdict, the places that it rests on, and what the document says otherwise."""

    verdict: VerdictName
    reason: str
    evidence: list[Evidence] = Field(default_factory=list)
    """Where the words are; of what is altered the nearest wording; of a value without a quote every place."""
    difference: list[Change] = Field(default_factory=list)
    unread: bool = False
    """Whether the document could not be read or found, so that nothing is known of the row."""

    @property
    def is_refuted(self) -> bool:
        return self.verdict in REFUTED

    @classmethod
    def of(cls, row: ClaimRow, verdict: VerdictName, reason: str, **more: Any) -> Verified:
        given = {**{name: getattr(row, name) for name in NAMES}, **(row.__pydantic_extra__ or {})}
        kept = {name: value for name, value in given.items() if name not in _OWN}
        return cls(**kept, verdict=verdict, reason=reason, **more)


_OWN = frozenset({"verdict", "reason", "evidence", "difference", "unread"})


def exit_code_of(rows: Iterable[Verified], *, strict: bool = False) -> int:
    """6 where a row does not hold, 8 where a document could not be read, else 0."""
    rows = list(rows)
    if any(row.is_refuted or (strict and row.verdict == "open") for row in rows):
        return DISPROVED_EXIT_CODE
    return BATCH_EXIT_CODE if any(row.unread for row in rows) else 0


def boxes_of(given: Any) -> list[ClaimedBox]:
    """The boxes in any of the usual forms, one or several; a ValueError for what is no box."""
    if given is None or given in ("", [], {}):
        return []
    if isinstance(given, str):  # a cell of a table
        try:
            return boxes_of(json.loads(given))
        except json.JSONDecodeError as error:
            raise ValueError(f"{given!r} is no box: write [x0, y0, x1, y1]") from error
    if isinstance(given, list | tuple) and not all(isinstance(each, int | float) for each in given):
        return [box for each in given for box in boxes_of(each)]
    return [_box(given)]


def _box(given: Any) -> ClaimedBox:
    try:
        if isinstance(given, Mapping):
            return _named(given)
        if isinstance(given, list | tuple) and len(given) == 4:
            return _upright(None, [float(each) for each in given])
    except (TypeError, ValueError) as error:
        raise ValueError(f"{given!r} is no box: {error}") from error
    raise ValueError(f"{given!r} is no box: write [x0, y0, x1, y1], or name its edges")


def _named(given: Mapping[str, Any]) -> ClaimedBox:
    page = given.get("original_page", given.get("page"))
    number = int(page) if isinstance(page, int | str) and str(page).isdigit() else None
    for names in _CORNERS:
        if all(name in given for name in names):
            return _upright(number, [float(given[name]) for name in names])
    for names in _SIZES:
        if all(name in given for name in names):
            left, top, width, height = (float(given[name]) for name in names)
            return _upright(number, [left, top, left + width, top + height])
    raise ValueError("its edges have none of the usual names, such as x0, y0, x1, y1")


def _upright(page: int | None, edges: Sequence[float]) -> ClaimedBox:
    x0, y0, x1, y1 = edges
    return ClaimedBox(page, min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
