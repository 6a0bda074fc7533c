"""Sums, order and number of the items of a list, and lists that are too unclear for that."""

from __future__ import annotations

import pytest
from hypothesis import given as laws
from hypothesis import strategies as st

from pincite.compute.computing import run
from pincite.compute.counting import count
from pincite.compute.listing import entries_of, sort
from pincite.compute.results import Computed, Refused
from pincite.question.to_compute import read_computation
from pincite.values.types import Text
from tests.compute.values import amount, answer, inquiry, item, number, texts

TABLE = (
    "| Service | Fee |",
    "|---|---|",
    "| Hosting | EUR 4,000.00 |",
    "| Training | EUR 1,500.00 |",
    "| Migration | EUR 9,000.00 |",
)


def asked(question: str, *rows: str, **stated):
    computation = read_computation(question)
    assert computation is not None

    def ask(operand, answer_type, shape):
        if shape == "list":
            return answer(*texts(*rows))
        return answer(**stated) if stated else answer(outcome="not_found")

    return run(computation, question, inquiry(ask), None)


def test_rows_of_a_table_are_added_up_with_every_row_cited():
    result = asked("What is the total of all fees?", *TABLE)
    assert result.outcome == "answered"
    (total,) = result.items
    assert total.value == amount("14500.00")
    assert total.original == (
        "all fees: Hosting EUR 4,000.00 + Training EUR 1,500.00 + Migration EUR 9,000.00 = EUR 14,500.00"
    )
    assert total.derivation is not None
    assert [operand.name for operand in total.derivation.operands] == ["Hosting", "Training", "Migration"]
    assert len(total.evidence) == 3
    assert result.method == "computed"


def test_total_that_a_table_states_is_not_added_to_what_it_totals():
    result = asked("What is the total of all fees?", *TABLE, "| Total | EUR 14,500.00 |")
    assert result.items[0].value == amount("14500.00")


def test_table_that_does_not_add_up_is_withheld():
    result = asked("What is the total of all fees?", *TABLE, "| Total | EUR 15,000.00 |")
    assert (result.outcome, result.items) == ("unverified", [])
    assert "The list states EUR 15,000.00 as a total" in result.caveats[0]


def test_sum_that_the_document_states_is_not_computed():
    stated = item(amount("99"), "EUR 99", "The total of all fees is EUR 99.")
    computation = read_computation("What is the total of all fees?")
    assert computation is not None
    result = run(computation, "?", inquiry(lambda *_: answer(stated)), None)
    assert (result.method, result.items[0].value) == ("verbatim", amount("99"))


def test_one_fee_does_not_pass_for_the_total():
    computation = read_computation("What is the total of all fees?")
    assert computation is not None
    one = item(amount("99"), "EUR 99", "The setup fee is EUR 99.")

    def ask(operand, answer_type, shape):
        return answer(*texts(*TABLE)) if shape == "list" else answer(one)

    assert run(computation, "?", inquiry(ask), None).items[0].value == amount("14500.00")


@pytest.mark.parametrize(
    "rows",
    [
        ("The setup fee is EUR 5.", "The liability cap is EUR 900."),
        ("The setup fee is EUR 5.", "The fee is reviewed every year."),
        ("| Hosting | EUR 5 | EUR 9 |", "| Training | EUR 6 | EUR 7 |"),
        ("| Hosting | EUR 5 |",),
        ("| Hosting | EUR 5 |", "| Training | EUR 6 per month |"),
        ("| Hosting | EUR 5 |", "| Training | USD 6 |"),
    ],
)
def test_what_is_not_clearly_one_fee_each_is_not_added_up(rows):
    result = asked("What is the total of all fees?", *rows)
    assert result.outcome in ("unverified", "needs_clarification")
    assert not result.items


def test_items_are_put_in_order_in_their_own_words():
    result = asked("List the fees from highest to lowest.", *TABLE)
    assert [each.value for each in result.items] == [Text(text=TABLE[at]) for at in (4, 2, 3)]
    assert [each.id for each in result.items] == ["item-1", "item-2", "item-3"]
    assert result.items[0].original == (
        "Migration EUR 9,000.00 > Hosting EUR 4,000.00 > Training EUR 1,500.00"
    )


def test_item_with_the_highest_value_is_named():
    result = asked("Which service has the highest fee?", *TABLE)
    assert [each.value for each in result.items] == [Text(text="Migration")]
    assert result.items[0].evidence[0].snippet == TABLE[4]
    assert result.items[0].derivation is not None
    assert len(result.items[0].derivation.operands) == 3


def test_items_that_share_the_highest_value_are_all_named():
    result = asked("Which service has the highest fee?", *TABLE, "| Audit | EUR 9,000.00 |")
    assert {each.value.text for each in result.items if isinstance(each.value, Text)} == {
        "Migration",
        "Audit",
    }


@laws(st.lists(st.integers(0, 99), min_size=2, max_size=9), st.booleans())
def test_order_is_that_of_the_numbers(numbers, descending):
    rows = texts(*(f"| Row | EUR {n} |" for n in numbers))
    entries = entries_of(rows, "amount", "fees")
    assert isinstance(entries, list)
    result = sort(entries, descending, None)
    assert not isinstance(result, Refused)
    values = [entry.known.value for entry in result[0]]
    assert values == [amount(str(n)) for n in sorted(numbers, reverse=descending)]


