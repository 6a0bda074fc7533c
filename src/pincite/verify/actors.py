"""Tell who does what to whom, and when a sentence says it of another than the one who was asked about.

"The Supplier shall pay the Customer EUR 500" has every word of "How much does the Customer pay the
Supplier?" and answers another question. So does what the investigator reports, where the sponsor was asked
about and the document speaks of both.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pincite.contract.relevance import occurs
from pincite.contract.vocabulary import stems
from pincite.records.question import Question, Stems

_NO_NAME = (
    r"(?!(?:The|An?|Each|Any|Either|Every|If|When|Where|Upon|On|In|By|At|For|All|No|Such|This|That|Its|How|What|"
    r"Which|Whose|Who|Does|Do|Did|Must|May|Shall|Will|Can|Should|Is|Are|Under|After|Before|To|Of)\b)"
)
_NAME = rf"{_NO_NAME}[A-Z][\w&’'-]*(?:\s+(?:(?:&|of|and)\s+)?{_NO_NAME}[A-Z][\w&’'-]*){{0,4}}"
_PARTY = rf"(?:(?:[Tt]he|[Ee]ach|[Aa]ny|[Aa]n?|[Ee]very)\s+)?(?:{_NAME}|(?<=[Tt]he\s)[a-z]+)"
_DUTY = (
    r"(?:shall|will|must|may|can|could|should|would|agrees\s+to|undertakes\s+to|has\s+to|have\s+to|needs\s+to"
    r"|(?:is|are)\s+(?:obliged|required|bound|entitled|liable|permitted|allowed|to)(?:\s+to)?)"
)
_ADVERB = r"(?:(?:also|then|not|never|always|hereby|have\s+to|be\s+required\s+to|need\s+to|[a-z]+ly)\s+){0,2}"
_ACTIVE = re.compile(rf"(?P<actor>{_PARTY}),?\s+(?:{_DUTY}\s+)?{_ADVERB}(?P<verb>[a-z]{{3,}})\b")
_ASKED = re.compile(
    rf"\b(?:does|do|did|must|shall|may|can|could|will|would|should|Does|Do|Did|Must|Shall|May|Can|Will|Should)"
    rf"\s+(?P<actor>{_PARTY})\s+{_ADVERB}(?P<verb>[a-z]{{3,}})\b"
)
_BY = re.compile(rf"\bby\s+(?P<actor>{_PARTY})")
_DONE = re.compile(r"\b(?:[a-z]+(?:ed|able|ible)|paid|repaid|given|sent|lent|sold|made|held|kept|borne)\b")
_BE = re.compile(r"\b(?:is|are|was|were|be|been|Is|Are|Was|Were)\s+\Z")
_REACH = 60
_RECIPIENT = re.compile(rf"\s+(?:to\s+)?(?P<party>{_PARTY})|[^.;:]{{0,80}}?\bto\s+(?P<later>{_PARTY})")
# What goes from one to the other: where parties are swapped it does not matter which of these is said.
_GIVING = (
    "pay payable reimburse remit owe compensate refund transfer deliver give grant provide supply send lend "
    "license indemnify sell lease rent ship notify advance assign return credit repay"
)
# Who may be any of the parties, or the one that was named before.
_ANYBODY = "party it they he she we you who which this both neither side person anyone same"
_UNNAMED = "party parties"
_DOES = rf"(?:{_DUTY}|pays|reports|delivers|gives|provides|bears|has|is)"
_HELPING = frozenset(
    "have has had was were are been being does did the its any all and for not that this with which may can "
    "will shall must".split()
)
_YOU = re.compile(r"\byou\b", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:the|each|any|an?|every)\s+", re.IGNORECASE)
_PRESENT = {"paid": "pay", "repaid": "repay", "given": "give", "sent": "send", "lent": "lend", "sold": "sell"}


@dataclass(frozen=True, slots=True)
class Deed:
    """Somebody does something, to somebody where that is said; all in stems."""

    actor: Stems
    verb: str
    recipient: Stems = ()
    name: str = ""
    """The actor in the words of the text, without an article."""


def another_actor(question: Question, text: str, document: str) -> str:
    """The party of the question in whose place a sentence has another; empty when it has none.

    Another name may be another word for the same party, unless the document uses both.
    """
    said = list(_deeds(text, _ACTIVE))
    for asked in _deeds(question.generation.asked, _ASKED, _ACTIVE):
        if _stems_of(_UNNAMED).issuperset(asked.actor):
            # Who asks what "a party" or "the parties" do names nobody in whose place another could stand.
            continue
        alike = [deed for deed in said if _alike(asked.verb, deed.verb)]
        if not alike or any(_same_party(question, asked.actor, deed.actor) for deed in alike):
            continue
        if _is_writer(asked, alike, document):
            return asked.name
        swapped = any(_swapped(question, asked, deed) for deed in alike)
        if swapped or (_is_named(asked.name, document) and not _is_anybody(alike)):
            return " ".join(asked.actor)
    return ""


def _is_writer(asked: Deed, alike: Sequence[Deed], document: str) -> bool:
    """Whether I am asked about and "we" do it, in a document that calls its reader "you"."""
    ours = all(deed.name.lower() == "we" for deed in alike)
    return asked.name == "I" and ours and bool(_YOU.search(document))


def _swapped(question: Question, asked: Deed, said: Deed) -> bool:
    acted_on = _same_party(question, asked.actor, said.recipient)
    return acted_on or _same_party(question, asked.recipient, said.actor)


def _is_named(name: str, document: str) -> bool:
    """Whether a document has somebody of this name who does something."""
    # One plain search for each way to write it: a pattern for all of them takes ten times as long.
    ways = dict.fromkeys((name, name.lower(), name.title()))
    return any(re.search(rf"\b{re.escape(way)}\s+{_DOES}\b", document) for way in ways if way)


def _is_anybody(deeds: Sequence[Deed]) -> bool:
    return any(not _stems_of(_ANYBODY).isdisjoint(deed.actor) for deed in deeds)


def _deeds(text: str, *patterns: re.Pattern[str]) -> Iterator[Deed]:
    for pattern in patterns:
        for found in pattern.finditer(text):
            # "Were the originals collected?" does not say by whom.
            passive = pattern is _ACTIVE and _BE.search(text, max(0, found.start() - 8), found.start())
            if found["verb"] not in _HELPING and not passive:
                yield _deed(text, found, found["verb"])
    for found in _BY.finditer(text):
        done = _DONE.findall(text, max(0, found.start() - _REACH), found.start())
        if done:
            yield _deed(text, found, done[-1])


def _deed(text: str, found: re.Match[str], verb: str) -> Deed:
    recipient = _RECIPIENT.match(text, found.end())
    party = (recipient["party"] or recipient["later"]) if recipient else ""
    name = _ARTICLE.sub("", found["actor"])
    return Deed(tuple(stems(name)), stems(_PRESENT.get(verb, verb))[0], _party(party), name)


def _party(words: str) -> Stems:
    return tuple(stems(_ARTICLE.sub("", words)))


def _alike(asked: str, said: str) -> bool:
    return asked == said or {asked, said} <= _stems_of(_GIVING)


def _same_party(question: Question, asked: Stems, said: Stems) -> bool:
    """Whether two names are one party's, by their words or by what the dictionary says they stand for."""
    if not asked or not said:
        return False
    if asked[-1] == said[-1] or set(asked) <= set(said) or set(said) <= set(asked):
        return True
    for term in question.retrieval.terms:
        if occurs(term.own, asked, set(asked)) and any(occurs(w, said, set(said)) for w in term.wordings):
            return True
    return False


@functools.cache
def _stems_of(vocabulary: str) -> frozenset[str]:
    return frozenset(stems(vocabulary))
