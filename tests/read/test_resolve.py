"""Numbers and words become claims about the named places, in the document's own characters, or none."""

from __future__ import annotations

import pytest
from tests.factories import held
from tests.shapes import held_file

from pincite.answer.view_and_form import AskedQuestion, Reading, ReadItem, Sureness
from pincite.read.resolve import Resolved, resolve
from pincite.read.view import Source, view_of
from pincite.records.library import Held
from pincite.values.types import Amount, Boolean, TableValue, Text

TEXT = (
    "1. Fees\n\nThe monthly fee is EUR 500 plus VAT. A late payment costs EUR 40.\n\n"
    "2. Duties\n\nThe Supplier may not:\n\n(a) sell the data; or\n(b) keep the data.\n"
)
TABLE = (
    "# Sales\n\n(in millions of USD)\n\n| | 2024 | 2023 |\n|---|---|---|\n"
    "| Net sales | 12.5 | 11.0 |\n| Tax | 12.5 | 2.0 |\n"
)
FEE = AskedQuestion("What is the monthly fee?", ("amount",))


def resolved(
    *items: ReadItem, source: Held | None = None, asked: AskedQuestion = FEE, **more: object
) -> Resolved:
    about = source or held(TEXT)
    view = view_of([Source(about.identity, about.document)])
    kind = "words" if len(items) == 1 else "list"
    return resolve(asked, Reading(**{"kind": kind, "items": items, **more}), view)  # type: ignore[arg-type]


def cited(found: Resolved) -> list[tuple[str, str]]:
    return [(each.role, each.quote) for each in found.located[0].claim.citations]


def test_words_are_cited_with_their_whole_sentence():
    found = resolved(ReadItem((2,), "EUR 500"))
    assert cited(found) == [("answer", "The monthly fee is EUR 500 plus VAT."), ("words", "EUR 500")]
    claim = found.located[0].claim
    assert (claim.original, claim.value) == ("EUR 500", Amount(value="500", currency="EUR", unit=None))


def test_every_citation_is_an_absolute_place_of_the_document():
    source = held(TEXT)
    for each in resolved(ReadItem((2,), "EUR 500"), source=source).located[0].claim.citations:
        assert source.document.text[each.start : each.start + len(each.quote)] == each.quote  # type: ignore[operator]


def test_line_without_words_is_its_whole_sentence():
    found = resolved(ReadItem((3,)), asked=AskedQuestion("What of late payments?"))
    assert found.located[0].claim.value == Text(text="A late payment costs EUR 40.")


def test_cell_between_commas_is_a_cell_and_no_part_of_a_longer_number():
    source = held_file("sales.csv", b"Item,Qty,Unit price,Total\nDesk,2,245.00,490.00\nLamp,4,38.50,154.00\n")
    found = resolved(ReadItem((2,), "245.00", column="Unit price"), source=source)
    assert ("head", "Unit price") in cited(found)
    assert found.located[0].claim.original == "245.00"


def test_value_of_the_reader_is_taken_as_given():
    given = Amount(value="7", currency="EUR", unit=None)
    assert resolved(ReadItem((2,), "EUR 500", given, "amount")).located[0].claim.value == given


TERM = "The term is two years. It may be renewed for five and three years, for a fee of EUR 5.\n"
TERM_OF = AskedQuestion("For how long may it be renewed?", ("duration",))
SURE = Sureness(-2.0, -0.1, -3.0, -0.1, 4)


@pytest.mark.parametrize(
    ("words", "kind"), [("two years", "duration"), ("EUR 5", "amount"), ("The term is two years", "text")]
)
def test_words_of_our_own_reader_that_are_one_value_from_end_to_end_are_typed(words: str, kind: str):
    about = held(TERM)
    line = (1,) if "two" in words else (2,)
    found = resolved(ReadItem(line, words), source=about, asked=AskedQuestion("What is agreed?"), sure=SURE)
    assert found.located[0].claim.answer_type == kind


