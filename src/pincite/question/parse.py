"""Read a question by rules: what to look for, where, and what kind of value answers it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from pincite.contract.registry import value_type
from pincite.errors import InputError
from pincite.question.computation import read_computation
from pincite.question.concepts import Concepts
from pincite.question.denial import denies
from pincite.question.exclusions import without_exclusions
from pincite.question.instructions import Instruction, without_instructions
from pincite.question.kinds import kinds_in, kinds_of, shape_of, without_shape
from pincite.question.naming import documents_in
from pincite.question.scaffold import COMMON_WEIGHT, TYPE_WORDS
from pincite.question.scope import scope_in
from pincite.question.terms import TermReader, merged, phrases_in, weighing, with_required_head
from pincite.records.question import GenerationBrief, Question, RetrievalBrief, Scope, Term

MAX_QUESTION_CHARS = 2_000

_SENTENCE_END = re.compile(r"(?<=[a-z]{3}[.!])\s+(?=[A-Z])")
# What a thing is called counts for more than how it is explained.
_NAME_WEIGHT = 2.0
_CLARIFY = "What should be looked for? Name the thing, for example: the notice period for termination."
_ONE_AT_A_TIME = "These are several questions. Which one should be answered first? Ask one at a time."


@dataclass(frozen=True, slots=True)
class RuleParser:
    """Questions by rules that anyone can read; the same string always gives the same briefs."""

    concepts: Concepts

    def read(self, asked: str, answer_type: str | None = None) -> Question:
        """The briefs, or an InputError when there is no question.

        `answer_type` says what kind of value is wanted; without it the wording of the question does.
        """
        asked = _checked(asked)
        naming = documents_in(asked)
        put = without_instructions(naming.rest)
        given = value_type(answer_type).name if answer_type else None
        if put.name:
            return self._named(asked, put, naming.documents, given)
        if put.asked.count("?") > 1:
            return _asked_back(asked, _ONE_AT_A_TIME)
        wanted, excluded = without_exclusions(_question_in(put.asked))
        scope, searched = scope_in(wanted)
        kinds = (given,) if given else kinds_of(wanted)
        shape = shape_of(wanted, kinds)
        if shape != "single":
            searched = without_shape(searched)
        terms = self._terms(searched, kinds[0])
        hints = [term for hint in put.hinted for term in TermReader(self.concepts).of_words(hint)]
        return Question(
            RetrievalBrief(
                merged((*terms, *weighing(hints, COMMON_WEIGHT))),
                phrases_in(searched),
                replace(scope, documents=naming.documents),
            ),
            GenerationBrief(
                asked,
                kinds_in(shape, kinds),
                shape,
                excluded,
                denies(wanted),
                # An operand question would not say what is not wanted.
                computation=None if excluded else read_computation(wanted),
            ),
            clarification="" if terms else _CLARIFY,
        )

    def _terms(self, searched: str, kind: str) -> tuple[Term, ...]:
        reader = TermReader(self.concepts)
        terms = reader.of_question(searched, TYPE_WORDS.get(kind, frozenset()))
        return terms if kind == "text" else with_required_head(terms, searched)

    def _named(self, asked: str, put: Instruction, documents: tuple[str, ...], given: str | None) -> Question:
        """The clause that goes by a name, with an explanation that may help to find it."""
        reader = TermReader(self.concepts)
        named = weighing(reader.of_words(put.name), _NAME_WEIGHT)
        terms = merged((*named, *reader.of_words(put.asked)))
        return Question(
            RetrievalBrief(terms, (), Scope(documents=documents)),
            GenerationBrief(asked, (given,) if given else ("clause", "text"), "single"),
            clarification="" if terms else _CLARIFY,
        )


def _checked(asked: str) -> str:
    asked = " ".join(asked.split())
    if not asked.isascii() and any("\ud800" <= character <= "\udfff" for character in asked):
        raise InputError("The question holds a broken character.", hint="Type it again.")
    if not asked:
        raise InputError("The question is empty.", hint='Ask, for example: "What is the monthly fee?"')
    if len(asked) > MAX_QUESTION_CHARS:
        raise InputError(
            f"The question has {len(asked):,} characters; {MAX_QUESTION_CHARS:,} is the limit.",
            hint="Ask for one thing at a time.",
        )
    return asked


def _asked_back(asked: str, clarification: str) -> Question:
    return Question(RetrievalBrief(()), GenerationBrief(asked, ("text",), "single"), clarification)


def _question_in(asked: str) -> str:
    """The sentence that asks, without what is said before it."""
    sentences = _SENTENCE_END.split(asked)
    return next((sentence for sentence in sentences if sentence.endswith("?")), asked)
