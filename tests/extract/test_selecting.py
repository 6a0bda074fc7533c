"""Rows are chosen and ordered by code; a document of which it cannot be told is named, and never guessed."""

from __future__ import annotations

import pytest

import pincite
from pincite.answer.document_tables import Cell, Row, Table, TableField
from pincite.errors import InputError
from pincite.extract.selecting import Selecting
from tests.factories import write

END = TableField(name="end date", question="What is the end date?", answer_type=None)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("selecting")
    texts = {
        "a.txt": "The monthly fee is EUR 500.00. The end date is 31 March 2020.\n",
        "b.txt": "The monthly fee is EUR 700.00. The end date is 1 June 2021.\n",
        "c.txt": "The monthly fee is USD 600.00. The end date is December 2020.\n",
        "d.txt": "The monthly fee is EUR 90.00. Nothing else is said.\n",
    }
    with pincite.open(folder / "library") as library:
        library.add(*(write(folder, name, text) for name, text in texts.items()))
        yield library


def chosen(library, *where: str, sort: str = "", fields: str = "monthly fee, end date") -> Table:
    return library.table(None, fields, where=where, sort=sort)


def names(table: Table) -> list[str]:
    return [row.document for row in table.rows]


def untold(table: Table) -> dict[str, str]:
    assert table.selection
    return {each.document: each.reason for each in table.selection.untold}


def test_dates_of_a_year_are_found_and_silent_documents_are_named(library):
    table = chosen(library, "end date = 2020")

    assert names(table) == ["a.txt", "c.txt"]
    assert table.selection.not_matching == ["b.txt"]
    assert untold(table) == {"d.txt": "end date: not stated"}
    assert table.rows[0].cells["end date"].items[0].evidence[0].snippet


def test_date_that_is_known_only_by_its_month_is_left_open_where_the_day_matters(library):
    table = chosen(library, "end date < 2020-12-15")

    assert names(table) == ["a.txt"]
    assert "c.txt" in untold(table)
    assert names(chosen(library, "end date <= 2020")) == ["a.txt", "c.txt"]
    assert names(chosen(library, "end date > 2020")) == ["b.txt"]


def test_amounts_of_another_currency_are_not_compared(library):
    table = chosen(library, "monthly fee >= EUR 500")

    assert names(table) == ["a.txt", "b.txt"]
    assert table.selection.not_matching == ["d.txt"]
    assert "USD" in untold(table)["c.txt"]


def test_all_conditions_must_be_met_and_one_that_is_not_decides(library):
    table = chosen(library, "monthly fee < EUR 600", "end date = 2020")

    assert names(table) == ["a.txt"]
    assert table.selection.not_matching == ["b.txt"]
    assert list(untold(table)) == ["c.txt", "d.txt"]


def test_rows_are_ordered_and_what_has_no_place_is_named(library):
    assert names(chosen(library, sort="end date")) == ["a.txt", "c.txt", "b.txt"]
    assert names(chosen(library, sort="-end date")) == ["b.txt", "c.txt", "a.txt"]
    table = chosen(library, sort="-monthly fee")
    assert names(table) == ["b.txt", "a.txt", "d.txt"]
    assert list(untold(table)) == ["c.txt"]


def test_not_equal_is_the_opposite_and_keeps_open_what_is_open(library):
    table = chosen(library, "end date != 2020")

    assert names(table) == ["b.txt"]
    assert table.selection.not_matching == ["a.txt", "c.txt"]
    assert list(untold(table)) == ["d.txt"]


def test_words_of_a_text_are_compared_whatever_their_case(library):
    table = library.table("a.txt", "monthly fee")
    item = table.rows[0].cells["monthly fee"].items[0]
    text = pincite.Text(text="It is governed by the laws of Ireland.")
    law = item.model_copy(update={"value": text, "type": "text", "limits": []})
    cell = table.rows[0].cells["monthly fee"].model_copy(update={"items": [law]})
    field = TableField(name="law", question="What is the law?", answer_type=None)
    asked = Table(table="t", fields=[field], rows=[Row(document="a", version="v", cells={"law": cell})])

    def select(where: str) -> Table:
        return Selecting.of(where, "", [field]).select(asked, None)

    assert names(select("law = ireland")) == ["a"]
    assert names(select("law = law of Ireland")) == ["a"]
    assert names(select("law != Germany")) == ["a"]
    assert not names(select("law = northern ireland"))
    assert "has no order" in untold(select("law < Germany"))["a"]


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("end date", "is not a condition"),
        ("end date =", "is not a condition"),
        ("expiry < 2020", "has no field 'expiry'"),
        ("", "is not a condition"),
    ],
)
def test_condition_that_cannot_be_used_says_what_it_lacks(library, where, said):
    with pytest.raises(InputError, match=said) as raised:
        chosen(library, where)
    assert raised.value.hint


