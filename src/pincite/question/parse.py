"""Read a question by rules: what to look for, where, and what kind of value answers it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.errors import InputError
from pincite.language.vocabulary import stems
from pincite.question.denial import denies, never_searched, without_exclusions
from pincite.question.dictionary.entries import Concepts
from pincite.question.instructions import plainly, without_instructions
from pincite.question.kinds import (
    asks_end,
    demands_list,
    is_to_be_confirmed,
    kinds_in,
    kinds_of,
    questions_in,
    shape_of,
    without_shape,
)
from pincite.question.naming import documents_in, scope_in
from pincite.question.over_each import read_over_documents
from pincite.question.terms import TYPE_WORDS, TermReader, merged, phrases_in, with_required_head
from pincite.question.to_compute import read_computation
from pincite.records.question import GenerationBrief, Question, RetrievalBrief, Scope, Term
from pincite.records.reading import SubjectKind
from pincite.values.registered import value_type

MAX_QUESTION_CHARS = 2_000
NAME_IT = (
    "Pincite looks up what documents say, and does not summarise them. Name one thing to look for, "
    'for example: "What is the notice period?"'
)

_SENTENCE_END = re.compile(
    r"(?<=[a-z]{3}[.!?])(?<!incl\.)(?<!excl\.)(?<!approx\.)(?<!max\.)(?<!min\.)(?<!sec\.)\s+(?=[a-z])",
    re.IGNORECASE,
)
# "each site", "per peril", "for every service": what records are of.
_EACH = re.compile(r"\b(?:each|every|per|by|all)\s+(?:of\s+the\s+|the\s+)?(\w+)", re.IGNORECASE)
_TOTAL = re.compile(r"\btotals?\b", re.IGNORECASE)
# Alone they ask for all there is, and not for one thing: "Summary, please", "What does it say?".
_ALL_OF_IT = frozenset(
    """
    summary summarise summarize overview help more detail details info information main key point points
    content contents thing things stuff say
    """.split()
)
# Shorter questions that name nothing lean on what was said before: "And when?", "Who is it?".
_FEW_WORDS = 4
_NUMBERED = re.compile(r"\d|^\w+ [A-Z]+$")


@dataclass(frozen=True, slots=True)
class RuleParser:
    """Questions by rules that anyone can read; the same string always gives the same briefs."""

    concepts: Concepts

    def read(self, asked: str, answer_type: str | None = None) -> Question:
        """The briefs, or an InputError when there is no question.

        `answer_type` says what kind of value is wanted; without it the wording of the question does.
        """
        asked = _checked(asked)
        plain = plainly(asked)
        naming = documents_in(plain)
        put = without_instructions(naming.rest)
        of_models = without_instructions(plain).asked or plain
        given = value_type(answer_type).name if answer_type else None
        before, asking = _told_before(put.asked)
        wanted, excluded = without_exclusions(asking)
        computation = read_computation(wanted, asked)
        several = () if computation else questions_in(wanted)
        scope, asking = scope_in(wanted)
        # What is told before the question helps to find the answer, and says nothing of its kind.
        searched = f"{before} {asking}".strip()
        # "So" is taken for a word before the question, and is what tells a statement that wants a yes.
        stated = ("boolean",) if is_to_be_confirmed(plain) and not several else ()
        kinds = (given,) if given else put.kinds or stated or (("text",) if several else kinds_of(asking))
        shape = "single" if several else shape_of(asking, kinds)
        if shape != "single":
            searched = f"{before} {without_shape(asking)}".strip()
        terms = never_searched(self._terms(searched, kinds[0], scope), wanted, excluded)
        telling = any(term.asked not in _ALL_OF_IT for term in terms)
        terms = terms if telling else self._common_words(asking)
        return Question(
            RetrievalBrief(
                merged(terms),
                phrases_in(searched),
                replace(scope, documents=naming.documents),
                " ".join(searched.split()),
                telling=telling,
            ),
            GenerationBrief(
                asked,
                kinds_in(shape, kinds),
                shape,
                excluded,
                denies(wanted),
                several=several,
                may_be_one=shape == "list" and not demands_list(asking),
                demanded=given is not None,
                plain=of_models,
                asks_end=asks_end(wanted),
                each=frozenset(stem for found in _EACH.finditer(wanted) for stem in stems(found[1])),
                # An operand question would not say what is not wanted.
                computation=None if excluded else computation,
                over=None if excluded or given else read_over_documents(plain),
                subjects=None if excluded or scope else self._subjects(terms),
            ),
            clarification="" if terms else NAME_IT,
        )

    def _subjects(self, terms: Sequence[Term]) -> SubjectKind | None:
        """What the document is about that is asked for, where nothing else is."""
        telling = [term for term in terms if not term.common]
        return self.concepts.subjects(telling[0].own) if len(telling) == 1 else None

    def _terms(self, searched: str, kind: str, scope: Scope) -> tuple[Term, ...]:
        reader = TermReader(self.concepts)
        terms = reader.of_question(searched, TYPE_WORDS.get(kind, frozenset()))
        # "What is the total?" and "What does the section 'Warranty' say?" name nothing else.
        terms = terms or reader.of_question(" ".join(_TOTAL.findall(searched)), frozenset())
        terms = terms or reader.of_words(
            " ".join(each for each in scope.sections if not _NUMBERED.search(each))
        )
        return terms if kind == "text" else with_required_head(terms, searched)

    def _common_words(self, asking: str) -> tuple[Term, ...]:
        """What "How long do they take to answer?" is searched by: words of questions about anything."""
        if len(asking.split()) < _FEW_WORDS:
            return ()
        return tuple(t for t in TermReader(self.concepts).of_name(asking) if t.asked not in _ALL_OF_IT)


def _checked(asked: str) -> str:
    asked = " ".join(asked.split())
    if not asked.isascii() and any("\ud800" <= character <= "\udfff" for character in asked):
        raise InputError("The question contains a broken character.", hint="Type it again.")
    if not asked:
        raise InputError("The question is empty.", hint='Ask, for example: "What is the monthly fee?"')
    if len(asked) > MAX_QUESTION_CHARS:
        raise InputError(
            f"The question has {len(asked):,} characters; {MAX_QUESTION_CHARS:,} is the limit.",
            hint="Ask for one thing at a time.",
        )
    return asked


def _told_before(asked: str) -> tuple[str, str]:
    """What is told before the first sentence that asks, and that sentence with all that follows it."""
    sentences = _SENTENCE_END.split(asked)
    first = next((at for at, sentence in enumerate(sentences) if sentence.endswith("?")), 0)
    return " ".join(sentences[:first]), " ".join(sentences[first:])
