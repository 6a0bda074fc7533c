"""What of a yes-or-no question a sentence leaves unsaid.

A value stands beside its name, and a title may say whose it is. A yes or a no is the whole sentence: it holds
of nothing that the sentence does not say itself. So neither the sentence before nor a title speaks for it,
unless it refers to them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pincite.contract.vocabulary import occurs, stems, wording
from pincite.records.question import Question, Term

_FORBIDDING = frozenset(wording(words) for words in ("prohibit", "forbidden", "shall not", "may not"))
_DENIES = re.compile(
    r"\b(?:not|no|nor|neither|never|cannot|nothing|none|without)\b|\w+n['’]t\b", re.IGNORECASE
)
_SPEAKER = frozenset(wording(words) for words in ("insurer", "provider", "seller", "bank", "company"))
_ADDRESSED = frozenset(wording(words) for words in ("insured", "customer", "user", "patient", "tenant"))
# What is asked to be forbidden is, where a sentence denies it; a policy calls the insurer "we".
_SAID_OTHERWISE = (
    (_FORBIDDING, _DENIES),
    (_SPEAKER, re.compile(r"\b(?:we|us|our)\b", re.IGNORECASE)),
    (_ADDRESSED, re.compile(r"\b(?:you|your)\b", re.IGNORECASE)),
)
# "No deductible applies to this coverage": which one, the sentence or the title before it says.
_REFERS = re.compile(
    r"\A\W*(?:it|they)\b|\b(?:this|these|such|the\s+same)\s+"
    r"(?!(?:agreement|contract|lease|deed|policy|section|clause|article)\b)",
    re.IGNORECASE,
)
# A long sentence has its own subject, whatever it refers to besides.
_SHORT = 120
# A shorter one says one thing, and the words of the question that it lacks are other words for that.
_ONE_THING = 80
# "First refusal, first offer or negotiation", "revenue/profit": to say one of them is enough.
_JOINS = re.compile(
    r"\s*(?:,|/|\bor\b|\band/or\b)[\s,/]*(?:(?:or|an?|the|any|some|its?|to|of|not|first)\b[\s,/]*)*",
    re.IGNORECASE,
)
# What is done, however common its word: who may use a thing is not said where it is copied.
_DONE = re.compile(
    r"\b(?:shall|may|must|can|could|will|would|should|might|to|be)\s+(?:(?:not|only|also|ever)\s+)*(?P<verb>[a-z]+)",
    re.IGNORECASE,
)
_OR = re.compile(r"\bor\b|/", re.IGNORECASE)


def unsaid(question: Question, sentence: str, present: Sequence[list[str]]) -> tuple[Term, ...]:
    """The terms that a sentence does not say; `present` holds its stems and those of what introduces it."""
    if len(sentence) <= _ONE_THING:
        return ()
    left: list[Term] = []
    done = {stem for found in _DONE.finditer(question.generation.asked) for stem in stems(found["verb"])}
    for group in _alternatives(question):
        telling = [term for term in group if not term.common or term.own[0] in done]
        if not any(_says(term, sentence, present) for term in telling):
            left += telling
    return tuple(left)


def refers_back(sentence: str) -> bool:
    """Whether a sentence leaves it to what stands before it to say what it is about."""
    return len(sentence) <= _SHORT and _REFERS.search(sentence) is not None


def _says(term: Term, sentence: str, present: Sequence[list[str]]) -> bool:
    if any(occurs(words, text, set(text)) for text in present for words in term.wordings):
        return True
    return any(
        pattern.search(sentence) and not meant.isdisjoint(term.wordings) for meant, pattern in _SAID_OTHERWISE
    )


def _alternatives(question: Question) -> Iterator[list[Term]]:
    """The terms one by one, and together those that the question joins by "or"."""
    asked, at = question.generation.asked, 0
    group: list[Term] = []
    joined = ""
    for term in question.retrieval.terms:
        found = _as_asked(term).search(asked, at)
        between = asked[at : found.start()] if found else ""
        if group and not _JOINS.fullmatch(between):
            yield from _parted(group, joined)
            group, joined = [], ""
        joined += between if group else ""
        group.append(term)
        at = found.end() if found else at
    yield from _parted(group, joined)


def _as_asked(term: Term) -> re.Pattern[str]:
    return re.compile(r"\W+".join(map(re.escape, term.asked.split())), re.IGNORECASE)


def _parted(group: list[Term], joined: str) -> Iterator[list[Term]]:
    """A list without "or" asks for all of its terms."""
    yield from [group] if _OR.search(joined) else ([term] for term in group)