def test_field_to_sort_by_must_be_there(library):
    with pytest.raises(InputError, match="has no field 'fee'"):
        chosen(library, sort="fee")


def test_value_that_cannot_be_read_leaves_every_row_open(library):
    table = chosen(library, "end date < sometime")

    assert not names(table)
    assert "could not be read as one date" in untold(table)["a.txt"]


def test_yes_or_no_is_asked_for_by_yes(library):
    table = library.table("a.txt", "monthly fee")
    item = table.rows[0].cells["monthly fee"].items[0]
    yes = item.model_copy(update={"value": pincite.Boolean(value=True), "type": "boolean", "original": "yes"})
    cell = table.rows[0].cells["monthly fee"].model_copy(update={"items": [yes]})
    field = TableField(name="May it be assigned?", question="May it be assigned?", answer_type=None)
    asked = Table(table="t", fields=[field], rows=[Row(document="a", version="v", cells={field.name: cell})])

    assert len(Selecting.of("May it be assigned? = yes", "", [field]).select(asked, None).rows) == 1
    assert not Selecting.of("May it be assigned? = no", "", [field]).select(asked, None).rows
    refused = Selecting.of("May it be assigned? = perhaps", "", [field]).select(asked, None)
    assert refused.selection
    assert refused.selection.untold[0].reason.endswith("It is a yes or no.")


def test_document_that_failed_is_named_and_keeps_the_exit_code(library):
    unread = {"broken.pdf": InputError("It is broken.", hint="Mend it.")}
    table = library.table("a.txt", "end date", where="end date = 2020", unread=unread)

    assert names(table) == ["a.txt"]
    assert untold(table) == {"broken.pdf": "end date: failed: It is broken. Mend it."}
    assert table.exit_code == 8


def test_table_without_conditions_has_no_selection(library):
    assert library.table(None, "end date").selection is None


def test_review_is_left_open(library):
    found = library.table("a.txt", "end date").rows[0].cells["end date"]
    doubtful = Cell.model_validate(found.model_dump() | {"state": "to_review"})
    asked = Table(
        table="t", fields=[END], rows=[Row(document="a", version="v", cells={"end date": doubtful})]
    )

    selected = Selecting.of("end date = 2020", "", [END]).select(asked, None)

    assert untold(selected) == {"a": "end date: to review"}


def test_words_in_place_of_a_date_leave_a_condition_open(library):
    table = library.table("a.txt", "end date")
    item = table.rows[0].cells["end date"].items[0]
    words = pincite.Text(text="It ends on the second anniversary of its beginning.")
    cell = (
        table.rows[0]
        .cells["end date"]
        .model_copy(
            update={"items": [item.model_copy(update={"value": words, "type": "text", "limits": []})]}
        )
    )
    asked = Table(table="t", fields=[END], rows=[Row(document="a", version="v", cells={"end date": cell})])

    for where in ("end date = 2020", "end date != 2020", "end date < 2020"):
        chosen = Selecting.of(where, "", [END]).select(asked, None)
        assert not names(chosen)
        assert "says only “It ends on the second anniversary" in untold(chosen)["a"]


def test_most_currencies_decide_what_rows_are_ordered_by(tmp_path):
    texts = {"a.txt": "USD 600.00", "b.txt": "EUR 700.00", "c.txt": "EUR 500.00"}
    with pincite.open(tmp_path / "library") as library:
        library.add(*(write(tmp_path, name, f"The monthly fee is {fee}.\n") for name, fee in texts.items()))
        table = chosen(library, sort="monthly fee", fields="monthly fee")
    assert names(table) == ["c.txt", "b.txt"]
    assert list(untold(table)) == ["a.txt"]
