"""What stayed in its order between two texts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pincite.audit.alignment import align
from pincite.records.span import Span

WORDS = st.lists(st.sampled_from("fee term rent day year party notice law tax cost".split()), max_size=80)


def test_what_was_put_between_two_neighbours_is_found_between_them():
    old = "one two three four five six seven eight nine ten eleven twelve"
    new = "zero and one two three four five INSERTED WORDS six seven eight nine ten eleven twelve"
    start = old.index("five")
    low, high = align(old, new).in_new(Span(start, start + len("five six")))
    assert "five INSERTED WORDS six" in new[low:high]


def test_of_two_texts_that_share_nothing_everything_corresponds_to_everything():
    assert align("a b c d e", "v w x y z").in_new(Span(2, 3)) == (0, 9)


def test_empty_texts_are_aligned():
    assert align("", "").in_new(Span(0, 1)) == (0, 0)


@given(old=WORDS, new=WORDS)
def test_ranges_lie_in_the_text_and_rise(old, new):
    first, second = " ".join(old), " ".join(new)
    made = align(first, second)
    for side, text in ((made.old, first), (made.new, second)):
        assert list(side.starts) == sorted(side.starts)
        assert list(side.ends) == sorted(side.ends)
        assert all(0 <= start < end <= len(text) for start, end in zip(side.starts, side.ends, strict=True))


@given(words=WORDS)
def test_a_text_is_aligned_with_itself_at_the_same_place(words):
    text = " ".join(words)
    made = align(text, text)
    for at in range(0, len(text) - 1, 7):
        low, high = made.in_new(Span(at, at + 1))
        assert low <= at < high