@pytest.mark.parametrize(
    ("rows", "counted"),
    [
        (("(a) the guarantee;", "(b) the consent; and", "(c) the deposit."), 3),
        (("(a) the guarantee;\n(b) the consent; and\n(c) the deposit.",), 3),
        (("1. one", "2. two"), 2),
        (("(i) one", "(ii) two", "(iii) three", "(iv) four", "(v) five"), 5),
        (("- one", "- two"), 2),
    ],
)
def test_items_are_counted_by_their_own_marks(rows, counted):
    result = count(texts(*rows), "conditions")
    assert isinstance(result, Computed)
    assert result.value == number(str(counted), "conditions")


@pytest.mark.parametrize(
    "rows",
    [
        ("The Customer shall pay.", "The Supplier shall deliver."),
        ("(a) one", "(c) three"),
        ("(b) two", "(c) three"),
        ("(a) one", "(i) one of one", "(ii) two of one", "(b) two"),
        ("(a) one",),
        ("(a) one", "two"),
        ("- one", "(a) two"),
        ("- one", "◦ two", "- three"),
    ],
)
def test_list_whose_marks_do_not_run_on_is_not_counted(rows):
    assert isinstance(count(texts(*rows), "conditions"), Refused)


@pytest.mark.parametrize(
    "rows",
    [
        ("(a) the guarantee;", "(b) [reserved]; and", "(c) the deposit."),
        ("(a) the guarantee;\n(b) intentionally left blank;\n(c) the deposit.",),
        ("1. one", "2. Deleted."),
        ("- one", "- N/A"),
    ],
)
def test_item_that_stands_for_none_is_not_counted(rows):
    assert isinstance(count(texts(*rows), "conditions"), Refused)


@pytest.mark.parametrize(
    "places",
    [
        {"indents": (0, 2, 2, 0)},
        {"indents": (0, 2, 2, 2)},
        {"anchors": ("ul/li[1]", "ul/li[1]/ul/li[1]", "ul/li[1]/ul/li[2]", "ul/li[2]")},
    ],
)
def test_items_within_an_item_are_not_counted_as_items(places):
    rows = ("- war", "- civil war", "- riots", "- flood")
    assert isinstance(count(texts(*rows), "exclusions"), Computed)
    assert isinstance(count(texts(*rows, **places), "exclusions"), Refused)


def test_part_of_a_fee_is_not_added_to_it():
    rows = ("- setup fee: EUR 500", "- hardware fee: EUR 200", "- exit fee: EUR 100")
    assert isinstance(entries_of(texts(*rows), "amount", "fees"), list)
    assert isinstance(entries_of(texts(*rows, indents=(0, 2, 0)), "amount", "fees"), Refused)
    of_which = texts("| Setup | EUR 500 |", "| of which hardware | EUR 200 |")
    assert isinstance(entries_of(of_which, "amount", "fees"), Refused)


@pytest.mark.parametrize(
    "row",
    [
        "| Discount | EUR 50 |",
        "| Less rebate | EUR 50 |",
        "| Credit | EUR 50 |",
        "| Audit (optional) | EUR 50 |",
        "| Audit, if ordered | EUR 50 |",
        "| Alternatively, a flat fee | EUR 50 |",
        "| Audit (waived) | EUR 50 |",
        "| Former audit fee | EUR 50 |",
    ],
)
def test_what_lowers_a_sum_or_is_owed_in_some_cases_only_is_not_added_to_it(row):
    result = asked("What is the total of all fees?", *TABLE, row)
    assert (result.outcome, result.items) == ("unverified", [])
    assert row in result.caveats[0]


@pytest.mark.parametrize("row", ["| Credit card fee | EUR 50.00 |", "| Credit | EUR -50.00 |"])
def test_what_is_owed_or_has_its_own_sign_is_added_up(row):
    assert asked("What is the total of all fees?", *TABLE, row).outcome == "answered"


def test_what_is_owed_in_some_cases_only_is_added_up_where_just_that_is_asked_for():
    rows = ("| Service | Fee |", "| Audit (optional) | EUR 5 |", "| Training (optional) | EUR 6 |")
    assert asked("What is the total of all optional fees?", *rows).items[0].value == amount("11")


def test_optional_item_is_ranked_and_one_that_was_given_up_is_not():
    optional = asked("List the fees from highest to lowest.", *TABLE, "| Audit (optional) | EUR 50 |")
    assert len(optional.items) == 4
    assert not asked("List the fees from highest to lowest.", *TABLE, "| Audit (waived) | EUR 50 |").items


def test_sentence_that_introduces_a_list_is_no_item_of_it():
    rows = ("The fees are:", "| Service | Fee |", "| Hosting | EUR 5 |", "| Training | EUR 6 |")
    entries = entries_of(texts(*rows), "amount", "fees")
    assert isinstance(entries, list)
    assert len(entries) == 2


def test_table_whose_column_is_called_otherwise_is_not_added_up():
    rows = ("| Service | Penalty |", "| Hosting | EUR 5 |", "| Training | EUR 6 |")
    assert isinstance(entries_of(texts(*rows), "amount", "fees"), Refused)


def test_number_that_the_document_states_is_better_than_a_count():
    stated = item(number("7", "conditions"), "seven conditions", "There are seven conditions precedent.")
    result = run(
        read_computation("How many conditions precedent are there?"),
        "?",
        inquiry(lambda *_: answer(stated)),
        None,
    )
    assert (result.method, result.items[0].value) == ("verbatim", number("7", "conditions"))
