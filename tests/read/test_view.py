"""What a reader is shown: small numbers, everything left out marked, nothing without what it needs."""

from __future__ import annotations

import re

import pytest
from tests.factories import held
from tests.shapes import held_file

from pincite.read.view import MOST_CHARS, Source, narrowed, next_view, view_of
from pincite.records.evidence import Found
from pincite.records.library import Held

LIST = "1. Duties\n\nThe Supplier shall:\n\n(a) keep records;\n(b) keep quiet; and\n(c) keep still.\n\n"
TERMS = '2. Terms\n\n"Fee" means EUR 9.\n\n3. Payment\n\nThe Fee is due as Section 4 says.\n\n'
REST = "4. Days\n\nIt is due on Monday.\n\n5. Other\n\nThe garden is green.\n"


def place(source: Held, words: str) -> Found:
    block = next(b for b in source.document.blocks if words in b.span.of(source.document.text))
    return Found(source.identity, block.number, block.span, block.span, 1.0, ("words",))


def shown(source: Held, *words: str, **more: object) -> str:
    places = [place(source, each) for each in words]
    return view_of([Source(source.identity, source.document, places)], **more).text  # type: ignore[arg-type]


def test_lines_have_small_consecutive_numbers_and_gaps_are_marked():
    source = held(LIST + REST)
    view = view_of([Source(source.identity, source.document, [place(source, "garden")])])
    assert [line.number for line in view.lines] == [1, 2]
    assert "Document A: agreement.txt · 2 of 9 sentences shown" in view.text
    assert "… 7 sentences left out …\n1: 5. Other\n2: The garden is green." in view.text


def test_list_item_is_shown_with_its_stem_and_its_place_in_the_list():
    text = shown(held(LIST + REST), "keep quiet")
    assert "The Supplier shall:" in text
    assert "[2 of 3] (b) keep quiet; and" in text


def test_row_is_shown_under_the_names_of_its_columns_and_with_the_scale_of_its_table():
    table = (
        "# Sales\n\n(in millions of USD)\n\n| | 2024 | 2023 |\n|---|---|---|\n| Net sales | 12.5 | 11.0 |\n"
    )
    source = held_file("a.md", table.encode())
    view = view_of([Source(source.identity, source.document)])
    assert "Net sales · 2024: 12.5 · 2023: 11.0" in view.text
    assert "Table · (in millions of USD)" in view.text


def test_defined_term_and_section_that_a_place_names_are_fetched():
    text = shown(held(LIST + TERMS + REST), "The Fee is due")
    assert '"Fee" means EUR 9.' in text
    assert "It is due on Monday." in text
    assert "garden" not in text


def test_hidden_and_struck_words_are_never_shown():
    source = held_file("a.md", b"The fee is EUR 5. ~~The fee is EUR 666.~~\n\nThe garden is green.\n")
    assert "666" not in view_of([Source(source.identity, source.document)]).text


def test_view_is_never_larger_than_its_room_whatever_is_found():
    source = held("".join(f"The fee of site {n} is EUR {n} and is due in May.\n\n" for n in range(2_000)))
    places = [
        Found(source.identity, block.number, block.span, block.span, 1.0, ("words",))
        for block in source.document.blocks
    ]
    for room in (600, 5_000, MOST_CHARS):
        view = view_of([Source(source.identity, source.document, places)], room)
        assert room / 2 < len(view.text) <= room


def test_next_view_shows_what_the_first_did_not():
    source = held(LIST + REST)
    first = view_of([Source(source.identity, source.document, [place(source, "keep quiet")])])
    second = next_view(first, Source(source.identity, source.document))
    assert second is not None
    assert "garden" in second.text
    assert "keep still" not in second.text
    shown_before = first.blocks_of(source.identity)
    assert next_view(second, Source(source.identity, source.document, (), shown_before)) is None


def test_sentence_that_is_longer_than_a_line_is_shown_in_parts(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("pincite.read.view._LONGEST_LINE", 300)
    source = held("The fee is " + "very " * 100 + "high.\n")
    view = view_of([Source(source.identity, source.document)])
    assert re.findall(r"\[part (\d) of (\d)\]", view.text) == [("1", "2"), ("2", "2")]
    assert view.lines[0].span.end == view.lines[1].span.start


def test_several_documents_share_a_view():
    one, two = held(LIST, "one.txt"), held(REST, "two.txt")
    view = view_of([Source(each.identity, each.document) for each in (one, two)])
    assert "Document A: one.txt" in view.text
    assert "Document B: two.txt" in view.text
    assert [line.number for line in view.lines] == list(range(1, len(view.lines) + 1))


def test_part_of_a_view_keeps_its_numbers():
    source = held(LIST + REST)
    view = view_of([Source(source.identity, source.document)])
    assert [line.number for line in narrowed(view, {2, 3, 7}).lines] == [2, 3, 7]
    assert "\n7: " in narrowed(view, {2, 3, 7}).text


def test_view_of_a_wide_table_keeps_to_its_room():
    heads = "| Item | " + " | ".join(f"Quarter {n} of the fiscal year" for n in range(1, 9)) + " |"
    rows = [f"| Row {n} | " + " | ".join(str(n * k) for k in range(1, 9)) + " |" for n in range(40)]
    source = held_file("wide.md", "\n".join([heads, "|" + "---|" * 9, *rows, ""]).encode())
    found = [place(source, "Row 3")]
    view = view_of([Source(source.identity, source.document, found)], 2_000)
    assert "Row 3 · Quarter 1 of the fiscal year: 3" in view.text
    assert len(view.text) <= 2_000
