"""The made-up quotes of the benchmark: genuine ones read as the text, false ones do not."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path

import pytest

from pincite.prove.quote import locate

_FOLDER = str(Path(__file__).parents[2] / "bench")


@pytest.fixture(scope="module")
def quotes():
    sys.path.insert(0, _FOLDER)
    yield importlib.import_module("quotes")
    sys.path.remove(_FOLDER)
    for name in ("quotes", "contract"):
        sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def made(quotes):
    return quotes.quotes(*quotes.long_text(30_000), 4)


def _letters(text: str) -> str:
    """Without what typesetting may change."""
    plain = text.translate(str.maketrans({"“": '"', "”": '"', "’": "'", "ﬁ": "fi", "ﬀ": "ff"}))
    return re.sub(r"-\n|[\s-]", "", plain)


def test_every_genuine_quote_has_the_letters_of_its_source(made):
    genuine = [each for each in made if each.genuine]
    assert genuine
    assert all(_letters(each.quote) in _letters(each.source) for each in genuine)


def test_every_false_quote_differs_in_its_letters_unless_a_number_is_cut(made):
    for each in made:
        if not each.genuine and "cut" not in each.kind:
            assert _letters(each.quote) not in _letters(each.source), each


def test_every_kind_of_change_is_tried(quotes, made):
    assert {each.kind for each in made} == {*quotes.GENUINE, *quotes.FALSE}


def test_the_quote_check_tells_them_apart(made):
    assert [bool(locate(each.quote, each.source)) for each in made] == [each.genuine for each in made]
