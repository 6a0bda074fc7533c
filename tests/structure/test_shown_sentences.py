"""A sentence is shown with those beside it in its passage, marked by its own characters and no others."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.factories import AGREEMENT, document

from pincite.records.document import Block
from pincite.records.evidence import Extract, RawScores
from pincite.records.span import Span
from pincite.structure.excerpts import Cut, placed

FOUR = (
    "1. Heat\n\nThe heating starts at six. It is off at ten. These times hold in winter. "
    "The boiler rests from May on.\n"
)


def saying(cut: Cut, words: str) -> Block:
    return next(each for each in cut.document.blocks if words in each.span.of(cut.document.text))


def shown(text: str, words: str):
    cut = Cut.of(document(text))
    return cut.sentence(saying(cut, words))


def test_sentence_is_shown_with_the_one_before_and_the_one_after():
    _, excerpt = shown(FOUR, "It is off")
    assert excerpt.text == "The heating starts at six. It is off at ten. These times hold in winter."
    assert excerpt.marked is not None
    assert excerpt.marked.of(excerpt.text) == "It is off at ten."


def test_place_that_is_shown_is_where_the_text_stands_in_the_document():
    span, excerpt = shown(FOUR, "rests")
    assert span.of(FOUR) == excerpt.text
    assert excerpt.text == "These times hold in winter. The boiler rests from May on."


def test_sentences_of_other_passages_are_not_shown():
    _, last = shown(AGREEMENT, "Each invoice")
    assert "Term" not in last.text
    assert last.text.endswith("after its receipt.")
    _, first = shown(AGREEMENT, "takes effect")
    assert first.text.startswith("2. Term")
    assert "invoice" not in first.text


def test_only_sentence_of_a_document_is_shown_alone():
    span, excerpt = shown("The fee is 5 euros.", "fee")
    assert (span, excerpt.text, excerpt.marked) == (Span(0, 19), "The fee is 5 euros.", Span(0, 19))


def test_long_sentences_beside_it_are_cut_and_it_is_not():
    long = "It rains " + "and pours " * 45 + "today."
    _, excerpt = shown(f"{long} The fee is 5 euros. {long}", "fee")
    assert len(excerpt.text) == 400 + len("The fee is 5 euros.") + 400
    assert excerpt.marked is not None
    assert excerpt.marked.of(excerpt.text) == "The fee is 5 euros."


def test_title_stands_above_a_sentence_whose_passage_does_not_begin_with_it():
    text = "1. Heat\n\n" + "\n\n".join(f"Room {n} is heated from six to ten. " * 6 for n in range(9))
    cut = Cut.of(document(text))
    assert len(cut.passages) > 1
    _, early = cut.sentence(cut.document.blocks[1])
    _, late = cut.sentence(cut.document.blocks[-1])
    assert (early.heading, late.heading) == ("", "1. Heat")


def test_what_a_model_says_of_an_excerpt_is_told_of_the_document():
    span, excerpt = shown(FOUR, "It is off")
    start = excerpt.text.index("at ten")
    own = Span(start, start + len("at ten"))
    read = placed(span, Extract(0.7, own, RawScores(1.0, -0.5, 0.0, 0.0, own, None)))
    assert read.raw is not None
    assert read.raw.short is not None
    assert read.raw.short.of(FOUR) == "at ten"
    assert read.pointed == read.raw.short
    assert read.raw.long is None


words = st.lists(st.sampled_from(["Heat", "is", "on", "at", "six", "ten"]), min_size=1, max_size=90)


@given(st.lists(words, min_size=1, max_size=6), st.data())
def test_whatever_is_marked_is_the_sentence_itself(sentences: list[list[str]], data: st.DataObject):
    cut = Cut.of(document(" ".join(" ".join(["The", *each]) + "." for each in sentences)))
    block = data.draw(st.sampled_from(cut.document.blocks))
    span, excerpt = cut.sentence(block)
    assert excerpt.marked is not None
    assert excerpt.marked.of(excerpt.text) == block.span.of(cut.document.text)
    assert cut.at(block.span.start).span.covers(span)
