"""Let a language model say where to look first; it sees names, profiles and titles, and no sentence.

Its advice puts first and widens: nothing that is read without it is left out, what the question's own words
say of its answer stands, and no check knows of it. What is taken for a title may be a sentence all the same:
whatever reads as one, or repeats one of the document, is not shown, at the price of a title.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from pincite.ask.reading_list import ReadingList
from pincite.dialogue.forms import filled
from pincite.errors import ConfigError, NotHeld, ProviderError
from pincite.protocols import LanguageModel, Planner
from pincite.records.completion import Prompt
from pincite.records.document import Document
from pincite.records.library import Identity
from pincite.records.question import Question
from pincite.records.run import (
    LONGEST_NAME,
    MOST_DOCUMENTS,
    MOST_SUBJECTS,
    MOST_TITLES,
    Advice,
    Overview,
    Run,
)
from pincite.values.registered import value_types

# Of fewer words than this, any title repeats some row or line: "Total fees" says nothing that is not a name.
_FEW_WORDS = 4
_MOST_WORDS = 14
_MOST_IN_SMALL = 7
# A word of four small letters and a full stop ends a sentence; "Inc." and "No." do not.
_GOES_ON = re.compile(r"[a-z]{4}[.!?;]\s+\S")
# How a line of a sentence ends, or a verb in it. In small letters: a title may say "TERMS THAT MUST BE MET".
_OF_SENTENCE = re.compile(
    r"[a-z0-9)][.!?;,]$"
    r"|\b(?:a|an|the|of|to|and|or|for|in|by|as|on|at|with|from|that|which|its|any|such)$"
    r"|\b(?:shall|will|must|may|can|hereby|is|are|was|were|be|been|has|have|had|does|do|agrees?|grants?|means?)\b"
)
_WORD = re.compile(r"\w+")


class Plan(BaseModel):
    """The reply that is asked for: numbers of what was shown, and words of the model's own to search with."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    documents: Annotated[list[int], Field(max_length=12)]
    sections: Annotated[list[str], Field(max_length=12)]
    keywords: Annotated[list[Annotated[str, Field(min_length=2, max_length=60)]], Field(max_length=8)]
    answer_type: str | None
    context: Literal["usual", "wide"]


@dataclass(frozen=True, slots=True)
class ModelPlanner:
    """Advice by a language model, or a ProviderError that says why there is none."""

    model: LanguageModel
    name: ClassVar[str] = "language_model"

    def plan(self, asked: str, overviews: Sequence[Overview]) -> Advice:
        shown = overviews[:MOST_DOCUMENTS]
        plan, sections = filled(self.model, prompt_for(asked, overviews), Plan, "planner"), _numbered(shown)
        strange = [str(number) for number in plan.documents if not 1 <= number <= len(shown)]
        strange += [number for number in plan.sections if number not in sections]
        if strange or plan.answer_type not in (None, *value_types()):
            unknown = strange[0] if strange else repr(plan.answer_type)
            raise ProviderError(
                f"The model's plan cannot be read: it was not shown {unknown}.",
                hint="The rules can plan without it.",
            )
        return Advice(
            documents=tuple(dict.fromkeys(shown[number - 1].identity for number in plan.documents)),
            sections=tuple(dict.fromkeys(sections[number] for number in plan.sections)),
            keywords=tuple(dict.fromkeys(" ".join(word.split()) for word in plan.keywords)),
            answer_type=plan.answer_type,
            wide=plan.context == "wide",
        )


def planned(
    planner: Planner, question: Question, reading_list: ReadingList, run: Run, type_is_given: bool
) -> tuple[Question, ReadingList]:
    """Question and reading list as advised; as they were where the planner fails, and a note of it."""
    try:
        advice = run.step("plan", planner.plan, question.generation.asked, tuple(_overviews(reading_list)))
    except (ProviderError, ConfigError, OSError) as error:
        run.decide(f"planner: {planner.name} failed, so the rules plan: {error}")
        return question, reading_list
    run.decide(f"planner: {_in_words(advice) or 'nothing to add to the rules'}")
    first = [each for each in advice.documents if each in set(reading_list.everything)]
    shortlist = tuple(dict.fromkeys((*first, *reading_list.shortlist)))
    return advised(question, advice, type_is_given), replace(reading_list, shortlist=shortlist)


def advised(question: Question, advice: Advice, type_is_given: bool = False) -> Question:
    """The question with where to look first, and of the type that its wording leaves open."""
    retrieval = replace(
        question.retrieval,
        likely_sections=advice.sections,
        likely_words=advice.keywords,
        reach=2 if advice.wide else 1,
    )
    generation, kind = question.generation, advice.answer_type
    kinds, single = generation.answer_types, generation.answer_shape == "single"
    if (
        kind
        and single
        and not (type_is_given or generation.computation)
        and (kind in kinds or kinds == ("text",))
    ):
        generation = replace(generation, answer_types=tuple(dict.fromkeys((kind, *kinds))))
    return replace(question, retrieval=retrieval, generation=generation)


