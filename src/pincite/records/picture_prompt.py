"""What a language model is asked about a picture that it is shown."""

from __future__ import annotations

from dataclasses import dataclass, field

from pincite.records.completion import Prompt


@dataclass(frozen=True, slots=True)
class PicturePrompt(Prompt):
    """A prompt with one picture, as a PNG file. Only a model that says that it `sees` may be given one."""

    picture: bytes = field(default=b"", repr=False)
