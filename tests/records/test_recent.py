"""What was computed last is remembered, up to a number and up to a size."""

from __future__ import annotations

from pincite.records.recent import Recent


def test_what_was_used_least_recently_goes_first():
    recent = Recent[str, int](2)
    recent.keep("a", 1)
    recent.keep("b", 2)
    recent.get("a")
    recent.keep("c", 3)
    assert [recent.get(key) for key in "abc"] == [1, None, 3]


def test_what_is_too_large_together_goes_before_the_number_is_reached():
    recent = Recent[str, str](9, largest=10, size=len)
    for key in "abc":
        recent.keep(key, key * 4)
    assert [recent.get(key) for key in "abc"] == [None, "bbbb", "cccc"]


def test_last_one_stays_however_large_it_is():
    recent = Recent[str, str](9, largest=10, size=len)
    recent.keep("a", "a")
    recent.keep("b", "b" * 99)
    assert [recent.get(key) for key in "ab"] == [None, "b" * 99]


def test_same_key_again_does_not_count_twice():
    recent = Recent[str, str](9, largest=10, size=len)
    for _ in range(5):
        recent.keep("a", "aaaa")
    recent.keep("b", "bbbb")
    assert [recent.get(key) for key in "ab"] == ["aaaa", "bbbb"]
