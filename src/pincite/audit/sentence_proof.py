"""Read a value again from the whole sentence of its quote, as was done before it was answered.

A quote may be the document's own and still say something else than its sentence: what precedes "may assign"
may be "under no circumstances". Only the source tells where sentences begin and end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pincite.answer.answers import Evidence, Item
from pincite.answer.claims import LONGEST_TABLE, Citation, Claim
from pincite.audit.grounds import Key
from pincite.errors import PinciteError
from pincite.question.dictionary.entries import starters
from pincite.question.parse import RuleParser
from pincite.records.document import Document
from pincite.records.evidence import Proof
from pincite.records.library import Identity
from pincite.records.question import AnswerShape, Question
from pincite.records.span import Span
from pincite.verify.derive import covers_whole
from pincite.verify.value import ValueCheck


def question_of(asked: str, shape: AnswerShape) -> Question | None:
    """The question as our rules read it; None where they cannot."""
    try:
        read = RuleParser(starters()).read(asked)
    except PinciteError:
        return None
    return replace(read, generation=replace(read.generation, answer_shape=shape, demanded=False))


def said_in_sentence(item: Item, question: Question, documents: Mapping[Key, Document]) -> bool:
    """Whether one of the places gives the value when its whole sentence is read."""
    check = ValueCheck(polarity=False)
    for place in item.evidence:
        document = documents.get((place.name, place.version))
        if document is None or len(place.snippet) > LONGEST_TABLE or place.end > len(document.text):
            continue
        span = Span(place.start, place.end)
        proof = Proof(Identity("", place.name, place.document, place.version), document, span, place.grade)
        claims = (_claim(item, place, named) for named in (False, True))
        if any(check.judge(question, claim, [proof]).passed for claim in claims):
            return True
    return False


def cites_whole_sentences(item: Item, documents: Mapping[Key, Document]) -> bool:
    """Whether no place leaves out a part of its sentence, in which a “not” may stand."""
    whole = [place for place in item.evidence if _is_whole(place, documents.get((place.name, place.version)))]
    return bool(whole) and all(
        any(
            (other.name, other.version) == (place.name, place.version)
            and other.start <= place.start
            and place.end <= other.end
            for other in whole
        )
        for place in item.evidence
    )


def _is_whole(place: Evidence, document: Document | None) -> bool:
    if document is None or place.end > len(document.text):
        return False
    identity = Identity("", place.name, place.document, place.version)
    return covers_whole(Proof(identity, document, Span(place.start, place.end), place.grade))


def _claim(item: Item, place: Evidence, named: bool) -> Claim:
    """The item as it was claimed, by one of its places. What it is called in its table is cited elsewhere."""
    cited = Citation(version=place.version, lines=place.lines, quote=place.snippet, start=place.start)
    return Claim(
        answer_type=item.type, value=item.value, original=item.original, citations=(cited,), named=named
    )
