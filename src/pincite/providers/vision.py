"""Have a language model that sees read a garbled page or say what a picture shows; kept apart from the text.

A model writes what is likely, not only what is printed. So its words carry a confidence that strict and
paranoid refuse, and the page counts as one of low quality.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from pincite.dialogue.forms import filled
from pincite.errors import ConfigError
from pincite.protocols import LanguageModel, SourcePage
from pincite.records.completion import PicturePrompt
from pincite.records.png import png
from pincite.records.reading import Edges, Raster, ReadLine, ReadPage, ReadWord

CONFIDENCE = 60
_WHOLE = 1_000
_MOST_LINES, _LONGEST_LINE = 400, 1_000
_MAX_PIXELS = 2_000_000

_Place = Annotated[int, Field(ge=0, le=_WHOLE)]


class SeenLine(BaseModel):
    """A line of the page, and where it stands in thousandths of the page."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: Annotated[str, Field(max_length=_LONGEST_LINE)]
    left: _Place
    top: _Place
    right: _Place
    bottom: _Place


class SeenPage(BaseModel):
    """The strict form of a reply."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    lines: Annotated[list[SeenLine], Field(max_length=_MOST_LINES)]


@dataclass(frozen=True, slots=True)
class ByVision:
    """Reads a page from its image. Words are laid out in the place that the model gives for their line."""

    model: LanguageModel
    dpi: float = 150.0
    name: ClassVar[str] = "vision"

    def __post_init__(self) -> None:
        check_sees(self.model)

    @property
    def version(self) -> str:
        return f"{self.model.name}-{hashlib.sha256(_instructions().encode()).hexdigest()[:8]}-{self.dpi:g}dpi"

    def read_page(self, source: SourcePage) -> ReadPage:
        width, height = source.size
        dpi = min(self.dpi, 72 * (_MAX_PIXELS / max(width * height, 1.0)) ** 0.5)
        picture = png(source.raster(dpi))
        schema = SeenPage.model_json_schema()
        asked = PicturePrompt(_instructions(), "", "What is printed on the page?", schema, picture=picture)
        return ReadPage(tuple(_lines(filled(self.model, asked, SeenPage, self.name), source.size)))


def check_sees(model: LanguageModel) -> None:
    """A model that is blind would describe a picture all the same: so it is never asked."""
    if not getattr(model, "sees", False):
        raise ConfigError(
            f"The language model {getattr(model, 'name', model)!r} cannot read pictures.",
            hint="Set `vision` to a model that can, for example anthropic/NAME or the address of a server.",
        )


def _lines(page: SeenPage, size: tuple[float, float]) -> Iterator[ReadLine]:
    for line in page.lines:
        left, right = sorted((line.left, line.right))
        top, bottom = sorted((line.top, line.bottom))
        across, down = size[0] / _WHOLE, size[1] / _WHOLE
        words = line.text.split()
        if words:
            yield _line(words, (left * across, top * down, right * across, bottom * down))


def _line(words: list[str], edges: Edges) -> ReadLine:
    x0, y0, x1, y1 = edges
    step = (x1 - x0) / max(len(" ".join(words)), 1)
    placed = []
    for word in words:
        end = min(x0 + step * len(word), x1)
        placed.append(ReadWord(word, (x0, y0, end, y1), CONFIDENCE))
        x0 = min(end + step, x1)
    return ReadLine(tuple(placed))


@functools.cache
def _instructions() -> str:
    return resources.files("pincite.providers").joinpath("prompts/vision.md").read_text("utf-8")


LONGEST_DESCRIPTION = 600


class Description(BaseModel):
    """The strict form of a description."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    description: Annotated[str, Field(max_length=LONGEST_DESCRIPTION)]
    decorative: bool


@dataclass(frozen=True, slots=True)
class PictureDescriber:
    """Descriptions of pictures; none of a picture that only decorates."""

    model: LanguageModel
    name: ClassVar[str] = "describe"

    def __post_init__(self) -> None:
        check_sees(self.model)

    @property
    def version(self) -> str:
        return f"{self.model.name}-{hashlib.sha256(_describing_instructions().encode()).hexdigest()[:8]}"

    def describe(self, raster: Raster) -> str:
        asked = "What does the picture show?"
        schema = Description.model_json_schema()
        prompt = PicturePrompt(_describing_instructions(), "", asked, schema, picture=png(raster))
        said = filled(self.model, prompt, Description, self.name)
        return "" if said.decorative else " ".join(said.description.split())


@functools.cache
def _describing_instructions() -> str:
    return resources.files("pincite.providers").joinpath("prompts/describer.md").read_text("utf-8")
