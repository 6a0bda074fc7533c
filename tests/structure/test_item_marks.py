"""What list items start with: which mark follows which, and which stands under which."""

from __future__ import annotations

import pytest

from pincite.structure.list_outline import follows, opens, read_mark, resumes, stands_under


def mark(text: str):
    found = read_mark(f"{text} some words")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("earlier", "later"),
    [("(a)", "(b)"), ("1.", "2."), ("iv)", "v)"), ("(h)", "(i)"), ("(z)", "(aa)"), ("4.1", "4.2"), ("•", "•"),
     ("B.", "C.")],
)  # fmt: skip
def test_next_mark_of_a_list_follows(earlier, later):
    assert follows(mark(earlier), mark(later))


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("(a)", "(c)"),
        ("(a)", "b)"),
        ("1.", "(2)"),
        ("4.1", "5.2"),
        ("•", "-"),
        ("(a)", "(B)"),
        ("(a)", "(i)"),
    ],
)
def test_mark_of_another_list_does_not_follow(earlier, later):
    assert not follows(mark(earlier), mark(later))


def test_longer_number_stands_under_the_shorter_one():
    assert stands_under(mark("4.2"), mark("4."))
    assert stands_under(mark("4.2.1"), mark("4.2"))
    assert not stands_under(mark("5.2"), mark("4."))


def test_list_starts_with_the_first_of_its_kind():
    assert all(opens(mark(first)) for first in ("1.", "(a)", "(i)", "-", "4.1"))
    assert not opens(mark("(b)"))


def test_roman_one_does_not_start_a_list_of_letters_again():
    assert resumes(mark("(c)"), mark("(a)"))
    assert not resumes(mark("(c)"), mark("(i)"))


@pytest.mark.parametrize(
    "text", ["The fee is due.", "2024 was a good year.", "a fee", "i.e. this", "3.5 % of it"]
)
def test_sentence_starts_with_no_mark(text):
    found = read_mark(text)
    assert found is None or found.style == "decimal"
