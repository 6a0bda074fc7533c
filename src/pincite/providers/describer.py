"""Have a language model that sees say what a picture shows: its own words, kept apart from the document's."""

from __future__ import annotations

import functools
import hashlib
from dataclasses import dataclass
from importlib import resources
from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from pincite.dialogue.forms import filled
from pincite.protocols import LanguageModel
from pincite.providers.vision import check_sees
from pincite.records.completion import PicturePrompt
from pincite.records.png import png
from pincite.records.reading import Raster

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
        return f"{self.model.name}-{hashlib.sha256(_instructions().encode()).hexdigest()[:8]}"

    def describe(self, raster: Raster) -> str:
        asked = "What does the picture show?"
        schema = Description.model_json_schema()
        prompt = PicturePrompt(_instructions(), "", asked, schema, picture=png(raster))
        said = filled(self.model, prompt, Description, self.name)
        return "" if said.decorative else " ".join(said.description.split())


@functools.cache
def _instructions() -> str:
    return resources.files("pincite.providers").joinpath("prompts/describer.md").read_text("utf-8")
