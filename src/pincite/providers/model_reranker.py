"""A language model as reranker: it rates passages, several in one call, and every one of them once."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from pincite.dialogue.forms import filled
from pincite.errors import ConfigError, ProviderError
from pincite.protocols import LanguageModel
from pincite.records.completion import Prompt

HIGHEST = 10
_LONGEST_PASSAGE = 2_000
_KEPT = 5_000


class Rating(BaseModel):
    """One passage by its number."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    passage: int
    relevance: Annotated[int, Field(ge=0, le=HIGHEST)]


class Ratings(BaseModel):
    """The strict form of a reply: every passage that was shown, once."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    ratings: list[Rating]


@dataclass(frozen=True, slots=True)
class ModelReranker:
    """Shows `together` passages at a time. A passage keeps the rating that it first got for a question."""

    model: LanguageModel
    together: int = 10
    name: ClassVar[str] = "model_reranker"
    _given: dict[tuple[str, str], float] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.together < 1:
            raise ConfigError(
                f"A reranker cannot rate {self.together} passages together.", hint="Set `together` to 10."
            )

    def rerank(self, question: str, passages: Sequence[str]) -> list[float]:
        if len(self._given) + len(passages) > _KEPT:
            self._given.clear()
        new = [passage for passage in dict.fromkeys(passages) if (question, passage) not in self._given]
        for start in range(0, len(new), self.together):
            batch = new[start : start + self.together]
            for passage, rating in zip(batch, self._rated(question, batch), strict=True):
                self._given[question, passage] = rating
        return [self._given[question, passage] for passage in passages]

    def _rated(self, question: str, batch: Sequence[str]) -> Iterator[float]:
        said = filled(self.model, rating(question, batch), Ratings, "reranker")
        rated = {each.passage: each.relevance / HIGHEST for each in said.ratings}
        wanted = range(1, len(batch) + 1)
        if len(said.ratings) != len(batch) or rated.keys() != set(wanted):
            raise ProviderError(
                f"The model rated {len(said.ratings)} passages of {len(batch)}, or some twice.",
                hint="Set the option `together` of the reranker lower, or use another model.",
                retryable=True,
            )
        return (rated[number] for number in wanted)


def rating(question: str, passages: Sequence[str]) -> Prompt:
    """What the model is asked: the question, and each passage on a line under its number."""
    lines = (f"{n}: {' '.join(p.split())[:_LONGEST_PASSAGE]}" for n, p in enumerate(passages, start=1))
    return Prompt(_instructions(), "\n".join(lines), question, Ratings.model_json_schema())


@functools.cache
def _instructions() -> str:
    return resources.files("pincite.providers").joinpath("prompts/reranker.md").read_text("utf-8")
