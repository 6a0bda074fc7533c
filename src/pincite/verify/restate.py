"""Say a claim as its document does, where a generator points rightly and writes carelessly.

A model quotes half of a sentence for a yes, leaves out "per month", or writes "30 days" for "thirty (30)
days". What it points at is looked up by code, and the claim goes on with whole sentences and the value that
code reads there. What it says otherwise than the document stays as it is, and the checks
refuse it.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel

from pincite.answer.claims import LONGEST_QUOTE, Citation, Claim
from pincite.language.capitals import stands_for
from pincite.prove.quote import locate
from pincite.records.document import Document
from pincite.records.library import Held
from pincite.records.span import Span
from pincite.values.date import find_years_alone
from pincite.values.registered import find, value_types
from pincite.values.types import Amount, Boolean, DateValue, Number, Text, same
from pincite.verify.citation import place_of
from pincite.verify.context import Context
from pincite.verify.derive import readings_of

_AS_PRINTED = frozenset({"exact", "typesetting"})


def restated(claim: Claim, held: Held, given: Context | None = None) -> Claim:
    """The claim in the document's own words; as it is where its quotes do not stand in the lines it cites."""
    document = held.document
    of_this = all(citation.version == held.identity.version for citation in claim.citations)
    if claim.method != "verbatim" or not of_this or not _is_formed(claim):
        return claim
    matches = [place_of(citation, document, given) for citation in claim.citations]
    # Words that are only alike are not made word for word by quoting more of the sentence.
    spans = [Span(match.start, match.end) for match in matches if match and match.grade in _AS_PRINTED]
    if len(spans) < len(matches):
        return claim
    if isinstance(claim.value, Boolean):
        return _in_whole_sentences(claim, document, spans)
    if isinstance(claim.value, Text):
        return _as_sentence(claim, document, spans)
    return _as_read(claim, document, spans)


def _is_formed(claim: Claim) -> bool:
    """Whether the value is of the kind that the claim names."""
    kinds = value_types()
    return claim.answer_type in kinds and type(claim.value) is kinds[claim.answer_type].model


def _in_whole_sentences(claim: Claim, document: Document, spans: Sequence[Span]) -> Claim:
    """A yes or no rests on whole sentences: a part of one may leave out the "not"."""
    whole = [_sentences(document, span) for span in spans]
    words = " ".join(span.of(document.text) for span in whole)
    return claim.model_copy(update={"original": words, "citations": _cited(claim, document, whole)})


def _as_sentence(claim: Claim, document: Document, spans: Sequence[Span]) -> Claim:
    """A text goes on as the sentences that its words stand in; only a name is taken out of its sentence."""
    for at, span in enumerate(spans):
        whole = _sentences(document, span)
        words = whole.of(document.text)
        match = next((each for each in locate(claim.original, words) if each.grade != "case"), None)
        if match is None or len(words) > LONGEST_QUOTE or not _is_said(claim):
            continue
        place = Span(whole.start + match.start, whole.start + match.end)
        said = place.of(document.text) if stands_for(document.text, whole, place) else words
        cited = [*spans[:at], whole, *spans[at + 1 :]]
        return claim.model_copy(
            update={
                "value": Text(text=said),
                "original": said,
                "citations": _cited(claim, document, cited),
            }
        )
    return claim


def _is_said(claim: Claim) -> bool:
    """Whether the words of a text are those that it is said to be read from."""
    return isinstance(claim.value, Text) and claim.value.text.split() == claim.original.split()


def _as_read(claim: Claim, document: Document, spans: Sequence[Span]) -> Claim:
    """A value in the words and with the unit that code reads, where one value alone can be meant."""
    for at, span in enumerate(spans):
        meant = [
            (block, reading)
            for block in document.blocks_of(span)
            for reading in readings_of(claim, document, block)
            if _is_meant(claim, reading.value)
        ]
        found = [
            (block, reading)
            for block, reading in meant
            if _touches(span, reading.within_text(block.span.start))
        ]
        # Where the sentence says it in two units, nobody knows which of them was left out.
        if not found or any(not same(reading.value, found[0][1].value) for _, reading in meant):
            continue
        block, reading = found[0]
        held = span if span.covers(reading.within_text(block.span.start)) else _sentences(document, span)
        cited = [*spans[:at], held, *spans[at + 1 :]]
        return claim.model_copy(
            update={
                "value": reading.value,
                "original": reading.original(block.span.of(document.text)),
                "citations": _cited(claim, document, cited),
            }
        )
    return claim


def _is_meant(claim: Claim, read: BaseModel) -> bool:
    """Whether a claim says what code reads, in its value and in its words."""
    in_words = [reading.value for reading in find(claim.answer_type, claim.original)]
    if isinstance(claim.value, DateValue) and claim.value.precision == "year":
        in_words += [reading.value for reading in find_years_alone(claim.original)]
    return _same_but_unit(claim.value, read) and any(_same_but_unit(words, read) for words in in_words)


def _same_but_unit(said: BaseModel, read: BaseModel) -> bool:
    """Whether two values are the same; the first may leave out what it is paid or counted by."""
    if isinstance(said, Amount | Number) and type(read) is type(said) and said.unit is None:
        return same(said, read.model_copy(update={"unit": None}))
    return same(said, read)


def _sentences(document: Document, span: Span) -> Span:
    """The whole blocks that a stretch touches."""
    blocks = document.blocks_of(span)
    return Span(blocks[0].span.start, blocks[-1].span.end) if blocks else span


def _cited(claim: Claim, document: Document, spans: Sequence[Span]) -> tuple[Citation, ...]:
    """The places in the order of the claim's own; one that is too long to be quoted stays as it is."""
    found = []
    for citation, span in zip(claim.citations, spans, strict=True):
        words, lines = span.of(document.text), document.lines_of(span)
        same_words = words.split() == citation.quote.split()
        if same_words or not words.strip() or len(words) > LONGEST_QUOTE or not lines:
            found.append(citation)
            continue
        numbers = (lines[0].number, lines[-1].number)
        found.append(citation.model_copy(update={"lines": numbers, "quote": words, "start": span.start}))
    return tuple(found)


def _touches(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end
