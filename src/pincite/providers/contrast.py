"""A language model that tells the sentences that answer from their rivals; it proves nothing by itself."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from pincite.dialogue.forms import filled
from pincite.protocols import LanguageModel
from pincite.records.completion import Prompt

_KEPT = 500


class Choice(BaseModel):
    """The strict form of a choice."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    answering: list[int]
    why: Annotated[str, Field(max_length=500)]


@dataclass(frozen=True, slots=True)
class Contrast:
    """One prompt for an answer and all sentences that might give it, in the order of the document.

    What the model cannot judge is a ProviderError, never a yes. The same prompt is put once: a later round
    may propose the same again.
    """

    model: LanguageModel
    _chosen: dict[tuple[str, str], list[int]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def name(self) -> str:
        return self.model.name

    def choose(self, question: str, answer: str, sentences: Sequence[str]) -> list[int]:
        """The places in `sentences`, from 0, of those that give the answer."""
        prompt = Prompt(
            _instructions(),
            "\n".join(f"{number}: {_on_one_line(each)}" for number, each in enumerate(sentences, 1)),
            f"{question}\nProposed answer: {_on_one_line(answer)}",
            Choice.model_json_schema(),
        )
        asked = prompt.question, prompt.context
        if asked not in self._chosen:
            if len(self._chosen) >= _KEPT:
                self._chosen.clear()
            said = dict.fromkeys(filled(self.model, prompt, Choice, "contrast").answering)
            self._chosen[asked] = [number - 1 for number in said if 1 <= number <= len(sentences)]
        return self._chosen[asked]


def _on_one_line(text: str) -> str:
    """Nothing is cut: what is left out of a sentence may turn it round."""
    return " ".join(text.split())


@functools.cache
def _instructions() -> str:
    return resources.files("pincite.providers").joinpath("prompts/contrast.md").read_text("utf-8")
