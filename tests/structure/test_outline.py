"""Which item of a list stands under which, by marks and margins."""

from __future__ import annotations

import pytest
from tests.factories import document

from pincite.ingest.html.reader import HtmlParser
from pincite.structure.list_outline import places


def outline(text: str) -> list[str]:
    parsed = document(f"The items are:\n\n{text}")
    items = [block for block in parsed.blocks if block.kind == "bullet"]
    return [".".join(map(str, place)) for place in places(parsed, items)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(a) the one;\n    (i) the two;\n    (ii) the three;\n(b) the four;\n", ["1", "1.1", "1.2", "2"]),
        ("(a) the one;\n(i) the two;\n(ii) the three;\n(b) the four;\n", ["1", "1.1", "1.2", "2"]),
        ("- the one;\n  - the two;\n    - the three;\n- the four;\n", ["1", "1.1", "1.1.1", "2"]),
        ("- the one;\n  * the two;\n  * the three;\n- the four;\n", ["1", "1.1", "1.2", "2"]),
        ("- the one;\n* the two;\n* the three;\n- the four;\n", ["1", "1.1", "1.2", "2"]),
        ("(g) the one;\n(h) the two;\n(i) the three;\n(j) the four;\n", ["1", "2", "3", "4"]),
        ("(h) the one;\n(i) the two;\n(ii) the three;\n(i) the four;\n", ["1", "1.1", "1.2", "2"]),
        ("1) the one;\n2) the two;\n1) the three;\n2) the four;\n", ["1", "2", "3", "4"]),
        ("(a) the one;\n(b) the two;\n(d) the four;\n", ["1", "2", "3"]),
    ],
)
def test_place_follows_from_marks_and_margins(text, expected):
    assert outline(text) == expected


def test_nested_elements_of_a_web_page_are_nested():
    page = "<ul><li>one<ul><li>two</li></ul></li><li>three</li></ul>"
    parsed = HtmlParser().read(f"<html><body><p>These:</p>{page}</body></html>".encode(), "page.html")
    items = [block for block in parsed.blocks if block.kind == "bullet"]
    assert places(parsed, items) == [(1,), (1, 1), (2,)]


def test_item_without_a_mark_stands_under_the_one_before():
    parsed = document(
        "4. Duties\n\n4.1 The tenant shall pay the rent. It is due in advance.\n\n"
        "4.2 The tenant shall keep it clean.\n"
    )
    sentences = [block for block in parsed.blocks if block.kind == "sentence"]
    assert places(parsed, sentences) == [(1,), (1, 1), (2,)]