def test_bare_number_beside_a_value_leaves_the_words_unread():
    found = resolved(ReadItem((2,), "five and three years"), source=held(TERM), asked=TERM_OF)
    assert found.located[0].claim.value == Text(text="five and three years")


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        (ReadItem((3,), "EUR 500"), "line 3 does not have the words 'EUR 500'"),
        (ReadItem((99,), "EUR 500"), "line 99 was not shown"),
        (ReadItem((2,), "EUR 600"), "does not have the words"),
        (ReadItem((2,), "EUR 50"), "does not have the words"),
        (ReadItem((2,), "   "), "the words are blank"),
        (ReadItem((2,), "fee: EUR 500"), "does not have the words"),
    ],
)
def test_place_is_never_swapped_for_another(item: ReadItem, reason: str):
    found = resolved(item)
    assert not found.located
    assert reason in found.refused[0].reason


def test_value_of_another_type_than_was_demanded_is_refused():
    asked = AskedQuestion("When?", ("date",), demanded=True)
    given = ReadItem((2,), "EUR 500", Amount(value="500", currency="EUR", unit=None), "amount")
    assert "was not asked for" in resolved(given, asked=asked).refused[0].reason
    assert resolved(ReadItem((2,), "EUR 500"), asked=asked).refused


def test_item_of_a_list_is_cited_with_what_introduces_it():
    assert ("stem", "The Supplier may not:") in cited(resolved(ReadItem((6,), "sell the data")))


def test_yes_or_no_rests_on_whole_sentences_with_their_stem():
    found = resolved(ReadItem((6,)), kind="no", asked=AskedQuestion("May it sell the data?", ("boolean",)))
    assert found.located[0].claim.value == Boolean(value=False)
    assert cited(found) == [("answer", "(a) sell the data; or"), ("stem", "The Supplier may not:")]
    assert resolved(ReadItem((6,), "buy the data"), kind="no").refused, "words that are not there"


def test_cell_is_cited_with_its_heads_and_scale_and_is_read_in_full():
    source = held_file("a.md", TABLE.encode())
    found = resolved(
        ReadItem((4,), "11.0"), source=source, asked=AskedQuestion("Sales in 2023?", ("amount",))
    )
    assert found.located[0].claim.value == Amount(value="11000000", currency="USD", unit=None)
    roles = cited(found)
    assert ("head", "Net sales") in roles
    assert ("head", "2023") in roles
    assert any(role == "scale" for role, _ in roles)
    assert ("head", "2024") not in roles


def test_column_tells_equal_cells_of_a_row_apart():
    table = TABLE.replace("| Tax | 12.5 | 2.0 |", "| Tax | 2.0 | 2.0 |")
    source = held_file("a.md", table.encode())
    for column in ("2024", "2023"):
        assert ("head", column) in cited(resolved(ReadItem((5,), "2.0", column=column), source=source))


def test_words_as_the_view_tells_a_row_are_found_in_its_cell():
    source = held_file("a.md", TABLE.encode())
    assert resolved(ReadItem((4,), "2023: 11.0"), source=source).located[0].claim.original == "11.0"


def test_table_is_made_of_the_cells_of_the_rows_that_are_named():
    source = held_file("a.md", TABLE.encode())
    found = resolved(kind="table", head_lines=(3,), row_lines=(4,), source=source)
    value = found.located[0].claim.value
    assert value == TableValue(headers=("", "2024", "2023"), rows=(("Net sales", "12.5", "11.0"),))


def test_items_under_others_get_their_place_in_the_tree():
    found = resolved(ReadItem((5,)), ReadItem((6,), parent=1), ReadItem((7,), parent=1))
    assert [each.claim.place for each in found.located] == [(1,), (1, 1), (1, 2)]


def test_limit_is_kept_only_where_the_lines_have_it():
    assert resolved(ReadItem((2,), "EUR 500", limit="plus VAT")).located[0].claim.qualifiers == ("plus VAT",)
    assert resolved(ReadItem((2,), "EUR 500", limit="each year")).located[0].claim.qualifiers == ()
