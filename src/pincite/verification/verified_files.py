"""Write verified rows as JSON, CSV and an Excel workbook: the same rows with what was found."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from pincite.extract.as_csv import csv_of
from pincite.extract.as_workbook import SheetLook, workbook_of
from pincite.language.answer_words import place_of
from pincite.language.line_ends import on_one_line
from pincite.verification.claim_rows import NAMES, VERDICTS, Change, VerdictName, Verified

_OWN = ("verdict", "reason", "place", "document says", "difference")
COLOURS: dict[VerdictName, str] = {
    "proved": "E3F3E6",
    "altered": "FBE3E0",
    "elsewhere": "FDEFD8",
    "does_not_follow": "FBE3E0",
    "absent": "F3E4F0",
    "open": "FFFBE0",
}


def to_json(rows: Sequence[Verified]) -> bytes:
    """The rows as they came, each with verdict, reason, evidence and difference."""
    return json.dumps([_plain(row) for row in rows], ensure_ascii=False, indent=2).encode("utf-8", "replace")


def _plain(row: Verified) -> dict[str, Any]:
    """The row without the columns that it does not have."""
    whole = row.model_dump(mode="json")
    return {name: value for name, value in whole.items() if value is not None or name not in NAMES}


def to_csv(rows: Sequence[Verified]) -> bytes:
    return csv_of(_cells(rows)).encode("utf-8", "replace")


def to_xlsx(rows: Sequence[Verified]) -> bytes:
    """A workbook whose rows have the colour of their verdict; the place leads to the page of the document."""
    cells = _cells(rows)
    column = cells[0].index("place") + 1
    links = {(at, column): target for at, row in enumerate(rows, start=2) if (target := _link(row))}
    counts = [
        ["verdict", "rows"],
        *([name, str(sum(row.verdict == name for row in rows))] for name in VERDICTS),
    ]
    look = SheetLook([COLOURS[row.verdict] for row in rows], links)
    return workbook_of(
        {"Rows": cells, "Summary": counts},
        {"Rows": look, "Summary": SheetLook([COLOURS[name] for name in VERDICTS])},
    )


def difference_in_words(changes: Sequence[Change]) -> str:
    """“48,600” → “48,500”; what is only in one of the two has a plus or a minus."""
    return "; ".join(map(_change, changes))


def _change(change: Change) -> str:
    claimed, found = on_one_line(change.claimed), on_one_line(change.found)
    if claimed and found:
        return f"“{claimed}” → “{found}”"
    return f"left out: “{found}”" if found else f"added: “{claimed}”"


def _cells(rows: Sequence[Verified]) -> list[list[str]]:
    used = [name for name in NAMES if any(getattr(row, name) not in (None, "") for row in rows)]
    more = list(dict.fromkeys(name for row in rows for name in row.__pydantic_extra__ or {}))
    return [
        [*used, *_OWN, *more],
        *(
            [
                *(_written(getattr(row, name)) for name in used),
                *_found(row),
                *(_written((row.__pydantic_extra__ or {}).get(name)) for name in more),
            ]
            for row in rows
        ),
    ]


def _found(row: Verified) -> list[str]:
    first = row.evidence[:1]
    return [
        row.verdict,
        row.reason,
        place_of(first[0]) if first else "",
        on_one_line(first[0].snippet) if first else "",
        difference_in_words(row.difference),
    ]


def _written(value: Any) -> str:
    return "" if value is None else str(value)


def _link(row: Verified) -> str:
    """The document beside the workbook, at its page."""
    if not row.evidence:
        return ""
    place = row.evidence[0]
    return quote(place.name) + (f"#page={place.page}" if place.page is not None else "")
