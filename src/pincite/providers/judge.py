"""A language model as judge: is a statement supported, which sentence answers? It proves nothing itself."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from pincite.dialogue.forms import filled
from pincite.protocols import LanguageModel
from pincite.records.completion import Prompt

LONGEST_EVIDENCE = 24_000
"""With the numbers of its lines."""
_JUDGEMENTS_KEPT = 2_000
# "Partly" stays below what any strictness demands of a verifier: half a proof is none.
_SCORES = {"yes": 1.0, "partly": 0.4, "no": 0.0}


class Judgement(BaseModel):
    """The strict form of a judgement."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    supported: Literal["yes", "partly", "no"]
    why: Annotated[str, Field(max_length=500)]


@dataclass(frozen=True, slots=True)
class Judge:
    """One more tier of the support check. What it cannot judge is a ProviderError, never a yes.

    Evidence that is too long to be shown whole is not supported: a judge that sees a part of it may miss
    what turns the rest round. A pair keeps the score that it first got.
    """

    model: LanguageModel
    name: ClassVar[str] = "judge"
    _given: dict[tuple[str, str], float] = field(default_factory=dict, init=False, repr=False, compare=False)

    def supports(self, statement: str, evidence: str) -> float:
        prompt = judging(statement, evidence[: LONGEST_EVIDENCE + 1])
        if len(prompt.context) > LONGEST_EVIDENCE:
            return 0.0
        pair = statement, evidence
        if pair not in self._given:
            if len(self._given) >= _JUDGEMENTS_KEPT:
                self._given.clear()
            said = filled(self.model, prompt, Judgement, self.name)
            self._given[pair] = _SCORES[said.supported]
        return self._given[pair]


def judging(statement: str, evidence: str) -> Prompt:
    """What the judge is asked: the statement, and the text in numbered lines."""
    lines = (f"{number}: {line}" for number, line in enumerate(evidence.splitlines(), start=1))
    return Prompt(_judging_instructions(), "\n".join(lines), statement, Judgement.model_json_schema())


@functools.cache
def _judging_instructions() -> str:
    return resources.files("pincite.providers").joinpath("prompts/judge.md").read_text("utf-8")


_CHOICES_KEPT = 500


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
            _choosing_instructions(),
            "\n".join(f"{number}: {_on_one_line(each)}" for number, each in enumerate(sentences, 1)),
            f"{question}\nProposed answer: {_on_one_line(answer)}",
            Choice.model_json_schema(),
        )
        asked = prompt.question, prompt.context
        if asked not in self._chosen:
            if len(self._chosen) >= _CHOICES_KEPT:
                self._chosen.clear()
            said = dict.fromkeys(filled(self.model, prompt, Choice, "contrast").answering)
            self._chosen[asked] = [number - 1 for number in said if 1 <= number <= len(sentences)]
        return self._chosen[asked]


def _on_one_line(text: str) -> str:
    """Nothing is cut: what is left out of a sentence may turn it round."""
    return " ".join(text.split())


@functools.cache
def _choosing_instructions() -> str:
    return resources.files("pincite.providers").joinpath("prompts/contrast.md").read_text("utf-8")
