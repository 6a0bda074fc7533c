"""A value looked up under its name, and what a document says of itself."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.factories import AGREEMENT, document, held, question

from pincite.errors import StoreError
from pincite.records.document import CELL_GAP
from pincite.retrieve import index
from pincite.retrieve.index import KINDS, _kinds_in, build, holding, load, noted
from pincite.retrieve.paths import ByAttribute, ByOpening
from pincite.values.registered import holds

LABEL = (
    "Brevatol tablets\n\n1. Pharmacokinetics\n\nThe half-life was studied in adults. "
    "The mean half-life is 14 hours. Food has no effect on the half-life.\n\n"
    "2. Storage\n\nKeep it for up to 24 months.\n"
)


def texts(path, asked: str, text: str) -> list[str]:
    source = held(text)
    hits = path.find(question(asked, source), source)
    return [source.document.blocks[hit.block - 1].span.of(text) for hit in hits]


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("The fee is EUR 4,500.", "amount"),
        ("It ends on 28 February 2027.", "date"),
        ("Notice is sixty days.", "duration"),
        ("Interest is 8 %.", "percentage"),
        ("Up to 12 users may log in.", "number"),
    ],
)
def test_kind_of_value_in_a_block_is_noted(sentence, kind):
    assert holding(noted(document(sentence)), [kind]).all()


def test_sentence_without_a_figure_holds_no_value():
    assert not holding(noted(document("The parties act in good faith.")), KINDS).any()


def test_number_of_a_clause_is_no_value():
    assert not holding(noted(document("This is subject to Section 5.1 and Article 7.")), KINDS).any()


def test_attribute_is_found_where_its_name_stands_with_a_value():
    assert texts(ByAttribute(), "What is the half-life?", LABEL) == ["The mean half-life is 14 hours."]


def test_question_that_asks_for_no_typed_value_has_no_attribute():
    assert not texts(ByAttribute(), "Does food have an effect on the half-life?", LABEL)


def test_notes_are_part_of_the_stored_index():
    blob = build(document(LABEL))
    assert load(blob).kinds_in.tolist() == noted(document(LABEL)).tolist()


def test_index_of_another_form_is_refused_by_its_name(monkeypatch):
    blob = build(document(f"{LABEL} Of another form."))
    monkeypatch.setattr(index, "MADE_BY", "99/0")
    with pytest.raises(StoreError, match=r"has the form .* reads '99/0'"):
        load(blob)


def test_damaged_index_is_refused():
    with pytest.raises(StoreError, match="is damaged"):
        load(build(document(LABEL))[:-40])


def test_what_the_document_is_stands_at_its_start():
    named = "SUPPLY AGREEMENT\n\nThis agreement is made between Alfa and Beta.\n\n" + AGREEMENT
    assert texts(ByOpening(), "What is the name of the contract?", named)[0] == "SUPPLY AGREEMENT"


def test_question_about_its_content_is_not_led_to_the_start():
    assert not texts(ByOpening(), "What is the monthly fee of the contract for parking?", AGREEMENT)


@given(cell=st.from_regex(r"[0-9 ,()]*\.?[0-9 ,()]*", fullmatch=True))
def test_bare_figures_hold_no_value_with_a_unit(cell):
    assert not any(holds(kind, cell) for kind in KINDS if kind != "number")


@given(
    cells=st.lists(
        st.sampled_from(
            [
                "",
                "$",
                "1,234",
                "(56.7)",
                "EUR 5",
                "12%",
                "3 days",
                "Net income",
                "March 2024",
                "2023",
                "10.10.20",
            ]
        )
        | st.text("0123456789.,$%€ -/()daysMrch", max_size=12),
        max_size=6,
    )
)
def test_row_holds_what_its_cells_hold(cells):
    row = CELL_GAP.join(cells)
    expected = sum(1 << bit for bit, kind in enumerate(KINDS) if kind != "number" and holds(kind, row))
    if re.search(r"\d", row):
        assert _kinds_in(row) & ~(1 << KINDS.index("number")) == expected
    else:
        assert _kinds_in(row) == 0


@pytest.mark.parametrize("text", ["Sixteen of them.", "EIGHTEEN", "thirteen, or so"])
def test_number_of_the_teens_in_words_is_a_figure(text):
    assert _kinds_in(text)
