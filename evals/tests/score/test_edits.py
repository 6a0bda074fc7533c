"""A text is changed in places, and everything else is found again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.modes.edits import Edit, edited

TEXT = st.text("ab 1\n", min_size=1, max_size=40)


@st.composite
def edits_of(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    text = draw(TEXT)
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8, unique=True)))
    pairs = zip(cuts[::2], cuts[1::2], strict=False)
    return text, [Edit(start, end, draw(st.text("xyz", max_size=5))) for start, end in pairs]


@given(edits_of(), st.integers(0, 40), st.integers(1, 40))
def test_a_place_that_no_edit_touches_reads_as_before(made, start, length):
    text, edits = made
    end = min(len(text), start + length)
    result = edited(text, edits)
    if start < end and all(edit.end <= start or end <= edit.start for edit in edits):
        now = result.place(start, end)
        assert now is not None
        assert result.text[slice(*now)] == text[start:end]


@given(edits_of(), st.integers(0, 40), st.integers(1, 40))
def test_a_place_with_edits_inside_reads_as_if_they_were_made_in_it_alone(made, start, length):
    text, edits = made
    end = min(len(text), start + length)
    if start >= end or any(e.start < start < e.end or e.start < end < e.end for e in edits):
        return
    inside = [Edit(e.start - start, e.end - start, e.new) for e in edits if start <= e.start and e.end <= end]
    alone = edited(text[start:end], inside).text
    now = edited(text, edits).place(start, end)
    assert (edited(text, edits).text[slice(*now)] if now else "") == alone


def test_a_place_that_an_edit_cuts_into_is_lost():
    assert edited("one two three", [Edit(5, 9)]).place(4, 7) is None


def test_a_place_that_is_deleted_is_lost():
    assert edited("one two three", [Edit(3, 8)]).place(4, 7) is None


def test_words_are_put_in_between_without_taking_any_away():
    result = edited("may assign", [Edit(3, 3, " not")])
    assert result.text == "may not assign"
    assert result.place(4, 10) == (8, 14)


@pytest.mark.parametrize("edits", [[Edit(0, 4), Edit(3, 6)], [Edit(2, 2, "a"), Edit(2, 2, "b")]])
def test_edits_that_overlap_are_refused(edits):
    with pytest.raises(ValueError, match="overlap"):
        edited("one two three", edits)


def test_an_edit_past_the_end_is_refused():
    with pytest.raises(ValueError, match="the text at 3"):
        edited("one", [Edit(2, 4)])
