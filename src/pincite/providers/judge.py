"""A language model as verifier: does a text support a statement? It proves nothing itself."""

from __future__ import annotations

import functools
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
