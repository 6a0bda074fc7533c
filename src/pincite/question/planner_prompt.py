"""Ask a language model for a plan, and read what it replies; a reply that is not quite right is no plan."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from importlib import resources
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pincite.contract.registry import value_types
from pincite.errors import ProviderError
from pincite.records.completion import Completion, Prompt
from pincite.records.planning import MOST_DOCUMENTS, MOST_TITLES, Advice, Overview
from pincite.records.question import AnswerShape

MOST_ADVISED = 12
_MOST_KEYWORDS, _LONGEST_KEYWORD = 8, 60


class _Plan(BaseModel):
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


def read_plan(completion: Completion, overviews: Sequence[Overview]) -> Advice:
    """The advice of a reply, or a ProviderError that says what is wrong with it."""
    if completion.stopped != "end":
        why = "refused to plan" if completion.stopped == "refusal" else "broke off before the end of its plan"
        raise ProviderError(f"The model {why}.", hint="The rules can plan without it.")
    try:
        plan = _Plan.model_validate(json.loads(completion.text))
        return _advice(plan, _bounded(overviews))
    except (json.JSONDecodeError, ValidationError, LookupError) as error:
        said = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
        raise ProviderError(
            f"The model's plan cannot be read: {said}.", hint="The rules can plan without it."
        ) from error


def _bounded(overviews: Sequence[Overview]) -> Sequence[Overview]:
    return overviews[:MOST_DOCUMENTS]


def _advice(plan: _Plan, shown: Sequence[Overview]) -> Advice:
    if plan.answer_type is not None and plan.answer_type not in value_types():
        raise LookupError(f"there is no answer type {plan.answer_type!r}")
    sections = _numbered_sections(shown)
    unknown = [n for n in plan.documents if not 1 <= n <= len(shown)]
    unknown_sections = [n for n in plan.sections if n not in sections]
    if unknown or unknown_sections:
        raise LookupError(f"nothing was shown under the number {[*unknown, *unknown_sections][0]}")
    return Advice(
        documents=tuple(dict.fromkeys(shown[number - 1].identity for number in plan.documents)),
        sections=tuple(dict.fromkeys(sections[number] for number in plan.sections)),
        keywords=tuple(dict.fromkeys(" ".join(word.split()) for word in plan.keywords)),
        answer_type=plan.answer_type,
        answer_shape=plan.answer_shape,
        wide=plan.context == "wide",
    )


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
    schema = _Plan.model_json_schema()
    properties = schema["properties"]
    properties["documents"]["items"] |= {"minimum": 1, "maximum": max(len(shown), 1)}
    if sections := list(_numbered_sections(shown)):
        properties["sections"]["items"] |= {"enum": sections}
    else:
        properties["sections"] |= {"maxItems": 0}
    properties["answer_type"] = {"enum": [*sorted(value_types()), None]}
    return schema


@functools.cache
def _instructions() -> str:
    return resources.files("pincite.question").joinpath("prompts/planner.md").read_text("utf-8")
