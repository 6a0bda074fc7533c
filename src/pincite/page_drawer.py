"""The drawing process: draws the pages and writes the reports it is asked for, one after the other.

Started by `drawing.py` as `python -m pincite.page_drawer`, and of no use by hand. PINCITE_LIBRARY names the
library, and the first line of its input has the settings. It only reads, and ends when its input ends.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from pincite.answer.answers import Failure
from pincite.errors import PinciteError
from pincite.extract.job_requests import restored
from pincite.picture.cited import page_points
from pincite.records.span import Span
from pincite.service import Library, open_with
from pincite.stores.place import place_of


class _Page(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    what: Literal["page"]
    collection: str
    name: str
    page: int
    marks: str
    spans: list[tuple[int, int]]
    dpi: int


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    what: Literal["report", "certificate"]
    collection: str
    run: str


_ASKED: TypeAdapter[_Page | _File] = TypeAdapter(Annotated[_Page | _File, Field(discriminator="what")])


def main() -> None:
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever a parser prints is not a message of ours
    lines, opened = sys.stdin.buffer, None
    settings = restored(lines.readline().decode()).model_copy(
        update={"library": place_of(os.environ["PINCITE_LIBRARY"])}
    )
    for line in lines:
        asked = _ASKED.validate_json(line)
        try:
            opened = opened or open_with(settings, read_only=True)
            content, points = _made(opened.under(collection=asked.collection), asked)
            head = f"made {len(content)} {points}"
        except PinciteError as error:
            content = Failure.of(error).model_dump_json(by_alias=True).encode()
            head = f"error {len(content)} -"
        output.write(head.encode() + b"\n" + content)
        output.flush()


def _made(library: Library, asked: _Page | _File) -> tuple[bytes, str]:
    """The bytes, and of a page its size in points as WIDTHxHEIGHT; `-` where there is none to tell."""
    if isinstance(asked, _File):
        written = library.report(asked.run) if asked.what == "report" else library.certify(asked.run)
        return written, "-"
    if asked.marks == "read":
        return library.picture(asked.name, asked.page), "-"
    spans = [Span(start, end) for start, end in asked.spans]
    drawn = library.page_image(asked.name, asked.page, spans=spans, dpi=asked.dpi)
    width, height = page_points(library.content(asked.name), asked.page)
    return drawn, f"{width:.3f}x{height:.3f}"


if __name__ == "__main__":
    main()
