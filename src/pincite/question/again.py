"""Ask the same question again with what was learnt in between."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pincite.answer.claims import Signals
from pincite.language.vocabulary import stems
from pincite.records.question import Question, Stems, Term

# A reader's word for what was asked is not the user's own.
_WORTH = 0.7


def widened(question: Question, stated: Iterable[Signals]) -> Question:
    """The question with the reader's words as further things to search for, and for nothing else.

    What is found is judged by the question as it was asked, or a reader could make anything relevant.
    """
    words = dict.fromkeys(keyword for signals in stated for keyword in signals.new_keywords)
    own = {keyword: tuple(stems(keyword)) for keyword in words}
    more = tuple(Term(keyword, said, {said: 1.0}, _WORTH) for keyword, said in own.items() if said)
    return replace(question, retrieval=replace(question.retrieval, terms=(*question.retrieval.terms, *more)))


def in_likely_words(question: Question) -> Question:
    """The question with a planner's words as further wordings, on the same terms: to search with only."""
    likely = question.retrieval.likely_words
    return _also(question, likely) if likely else question


def with_hints(question: Question, hints: Sequence[str]) -> Question:
    """The question with words of the user's own beside it, on the same terms: to search with only."""
    if not hints:
        return question
    likely = (*question.retrieval.likely_words, *hints)
    return replace(question, retrieval=replace(question.retrieval, likely_words=likely))


def _also(question: Question, keywords: Iterable[str]) -> Question:
    new = {words: _WORTH for keyword in keywords if (words := tuple(stems(keyword)))}
    terms = tuple(_with(term, new) for term in question.retrieval.terms)
    return replace(question, retrieval=replace(question.retrieval, terms=terms))


def _with(term: Term, new: dict[Stems, float]) -> Term:
    return term if term.required else replace(term, wordings={**new, **term.wordings})