def prompt_for(asked: str, shown: Sequence[Overview]) -> Prompt:
    """The question and the documents from outside, with a strict schema that points only at what is shown."""
    shown = shown[:MOST_DOCUMENTS]
    schema: dict[str, Any] = Plan.model_json_schema()
    properties, sections = schema["properties"], list(_numbered(shown))
    properties["documents"]["items"] |= {"minimum": 1, "maximum": max(len(shown), 1)}
    properties["sections"] |= {"items": {"type": "string", "enum": sections}} if sections else {"maxItems": 0}
    named = {"type": "string", "enum": sorted(value_types())}
    properties["answer_type"] = {"anyOf": [named, {"type": "null"}]}
    instructions = resources.files("pincite.ask").joinpath("prompts/planner.md").read_text("utf-8")
    context = "\n\n".join(_shown(number, each) for number, each in enumerate(shown, start=1))
    return Prompt(instructions=instructions, context=context, question=asked, schema=schema)


def overview_of(identity: Identity, document: Document, most_titles: int) -> Overview:
    """The document from outside; of more titles than there is room for, the higher ones."""
    profile = document.profile
    blocks = (block for block in document.blocks if block.kind != "heading")
    short = (b.span.of(document.text) for b in blocks if b.span.end - b.span.start <= 2 * LONGEST_NAME)
    sentences = [words for words in map(_words, short) if words.count(" ") >= _FEW_WORDS - 1]
    levels: dict[str, int] = {}
    for section in document.sections:
        for title in _names([section.title], sentences):
            levels.setdefault(title, section.level)
    kept = set(sorted(levels, key=levels.__getitem__)[:most_titles])
    subjects = _names((name for each in profile.subjects for name in (each.name, *each.aliases)), [])
    return Overview(
        *(identity, profile.type, profile.language, len(document.pages)),
        subjects=tuple(subjects)[:MOST_SUBJECTS],
        titles=tuple(title for title in levels if title in kept),
    )


def _overviews(reading_list: ReadingList) -> Iterator[Overview]:
    """The documents that will be read closely, opened; of the others their names."""
    opened = reading_list.shortlist[:MOST_DOCUMENTS]
    for identity in opened:
        try:
            yield overview_of(identity, reading_list.load(identity).document, MOST_TITLES // len(opened))
        except NotHeld:
            continue
    others = [each for each in reading_list.everything if each not in set(opened)]
    yield from map(Overview, others[: MOST_DOCUMENTS - len(opened)])


def _names(texts: Iterable[str], sentences: Sequence[str]) -> Iterator[str]:
    """Those that are names, each once and on one line."""
    for text in dict.fromkeys(" ".join(text.replace("#", " ").split()) for text in texts):
        padded = f" {_words(text)} "
        if text and not _is_sentence(text) and not any(f" {each} " in padded for each in sentences):
            yield text


def _is_sentence(text: str) -> bool:
    """Whether a text reads as a sentence or as a line of one."""
    words = text.split()
    if len(text) > LONGEST_NAME or len(words) > _MOST_WORDS or _GOES_ON.search(text):
        return True
    small = sum(word[0].islower() for word in words)
    wordy = small > max(len(words) / 2, _MOST_IN_SMALL)
    return len(words) > _FEW_WORDS and (wordy or _OF_SENTENCE.search(text) is not None)


def _words(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))


def _numbered(shown: Sequence[Overview]) -> dict[str, str]:
    """Titles by the number that each has in the prompt: 2.5 is the fifth of the second document."""
    each = ((f"{n}.{s}", title) for n, o in enumerate(shown, 1) for s, title in enumerate(o.titles, 1))
    return dict(list(each)[:MOST_TITLES])


def _shown(number: int, overview: Overview) -> str:
    """One document: a line about it, then its titles under their numbers."""
    pages = f"{overview.pages} pages" if overview.pages else ""
    known = ", ".join(part for part in (overview.type, overview.language, pages) if part)
    lines = [f"{number}: {overview.identity.name[:200]}" + (f" ({known})" if known else "")]
    if overview.subjects:
        lines.append(f"  about: {'; '.join(overview.subjects)}")
    return "\n".join(lines + [f"  {number}.{at}: {title}" for at, title in enumerate(overview.titles, 1)])


def _in_words(advice: Advice) -> str:
    names, titles = (each.name for each in advice.documents), map(repr, advice.sections)
    said = {"documents": names, "sections": titles, "words": advice.keywords}
    parts = {name: ", ".join(each) for name, each in said.items()}
    parts |= {"type": advice.answer_type or "", "context": "wide" if advice.wide else ""}
    return "; ".join(f"{name} {value}" for name, value in parts.items() if value)
