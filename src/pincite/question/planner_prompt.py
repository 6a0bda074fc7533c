"""What a language model is asked for a plan, and the advice in its reply: it points only at what it saw."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from importlib import resources
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from pincite.errors import ProviderError
from pincite.records.completion import Prompt
from pincite.records.question import AnswerShape
from pincite.records.run import MOST_DOCUMENTS, MOST_TITLES, Advice, Overview
from pincite.values.registered import value_types

MOST_ADVISED = 12
_MOST_KEYWORDS, _LONGEST_KEYWORD = 8, 60


class Plan(BaseModel):
    """The reply that is asked for: numbers of what was shown, and words of the model's own to search with."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    documents: Annotated[list[int], Field(max_length=MOST_ADVISED)]
    sections: Annotated[list[str], Field(max_length=MOST_ADVISED)]
    keywords: Annotated[
        list[Annotated[str, Field(min_length=2, max_length=_LONGEST_KEYWORD)]],
        Field(max_length=_MOST_KEYWORDS),
    ]
    answer_type: str | None
    answer_shape: AnswerShape | None
    context: Literal["usual", "wide"]


def prompt_for(asked: str, overviews: Sequence[Overview]) -> Prompt:
    """The question and the documents from outside; no word of what they say."""
    shown = _bounded(overviews)
    return Prompt(
        instructions=_instructions(),
        context="\n\n".join(_shown(number, each) for number, each in enumerate(shown, start=1)),
        question=asked,
        schema=_schema(shown),
    )


def advice_in(plan: Plan, overviews: Sequence[Overview]) -> Advice:
    """What a plan comes to, or a ProviderError where it points at what was not shown."""
    shown = _bounded(overviews)
    sections = _numbered_sections(shown)
    strange = [str(number) for number in plan.documents if not 1 <= number <= len(shown)]
    strange += [number for number in plan.sections if number not in sections]
    if strange:
        raise _no_plan(f"nothing was shown under the number {strange[0]}")
    if plan.answer_type is not None and plan.answer_type not in value_types():
        raise _no_plan(f"there is no answer type {plan.answer_type!r}")
    return Advice(
        documents=tuple(dict.fromkeys(shown[number - 1].identity for number in plan.documents)),
        sections=tuple(dict.fromkeys(sections[number] for number in plan.sections)),
        keywords=tuple(dict.fromkeys(" ".join(word.split()) for word in plan.keywords)),
        answer_type=plan.answer_type,
        answer_shape=plan.answer_shape,
        wide=plan.context == "wide",
    )


def _no_plan(problem: str) -> ProviderError:
    return ProviderError(
        f"The model's plan cannot be read: {problem}.", hint="The rules can plan without it."
    )


def _bounded(overviews: Sequence[Overview]) -> Sequence[Overview]:
    return overviews[:MOST_DOCUMENTS]


def _numbered_sections(shown: Sequence[Overview]) -> dict[str, str]:
    """Titles by the number that each has in the prompt: 2.5 is the fifth of the second document."""
    numbered = {}
    for document, overview in enumerate(shown, start=1):
        for section, title in enumerate(overview.titles, start=1):
            numbered[f"{document}.{section}"] = title
    return dict(list(numbered.items())[:MOST_TITLES])


def _shown(number: int, overview: Overview) -> str:
    """One document: a line about it, then its titles under their numbers."""
    about = [overview.type, overview.language, f"{overview.pages} pages" if overview.pages else ""]
    known = ", ".join(part for part in about if part)
    lines = [f"{number}: {overview.identity.name[:200]}" + (f" ({known})" if known else "")]
    if overview.subjects:
        lines.append(f"  about: {'; '.join(overview.subjects)}")
    lines += [f"  {number}.{section}: {title}" for section, title in enumerate(overview.titles, start=1)]
    return "\n".join(lines)


def _schema(shown: Sequence[Overview]) -> dict[str, Any]:
    """The strict schema: only what was shown can be pointed at."""
    schema = Plan.model_json_schema()
    properties = schema["properties"]
    properties["documents"]["items"] |= {"minimum": 1, "maximum": max(len(shown), 1)}
    if sections := list(_numbered_sections(shown)):
        properties["sections"]["items"] |= {"enum": sections}
    else:
        properties["sections"] |= {"maxItems": 0}
    named = {"type": "string", "enum": sorted(value_types())}
    properties["answer_type"] = {"anyOf": [named, {"type": "null"}]}
    return schema


@functools.cache
def _instructions() -> str:
    return resources.files("pincite.question").joinpath("prompts/planner.md").read_text("utf-8")
