"""Propose what a document lists: all items of the list or table that bears most on a question.

Single answers need no generator: the reader points at sentences, and each makes a claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pincite.answer.claims import Claim, Proposal
from pincite.generate.pointed import cite_words
from pincite.generate.records import record_claims
from pincite.generate.trees import list_claims
from pincite.records.document import Document
from pincite.records.evidence import Found
from pincite.records.library import Identity
from pincite.records.question import Question
from pincite.records.span import Span
from pincite.relevance.bearing import bearing
from pincite.values.registered import find
from pincite.values.types import Text


@dataclass(frozen=True, slots=True)
class Verbatim:
    """The items of lists and tables, word for word, with no language model."""

    def propose(
        self, question: Question, found: Sequence[Found], documents: Mapping[Identity, Document]
    ) -> Proposal:
        return Proposal(claims=tuple(_several(question, found, documents)))


# What is looked for in an item that is not divided into cells. A bare number there may be anything.
_KINDS = ("amount", "date", "duration", "percentage")
# A list must bear clearly more on the question than a table to be taken for its records.
_AS_GOOD = 0.2


def _several(
    question: Question, found: Sequence[Found], documents: Mapping[Identity, Document]
) -> list[Claim]:
    """The claims of one list or one table, parents before children; none when nothing was found."""
    listed = list_claims(question, found, documents)
    if question.generation.answer_shape not in ("nested", "table"):
        return listed
    records = record_claims(question, found, documents)
    if records and (not listed or records[0].score >= listed[0].score - _AS_GOOD):
        return records
    if len(listed) < 2:
        listed = _in_one_sentence(question, found, documents)
    nodes = [claim for number, item in enumerate(listed, start=1) for claim in _record(item, number)]
    # A record without a value is none: a title that says "rents of the sites" gives no rent.
    return nodes if len(nodes) > len(listed) else []


def _in_one_sentence(
    question: Question, found: Sequence[Found], documents: Mapping[Identity, Document]
) -> list[Claim]:
    """The names and values that a sentence lists, of the sentence that bears most on the question."""
    best: list[Claim] = []
    for place in found:
        document = documents[place.identity]
        block = document.blocks[place.block - 1]
        score = bearing(question, document, block).score
        parts = segments(block.span.of(document.text)) if block.kind in ("sentence", "bullet") else []
        if parts and (not best or score > best[0].score):
            spans = [Span(block.span.start + part.start, block.span.start + part.end) for part in parts]
            best = [_segment(place.identity, document, span, score) for span in spans]
    return best


def _segment(identity: Identity, document: Document, span: Span, score: float) -> Claim:
    text = span.of(document.text)
    cited = cite_words(identity, document, [span])
    return Claim(answer_type="text", value=Text(text=text), original=text, citations=cited, score=score)


def _record(item: Claim, number: int) -> Iterator[Claim]:
    """An item with its values below it: "Site A: EUR 500 from 1 May 2024"."""
    place = item.place or (number,)
    yield item.model_copy(update={"place": place})
    text = item.value.text if isinstance(item.value, Text) else ""
    readings = [(reading, kind) for kind in _KINDS for reading in find(kind, text) if not reading.ambiguous]
    for at, (reading, kind) in enumerate(sorted(readings, key=lambda pair: pair[0].start), start=1):
        original = reading.original(text)
        changes = {"answer_type": kind, "value": reading.value, "original": original, "place": (*place, at)}
        yield item.model_copy(update=changes)


_SEMICOLON = re.compile(r"\s*;\s*(?:(?:and|or)\s+)?", re.IGNORECASE)
_NAMED = re.compile(r"[^\s:;][^:;]{0,60}:\s+\S")
_CLOSING = " \t\r\n.,;"


def segments(text: str) -> list[Span]:
    """Each name with what it is given, without the words before the first; none when there are not two."""
    found: list[Span] = []
    start = 0
    for end, after in [*((m.start(), m.end()) for m in _SEMICOLON.finditer(text)), (len(text), len(text))]:
        segment = text[start:end]
        if not found:
            # "The rents are: Alpha: EUR 500": of two colons, the first ends what introduces the names.
            head, colon, rest = segment.partition(": ")
            start += len(head) + len(colon) if ": " in rest else 0
        stop = start + len(text[start:end].rstrip(_CLOSING))
        if not _NAMED.match(text, start, stop):
            return []
        found.append(Span(start, stop))
        start = after
    return found if len(found) > 1 else []
