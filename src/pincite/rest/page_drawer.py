"""The drawing process: draws the pages it is asked for, one after the other.

Started by `rest/drawing.py` as `python -m pincite.rest.page_drawer`, and of no use by hand. It only reads the
library that PINCITE_LIBRARY names, and ends when its input ends.
"""

from __future__ import annotations

import json
import os
import sys

from pydantic import BaseModel, ConfigDict

from pincite.errors import PinciteError
from pincite.picture.cited import page_points
from pincite.records.span import Span
from pincite.service import Library, open_library


class _Asked(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    collection: str
    name: str
    page: int
    marks: str
    spans: list[tuple[int, int]]
    dpi: int


def main() -> None:
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever a parser prints is not a message of ours
    opened: Library | None = None
    for line in sys.stdin.buffer:
        asked = _Asked.model_validate_json(line)
        try:
            opened = opened or open_library(os.environ["PINCITE_LIBRARY"], read_only=True)
            content, points = _drawn(opened.under(collection=asked.collection), asked)
            head = f"png {len(content)} {points}"
        except PinciteError as error:
            content = json.dumps({"message": error.message}).encode()
            head = f"error {len(content)} -"
        output.write(head.encode() + b"\n" + content)
        output.flush()


def _drawn(library: Library, asked: _Asked) -> tuple[bytes, str]:
    """The picture, and the size of the page in points as WIDTHxHEIGHT; `-` where more than it is drawn."""
    if asked.marks == "read":
        return library.picture(asked.name, asked.page), "-"
    spans = [Span(start, end) for start, end in asked.spans]
    drawn = library.page_image(asked.name, asked.page, spans=spans, dpi=asked.dpi)
    width, height = page_points(library.content(asked.name), asked.page)
    return drawn, f"{width:.3f}x{height:.3f}"


if __name__ == "__main__":
    main()
